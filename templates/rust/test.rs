
#[cfg(test)]
mod tests {
{%- for test in one.all %}{% if !loop.first %}
{% endif %}
    #[test]
    fn {{ test.name }}() {
{%- for call in test.calls %}
{{ call }}
{%- endfor %}
    }
{%- endfor %}

    /// Compares a lookup with rays walked, on every square under every subset of its mask.
{{ one.compare }}
        for (square, &mask) in masks.iter().enumerate() {
{%- if let Some(squares) = one.squares %}
            if ({{ squares }}_u64 >> square) & 1 == 0 {
                continue;
            }
{%- endif %}
            let mut occupied = 0;
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
{% for walked in one.walked %}
{{ walked.head }}
{{ walked.body }}
    }
{% endfor %}
    /// Follows each ray to its first blocker, that one included.
{{ one.walk }}
        let mut attacks = 0;
        for &(step, from) in rays {
{%- if let Some((of_bit, _)) = one.grid %}
            let mut place = usize::from({{ of_bit }}[square]);
{%- else %}
            let mut place = square;
{%- endif %}
{%- if one.has_range %}
            for _ in 0..range {
                if (from >> place) & 1 == 0 {
                    break;
                }
{%- else %}
            while (from >> place) & 1 != 0 {
{%- endif %}
                place = place.wrapping_add_signed(step);
{%- if let Some((_, bit_of)) = one.grid %}
                let reached = {{ bit_of }}[place];
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
{%- for table in one.tables %}

{% for line in table.docs %}    ///{{ line }}
{% endfor %}    #[rustfmt::skip]
    {{ table.head }}
{{ table.rows }}
    ];
{%- endfor %}
}
