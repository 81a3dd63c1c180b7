{% for index in fill.indices %}
{% for line in index.docs %}///{{ line }}
{% endfor %}
{%- for line in index.attributes %}{{ line }}
{% endfor %}
{{- index.signature }}
{% for line in index.body %}{{ line }}
{% endfor %}}
{% endfor %}
{%- for table in fill.tables %}
{%- if no_std %}
/// The table below, filled.
{% for line in table.accessor_attributes %}{{ line }}
{% endfor -%}
#[inline]
{{ table.accessor }}
    if !{{ table.flag }}.load(core::sync::atomic::Ordering::Acquire) {
        {{ table.filler }}();
    }
    &{{ table.name }}
}

{% for line in table.docs %}///{{ line }}
{% endfor %}
{%- for line in table.attributes %}{{ line }}
{% endfor -%}
{{ table.declaration }}

{{ table.flag_declaration }}

/// Fills the table. A thread that comes while another is at it stores the same values once more.
#[cold]
{{ table.signature }}
{%- for call in table.calls %}
{{ call }}
{%- endfor %}
    {{ table.flag }}.store(true, core::sync::atomic::Ordering::Release);
}
{% else %}
{% for line in table.docs %}///{{ line }}
{% endfor %}
{%- for line in table.attributes %}{{ line }}
{% endfor -%}
{{ table.declaration }}

/// The table with every attack set in its place.
{{ table.signature }}
    let mut attacks = vec![0; {{ table.length }}].into_boxed_slice();
{%- for call in table.calls %}
{{ call }}
{%- endfor %}
    attacks
}
{% endif %}
{%- endfor %}
/// Stores what is attacked along `rays` from every square under every subset of its mask.
{{ fill.signature }}
{%- if fill.is_iterated %}
    for (square, mask) in masks.enumerate() {
{%- else if fill.has_records %}
    for (square, magic) in magics.iter().enumerate() {
        let mask = magic.{{ fill.mask }};
{%- else %}
    for (square, &mask) in masks.iter().enumerate() {
{%- endif %}
{%- if fill.squares.is_some() %}
        if ({{ fill.squares_name }} >> square) & 1 == 0 {
            continue;
        }
{%- endif %}
        let mut occupied = 0;
        loop {
{%- if no_std %}
            let reached = {{ fill.walk }};
            let slot = &attacks[index(square, occupied)];
{%- if fill.is_or %}
            // Squares share slots; each lookup cuts off what isn't its own.
            slot.fetch_or(reached, core::sync::atomic::Ordering::Relaxed);
{%- else %}
            slot.store(reached, core::sync::atomic::Ordering::Relaxed);
{%- endif %}
{%- else if fill.is_or %}
            // Squares share slots; each lookup cuts off what isn't its own.
            attacks[index(square, occupied)] |= {{ fill.walk }};
{%- else %}
            attacks[index(square, occupied)] = {{ fill.walk }};
{%- endif %}
            // The next subset: a carry ripples through the bits of the mask.
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
    }
}

/// Squares attacked along `rays` from `square`, one step after another.
{{ fill.walk_signature }}
    let mut attacks = 0;
    for ray in rays {
{%- if fill.places.is_some() %}
        let mut place = usize::from({{ fill.places_name }}[square]);
{%- else %}
        let mut place = square;
{%- endif %}
{%- if fill.is_limited %}
        for _ in 0..range {
            if (ray.from >> place) & 1 == 0 {
                break;
            }
{%- else %}
        while (ray.from >> place) & 1 != 0 {
{%- endif %}
            place = place.wrapping_add_signed(ray.step);
{%- if fill.places.is_some() %}
            let reached = {{ fill.bits_name }}[place];
            attacks |= 1 << reached;
            if (occupied >> reached) & 1 != 0 {
                break;
            }
{%- else %}
            attacks |= 1 << place;
            if (occupied >> place) & 1 != 0 {
                break;
            }
{%- endif %}
        }
    }
    attacks
}

/// A ray of the board.
struct Ray {
    /// What a step adds to the {% if fill.places.is_some() %}place, counted rank after rank{% else %}square{% endif %}.
    step: isize,
    /// Where a step leads to another square.
    from: u64,
}
{%- for table in fill.rays %}

{% for line in table.docs %}///{{ line }}
{% endfor -%}
#[rustfmt::skip]
{{ table.head }}
{{ table.rows }}
];
{%- endfor %}
{%- if let Some(squares) = fill.squares %}

/// The indices that are squares.
const {{ fill.squares_name }}: u64 = {{ squares }};
{%- endif %}
{%- if let Some(table) = fill.places %}

{% for line in table.docs %}///{{ line }}
{% endfor -%}
#[rustfmt::skip]
{{ table.head }}
{{ table.rows }}
];
{%- endif %}
