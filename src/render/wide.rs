//! What languages print for boards of more than 64 squares, whose sets have several words.

use super::{ALL, Backend};
use magicgen_lookup::model::{Part, Tables};

/// A thing that a language doesn't print for such a board, as in "c has no ...", and the values that it prints instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LackOnWideBoards {
    /// The thing.
    pub what: String,
    /// The values to use instead.
    pub instead: Vec<String>,
}

/// The option without which a language has no such boards, by the language's id.
const NEEDED: [(&str, &str); 4] = [
    ("javascript", "result = \"out\""),
    ("lua", "dialect = \"5.4\""),
    ("python", "word = \"int\""),
    ("typescript", "result = \"out\""),
];

/// The word that a language has on boards of more than 64 squares, where it isn't the usual one.
pub fn word_of_wide_boards(language: &str) -> Option<&'static str> {
    matches!(language, "javascript" | "typescript").then_some("bigint")
}

/// The first thing that a file for a board of more than 64 squares lacks, in the language with this id.
pub fn lack_on_wide_boards(
    language: &str,
    backend: &dyn Backend,
    when: Tables,
    emit: &[Part],
    has_own_sets: bool,
) -> Option<LackOnWideBoards> {
    const BOARDS: &str = "boards of more than 64 squares";
    if backend.capabilities().machine.sets.is_none() {
        let ids = languages().map(str::to_owned).collect();
        let needed = NEEDED.iter().find(|(id, _)| *id == language);
        let what = match (needed, backend.limit()) {
            (Some((_, option)), _) => format!("{BOARDS} without `{option}`"),
            (None, Some(limit)) => format!("{BOARDS} with `{limit}`"),
            (None, None) => BOARDS.to_owned(),
        };
        return Some(LackOnWideBoards { what, instead: ids });
    }
    let lack = |what: String, instead: Vec<String>| {
        Some(LackOnWideBoards { what: format!("{what} for {BOARDS}"), instead })
    };
    if when != Tables::Full {
        let what = format!("`tables = \"{}\"`", when.id());
        return lack(what, vec!["full".to_owned()]);
    }
    // Arrays of halves are arguments and results of lookups alone.
    let has_words = backend.capabilities().machine.has_words;
    let is_of_halves = word_of_wide_boards(language).is_some() && !has_words;
    let has = |part: &Part| is_for_wide_boards(*part) && !(is_of_halves && *part >= Part::Leapers);
    if let Some(part) = emit.iter().find(|part| !has(part)) {
        let all = Part::ALL.into_iter().filter(has);
        return lack(format!("`{}`", part.id()), all.map(|part| part.id().to_owned()).collect());
    }
    if has_own_sets { lack("`bitboard-type`".to_owned(), Vec::new()) } else { None }
}

/// The ids of languages that print such boards with their default options.
fn languages() -> impl Iterator<Item = &'static str> {
    let all = ALL.iter().filter(|language| {
        let usual = language.configure(None);
        usual.is_ok_and(|backend| backend.capabilities().machine.sets.is_some())
    });
    all.map(|language| language.id)
}

/// True for parts that can be printed for a board of more than 64 squares. The others compute on one word, or print types of
/// one word.
pub const fn is_for_wide_boards(part: Part) -> bool {
    !matches!(
        part,
        Part::Occupancies
            | Part::AttackSets
            | Part::Bitscan
            | Part::Fills
            | Part::Pair
            | Part::AttacksOf
            | Part::Batch
            | Part::Zobrist
            | Part::Cuckoo
            | Part::SelfTest
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::find;
    use crate::sample::configured;

    #[test]
    fn what_is_lacking_is_named_with_what_there_is() {
        let lack = |id: &str, options: &str, when, emit: &[Part]| {
            let backend = configured(find(id).unwrap(), options).unwrap();
            let lack = lack_on_wide_boards(id, &*backend, when, emit, false);
            lack.map(|lack| (lack.what, lack.instead))
        };
        let full = Tables::Full;
        for id in [
            "ada", "c", "cpp", "cuda", "d", "go", "java", "kotlin", "nim", "opencl", "python",
            "rust", "verilog", "wat", "wgsl", "zig",
        ] {
            let parts = [Part::Lookup, Part::Masks, Part::Between];
            assert_eq!(lack(id, "", full, &parts), None, "{id}");
        }
        let (what, instead) = lack("c", "memory = \"progmem\"", full, &[Part::Lookup]).unwrap();
        assert_eq!(what, "boards of more than 64 squares with `memory = \"progmem\"`");
        assert!(["c", "go", "rust"].iter().all(|id| instead.iter().any(|other| other == id)));
        let (what, _) = lack("python", "word = \"numpy\"", full, &[]).unwrap();
        assert_eq!(what, "boards of more than 64 squares without `word = \"int\"`");
        for (id, option) in NEEDED {
            assert_eq!(lack(id, option, full, &[Part::Lookup]), None, "{id}");
        }
        let (what, instead) = lack("c", "", Tables::Init, &[]).unwrap();
        assert_eq!(what, "`tables = \"init\"` for boards of more than 64 squares");
        assert_eq!(instead, ["full"]);
        let (what, _) = lack("rust", "", full, &[Part::Lookup, Part::SelfTest]).unwrap();
        assert_eq!(what, "`self-test` for boards of more than 64 squares");
        let c = configured(find("c").unwrap(), "").unwrap();
        let own = lack_on_wide_boards("c", &*c, full, &[], true).unwrap();
        assert_eq!(own.what, "`bitboard-type` for boards of more than 64 squares");
    }
}
