//! The languages of a build that prints one of them.

use super::{Backend, EVERY, Language, OptionError, Options};
use crate::part;
use crate::shape::Shape;

/// The languages, of which all but this one are left out: they have their names, and refuse to be configured. What prints them is then
/// in no build that has only these.
pub(super) const fn only(id: &str) -> [&'static Language; EVERY.len()] {
    static LEFT_OUT: [Language; EVERY.len()] = {
        let mut left_out = [*EVERY[0]; EVERY.len()];
        let mut at = 0;
        while at < EVERY.len() {
            left_out[at] = Language { keys: no_keys, configure: refuse, ..*EVERY[at] };
            at += 1;
        }
        left_out
    };
    let mut all = [EVERY[0]; EVERY.len()];
    let (mut at, mut kept) = (0, 0);
    while at < EVERY.len() {
        let is_kept = is_same(EVERY[at].id, id);
        kept += is_kept as usize;
        all[at] = if is_kept { EVERY[at] } else { &LEFT_OUT[at] };
        at += 1;
    }
    assert!(kept == 1, "MAGICGEN_FIRST isn't the id of a language");
    all
}

/// Whether two texts are the same; for constants, in which `==` isn't to be had.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

fn no_keys() -> Shape {
    Shape::Table(Vec::new())
}

fn refuse(_: Options<'_>) -> Result<Box<dyn Backend>, OptionError> {
    Err(OptionError { message: part::LACKING.to_owned(), help: None, span: None })
}
