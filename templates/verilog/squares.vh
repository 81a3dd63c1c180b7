{% for line in of.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !of.page().ranks.is_empty() %}
// A module may name few of the squares.
/* verilator lint_off UNUSED */
{% endif %}{% for rank in of.page().ranks %}
// {{ rank.doc }}
{% for (name, bit) in rank.squares %}localparam [{{ of.square_bits() - 1 }}:0] {{ name }} = {{ of.square_bits() }}'d{{ bit }};
{% endfor %}{% endfor %}{% if !of.page().ranks.is_empty() %}/* verilator lint_on UNUSED */
{% endif %}
// A bit index has fewer bits than the integers it is computed from.
/* verilator lint_off WIDTH */

{% for line in function.doc %}// {{ line }}
{% endfor %}function [{{ of.square_bits() - 1 }}:0] {{ function.item.name() }}(input integer file, input integer rank);
{% if let Some(list) = list %}    case ({{ of.text(function.value) }})
{% for bit in list.values.iter() %}        {{ loop.index0 }}: {{ function.item.name() }} = {{ of.square_bits() }}'d{{ bit }};
{% endfor %}        default: {{ function.item.name() }} = {{ of.square_bits() }}'dx;
    endcase
{% else %}    {{ function.item.name() }} = {{ of.text(function.value) }};
{% endif %}endfunction

/* verilator lint_on WIDTH */
