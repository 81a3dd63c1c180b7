//! Removes the arrays that no code reads any longer.

use std::ops::Range;

use super::{FoundArray, ModuleEdit, ModuleFinder};
use crate::adopt::types::places;

impl ModuleFinder<'_> {
    /// Whether only replaced bodies read an array, and at least one does.
    pub(super) fn is_unread(
        &self,
        found: &FoundArray<'_>,
        bodies: &[(usize, Range<usize>)],
    ) -> bool {
        let FoundArray { source, array, .. } = found;
        let places = self
            .sources
            .iter()
            .flat_map(|source| places(&source.text, &array.name).map(move |at| (source.file, at)));
        let uses: Vec<(usize, usize)> =
            places.filter(|place| *place != (source.file, array.named)).collect();
        let is_gone = |(file, at): &(usize, usize)| {
            bodies.iter().any(|(other, body)| other == file && body.contains(at))
        };
        !uses.is_empty() && uses.iter().all(is_gone)
    }

    /// The removal of an array; or a reason why it stays.
    pub(super) fn removed(found: &FoundArray<'_>) -> Result<ModuleEdit, String> {
        let FoundArray { source, array, .. } = found;
        let statement = array.statement.clone().ok_or("its statement declares other names, too")?;
        let text = &source.text;
        let line = text[..statement.start].rfind('\n').map_or(0, |at| at + 1);
        let is_first = text[line..statement.start].trim().is_empty();
        let start = if is_first { line } else { statement.start };
        let rest = &text[statement.end..];
        let end = rest.find('\n').filter(|end| rest[..*end].trim().is_empty() && is_first);
        let place = start..end.map_or(statement.end, |end| statement.end + end + 1);
        Ok(ModuleEdit { file: source.file, place, text: String::new() })
    }
}
