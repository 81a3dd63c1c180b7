{% for line in of.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% for rank in of.page().ranks %}
// {{ rank.doc }}
{% for (name, bit) in rank.squares %}localparam [5:0] {{ name }} = 6'd{{ bit }};
{% endfor %}{% endfor %}
{% for line in function.doc %}// {{ line }}
{% endfor %}function [5:0] {{ function.item.name() }}(input integer file, input integer rank);
{% if let Some(list) = list %}    case ({{ of.text(function.value) }})
{% for bit in list.values.iter() %}        {{ loop.index0 }}: {{ function.item.name() }} = 6'd{{ bit }};
{% endfor %}        default: {{ function.item.name() }} = 6'dx;
    endcase
{% else %}    {{ function.item.name() }} = {{ of.text(function.value) }};
{% endif %}endfunction
