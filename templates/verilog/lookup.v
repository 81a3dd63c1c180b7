{% for line in lookup.doc %}// {{ line }}
{% endfor %}module {{ lookup.name }} (
{% for input in lookup.inputs %}    input  wire {{ input }},
{% endfor %}    output wire [{{ lookup.output.0 }}:0] {{ lookup.output.1 }}
);
{% for memory in lookup.memories %}    reg [{{ memory.width }}:0] {{ memory.name }} [0:{{ memory.last }}];
{% endfor %}{% if !lookup.memories.is_empty() %}
    initial begin
{% for memory in lookup.memories %}        $readmemh("{{ memory.file }}", {{ memory.name }});
{% endfor %}    end

{% endif %}{% if lookup.has_reversal %}    // A word with its bits in the opposite order.
    function [63:0] reverse_bits(input [63:0] word);
        integer bit_index;
        for (bit_index = 0; bit_index < 64; bit_index = bit_index + 1)
            reverse_bits[bit_index] = word[63 - bit_index];
    endfunction

{% endif %}{% for wire in lookup.wires %}    {{ wire }}
{% endfor %}    assign {{ lookup.output.1 }} = {{ lookup.result }};
endmodule

