//! Finds tables that may not hold attack sets, as there are several of a piece.

use std::collections::BTreeMap;

use super::{ATTACKS, FirstDecision, Judge, has};
use magicgen_read::Slider;

impl Judge<'_> {
    /// The tables that may not hold attack sets, since there are several for a piece, with the reason.
    pub(super) fn unclear(
        &self,
        found: &[Vec<FirstDecision>],
    ) -> BTreeMap<(Slider, String), String> {
        let mut unclear = BTreeMap::new();
        for piece in Slider::PIECES {
            // Tables in functions of the same name under different conditions are equivalent to callers.
            let mut groups: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
            for (source, found) in self.sources.iter().zip(found) {
                for (function, found) in source.functions.iter().zip(found) {
                    let FirstDecision::Changed { tables, is_lookup, .. } = found else { continue };
                    for (_, table) in tables.iter().filter(|(of, _)| *of == piece) {
                        let name = function.name.as_str();
                        let group = groups.iter_mut().find(|(names, tables)| {
                            tables.contains(&table.as_str()) || *is_lookup && names.contains(&name)
                        });
                        if let Some((names, tables)) = group {
                            tables.push(table);
                            names.extend(is_lookup.then_some(name));
                        } else {
                            groups.push((
                                is_lookup.then_some(name).into_iter().collect(),
                                vec![table],
                            ));
                        }
                    }
                }
            }
            let is_named = |(_, tables): &&(Vec<&str>, Vec<&str>)| {
                tables.iter().any(|table| has(table, &ATTACKS))
            };
            let named = groups.iter().filter(is_named).count();
            if groups.len() < 2 {
                continue;
            }
            let all: Vec<String> =
                groups.iter().map(|(_, tables)| format!("`{}`", tables[0])).collect();
            for group in &groups {
                if named == 1 && is_named(&group) {
                    continue;
                }
                for table in &group.1 {
                    let why = format!(
                        "{} are read by the {}'s index, and which of them holds attack sets isn't known",
                        all.join(" and "),
                        piece.name()
                    );
                    unclear.insert((piece, (*table).to_owned()), why);
                }
            }
        }
        unclear
    }
}
