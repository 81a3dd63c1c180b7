{% for line in header %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !licence.is_empty() %}
{% for line in licence %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
{% for line in doc %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% for rom in roms %}
{% for line in rom.doc %}// {{ line }}
{% endfor %}module {{ rom.name }} (
    input  wire [{{ rom.top }}:0] index,
    output wire [{{ rom.width }}:0] entry
);
    reg [{{ rom.width }}:0] entries [0:{{ rom.last }}];

    initial $readmemh("{{ rom.file }}", entries);

    assign entry = entries[index];
endmodule
{% endfor %}{% for lookup in lookups %}
{% include "verilog/lookup.v" %}{% endfor %}{% for both in unions %}
{% for line in both.doc %}// {{ line }}
{% endfor %}module {{ both.name }} (
    input  wire [5:0]  square,
    input  wire [63:0] occupied,
    output wire [63:0] attacks
);
{% for of in both.of %}    wire [63:0] attacks{{ loop.index0 }};
{% endfor %}
{% for of in both.of %}    {{ of }} lookup{{ loop.index0 }} (
        .square(square), .occupied(occupied), .attacks(attacks{{ loop.index0 }})
    );
{% endfor %}
    assign attacks = {{ both.all }};
endmodule
{% endfor %}{% for lookup in scans %}
{% include "verilog/lookup.v" %}{% endfor %}