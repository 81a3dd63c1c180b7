{% import "rust/items.rs" as items %}
#[cfg(test)]
mod tests {
{% let all = self.tested(test, walk) %}{% let squares = self.walk(walk).squares %}{% for one in all.iter() %}{% if !loop.first %}
{% endif %}    #[test]
    fn {{ Self::test_name(one) }}() {
{% for masks in one.masks %}{{ Self::comparison(one, masks) }}
{% endfor %}    }
{% endfor %}
    /// Compares a lookup with rays walked, on every square under every subset of its mask.
    fn compare(
        piece: &str,
        lookup: fn(usize, u64) -> u64,
        walked: fn(usize, u64) -> u64,
        masks: &[u64],
    ) {
        for (square, &mask) in masks.iter().enumerate() {
{% if let Some(squares) = squares %}            if ({{ squares }}_u64 >> square) & 1 == 0 {
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
{% for one in all.iter() %}
{{ Self::walker_head(one) }}
{{ self.result("        ", one.walked) }}
    }
{% endfor %}
    /// Follows each ray to its first blocker, that one included.
    fn walk(rays: &[(isize, u64)], {% if walk.has_range %}range: usize, {% endif %}square: usize, occupied: u64) -> u64 {
        let mut attacks = 0;
        for &(step, from) in rays {
            let mut place = {% if let Some(grid) = walk.grid %}usize::from({{ grid.of_bit }}[square]){% else %}square{% endif %};
{% if walk.has_range %}            for _ in 0..range {
                if (from >> place) & 1 == 0 {
                    break;
                }
{% else %}            while (from >> place) & 1 != 0 {
{% endif %}                place = place.wrapping_add_signed(step);
{% if let Some(grid) = walk.grid %}                let reached = {{ grid.bit_of }}[place];
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
{% for table in self.test_tables(test) %}{% call items::table(table, "    ") %}{% endcall %}{% endfor %}}
