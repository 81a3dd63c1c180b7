//! The table of all errors in a configuration. An error is one row: its data, code, text, advice, and causes.

use super::help;
use super::table::errors;
use crate::render::OptionError;
use magicgen_board::{BoardError, MappingError, PieceError};
use magicgen_lookup::axes::AxisClash;
use magicgen_lookup::model::NameError;
use magicgen_lookup::variant;
use magicgen_search::text::{Flaw, shell_word};

/// A fault of which an error may be a mere consequence: then only the fault is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Some table couldn't be read.
    Unread,
    /// The board is refused.
    Board,
    /// The language is unknown.
    Language,
    /// An option of the language is refused.
    Options,
    /// The variant is unknown.
    Variant,
    /// A choice of `[output.lookup]` is refused.
    Lookup,
}

use Cause::{Board, Language, Lookup, Options, Unread, Variant};

errors! {
    /// The kind of an error, with its details.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ConfigErrorKind;

    /// What the error may follow from.
    from: &'static [Cause] = &[];

    /// The text isn't TOML, or its reader refuses a value. Holds the message.
    Toml(message: String)
        code "config::toml", from &[Unread];
        text "{message}";
        help "{}", help::of_syntax(message);

    /// A value doesn't have the type that its key needs.
    WrongType {
        /// The key; empty where it isn't known.
        key: String,
        /// The type that the value has.
        found: String,
        /// The type that the key needs.
        wanted: String,
    }
        code "config::wrong-type";
        text "invalid type: {found}, expected {wanted}";
        help "{}", help::of_type(key, found, wanted);

    /// A setting on the command line names a key inside a value that isn't a table.
    NotSettable {
        /// The key as given.
        key: String,
    }
        code "config::unknown-key", from &[Unread];
        text "`{key}` can't be set";
        help "{}", match key.as_str() {
            "version" => "leave it out; `version` belongs to the config file",
            _ => "name a key, e.g. `-D output.variant=plain`",
        };

    /// A key doesn't exist.
    UnknownKey {
        /// The key.
        key: String,
        /// The keys that exist.
        known: Vec<String>,
    }
        code "config::unknown-key";
        text "unknown key `{key}`";
        help "{}", help::of_key(key, known);

    /// A value doesn't exist.
    UnknownValue {
        /// The kind of value: `language`, `variant`, ...
        what: &'static str,
        /// The value.
        value: String,
        /// The values that exist.
        known: Vec<String>,
    }
        code "config::unknown-value", from if *what == "piece" { &[Unread] } else { &[] };
        text "unknown {what} `{value}`";
        help "{}", help::of_value(what, value, known);

    /// A text has a forbidden character or form.
    Text {
        /// The key of the text, or `path`.
        key: String,
        /// The flaw of the text.
        flaw: Flaw,
    }
        code "config::text";
        text "the text of `{key}` {flaw}";
        help "{}", flaw.help();

    /// A key is missing.
    Missing {
        /// The key.
        key: &'static str,
        /// An example to type.
        example: String,
    }
        code "config::missing-key", from if *key == "output" { &[Unread] } else { &[] };
        text "`{key}` is missing";
        help "add `{example}`";

    /// A number is beyond its range.
    OutOfRange {
        /// The key.
        key: &'static str,
        /// The number.
        value: String,
        /// The least number allowed.
        least: i128,
        /// The greatest number allowed.
        most: i128,
    }
        code "config::out-of-range";
        text "{value} is outside of the range of `{key}`, {least} to {most}";
        help "give `{key}` a number from {least} to {most}";

    /// A config has too many items of a kind.
    TooLarge {
        /// The kind: `bytes`, `pieces`, `outputs`.
        what: &'static str,
        /// The number allowed.
        most: usize,
    }
        code "config::too-large";
        text "the config has more than {most} {what}";
        help "split it into several configs, and use `--config FILE` for each";

    /// Two keys exclude each other.
    Clash {
        /// The first key.
        key: &'static str,
        /// The second key.
        other: &'static str,
    }
        code "config::clash",
        from if variant::ALL.iter().any(|one| one.id == *other) { &[Variant] } else { &[] };
        text "`{key}` and `{other}` exclude each other";
        help "remove `{key}` or `{other}`";

    /// Two choices about a lookup exclude each other.
    Axes(clash: AxisClash)
        code "config::clash", from &[Variant, Lookup];
        text "{clash}";
        help "change {} or {}", clash.first, clash.second;

    /// A constant shift differs from the shift that the widest mask needs.
    Shift {
        /// The piece.
        piece: String,
        /// The given shift.
        given: u8,
        /// The shift that the widest mask needs.
        wanted: u8,
        /// The number of relevant squares of the widest mask.
        bits: u8,
    }
        code "config::shift", from &[Unread, Board, Variant, Lookup];
        text "a shift of {given} doesn't leave the {piece} its {bits} index bits";
        help "use `shift = {{ {piece} = {wanted} }}`, or `shift = \"constant\"`";

    /// The two halves of the board aren't mirror images of one another.
    Fold {
        /// The piece.
        piece: String,
        /// A square whose attacks aren't mirrored; `None` if the board itself has no such halves.
        square: Option<String>,
    }
        code "config::unsupported", from &[Variant, Lookup];
        text "`fold` needs {}", match square {
            None => "a board that fills an even number of bytes".to_owned(),
            Some(square) => format!(
                "mirrored attacks, and the attacks of the {piece} on {square} aren't mirrored"
            ),
        };
        help "remove `fold`, or use {}", match square {
            None => "a board with an even number of ranks of eight squares",
            Some(_) => "another value of it",
        };

    /// Start-up code can't fill the tables of a variant.
    CannotFill {
        /// The variant.
        variant: &'static str,
    }
        code "config::unsupported", from &[Variant, Lookup];
        text "start-up code can't fill the tables of `{variant}`";
        help "use `tables = \"full\"`";

    /// The board is refused.
    Board(error: BoardError)
        code "config::board", from &[Unread];
        text "{error}";
        help "{}", match error {
            BoardError::NotASquare { .. } => "name a square by file and rank, as in `d4`".to_owned(),
            BoardError::TooLarge { most, .. } => {
                format!("choose `width` and `height` with a product of at most {most}")
            }
            BoardError::TooManySquares(_) => "list fewer squares".to_owned(),
            BoardError::Empty => "give it a file and a rank".to_owned(),
        };

    /// The order of squares is refused.
    Mapping(error: MappingError)
        code "config::orientation", from &[Unread, Board];
        text "{error}";
        help "{}", match error {
            MappingError::StrideTooSmall { least, .. } => format!("use `stride = {least}` or more"),
            MappingError::BitTooLarge { .. } => {
                "use a smaller stride or board, or bits from 0 to 63".to_owned()
            }
            MappingError::WrongLength { wanted, .. } => {
                format!("list the bit of each square, a1, b1, ...: {wanted} numbers")
            }
            MappingError::Twice { .. } => "give each square its own bit".to_owned(),
            MappingError::NoSquares => "remove a hole".to_owned(),
        };

    /// A square isn't a corner of the board.
    NotACorner {
        /// The square.
        square: String,
        /// The corners of the board.
        corners: Vec<String>,
    }
        code "config::orientation";
        text "{square} is not a corner of this board";
        help "use one of {}", help::listed(corners);

    /// A piece is refused.
    Piece(error: PieceError)
        code "config::piece";
        text "{error}";
        help "{}", match error {
            PieceError::ZeroRange => "use `range = 1` or more",
            PieceError::Twice(_) => "remove one of the two",
            _ => "give it steps, as in `rays = [[1, 0], [0, 1]]`",
        };

    /// A piece has a lookup for each purpose of its moves, and none of them is named.
    SeveralLookups {
        /// The piece.
        piece: String,
        /// The names of its lookups.
        lookups: Vec<String>,
    }
        code "config::unknown-value";
        text "the {piece} has {} lookups", lookups.len();
        help "name one of them: {}", help::listed(lookups);

    /// A move of a piece is refused.
    Move {
        /// The fault, as a clause.
        message: String,
        /// The advice.
        help: String,
    }
        code "config::piece";
        text "{message}";
        help "{help}";

    /// Two pieces have one name, or a piece has the name of a built-in one.
    PieceTwice {
        /// The name.
        name: String,
    }
        code "config::piece";
        text "there are two pieces `{name}`";
        help "choose another name";

    /// The names of two pieces would become the same identifier.
    PiecesAlike {
        /// The later name.
        name: String,
        /// The earlier one.
        other: String,
    }
        code "config::piece", from &[Unread];
        text "the pieces `{other}` and `{name}` have the same name in code";
        help "choose another name";

    /// A mask has too many subsets to enumerate.
    TooManyRelevant {
        /// The piece.
        piece: String,
        /// The square.
        square: String,
        /// The number of relevant squares.
        count: u32,
        /// The most that there may be.
        most: u32,
        /// True where each line of the piece has few enough.
        fits_by_line: bool,
    }
        code "config::mask-too-large", from &[Unread, Board];
        text "the {piece} on {square} has {count} relevant squares, more than {most}";
        help "{}", if *fits_by_line {
            "look its lines up separately with `variant = \"direction\"`, or give it a shorter `range`"
        } else {
            "give it a shorter `range`, or split its rays into two pieces"
        };

    /// An identifier is refused.
    Name {
        /// The language.
        language: &'static str,
        /// The reason.
        error: NameError,
    }
        code "config::name", from &[Board, Language, Options];
        text "{error} in {language}";
        help "{}", match error {
            NameError::WithoutPiece { key, .. } => {
                format!("put `{{piece}}` into the pattern, or give a name for each piece: `{key} = {{ rook = \"...\" }}`")
            }
            _ => "choose another name".to_owned(),
        };

    /// A text isn't an SPDX licence expression.
    Spdx {
        /// The text.
        text: String,
    }
        code "config::text";
        text "`{text}` isn't an SPDX licence expression";
        help "write e.g. `GPL-3.0-or-later` or `MIT OR Apache-2.0`, or `\"\"` for none";

    /// A text of the user would break the comment around it.
    BreaksComment {
        /// The key of the text.
        key: &'static str,
        /// The part of the text that a comment can't contain.
        text: &'static str,
        /// The language.
        language: &'static str,
    }
        code "config::licence", from &[Language];
        text "{text:?} in the {} would end its comment in {language}",
            if *key == "header" { "licence text" } else { "text of `doc`" };
        help "write the text without {text:?}";

    /// A language doesn't support a feature.
    Unsupported {
        /// The language.
        language: &'static str,
        /// The feature, as in "c has no ...".
        what: String,
        /// Values that the language supports instead.
        instead: Vec<String>,
    }
        code "config::unsupported", from &[Language, Options, Variant];
        text "{language} has no {what}";
        help "{}", help::of_others(instead);

    /// A variant doesn't have a part that `emit` asks for.
    NoSuchPart {
        /// The variant.
        variant: &'static str,
        /// The part.
        part: &'static str,
    }
        code "config::unsupported", from &[Variant, Lookup];
        text "the variant `{variant}` has no {part}";
        help "leave `{part}` out of `emit`";

    /// A companion function has no meaning here.
    Companion {
        /// The fault, as a clause that begins with a small letter.
        message: String,
        /// The advice.
        help: String,
    }
        code "config::unsupported", from &[Variant, Lookup];
        text "{message}";
        help "{help}";

    /// Two outputs have the same path.
    PathTwice {
        /// The path.
        path: String,
        /// The output that had it first.
        other: String,
    }
        code "config::path", from &[Unread];
        text "`{path}` is written by output `{other}` too";
        help "choose another path";

    /// The paths of two outputs differ only in case or in the encoding of accented letters.
    PathCase {
        /// The path.
        path: String,
        /// The path of the other output.
        as_path: String,
        /// The other output.
        other: String,
    }
        code "config::path", from &[Unread];
        text "`{path}` differs from `{as_path}` of output `{other}` only in {}", {
            let case = |path: &str| path.to_uppercase().to_lowercase();
            let is_case = case(path) == case(as_path);
            if is_case { "capital and small letters" } else { "the encoding of accented letters" }
        };
        help "choose another path";

    /// A path needs a folder where another path has a file.
    PathInFile {
        /// The path.
        path: String,
        /// The file as a phrase, for example "`a` of output `b`" or "the lock".
        file: String,
    }
        code "config::path", from &[Unread];
        text "`{path}` needs a folder, but {file} is there";
        help "choose another path";

    /// A path names a file where another file needs a folder.
    PathAroundFile {
        /// The path.
        path: String,
        /// The file as a phrase.
        file: String,
    }
        code "config::path", from &[Unread];
        text "`{path}` is a file, but {file} needs a folder there";
        help "choose another path";

    /// A path to a file leads to a folder.
    PathOfFolder {
        /// The path.
        path: String,
    }
        code "config::path", from &[Unread];
        text "`{path}` is a folder, but a path without a final `/` names a file";
        help "choose another path, or write `{path}/` for a file in that folder";

    /// A path leads out of the config's folder.
    Outside {
        /// The path.
        path: String,
    }
        code "config::path";
        text "`{path}` leads out of the config's folder";
        help "allow it with `--allow-outside`, if you trust this config";

    /// A file would overwrite the config or the lock.
    PathOverwrites {
        /// The path.
        path: String,
        /// `config` or `lock`.
        what: &'static str,
    }
        code "config::path", from &[Unread];
        text "`{path}` would overwrite the {what}";
        help "choose another path";

    /// The language or the system forbids a file name. Holds the reason, as a clause.
    FileName(clause: String)
        code "config::path", from &[Language];
        text "{clause}";
        help "rename the file, or choose another name with `--name`";

    /// The file of factors that `[search] given` names can't be used.
    Given {
        /// The path as written in the config.
        name: String,
        /// The reason, as the rest of a sentence about the file.
        why: String,
    }
        code "config::given";
        text "`{name}` {why}";
        help "make it from a source with `magicgen verify --adopt -o {} SOURCE`", shell_word(name);

    /// Two outputs have the same id.
    IdTwice {
        /// The id.
        id: String,
    }
        code "config::id", from &[Unread];
        text "there are two outputs `{id}`";
        help "give each output its own `id`, e.g. `id = \"{id}-2\"`";

    /// No output has this id.
    NoSuchId {
        /// The id.
        id: String,
        /// The ids that exist.
        known: Vec<String>,
    }
        code "config::id", from &[Unread];
        text "there is no output `{id}`";
        help "{}", help::nearest_or_listed(id, known);

    /// A flag needs exactly one output.
    NeedsOneOutput {
        /// The flag.
        flag: &'static str,
        /// The number of outputs.
        outputs: usize,
    }
        code "config::id", from &[Unread];
        text "{flag} needs exactly one output, but the config has {outputs}";
        help "choose one with `--only ID`";

    /// Several files would go to standard output, a device or a pipe.
    ManyOnStream {
        /// The path or name of the stream.
        path: String,
        /// The number of files.
        files: usize,
    }
        code "config::path", from &[Unread];
        text "{files} files can't all go to {path}";
        help "use `-o DIR/`";

    /// A language refuses one of its own options.
    Option {
        /// The language.
        language: &'static str,
        /// The reason.
        error: OptionError,
    }
        code "config::option";
        text "{}", error.message;
        help "{}", error.help.clone().unwrap_or_else(|| help::of_syntax(&error.message));
}

impl ConfigErrorKind {
    /// True for an unknown choice about the lookup, which the preset's choice replaces.
    pub(in crate::config) fn is_of_lookup(&self) -> bool {
        const LOOKUP: [&str; 7] =
            ["form of key", "factor", "cell", "placement", "shift", "offset", "way to combine"];
        matches!(self, Self::UnknownValue { what, .. } if LOOKUP.contains(what))
    }
}
