{% let memories = self.memories(*routine.item) %}{% for line in routine.doc %}// {{ line }}
{% endfor %}module {{ routine.item.name() }} (
{% if routine.item.is_lookup() %}{% include "verilog/inputs.v" %}
    output {% if self.is_clocked() %}reg {% else %}wire{% endif %} [{{ self.set_bits() - 1 }}:0] attacks{% else %}{{ routine.head }}{% endif %}
);
{% for memory in memories.iter() %}    {{ memory.declaration() }}
{% endfor %}{% if !memories.is_empty() %}
    initial begin
{% for memory in memories.iter() %}        {{ memory.reading() }}
{% endfor %}    end

{% endif %}{% if self::has_reversal(*routine.item) %}    // A word with its bits in the opposite order.
    function [63:0] reverse_bits(input [63:0] word);
        integer bit_index;
        for (bit_index = 0; bit_index < 64; bit_index = bit_index + 1)
            reverse_bits[bit_index] = word[63 - bit_index];
    endfunction

{% endif %}{% for line in routine.body %}{% if !line.is_empty() %}    {{ line }}{% endif %}
{% endfor %}endmodule

