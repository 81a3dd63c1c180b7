//! Locks of any content.

use libtest_mimic::Trial;
use magicgen_search::text::{check_id, check_line};
use magicgen_search::{Lock, LockError, LockedOutput, LockedProblem, Magic, Method, Places};
use proptest::prelude::*;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![any_lock_survives_its_text, no_text_panics]
}

proptest! {
    fn any_lock_survives_its_text(
        piece in prop_oneof!["[a-z é\"\\\\*/]{0,9}", any::<String>()],
        id in prop_oneof!["[a-z0-9][a-z0-9+._-]{0,9}", "[a-z0-9][a-z0-9+._-]{0,9}", any::<String>()],
        seed in any::<u64>(),
        magics in proptest::collection::vec((any::<u64>(), any::<u8>()), 0..70),
    ) {
        let mut lock = Lock::default();
        let is_fine = check_line(&piece).is_ok() && check_id(&id).is_ok();
        lock.insert(LockedProblem {
            hash: id.clone(),
            piece,
            method: Method::ADD[1],
            seed,
            effort: seed / 2,
            known: vec![id.clone()],
            table: Some(id.clone()),
            offsets: Some(vec![seed as u32; magics.len()]),
            found: 1,
            entries: 1,
            magics: magics.into_iter().map(|(factor, shift)| Magic::white(factor, shift)).collect(),
            places: Places::default(),
        });
        lock.insert_output(LockedOutput { path: id.clone(), digest: id.clone(), id });
        let text = lock.to_string();
        match text.parse::<Lock>() {
            Ok(read) => {
                prop_assert_eq!(&read, &lock);
                prop_assert_eq!(read.to_string(), text);
            }
            Err(error) => prop_assert!(!is_fine && matches!(error, LockError::Text { .. }), "{}", error),
        }
    }

    fn no_text_panics(text in any::<String>()) {
        let _ = text.parse::<Lock>();
    }
}
