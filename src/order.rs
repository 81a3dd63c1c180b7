//! The order of variants by measured speed.

use crate::variant::{ALL, Variant};

/// The last output of `cargo bench --bench lookup`: in each line, a variant and the time of a rook's lookup as a ratio
/// to the time with `fancy`.
const RATIOS: &str = include_str!("../benches/lookup/ratios.txt");

/// The time of a rook's lookup as a ratio to the time with `fancy`, as measured in Rust; `None` for a variant that has
/// no lookup of a rook.
#[must_use]
pub fn time(id: &str) -> Option<&'static str> {
    let mut pairs = RATIOS.lines().filter_map(|line| line.split_once(' '));
    pairs.find(|(other, _)| *other == id).map(|(_, ratio)| ratio.trim())
}

/// Variants that every processor can run, the fastest first; variants of equal speed are in the order of [`ALL`].
#[must_use]
pub fn fastest_first() -> Vec<&'static Variant> {
    let ratio = |variant: &Variant| time(variant.id)?.parse::<f64>().ok();
    let mut timed: Vec<(f64, &Variant)> = ALL
        .iter()
        .filter(|variant| !variant.form.needs_pext())
        .filter_map(|variant| Some((ratio(variant)?, variant)))
        .collect();
    timed.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    timed.into_iter().map(|(_, variant)| variant).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_have_a_rook_and_no_pext_are_in_order() {
        let order = fastest_first();
        let ratio = |variant: &Variant| time(variant.id).unwrap().parse::<f64>().unwrap();
        assert!(order.is_sorted_by(|a, b| ratio(a) <= ratio(b)));
        let left_out: Vec<&str> = ALL
            .iter()
            .filter(|variant| order.iter().all(|other| other.id != variant.id))
            .map(|variant| variant.id)
            .collect();
        assert_eq!(left_out, ["group", "pext", "pext-lines", "pext16"]);
    }
}
