{% for line in header %}//{{ line }}
{% endfor %}
{%- if !licence.is_empty() %}
{% for line in licence %}//{{ line }}
{% endfor %}{% endif %}
{% for line in docs %}{{ mark }}{{ line }}
{% endfor %}
{%- for lookup in lookups %}
{% for line in lookup.docs %}///{{ line }}
{% endfor %}
{%- for line in lookup.attributes %}{{ line }}
{% endfor %}
{{- lookup.signature }}
{% for line in lookup.body %}{{ line }}
{% endfor %}}
{% endfor %}
{%- if !probes.is_empty() %}
// Checked by the compiler: a board that is empty otherwise.
{% for probe in probes %}const _: () = assert!({{ probe }});
{% endfor %}{% endif %}
{%- for scan in scans %}
{% for line in scan.docs %}///{{ line }}
{% endfor %}
{%- for line in scan.attributes %}{{ line }}
{% endfor %}
{{- scan.signature }}
{% for line in scan.body %}{{ line }}
{% endfor %}}
{% endfor %}
{%- for instruction in instructions %}
{% for line in instruction.docs %}///{{ line }}
{% endfor %}
{%- for line in instruction.attributes %}{{ line }}
{% endfor %}
{{- instruction.signature }}
{% for line in instruction.body %}{{ line }}
{% endfor %}}
{% endfor %}
{%- if needs_bmi2 %}
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
compile_error!("this file needs x86-64 with BMI2: compile it with `-C target-feature=+bmi2`");
{% endif %}
{%- if let Some(square) = square %}
{% for line in square.docs %}///{{ line }}
{% endfor %}
{%- for line in square.attributes %}{{ line }}
{% endfor %}
{{- square.signature }}
{% for line in square.body %}{{ line }}
{% endfor %}}
{% endif %}
{%- for constant in constants %}
{%- if loop.first %}
{% endif %}/// The square {{ constant.square }}.
{{ visibility }}const {{ constant.name }}: usize = {{ constant.bit }};
{% endfor %}
{%- if !ranks.is_empty() %}
// The names agree with files and ranks.
{% for line in check_attributes %}{{ line }}
{% endfor -%}
#[rustfmt::skip]
const _: () = {
    let ranks = [
{%- for rank in ranks %}
        [{{ rank }}],
{%- endfor %}
    ];
    let mut rank = 0;
    while rank < {{ height }} {
        let mut file = 0;
        while file < {{ width }} {
            assert!(ranks[rank][file] == {{ square_name }}(file, rank));
            file += 1;
        }
        rank += 1;
    }
};
{% endif %}
{%- if let Some(fill) = fill %}{% include "rust/fill.rs" %}
{% endif %}
{%- if needs_rows %}
/// A row for each square: the window of `table` that begins where `offsets` says.
const fn rows<T, const LENGTH: usize>(
    table: &'static [T],
    offsets: [u32; {{ indices }}],
) -> [&'static [T; LENGTH]; {{ indices }}] {
    let mut rows = [first_row(table); {{ indices }}];
    let mut square = 0;
    while square < {{ indices }} {
        rows[square] = first_row(table.split_at(offsets[square] as usize).1);
        square += 1;
    }
    rows
}

/// The row at the beginning of `table`.
const fn first_row<T, const LENGTH: usize>(table: &'static [T]) -> &'static [T; LENGTH] {
    match table.first_chunk() {
        Some(row) => row,
        None => panic!("the table ends within a row"),
    }
}
{% endif %}
{%- for table in consts %}
{% for line in table.docs %}///{{ line }}
{% endfor -%}
#[rustfmt::skip]
{{ table.head }}
{{ table.rows }}
];
{% endfor %}
{%- for record in records %}
/// What a lookup reads of a square.
{% for line in record.attributes %}{{ line }}
{% endfor -%}
{{ record.visibility }}struct {{ record.name }} {
{%- for field in record.fields %}
    ///{{ field.doc }}
    {{ field.visibility }}{{ field.name }}: {{ field.kind }},
{%- endfor %}
}

{% for line in record.new.attributes %}{{ line }}
{% endfor -%}
{{ record.new.signature }}
{%- for line in record.new.body %}
{{ line }}
{%- endfor %}
}
{% endfor %}
{%- for table in tables %}
{% for line in table.docs %}///{{ line }}
{% endfor %}
{%- for line in table.attributes %}{{ line }}
{% endfor -%}
#[rustfmt::skip]
{{ table.head }}
{{ table.rows }}
{{ table.tail }};
{% endfor %}
{%- if let Some(one) = tests %}{% include "rust/test.rs" %}
{% endif %}
