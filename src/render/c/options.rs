//! The choices of the table `[output.c]`, checked: [`Settings`] that make sense together.

use serde::Deserialize;
use toml::Spanned;

use super::KEYWORDS;
use crate::model::{Names, Part};
use crate::render::pair::Layout;
use crate::render::{Bmi2, OptionError, Options, OwnTypes, guard, is_identifier, read_options};

/// The parts that are left on small processors: tables are literals, and reference data are no use there.
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
    /// What holds a bitboard.
    Word {
        /// `uint64_t`
        #[default]
        Native = "native",
        /// A structure of two halves.
        Pair = "pair",
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

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Table {
    std: Standard,
    layout: Layout,
    guard: Option<Spanned<String>>,
    static_assert: Option<bool>,
    cplusplus: Option<bool>,
    word: Option<Spanned<Word>>,
    section: Option<Spanned<String>>,
    memory: Option<Spanned<Memory>>,
    pass: Option<Spanned<Pass>>,
    bmi2: Bmi2,
    square_type: Option<Spanned<String>>,
    bitboard_type: Option<Spanned<String>>,
    include: Option<Spanned<String>>,
}

/// The options, checked.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) standard: Standard,
    pub(super) layout: Layout,
    /// The include guard, where the user names one.
    pub(super) guard: Option<String>,
    /// Lengths of literal tables are checked by the compiler.
    pub(super) asserts: bool,
    /// C++ may include the header.
    pub(super) cplusplus: bool,
    /// The object file's section for attack tables.
    pub(super) section: Option<String>,
    pub(super) memory: Memory,
    pub(super) pass: Pass,
    pub(super) bmi2: Bmi2,
    /// Integer types and enumerations of the user's own, which stand for the usual ones.
    pub(super) types: OwnTypes,
}

impl Settings {
    /// Reads and checks the options.
    pub(super) fn read(options: Options) -> Result<Self, OptionError> {
        let table: Table = read_options(options)?;
        let standard = table.std;
        let is_c89 = standard == Standard::C89;
        let other = if is_c89 { Word::Native } else { Word::Pair };
        if let Some(word) = table.word.as_ref().filter(|word| *word.get_ref() == other) {
            let given = format!("word = \"{}\"", other.id());
            let (message, std) = if is_c89 {
                let why = "needs an integer type of 64 bits, which c89 doesn't have";
                (format!("`{given}` {why}"), "c99")
            } else {
                (only_c89(&given, standard), "c89")
            };
            let help = format!("leave `word` out, or set `std = \"{std}\"`");
            return Err(OptionError::at(word.span(), message, help));
        }
        if let Some(guard) = &table.guard {
            guard::check(guard, &[KEYWORDS], "MAGICS_H")?;
        }
        if let Some(section) = &table.section {
            check_section(section)?;
        }
        let chosen = |of: &Spanned<Memory>| *of.get_ref() != Memory::Data;
        let memory = table.memory.as_ref().filter(|memory| chosen(memory));
        if let (Some(section), Some(_)) = (&table.section, memory) {
            return Err(OptionError::at(
                section.span(),
                "`section` and `memory` would put one table in two places",
                "leave `section` out: program memory has one of its own",
            ));
        }
        let pass = table.pass.as_ref().filter(|pass| *pass.get_ref() == Pass::Pointer);
        if let Some(pass) = pass {
            check_pass(pass, standard, memory.is_some())?;
        }
        if let Some(bitboard) = table.bitboard_type.as_ref().filter(|_| is_c89) {
            let message =
                "in c89 a bitboard is a structure of two halves, and no type stands for it";
            let help = "leave `bitboard-type` out, or set `std = \"c99\"`";
            return Err(OptionError::at(bitboard.span(), message, help));
        }
        let is_type =
            |name: &str| is_identifier(name.strip_prefix("enum ").unwrap_or(name), KEYWORDS);
        let Table { square_type, bitboard_type, include, .. } = table;
        let types = OwnTypes::read(square_type, bitboard_type, include, is_type, "Square")?;
        Ok(Self {
            standard,
            layout: table.layout,
            guard: table.guard.map(Spanned::into_inner),
            asserts: table.static_assert.unwrap_or(true),
            cplusplus: table.cplusplus.unwrap_or(true),
            section: table.section.map(Spanned::into_inner),
            memory: table.memory.map(Spanned::into_inner).unwrap_or_default(),
            pass: table.pass.map(Spanned::into_inner).unwrap_or_default(),
            bmi2: table.bmi2,
            types,
        })
    }

    /// True where tables and fields are in program memory.
    pub(super) fn has_progmem(&self) -> bool {
        self.memory != Memory::Data
    }

    /// True where bitboards are pairs of halves.
    pub(super) fn is_c89(&self) -> bool {
        self.standard == Standard::C89
    }
}

/// The include guard where none is named.
pub(super) fn default_guard(names: &Names) -> String {
    names.constant(&["h"])
}

/// Only pairs are structures, and the compiler that has program memory passes them.
fn check_pass(
    pass: &Spanned<Pass>,
    standard: Standard,
    has_progmem: bool,
) -> Result<(), OptionError> {
    let (message, help) = if standard != Standard::C89 {
        let message = only_c89("pass = \"pointer\"", standard);
        (message, "leave `pass` out, or set `std = \"c89\"`")
    } else if has_progmem {
        let message = "`pass = \"pointer\"` points to tables, and none points to program memory";
        (message.to_owned(), "leave `pass` out: avr-gcc passes structures")
    } else {
        return Ok(());
    };
    Err(OptionError::at(pass.span(), message, help))
}

fn only_c89(option: &str, standard: Standard) -> String {
    format!("`{option}` is only for c89; {} has `uint64_t`", standard.id())
}

/// The name goes into a string literal of the target, and from there as it is into a line of assembly, where a
/// semicolon begins another statement. A comma stands between segment and section.
fn check_section(section: &Spanned<String>) -> Result<(), OptionError> {
    let name = section.get_ref();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.$,-".contains(c);
    if !name.is_empty() && name.chars().all(is_plain) {
        return Ok(());
    }
    let message = format!("`{}` is not the name of a section", name.escape_debug());
    Err(OptionError::at(
        section.span(),
        message,
        "name it as the linker script does, as in `.ewram`",
    ))
}
