{% import "rust/items.rs" as items %}
#[cfg(test)]
mod tests {
{% let all = self.tested(test, walk) %}{% let squares = self.walk(walk).squares %}{% for one in all.iter() %}{% if !loop.first %}
{% endif %}    #[test]
    fn {{ Case::Snake.join([one.spoken, "agrees with rays"]) }}() {
{% for relevant in one.relevant %}{{ lines::call("        ", "compare", [format!("\"{}\"", one.spoken), format!("super::{}", one.lookup), one.walker.clone(), relevant.clone()]) }}
{% endfor %}    }
{% endfor %}
    /// Compares a lookup with rays walked, on every square under every subset of relevant squares,
    /// with all other squares empty and with all of them occupied.
    fn compare(
        piece: &str,
        lookup: fn(usize, u64) -> u64,
        walked: fn(usize, u64) -> u64,
        relevant: fn(usize) -> u64,
    ) {
        for square in 0..{{ walk.indices }} {
{% if let Some(squares) = squares %}            if ({{ squares }}_u64 >> square) & 1 == 0 {
                continue;
            }
{% endif %}            let mask = relevant(square);
            let mut subset = 0;
            loop {
                for occupied in [subset, subset | !mask] {
                    let found = lookup(square, occupied);
                    assert!(
                        found == walked(square, occupied),
                        "the {piece} on square {square}, occupied {occupied:#018x}: \
                         found {found:#018x}, walked {:#018x}",
                        walked(square, occupied)
                    );
                }
                subset = subset.wrapping_sub(mask) & mask;
                if subset == 0 {
                    break;
                }
            }
        }
    }
{% for one in all.iter() %}
{{ lines::signature("    ", format!("fn {}", one.walker).as_str(), ["square: usize", "occupied: u64"], " -> u64") }}
{% for line in self.result(one.walked, lines::WIDTH - 8) %}        {{ line }}
{% endfor %}    }
{% if let Some(squares) = one.squares %}
{{ lines::signature("    ", format!("fn {}", one.relevant[0]).as_str(), ["square: usize"], " -> u64") }}
{% for line in self.result(squares, lines::WIDTH - 8) %}        {{ line }}
{% endfor %}    }
{% endif %}{% endfor %}
    /// Returns the squares where a blocker shortens a ray: all that each reaches but its last.
    fn {{ test.relevant }}(rays: &[(isize, u64)], {% if walk.has_range %}range: usize, {% endif %}square: usize) -> u64 {
        let mut relevant = 0;
        for &(step, from) in rays {
            let mut place = {% if let Some(grid) = walk.grid %}usize::from({{ grid.of_bit }}[square]){% else %}square{% endif %};
            let mut reached = 0;
{% if walk.has_range %}            for _ in 0..range {
                if (from >> place) & 1 == 0 {
                    break;
                }
{% else %}            while (from >> place) & 1 != 0 {
{% endif %}                relevant |= reached;
                place = place.wrapping_add_signed(step);
                reached = 1 << {% if let Some(grid) = walk.grid %}{{ grid.bit_of }}[place]{% else %}place{% endif %};
            }
        }
        relevant
    }

    /// Follows each ray to its first blocker, that one included.
    fn {{ walk.name }}(rays: &[(isize, u64)], {% if walk.has_range %}range: usize, {% endif %}square: usize, occupied: u64) -> u64 {
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
