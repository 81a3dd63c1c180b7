//! Measured speed of lookups on boards of more than 64 squares.
//!
//! A table that is in the caches takes one load; one that other data have pushed out takes ten times as long. So figures
//! are kept for both, and `magicgen recommend` asks which it is.

use magicgen_lookup::axes::{Axes, Cell};
use magicgen_lookup::variant::{Form, Variant, find};

/// The output of `magicgen bench --game` for each game. A row has a lookup, and six columns of nanoseconds: three for
/// each of two pieces.
const MEASURED: [&str; 2] =
    [include_str!("../../benches/wide/xiangqi.txt"), include_str!("../../benches/wide/shogi.txt")];

/// A lookup that is measured on boards of more than 64 squares: a variant, perhaps with another content of its slots.
#[derive(Clone, Copy, Debug)]
pub struct WideChoice {
    /// The name in tables, such as `pext-lines:pdep`.
    pub name: &'static str,
    /// The variant's id.
    variant: &'static str,
    /// The content of a slot, where it isn't the variant's.
    cell: Option<Cell>,
}

/// All lookups that are measured.
pub const WIDE_CHOICES: [WideChoice; 8] = [
    WideChoice { name: "direction", variant: "direction", cell: None },
    WideChoice { name: "direction:half", variant: "direction", cell: Some(Cell::Half) },
    WideChoice { name: "direction:spread", variant: "direction", cell: Some(Cell::Spread) },
    WideChoice { name: "pext-lines", variant: "pext-lines", cell: None },
    WideChoice { name: "pext-lines:pdep", variant: "pext-lines", cell: Some(Cell::Pdep) },
    WideChoice { name: "pext16", variant: "pext16", cell: None },
    WideChoice { name: "slide-arithmetic", variant: "slide-arithmetic", cell: None },
    WideChoice { name: "ray-reverse", variant: "ray-reverse", cell: None },
];

impl WideChoice {
    /// The variant.
    ///
    /// # Panics
    /// Never: a test looks for each.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        find(self.variant).expect("a variant that there is")
    }

    /// The form of the lookup.
    #[must_use]
    pub fn form(&self) -> Form {
        match self.variant().form {
            Form::Axes(axes) => Form::Axes(Axes { cell: self.cell.unwrap_or(axes.cell), ..axes }),
            form @ Form::OwnProgram(_) => form,
        }
    }

    /// The keys of an output with this lookup, in lines.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        let variant = format!("variant = \"{}\"", self.variant);
        let cell = self.cell.map(|cell| format!("lookup = {{ cell = \"{}\" }}", cell.id()));
        [Some(variant), cell].into_iter().flatten().collect()
    }
}

/// What the caches hold when a lookup is called. The order is that of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caches {
    /// The entries that it needs.
    Warm,
    /// Tables of other lookups.
    Shared,
    /// Other memory.
    Dirty,
}

impl Caches {
    /// All columns.
    pub const ALL: [Self; 3] = [Self::Warm, Self::Shared, Self::Dirty];

    /// The name of the column.
    #[must_use]
    pub const fn column(self) -> &'static str {
        match self {
            Self::Warm => "again",
            Self::Shared => "first",
            Self::Dirty => "dirty",
        }
    }
}

/// How many times as fast as `direction` a lookup is: the geometric mean of both pieces in both games.
#[must_use]
pub fn wide_speed(name: &str, caches: Caches) -> Option<f64> {
    let mut product = 1.0;
    let mut count = 0;
    for table in MEASURED {
        let times = |name: &str| -> Option<Vec<f64>> {
            let row = table.lines().find(|line| line.split_whitespace().next() == Some(name))?;
            row.split_whitespace().skip(1).map(|figure| figure.parse().ok()).collect()
        };
        let (own, other) = (times(name)?, times("direction")?);
        for piece in 0..2 {
            let column = 3 * piece + caches as usize;
            product *= other.get(column)? / own.get(column)?;
            count += 1;
        }
    }
    Some(product.powf(1.0 / f64::from(count)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_serves_wide_boards_and_was_measured() {
        for choice in WIDE_CHOICES {
            assert!(choice.form().serves_wide_boards(), "{choice:?}");
            for caches in Caches::ALL {
                assert!(
                    wide_speed(choice.name, caches).is_some_and(|speed| speed > 0.0),
                    "{choice:?}"
                );
            }
        }
        let is_one = |speed: f64| (speed - 1.0).abs() < 1e-9;
        assert!(wide_speed("direction", Caches::Warm).is_some_and(is_one));
        assert_eq!(wide_speed("none-such", Caches::Warm), None);
    }

    /// What the documentation says of caches.
    #[test]
    fn small_lookups_win_once_caches_are_dirty() {
        let speed = |name, caches| wide_speed(name, caches).unwrap();
        assert!(speed("pext16", Caches::Warm) > speed("pext-lines:pdep", Caches::Warm));
        assert!((0.4..0.6).contains(&speed("direction:spread", Caches::Warm)));
        for caches in [Caches::Shared, Caches::Dirty] {
            assert!(speed("pext-lines:pdep", caches) > speed("pext16", caches));
            assert!((1.8..2.4).contains(&speed("direction:spread", caches)));
        }
    }

    /// The book's tables are the files that recommendations go by.
    #[test]
    fn the_book_has_the_figures() {
        let book = include_str!("../../docs/wide-speed.md");
        for line in MEASURED.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#'))
        {
            let mut cells = line.split_whitespace();
            let name = cells.next().unwrap();
            if name != "lookup" {
                let figures = cells.collect::<Vec<_>>().join(" | ");
                assert!(book.contains(&format!("| `{name}` | {figures} |")), "{line}");
            }
        }
    }
}
