{% import "rust/items.rs" as items %}{% for index in fill.indices %}{% call items::function(index) %}{% endcall %}{% endfor %}{% for table in fill.tables %}{% if let Some(atomic) = table.atomic %}
/// The table below, filled.
{% for line in atomic.attributes %}{{ line }}
{% endfor %}#[inline]
{{ atomic.accessor }}
    if !{{ atomic.flag[0] }}.load(core::sync::atomic::Ordering::Acquire) {
        {{ table.filler }}();
    }
    &{{ table.name }}
}
{% endif %}
{% for line in table.docs %}///{{ line }}
{% endfor %}{% for line in table.attributes %}{{ line }}
{% endfor %}{{ table.declaration }}
{% if let Some(atomic) = table.atomic %}
{{ atomic.flag[1] }}

/// Fills the table. A thread that comes while another is at it stores the same values once more.
#[cold]
{{ table.signature }}
{% for call in table.calls %}{{ call }}
{% endfor %}    {{ atomic.flag[0] }}.store(true, core::sync::atomic::Ordering::Release);
}
{% else %}
/// The table with every attack set in its place.
{{ table.signature }}
    let mut attacks = vec![0; {{ table.length }}].into_boxed_slice();
{% for call in table.calls %}{{ call }}
{% endfor %}    attacks
}
{% endif %}{% endfor %}
/// Stores what is attacked along `rays` from every square under every subset of its mask.
{{ fill.heads[0] }}
    {{ fill.heads[1] }}
{% if let Some([squares, _]) = fill.squares %}        if ({{ squares }} >> square) & 1 == 0 {
            continue;
        }
{% endif %}        let mut occupied = 0;
        loop {
{% if options.no_std %}            let reached = {{ fill.walked }};
            let slot = &attacks[index(square, occupied)];
{% if fill.is_or %}            // Squares share slots; each lookup cuts off what isn't its own.
            slot.fetch_or(reached, core::sync::atomic::Ordering::Relaxed);
{% else %}            slot.store(reached, core::sync::atomic::Ordering::Relaxed);
{% endif %}{% else if fill.is_or %}            // Squares share slots; each lookup cuts off what isn't its own.
            attacks[index(square, occupied)] |= {{ fill.walked }};
{% else %}            attacks[index(square, occupied)] = {{ fill.walked }};
{% endif %}            // The next subset: a carry ripples through the bits of the mask.
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
        let mut place = {% if fill.places.is_some() %}usize::from({{ fill.grid[0] }}[square]){% else %}square{% endif %};
{% if fill.walk.has_range %}        for _ in 0..range {
            if (ray.from >> place) & 1 == 0 {
                break;
            }
{% else %}        while (ray.from >> place) & 1 != 0 {
{% endif %}            place = place.wrapping_add_signed(ray.step);
{% if fill.places.is_some() %}            let reached = {{ fill.grid[1] }}[place];
            attacks |= 1 << reached;
            if (occupied >> reached) & 1 != 0 {
{% else %}            attacks |= 1 << place;
            if (occupied >> place) & 1 != 0 {
{% endif %}                break;
            }
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
{% for table in fill.rays %}{% call items::table(table, "") %}{% endcall %}{% endfor %}{% if let Some([squares, set]) = fill.squares %}
/// The indices that are squares.
const {{ squares }}: u64 = {{ set }};
{% endif %}{% if let Some(table) = fill.places %}{% call items::table(table, "") %}{% endcall %}{% endif %}
