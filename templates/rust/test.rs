{% import "rust/items.rs" as items %}
#[cfg(test)]
mod tests {
{% for (name, calls) in one.all %}{% if !loop.first %}
{% endif %}    #[test]
    fn {{ name }}() {
{% for call in calls %}{{ call }}
{% endfor %}    }
{% endfor %}
    /// Compares a lookup with rays walked, on every square under every subset of its mask.
{{ one.compare }}
        for (square, &mask) in masks.iter().enumerate() {
{% if let Some(squares) = one.squares %}            if ({{ squares }}_u64 >> square) & 1 == 0 {
                continue;
            }
{% endif %}            let mut occupied = 0;
            loop {
                let found = lookup(square, occupied);
                assert!(
                    found == walked(square, occupied),
                    "the {piece} on square {square}, occupied {occupied:#018x}: \
                     found {found:#018x}, walked {:#018x}",
                    walked(square, occupied)
                );
                occupied = occupied.wrapping_sub(mask) & mask;
                if occupied == 0 {
                    break;
                }
            }
        }
    }
{% for [head, body] in one.walked %}
{{ head }}
{{ body }}
    }
{% endfor %}
    /// Follows each ray to its first blocker, that one included.
{{ one.walk_signature }}
        let mut attacks = 0;
        for &(step, from) in rays {
            let mut place = {% if let Some(grid) = one.walk.grid %}usize::from({{ grid.of_bit }}[square]){% else %}square{% endif %};
{% if one.walk.has_range %}            for _ in 0..range {
                if (from >> place) & 1 == 0 {
                    break;
                }
{% else %}            while (from >> place) & 1 != 0 {
{% endif %}                place = place.wrapping_add_signed(step);
{% if let Some(grid) = one.walk.grid %}                let reached = {{ grid.bit_of }}[place];
                attacks |= 1 << reached;
                if (occupied >> reached) & 1 != 0 {
{% else %}                attacks |= 1 << place;
                if (occupied >> place) & 1 != 0 {
{% endif %}                    break;
                }
            }
        }
        attacks
    }
{% for table in one.tables %}{% call items::table(table, "    ") %}{% endcall %}{% endfor %}}
