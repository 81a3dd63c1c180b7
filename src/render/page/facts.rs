//! What a language says once and for all: its words, and how numbers, statements and names look.

use super::{Look, Page};
use crate::model::{Storage, Type};
use crate::render::code::expr::Cast;
use crate::render::code::node::{Operators, camel};
use crate::render::code::print::Style;
use crate::render::text::literal::Hex;

/// The words of a language: what parameters are called, and what types.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The parameter that is a square.
    pub square: &'static str,
    /// The parameter that is an occupancy.
    pub occupied: &'static str,
    /// The parameter of bit scans.
    pub word: &'static str,
    /// What is turned round by the first step of a reversal, and by the further ones.
    pub turned: [&'static str; 2],
    /// The parameter that counts files.
    pub file: &'static str,
    /// The parameter that counts ranks.
    pub rank: &'static str,
    /// The type of squares, files and ranks.
    pub index: &'static str,
    /// The type of 8 bits with a sign.
    pub signed: &'static str,
    /// Types of 8, 16, 32 and 64 bits without one.
    pub widths: [&'static str; 4],
}

impl Words {
    /// The names of parameters that most languages have.
    pub const PLAIN: Self = Self {
        square: "square",
        occupied: "occupied",
        word: "word",
        turned: ["word"; 2],
        file: "file",
        rank: "rank",
        index: "int",
        signed: "",
        widths: [""; 4],
    };

    /// The type of an array's entries.
    #[must_use]
    pub const fn entry(&self, storage: Storage, is_signed: bool) -> &'static str {
        let [byte, short, half, word] = self.widths;
        match storage {
            Storage::Byte if is_signed => self.signed,
            Storage::Byte => byte,
            Storage::Short => short,
            Storage::Half => half,
            Storage::Word => word,
        }
    }

    /// The type of a value.
    #[must_use]
    pub const fn of(&self, kind: Type) -> &'static str {
        match kind {
            Type::Word => self.entry(Storage::Word, false),
            Type::Half => self.entry(Storage::Half, false),
        }
    }
}

/// What is a language's in words and numbers, and what stands in the file.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The file's items.
    pub page: &'a Page<'a>,
    /// How expressions look.
    pub style: Style,
    /// Operators and conversions.
    pub operators: &'static Operators,
    /// What parameters and types are called.
    pub words: &'static Words,
    /// Columns of a statement.
    pub width: usize,
    /// Columns of a comment's text.
    pub comment: usize,
    /// How the sentences on a lookup's square and on its occupancy begin.
    pub begins: [&'static str; 2],
    /// True where these sentences are a paragraph, which only what others call has.
    pub has_paragraphs: bool,
    /// What ends a statement.
    pub end: &'static str,
    /// How entries of arrays look.
    pub look: Look<Hex>,
    /// A variable's name in the language's case.
    pub case: fn(&str) -> String,
    /// Whether lookups call the functions that compute places for start-up code.
    pub calls_places: bool,
    /// The variable that holds a scanned byte or short without the sign by which it was extended, in languages whose numbers
    /// have one.
    pub unsigned: Option<&'static str>,
    /// True where [`Manner::finish_apart`](super::Manner::finish_apart) writes long unions or pairs on several lines.
    pub breaks_unions: bool,
    /// What the index that a bit scan returns is converted to, where entries of arrays have another type.
    pub scanned: Option<Cast>,
    /// What an entry of the list of bit indices is converted to, likewise.
    pub listed: Option<Cast>,
    /// Bits of a number that holds squares: 64, or 32 where a word is two halves.
    pub set_bits: u8,
}

impl<'a> Facts<'a> {
    /// What most languages have alike.
    #[must_use]
    pub const fn new(
        page: &'a Page<'a>,
        operators: &'static Operators,
        words: &'static Words,
    ) -> Self {
        let suffix = operators.suffixes[1];
        let style = page.styled(Style::PLAIN);
        let look = Look::usual(Hex::new(16, suffix), "    ");
        Self {
            page,
            style,
            operators,
            words,
            width: 96,
            comment: 96,
            begins: [""; 2],
            has_paragraphs: false,
            end: ";",
            look,
            case: camel,
            calls_places: true,
            unsigned: None,
            breaks_unions: false,
            scanned: None,
            listed: None,
            set_bits: 64,
        }
    }
}
