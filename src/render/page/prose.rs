//! Writes the sentences of comments, without the comment marks of a language.

use crate::render::prelude::*;
use magicgen_ir::WordCount;

pub(super) fn with_article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// Names as a list in prose: `the rook, the bishop and the lance`.
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// True if the module has tables of attack sets.
fn has_attacks(module: &Module) -> bool {
    let is_attacks =
        |role| matches!(role, TableRole::Attacks | TableRole::Indices | TableRole::Dictionary);
    module.tables.iter().any(|table| is_attacks(table.role))
}

pub(super) fn summary(module: &Module) -> &'static str {
    let is_beside = |part: &Part| {
        let mut companions = module.companions.iter().chain(&module.arrays);
        let is_companion = companions.any(|companion| companion.part == *part);
        is_companion || part.is_of_board()
    };
    let has_tables = module
        .emit
        .iter()
        .any(|part| ![Part::Squares, Part::Bitscan].contains(part) && !is_beside(part));
    if module.emits(Part::Lookup) && has_attacks(module) {
        "Attack sets of sliding pieces by magic bitboards."
    } else if module.emits(Part::Lookup) {
        "Attack sets of sliding pieces by bitboards."
    } else if !module.pieces.is_empty() && has_tables {
        "Tables of magic bitboards for sliding pieces."
    } else if module.emit.iter().any(is_beside) {
        "Moves, lines and sets of squares of a board by tables."
    } else if module.emits(Part::Bitscan) {
        "Bit scans by de Bruijn multiplication."
    } else {
        "Squares of the board as bit indices."
    }
}

pub(super) fn notes(module: &Module, when_filled: &str) -> Vec<String> {
    let mut notes = vec![opening(module)];
    if module.needs_attacks() && module.provenance.bytes > 0 {
        let size = provenance::size(module.provenance.bytes);
        let what = if has_attacks(module) {
            "attack sets take"
        } else {
            "table of attacks along a line takes"
        };
        let when = if module.fills() { format!(" {when_filled}") } else { String::new() };
        notes.push(format!("The {what} {size}.{when}"));
    }
    notes.extend(on_words(module));
    notes
}

/// Explains squares and bitboards of the module's board, before the diagram of bit indices.
fn opening(module: &Module) -> String {
    let words = module.board.set.words();
    let is_number = module.machine.sets.is_some_and(|most| words <= most);
    match words {
        1 => introduction(&module.board, "word of 64 bits", "i"),
        _ if is_number => {
            introduction(&module.board, &format!("number of {} bits", 64 * u16::from(words)), "i")
        }
        _ => introduction_to_words(module, "64 bits", ["i", "i % 64", "i / 64"]),
    }
}

/// Explains squares and bitboards, before the diagram of bit indices. `word` is the type of a bitboard, and `i` the
/// name of a bit index.
pub fn introduction(board: &BoardDoc, word: &str, i: &str) -> String {
    explained(board, &format!("a {word} in which bit {i}"), i)
}

/// The same for bitboards of several words; `of` says what a word is, and the other texts name a bit index, its place in
/// its word, and that word's number.
pub fn introduction_to_words(module: &Module, of: &str, [i, place, word]: [&str; 3]) -> String {
    let count = module.board.set.words();
    let bit = format!("{count} words of {of}, in which bit {place} of word {word}");
    explained(&module.board, &bit, i)
}

/// A note on functions and arrays of single words, where a bitboard has several.
fn on_words(module: &Module) -> Option<String> {
    module.words_apart()?;
    let of = if module.companions.iter().any(|one| one.result == Outcome::Set) {
        "returned bitboard"
    } else if module.emits(Part::Lookup) {
        "lookup"
    } else {
        ""
    };
    let functions = format!(
        "Each {of} has a function for every word, whose name ends in the word's number, and one for all of them. "
    );
    let functions = if of.is_empty() { "" } else { &functions };
    let arrays = "Arrays of bitboards have the words of each one after another, the lowest first.";
    Some(format!("{functions}{arrays}"))
}

/// A sentence about an array of sets that are words one after another.
pub(super) fn in_words(sentence: &str, count: WordCount) -> String {
    format!("{}: {} words each, the lowest first.", sentence.trim_end_matches('.'), count.count())
}

/// The bits of a word of a set: `bits 64 to 89`.
fn bits(board: &BoardDoc, word: u8) -> String {
    let first = 64 * u16::from(word);
    format!("bits {first} to {}", (first + 63).min(board.indices - 1))
}

/// The sentences about a function's sets, a parameter for each word.
fn with_words(board: &BoardDoc, doc: FunctionDoc) -> FunctionDoc {
    let words = |one: ParameterDoc| {
        if !one.is_set {
            return vec![one];
        }
        let word = |word| {
            let what = format!("{} of {}", bits(board, word), one.what);
            ParameterDoc { name: Words::name_of_word(&one.name, word).into(), what, is_set: true }
        };
        (0..board.set.words()).map(word).collect()
    };
    let parameters = doc.parameters.into_iter().flat_map(words).collect();
    FunctionDoc { parameters, ..doc }
}

/// The sentences about the function that returns one word of a set.
pub(super) fn of_word(board: &BoardDoc, doc: FunctionDoc, word: u8) -> FunctionDoc {
    let returns = format!("{} of {}", bits(board, word), doc.returns);
    let short = format!("word {word} of {}", doc.short);
    let FunctionDoc { spoken, parameters, more, .. } = with_words(board, doc);
    FunctionDoc { spoken, parameters, returns, ..FunctionDoc::new(&short, more, "") }
}

/// The sentences about the function that stores a set in the array of this name.
pub(super) fn of_whole(module: &Module, doc: FunctionDoc, array: &'static str) -> FunctionDoc {
    let summary = format!("Stores {}.", doc.what);
    let what = format!("where the words of {} go, the lowest first", doc.returns);
    let mut doc = FunctionDoc { summary, returns: String::new(), ..with_words(&module.board, doc) };
    doc.parameters.push(ParameterDoc { name: array.into(), what, is_set: true });
    doc
}

/// The explanation, with the type of a bitboard and its bit.
fn explained(board: &BoardDoc, bit: &str, i: &str) -> String {
    if board.is_graph {
        return format!(
            "A square is a bit index; a bitboard is {bit} stands for square {i}. \
             The squares by name:"
        );
    }
    let holes = if has_holes(board) { ", a dot where there is none" } else { "" };
    format!(
        "A square is a bit index; a bitboard is {bit} stands for square {i}. \
         The squares by rank and file{holes}:"
    )
}

/// True if the board has a hole: a file and a rank without a square.
pub fn has_holes(board: &BoardDoc) -> bool {
    board.squares.len() < usize::from(board.width) * usize::from(board.height)
}

/// True if a bit index below the highest one is no square.
pub fn has_gaps(board: &BoardDoc) -> bool {
    board.squares.len() < usize::from(board.indices)
}

pub(super) fn square(board: &BoardDoc) -> Vec<String> {
    let mut doc = vec![
        "Returns the square on a file and a rank.".to_owned(),
        format!(
            "Files are counted from 0 for a to {}, ranks from 0 for rank 1 to {}.",
            board.width.saturating_sub(1),
            board.height.saturating_sub(1)
        ),
    ];
    if has_holes(board) {
        doc.push("The result is undefined where there is no square.".to_owned());
    }
    doc
}

/// The clauses on a square and the occupancy. `beyond` is the clause on squares out of range.
fn parameters(module: &Module, beyond: &str, spoken: &str) -> Vec<ParameterDoc> {
    let board = &module.board;
    let last = board.indices.saturating_sub(1);
    let is_checked = module.checks == Checks::Assert;
    let is_switch = module.fields == FieldStyle::Switch;
    let range = match (has_gaps(board), is_checked) {
        (true, false) if is_switch => format!("one of the bit indices above; {beyond}"),
        (true, false) => "one of the bit indices above; undefined for any other".to_owned(),
        (true, true) => {
            format!("one of the bit indices above; an assertion refuses those above {last}")
        }
        (false, _) => format!("from 0 to {last}; {beyond}"),
    };
    let square = format!("the {spoken}'s square, {range}");
    let occupied = format!("the occupied squares; the {spoken}'s own makes no difference");
    vec![
        ParameterDoc { name: "square".into(), what: square, is_set: false },
        ParameterDoc { name: "occupied".into(), what: occupied, is_set: true },
    ]
}

pub(super) fn lookup(module: &Module, beyond: &str, piece: &str) -> FunctionDoc {
    let spoken = spoken(piece);
    let a_piece = with_article(&spoken);
    let of_module = module.pieces.iter().find(|of| of.name == piece);
    let slides = of_module.is_none_or(|of| of.walk.is_slide());
    let blockers = if slides { ", the first blocker of each ray included" } else { "" };
    let (short, more, returns) = match Purpose::of_lookup(piece).1 {
        Purpose::Attack => {
            (format!("the squares that {a_piece} attacks"), blockers, "the attacked squares")
        }
        Purpose::Quiet => {
            (format!("the empty squares to which {a_piece} moves"), "", "the squares reached")
        }
        Purpose::Capture => {
            let short = format!("the occupied squares on which {a_piece} captures");
            (short, ", whatever stands there", "the squares with captures")
        }
    };
    let mut parameters = parameters(module, beyond, &spoken);
    let says_of_own = slides || Purpose::of_lookup(piece).1 == Purpose::Attack;
    if !says_of_own && let Some(occupied) = parameters.last_mut() {
        "the occupied squares".clone_into(&mut occupied.what);
    }
    FunctionDoc { spoken, parameters, ..FunctionDoc::new(&short, more, returns) }
}

pub(super) fn index(
    module: &Module,
    beyond: &str,
    piece: &PieceModule,
    fill: &Fill,
) -> FunctionDoc {
    let spoken = spoken(&piece.name);
    let along = fill.line.map(|line| format!(" along the {}", line.word())).unwrap_or_default();
    let place = if fill.is_row { "its row" } else { "the table" };
    let short = format!("the place of the {spoken}'s attack set{along} in {place}");
    FunctionDoc {
        parameters: parameters(module, beyond, &spoken),
        spoken,
        result: Outcome::Number,
        ..FunctionDoc::new(&short, "", "the index")
    }
}

/// A sentence about an array of the subsets of a piece's masks, or of the attack sets under them. `order` tells the
/// order of entries, and `step` is the statement that makes the next subset.
pub fn subsets(role: NameRole, piece: &str, order: &str, step: &str) -> String {
    let entry = match role {
        NameRole::AttackSets => "The attack set under every subset",
        _ => "Every subset",
    };
    let piece = words(piece);
    format!("{entry} of each relevant occupancy mask of the {piece}, {order} from 0 on by {step}.")
}
