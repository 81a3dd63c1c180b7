//! Finds all errors of a lock that can't be read, where the parser stops at the first.

use super::{Lock, LockError};
use crate::text::MOST_ERRORS;

/// The most bytes that are parsed, over all repetitions.
const MOST_BYTES: usize = 4 << 20;

/// One error for each wrong entry, up to a limit: an entry with an error is replaced by blanks, and the text is parsed
/// again.
#[must_use]
pub fn every_error(text: &str) -> Vec<LockError> {
    let mut text = text.to_owned();
    let mut errors = Vec::new();
    let most = MOST_ERRORS.min(MOST_BYTES / text.len().max(1)).max(1);
    while errors.len() < most {
        let Err(error) = text.parse::<Lock>() else { break };
        let span = error.span();
        errors.push(error);
        let at = span.map_or(0, |span| span.start.min(text.len()));
        let is_head = |line: &str| line.starts_with('[');
        let mut entry = None;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if is_head(line) {
                if start > at {
                    break;
                }
                entry = Some(start);
            }
            start += line.len();
            if start > at && entry.is_none() {
                break;
            }
        }
        // An error before the first entry concerns the file as a whole, and can't be blanked out.
        let Some(entry) = entry else { break };
        let blank = |byte| if byte == b'\n' { '\n' } else { ' ' };
        let blanks: String = text[entry..start].bytes().map(blank).collect();
        text.replace_range(entry..start, &blanks);
    }
    errors
}
