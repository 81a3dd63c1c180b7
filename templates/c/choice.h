{%- if let Some(pair) = file.page().pair.as_ref() %}

/** What a rook and a bishop attack. */
typedef struct {
    {{ file.set_type() }} rook, bishop;
} {{ pair.kind }};

{% for line in file.function_doc(pair.name, pair.doc) %}{{ line }}
{% endfor %}{{ file.beside(pair.kind, pair.name, "") }}
{
{%- for line in file.pair_body(pair) %}
{% if !line.is_empty() && !line.starts_with('#') %}    {% endif %}{{ line }}
{%- endfor %}
}
{%- endif %}
{%- if let Some(choice) = file.page().choice.as_ref() %}

{% for line in file.function_doc(choice.name, choice.doc) %}{{ line }}
{% endfor %}{{ file.beside(file.set_type(), choice.name, choice.kind) }}
{
    switch (piece) {
{%- for line in file.cases(choice) %}
    {{ line }}
{%- endfor %}
    }
}
{%- endif %}
