//! `verify` on texts of many kinds: published lists, the notations of languages, and texts with faults.

mod faults;
mod formats;
mod judged;
mod large;
mod notations;
mod published;
mod rules;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    [
        faults::trials(),
        formats::trials(),
        judged::trials(),
        large::trials(),
        notations::trials(),
        published::trials(),
        rules::trials(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
