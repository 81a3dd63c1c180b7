//! Suggests, by their names, the tables and functions that numbers don't show.

use super::{Fate, ModuleFinder, ModuleItem};
use crate::adopt::code::BlankedSource;
use crate::adopt::folders::is_aside;
use crate::adopt::types::{TypeForm, array_type, is_small, places};

/// Parts of names of attacks.
const ATTACKS: [&str; 6] = ["attacks", "atk", "moves", "target", "jump", "mask"];

/// What a name suggests.
fn hint(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase().replace('_', "");
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let attacks = has(&ATTACKS);
    if has(&[
        "score", "value", "bonus", "eval", "safety", "zone", "shield", "ring", "dist", "weight",
        "span", "generate", "test", "castl",
    ]) {
        let is_distance = ["distance", "squaredistance", "kingdistance", "chebyshevdistance"];
        return is_distance.contains(&name.as_str()).then_some("`distance`");
    }
    if has(&["between", "inbetween"]) {
        Some("`between`")
    } else if has(&["pseudoattack", "emptyattack"]) {
        Some("`rays` and `leapers`")
    } else if has(&["raypass"]) {
        Some("`ray-pass`")
    } else if has(&["halfray", "halfline"]) {
        Some("`half-ray`")
    } else if ["line", "linebb", "lines", "linethrough", "fullline"].contains(&name.as_str()) {
        Some("`line`")
    } else if name.contains("knight") && attacks {
        Some("`leapers` of the knight")
    } else if name.contains("king") && attacks {
        Some("`leapers` of the king")
    } else if name.contains("pawn") && has(&["att", "atk", "capt"]) {
        Some("`pawns`")
    } else {
        None
    }
}

impl ModuleFinder<'_> {
    /// The arrays and functions whose names suggest a table, and whose numbers don't show it.
    pub(super) fn guesses(&self, known: &[ModuleItem]) -> Vec<ModuleItem> {
        let mut all: Vec<ModuleItem> = Vec::new();
        let own = |source: &&BlankedSource| !is_aside(&self.files[source.file].slashed());
        for source in self.sources.iter().filter(own) {
            let is_known = |line: usize, name: &str, all: &[ModuleItem]| {
                let is_it = |one: &ModuleItem| {
                    one.name == name && (one.file, one.line) == (source.file, line)
                };
                known.iter().chain(all).any(is_it)
            };
            for function in &source.functions {
                let parameters = function.parameters.as_ref().map_or(0, Vec::len);
                let Some(what) = hint(&function.name).filter(|_| parameters <= 3) else { continue };
                // A set of squares isn't small; what gives none fills or lists something.
                let is_set = !function.result.is_empty() && !is_small(&function.result);
                // A function of sets gives those of several pieces.
                let is_of_sets = function.parameters.iter().flatten().any(|one| {
                    let form = self.types.form(source.lang, &one.kind, source.file);
                    matches!(form, TypeForm::Word) || one.kind.to_lowercase().contains("bitboard")
                });
                if is_of_sets {
                    continue;
                }
                let is_other = !is_set && !what.contains("distance") && source.lang != "python";
                if is_other || is_known(function.line, &function.name, &all) {
                    continue;
                }
                let why = match self.evaluator.runnable(source, function) {
                    Some(_) => {
                        "its results aren't the table's, or code that it calls isn't understood"
                    }
                    None => "its statements aren't understood",
                };
                all.push(ModuleItem {
                    file: source.file,
                    line: function.line,
                    name: function.name.clone(),
                    what: what.to_owned(),
                    is_guess: true,
                    fate: Fate::Left(why.to_owned()),
                });
            }
            let mut names: Vec<&str> = words(&source.text).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                let Some(what) = hint(name) else { continue };
                let is_array = |at: &usize| {
                    let rest = source.text[at + name.len()..].trim_start();
                    array_type(&source.text, *at, name)
                        .is_some_and(|kind| kind.contains('[') || rest.starts_with('['))
                };
                let Some(at) = places(&source.text, name).find(is_array) else { continue };
                let line = source.line(at);
                let is_elsewhere = all.iter().chain(known).any(|one| one.name == name);
                if is_elsewhere || is_known(line, name, &all) {
                    continue;
                }
                all.push(ModuleItem {
                    file: source.file,
                    line,
                    name: name.to_owned(),
                    what: what.to_owned(),
                    is_guess: true,
                    fate: Fate::Left(self.why_not(name).to_owned()),
                });
            }
        }
        all
    }
}

impl ModuleFinder<'_> {
    /// The reason why an array of a name isn't recognised.
    fn why_not(&self, name: &str) -> &'static str {
        if self.arrays.iter().flatten().any(|array| array.name == name) {
            "its numbers aren't the table's in this order of squares"
        } else {
            "the source doesn't show its numbers"
        }
    }
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(move |c| !is_part(c))
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::hint;

    #[test]
    fn names_suggest_tables() {
        for (name, what) in [
            ("KnightAttacks", Some("`leapers` of the knight")),
            ("king_moves_bb", Some("`leapers` of the king")),
            ("BetweenBB", Some("`between`")),
            ("PawnAttacks", Some("`pawns`")),
            ("kingSafetyTable", None),
            ("pawn_moves", None),
            ("SquareDistance", Some("`distance`")),
            ("lmrDistance", None),
            ("generateKnightMoves", None),
        ] {
            assert_eq!(hint(name), what, "{name}");
        }
    }
}
