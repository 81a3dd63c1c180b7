//! Measured speed of variants, and their order by speed.
//!
//! A lookup twice as fast as another in a loop of lookups may not speed up a chess program, or may slow it down, since
//! its table takes cache from other data. So there are several workloads. Choices go by the last one: legal moves and
//! search on positions of games. `magicgen bench` measures all of them, and docs/speed.md explains how.

#![expect(clippy::cast_precision_loss, reason = "what is counted are rows of a table")]

mod wide;

use magicgen_lookup::variant::{ALL, Variant};
pub use wide::{Caches, WIDE_CHOICES, WideChoice, wide_speed};

/// The output of `magicgen bench` for each language that it measures. Each row has a variant, and its speed relative to
/// `fancy` in each workload.
const MEASURED: [(&str, &str); 2] = [
    ("c", include_str!("../benches/field/c.txt")),
    ("rust", include_str!("../benches/field/rust.txt")),
];

/// A chess program's use of lookups. The order is the columns' order in `magicgen bench`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Random boards, twelve queens on each (Gigantua 2021).
    Stream,
    /// Positions of games, in order.
    Games,
    /// Positions of games, with a probe of a hash table of 256 MiB for each.
    Hash,
    /// Positions of games; each lookup waits for the one before.
    Latency,
    /// Positions of games, with 256 KiB of other memory read before each four.
    Pressure,
    /// Legal moves, and a search with a transposition table.
    Engine,
}

impl Workload {
    /// All workloads.
    pub const ALL: [Self; 6] =
        [Self::Stream, Self::Games, Self::Hash, Self::Latency, Self::Pressure, Self::Engine];

    /// The name of the column.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Stream => "stream",
            Self::Games => "games",
            Self::Hash => "hash",
            Self::Latency => "latency",
            Self::Pressure => "pressure",
            Self::Engine => "engine",
        }
    }
}

/// The languages in which lookups were measured.
pub fn languages() -> impl Iterator<Item = &'static str> {
    MEASURED.iter().map(|(language, _)| *language)
}

/// A variant's speed in a language, relative to `fancy`; `None` if it wasn't measured.
#[must_use]
pub fn speed(language: &str, id: &str, workload: Workload) -> Option<f64> {
    let (_, table) = MEASURED.iter().find(|(other, _)| *other == language)?;
    let row = table.lines().find(|line| line.split_whitespace().next() == Some(id))?;
    row.split_whitespace().nth(1 + workload as usize)?.parse().ok()
}

/// The geometric mean of [`speed`] in all measured languages.
#[must_use]
pub fn mean_speed(id: &str, workload: Workload) -> Option<f64> {
    let speeds: Vec<f64> =
        languages().filter_map(|language| speed(language, id, workload)).collect();
    let product: f64 = speeds.iter().product();
    (!speeds.is_empty()).then(|| product.powf(1.0 / speeds.len() as f64))
}

/// Variants measured as every processor can run them, the fastest in [`Workload::Engine`] first; at equal speed, in the
/// order of [`ALL`]. Left out are variants that need PEXT, variants measured with vectors, and a switch, whose
/// constants are in the code.
#[must_use]
pub fn fastest_first() -> Vec<&'static Variant> {
    let mut timed: Vec<(f64, &Variant)> = ALL
        .iter()
        .filter(|variant| variant.form.is_for_every_processor() && variant.form.keeps_fields())
        .filter_map(|variant| Some((mean_speed(variant.id, Workload::Engine)?, variant)))
        .collect();
    timed.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    timed.into_iter().map(|(_, variant)| variant).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_have_a_rook_and_no_pext_are_in_order() {
        let order = fastest_first();
        let speed = |variant: &Variant| mean_speed(variant.id, Workload::Engine).unwrap();
        assert!(order.is_sorted_by(|a, b| speed(a) >= speed(b)));
        let left_out: Vec<&str> = ALL
            .iter()
            .filter(|variant| order.iter().all(|other| other.id != variant.id))
            .map(|variant| variant.id)
            .collect();
        let without = [
            "group", "pext", "pext-lines", "pext16", "obstruction-vector", "hyperbola-dual",
            "switch",
        ];
        assert_eq!(left_out, without);
    }

    #[test]
    fn fancy_is_what_others_are_compared_with() {
        for language in languages() {
            for workload in Workload::ALL {
                let is_one = |speed: f64| (speed - 1.0).abs() < 1e-9;
                assert!(speed(language, "fancy", workload).is_some_and(is_one), "{language}");
            }
        }
        assert_eq!(speed("c", "none-such", Workload::Games), None);
    }

    /// Six engines with generated lookups, measured by people other than the authors of `benches/field` (2026):
    /// processor time without them, divided by processor time with them. In order: Ethereal 12 perft and bench,
    /// Stockfish 11 perft and bench, cozy-chess 0.3.4 perft.
    const FIELD: [(&str, [Option<f64>; 5]); 10] = [
        ("fancy", [Some(1.00), Some(1.00), Some(1.00), Some(0.98), Some(1.00)]),
        ("fixed", [Some(1.05), Some(1.02), Some(1.01), Some(0.99), Some(1.01)]),
        ("packed", [Some(1.02), Some(1.01), None, None, Some(1.01)]),
        ("black", [None, None, None, None, Some(1.01)]),
        ("bytes", [Some(0.99), None, None, None, None]),
        ("bytes-postmask", [Some(0.94), Some(0.99), Some(0.89), Some(0.97), Some(0.91)]),
        ("shared-slots", [Some(0.99), Some(1.00), Some(0.94), Some(0.99), Some(0.98)]),
        ("hyperbola", [Some(0.93), Some(1.02), Some(0.90), None, Some(0.88)]),
        ("pext", [Some(1.19), Some(1.04), Some(1.00), Some(1.02), Some(1.04)]),
        ("pext16", [Some(1.06), Some(1.02), Some(1.04), Some(1.01), Some(1.03)]),
    ];

    /// Spearman's rank correlation; equal figures share the mean of their ranks.
    fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
        let ranks = |values: Vec<f64>| -> Vec<f64> {
            let rank = |value: f64| {
                let below = values.iter().filter(|other| **other < value).count();
                let equal = values.iter().filter(|other| (**other - value).abs() < 1e-12).count();
                below as f64 + f64::midpoint(equal as f64, 1.0)
            };
            values.iter().map(|value| rank(*value)).collect()
        };
        let xs = ranks(pairs.iter().map(|pair| pair.0).collect());
        let ys = ranks(pairs.iter().map(|pair| pair.1).collect());
        let mean = f64::midpoint(pairs.len() as f64, 1.0);
        let covariance = |a: &[f64], b: &[f64]| -> f64 {
            a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
        };
        covariance(&xs, &ys) / (covariance(&xs, &xs) * covariance(&ys, &ys)).sqrt()
    }

    #[test]
    fn ranks_of_equal_figures_are_shared() {
        assert!((rank_correlation(&[(1.0, 2.0), (2.0, 3.0), (3.0, 9.0)]) - 1.0).abs() < 1e-12);
        assert!((rank_correlation(&[(1.0, 9.0), (2.0, 3.0), (3.0, 2.0)]) + 1.0).abs() < 1e-12);
        let tied = rank_correlation(&[(1.0, 1.0), (1.0, 2.0), (2.0, 3.0)]);
        assert!((tied - 0.866).abs() < 1e-3, "{tied}");
    }

    /// The variants chosen by these figures must be fast in real programs.
    #[test]
    fn engines_agree_with_the_workload_that_choices_go_by() {
        let field = |figures: &[Option<f64>; 5]| {
            let known: Vec<f64> = figures.iter().flatten().copied().collect();
            known.iter().sum::<f64>() / known.len() as f64
        };
        let pairs: Vec<(f64, f64)> = FIELD
            .iter()
            .map(|(id, figures)| (field(figures), mean_speed(id, Workload::Engine).unwrap()))
            .collect();
        let correlation = rank_correlation(&pairs);
        assert!(correlation >= 0.8, "{correlation}: {pairs:?}");
    }
}
