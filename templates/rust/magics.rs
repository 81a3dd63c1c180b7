{% import "rust/items.rs" as items %}{% for line in header %}//{{ line }}
{% endfor %}{% if !licence.is_empty() %}
{% for line in licence %}//{{ line }}
{% endfor %}{% endif %}
{% for line in docs %}{% if options.is_included %}//{% else %}//!{% endif %}{{ line }}
{% endfor %}{% for lookup in lookups %}{% call items::function(lookup) %}{% endcall %}{% endfor %}{% if !probes.is_empty() %}
// Checked by the compiler: a board that is empty otherwise.
{% for probe in probes %}const _: () = assert!({{ probe }});
{% endfor %}{% endif %}{% for one in functions %}{% call items::function(one) %}{% endcall %}{% endfor %}{% if needs_bmi2 %}
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
compile_error!("this file needs x86-64 with BMI2: compile it with `-C target-feature=+bmi2`");
{% endif %}{% if let Some(squares) = squares %}{% call items::function(squares.function) %}{% endcall %}
{% for (square, name, bit) in squares.constants %}/// The square {{ square }}.
{{ options.visibility }} const {{ name }}: usize = {{ bit }};
{% endfor %}
// The names agree with files and ranks.
{% for line in squares.check_attributes %}{{ line }}
{% endfor %}#[rustfmt::skip]
const _: () = {
    let ranks = [
{% for rank in squares.ranks %}        [{{ rank }}],
{% endfor %}    ];
    let mut rank = 0;
    while rank < {{ board.height }} {
        let mut file = 0;
        while file < {{ board.width }} {
            assert!(ranks[rank][file] == {{ squares.name }}(file, rank));
            file += 1;
        }
        rank += 1;
    }
};
{% endif %}{% if let Some(fill) = fill %}{% include "rust/fill.rs" %}{% endif %}{% if has_rows %}
/// A row for each square: the window of `table` that begins where `offsets` says.
const fn rows<T, const LENGTH: usize>(
    table: &'static [T],
    offsets: [u32; {{ board.indices }}],
) -> [&'static [T; LENGTH]; {{ board.indices }}] {
    let mut rows = [first_row(table); {{ board.indices }}];
    let mut square = 0;
    while square < {{ board.indices }} {
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
{% endif %}{% if let Some(table) = places %}{% call items::table(table, "") %}{% endcall %}{% endif %}{% for record in records %}
/// What a lookup reads of a square.
{% for line in record.attributes %}{{ line }}
{% endfor %}{{ record.head }}
{% for [doc, field] in record.fields %}    ///{{ doc }}
    {{ field }},
{% endfor %}}
{% call items::function(record.new) %}{% endcall %}{% endfor %}{% for table in tables %}{% call items::table(table, "") %}{% endcall %}{% endfor %}{% if let Some(one) = tests %}{% include "rust/test.rs" %}
{% endif %}
