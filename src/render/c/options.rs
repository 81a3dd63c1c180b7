//! The choices of the table `[output.c]`, checked: [`Settings`] that make sense together.

use std::ops::Range;

use super::KEYWORDS;
use crate::render::guard;
use crate::render::pair::Layout;
use crate::render::prelude::*;
use crate::render::vectors::dispatch::DispatchBatches;

/// The parts that small processors support: tables are literals, and they have no use for reference data.
pub(super) const fn is_for_small(part: Part) -> bool {
    matches!(
        part,
        Part::Squares
            | Part::Masks
            | Part::Factors
            | Part::Shifts
            | Part::Offsets
            | Part::Attacks
            | Part::Lookup
            | Part::Bitscan
    )
}

choice! {
    /// The standard that the file is written in.
    Standard {
        /// ANSI C: no type of 64 bits.
        C89 = "c89",
        C99 = "c99",
        #[default]
        C11 = "c11",
        C17 = "c17",
    }
}

choice! {
    /// The type of a bitboard.
    Word {
        /// `uint64_t`
        #[default]
        Native = "native",
        /// A structure of two halves.
        Pair = "pair",
        /// `unsigned __int128`, for sets of two words.
        Int128 = "int128",
    }
}

choice! {
    /// The memory that tables and fields are in.
    Memory {
        /// The one that all data are in.
        #[default]
        Data = "data",
        /// An AVR's program memory, its first 64 KiB, read by `pgm_read_byte` and the like of avr-libc.
        Progmem = "progmem",
        /// An AVR's program memory, all of it, read by `pgm_read_byte_far` and the like.
        ProgmemFar = "progmem-far",
    }
}

choice! {
    /// How bitboards get to functions and back.
    Pass {
        /// As arguments and results.
        #[default]
        Value = "value",
        /// By address: cc65 and sdcc neither take nor return structures.
        Pointer = "pointer",
    }
}

/// The options of a C file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Settings {
    pub(super) std: Standard,
    pub(super) layout: Layout,
    pub(super) guard: Option<Spanned<String>>,
    /// Whether the compiler checks the lengths of literal tables; true by default.
    static_assert: Option<bool>,
    /// Whether C++ may include the header; true by default.
    cplusplus: Option<bool>,
    word: Option<Spanned<Word>>,
    /// The object file's section for attack tables.
    pub(super) section: Option<Spanned<String>>,
    memory: Option<Spanned<Memory>>,
    pass: Option<Spanned<Pass>>,
    pub(super) bmi2: Bmi2,
    /// True if batches on vectors choose their registers when the program runs.
    pub(super) dispatch_batches: DispatchBatches,
    square_type: Option<Spanned<String>>,
    bitboard_type: Option<Spanned<String>>,
    piece_type: Option<Spanned<String>>,
    include: Option<Spanned<String>>,
    /// The four keys above, checked.
    #[serde(skip)]
    pub(super) types: OwnTypes,
}

impl Settings {
    /// Reads and checks the options.
    pub(super) fn read(options: Options) -> Result<Self, OptionError> {
        let mut table: Self = read_options(options)?;
        let (standard, is_c89) = (table.std, table.is_c89());
        let std = if is_c89 { "c99" } else { "c89" };
        let word = table.word.as_ref().map(|word| *word.get_ref()).unwrap_or_default();
        let given = format!("word = \"{}\"", word.id());
        let why = "needs an integer type of 64 bits, which c89 doesn't have";
        let message = if is_c89 { format!("`{given}` {why}") } else { only_c89(&given, standard) };
        let help = format!("leave `word` out, or set `std = \"{std}\"`");
        refuse(table.word.as_ref(), |word| is_c89 == (*word != Word::Pair), message, help)?;
        guard::check(table.guard.as_ref(), &[KEYWORDS], "MAGICS_H")?;
        if let Some(section) = table.section.as_ref() {
            let message =
                format!("`{}` isn't the name of a section", section.get_ref().escape_debug());
            let help = "name it as the linker script does, as in `.ewram`";
            refuse(Some(section), |name| !is_section(name), message, help)?;
        }
        let chosen = |of: &Spanned<Memory>| *of.get_ref() != Memory::Data;
        let memory = table.memory.as_ref().filter(|memory| chosen(memory));
        let message = "`section` and `memory` exclude each other";
        let help = "leave `section` out; program memory has its own section";
        refuse(table.section.as_ref(), |_| memory.is_some(), message, help)?;
        let pass = table.pass.as_ref().filter(|pass| *pass.get_ref() == Pass::Pointer);
        if let Some(pass) = pass {
            check_pass(pass, standard, memory.is_some())?;
        }
        let message = "c89 has no type of 64 bits for `bitboard-type`";
        let help = "leave `bitboard-type` out, or set `std = \"c99\"`";
        refuse(table.bitboard_type.as_ref(), |_| is_c89, message, help)?;
        let is_type =
            |name: &str| is_identifier(name.strip_prefix("enum ").unwrap_or(name), KEYWORDS);
        let given = [&mut table.square_type, &mut table.bitboard_type, &mut table.include];
        let [square, bitboard, include] = given.map(Option::take);
        let types = OwnTypes::read(square, bitboard, include, is_type, "Square")?;
        let help = "use an identifier that isn't a keyword: `PieceType`";
        let message = "`piece-type` doesn't support the structures that are sets in c89";
        let other = "leave `piece-type` out, or set `std = \"c99\"`";
        refuse(table.piece_type.as_ref(), |_| is_c89, message, other)?;
        table.types = types.with_piece(table.piece_type.take(), is_type, help)?;
        Ok(table)
    }

    /// The include guard.
    pub(super) fn guard(&self, names: &Names) -> String {
        guard::name(self.guard.as_ref(), || names.constant(&["h"]))
    }

    pub(super) fn asserts(&self) -> bool {
        self.static_assert.unwrap_or(true)
    }

    pub(super) fn is_for_cplusplus(&self) -> bool {
        self.cplusplus.unwrap_or(true)
    }

    pub(super) fn memory(&self) -> Memory {
        self.memory.as_ref().map(|memory| *memory.get_ref()).unwrap_or_default()
    }

    pub(super) fn pass(&self) -> Pass {
        self.pass.as_ref().map(|pass| *pass.get_ref()).unwrap_or_default()
    }

    /// True if the file has 64-bit words and its compilers may have vectors.
    pub(super) fn may_have_vectors(&self) -> bool {
        !self.is_c89() && !self.has_progmem()
    }

    /// True if tables and fields are in program memory.
    pub(super) fn has_progmem(&self) -> bool {
        self.memory() != Memory::Data
    }

    /// The place of `word = "int128"`.
    pub(super) fn int128(&self) -> Option<Range<usize>> {
        let word = self.word.as_ref().filter(|word| *word.get_ref() == Word::Int128);
        word.map(Spanned::span)
    }

    /// True if bitboards are pairs of halves.
    pub(super) fn is_c89(&self) -> bool {
        self.std == Standard::C89
    }
}

/// Passing by pointer needs pairs, and excludes program memory: its compiler passes structures by value.
fn check_pass(
    pass: &Spanned<Pass>,
    standard: Standard,
    has_progmem: bool,
) -> Result<(), OptionError> {
    let (message, help) = if standard != Standard::C89 {
        let message = only_c89("pass = \"pointer\"", standard);
        (message, "leave `pass` out, or set `std = \"c89\"`")
    } else if has_progmem {
        let message = "`pass = \"pointer\"` can't point to program memory";
        (message.to_owned(), "leave `pass` out; avr-gcc passes structures")
    } else {
        return Ok(());
    };
    Err(OptionError::at(pass.span(), message, help))
}

fn only_c89(option: &str, standard: Standard) -> String {
    format!("`{option}` is only for c89; {} has `uint64_t`", standard.id())
}

/// The name goes into a string literal of the target, and unescaped into a line of assembly, where a semicolon begins
/// another statement. A comma separates segment and section.
fn is_section(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.$,-".contains(c);
    !name.is_empty() && name.chars().all(is_plain)
}
