{% for line in self.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
// The file has several modules, each of which may be a top. Where nothing reads some bits of a
// wire, a comment says so to Verilator.
/* verilator lint_off DECLFILENAME */
/* verilator lint_off MULTITOP */

{% for line in self.page().about(COMMENT, "") %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}//
// Memories are read from the files beside this one, which simulators look for in the current
// folder.
{% if self.is_clocked() %}// A lookup gives its result when its clock has risen{% if stages == 2 %} twice{% endif %}{% if stages == 3 %} three times{% endif %}.{% if stages > 1 %}
// Other inputs may follow at each rise.{% endif %}
{% endif %}{% if self.page().square.is_some() %}{% for line in self.comment("", &format!("`include \"{}_squares.vh\" in a module that names squares.", self.stem)) %}// {{ line }}
{% endfor %}{% endif %}{% for array in self.page().arrays %}{% if array.is_public %}{% let rom = Memory::rom(array, self.set_bits()) %}
{% for line in self.array_doc(array) %}// {{ line }}
{% endfor %}module {{ array.name }} (
    input  wire [{{ rom.index_top() }}:0] index,
    output wire {{ self.entry_range(array) }} entry
);
    {{ rom.declaration() }}

    initial {{ rom.reading() }}

    assign entry = entries[index];
endmodule
{% endif %}{% endfor %}{% for routine in self.routines([Group::Lookups]) %}
{% include "verilog/lookup.v" %}{% endfor %}{% for both in self.page().unions %}
{% for line in self.function_doc(both.name, both.doc) %}// {{ line }}
{% endfor %}module {{ both.name }} (
{% include "verilog/inputs.v" %}
    output wire [{{ self.set_bits() - 1 }}:0] attacks
);
{% for of in both.of %}    wire [{{ self.set_bits() - 1 }}:0] attacks{{ loop.index0 }};
{% endfor %}
{% for of in both.of %}    {{ of }} lookup{{ loop.index0 }} (
        {% if self.is_clocked() %}.clock(clock), {% endif %}.square(square), .occupied(occupied), .attacks(attacks{{ loop.index0 }})
    );
{% endfor %}
    assign attacks = {% for _ in both.of %}{% if !loop.first %} | {% endif %}attacks{{ loop.index0 }}{% endfor %};
endmodule
{% endfor %}{% for routine in self.routines([Group::Companions]) %}
{% include "verilog/lookup.v" %}{% endfor %}{% for routine in self.routines([Group::Scans]) %}
{% include "verilog/lookup.v" %}{% endfor %}