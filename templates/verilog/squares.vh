{% for line in header %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% for rank in ranks %}
// {{ rank.doc }}
{% for (name, bit) in rank.squares %}localparam [5:0] {{ name }} = 6'd{{ bit }};
{% endfor %}{% endfor %}
{% for line in doc %}// {{ line }}
{% endfor %}function [5:0] {{ name }}(input integer file, input integer rank);
{% if let Some(list) = list %}    case ({{ value }})
{% for bit in list %}        {{ loop.index0 }}: {{ name }} = 6'd{{ bit }};
{% endfor %}        default: {{ name }} = 6'dx;
    endcase
{% else %}    {{ name }} = {{ value }};
{% endif %}endfunction
