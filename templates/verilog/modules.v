{% for line in self.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
{% for line in self.about() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% for array in self.page().arrays %}{% if array.is_public %}{% let rom = Memory::rom(array) %}
{% for line in self.array_doc(array) %}// {{ line }}
{% endfor %}module {{ array.name }} (
    input  wire [{{ rom.index_top() }}:0] index,
    output wire {{ rom.bits }} entry
);
    {{ rom.declaration() }}

    initial {{ rom.reading() }}

    assign entry = entries[index];
endmodule
{% endif %}{% endfor %}{% for routine in self.modules(Group::Lookups) %}
{% include "verilog/lookup.v" %}{% endfor %}{% for both in self.page().unions %}
{% for line in self.function_doc(both.name, both.doc) %}// {{ line }}
{% endfor %}module {{ both.name }} (
{% include "verilog/inputs.v" %}
    output wire [63:0] attacks
);
{% for of in both.of %}    wire [63:0] attacks{{ loop.index0 }};
{% endfor %}
{% for of in both.of %}    {{ of }} lookup{{ loop.index0 }} (
        {% if is_clocked %}.clock(clock), {% endif %}.square(square), .occupied(occupied), .attacks(attacks{{ loop.index0 }})
    );
{% endfor %}
    assign attacks = {% for _ in both.of %}{% if !loop.first %} | {% endif %}attacks{{ loop.index0 }}{% endfor %};
endmodule
{% endfor %}{% for routine in self.modules(Group::Companions) %}
{% include "verilog/lookup.v" %}{% endfor %}{% for routine in self.modules(Group::Scans) %}
{% include "verilog/lookup.v" %}{% endfor %}