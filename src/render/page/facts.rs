//! The constants of a language: its words for parameters and types, and the look of its numbers, statements and names.

use super::{Look, Loops, Page, Patterns};
use crate::model::{Storage, Type};
use crate::render::code::calls::Calls;
use crate::render::code::expr::{Cast, CastForm, Expr};
use crate::render::code::node::{Node, Operators, camel};
use crate::render::code::print::Style;
use crate::render::code::scope::Scope;
use crate::render::text::literal::Hex;

/// The names of parameters and types in a language.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The name of the parameter that is a square.
    pub square: &'static str,
    /// The name of the parameter that is an occupancy.
    pub occupied: &'static str,
    /// The name of the parameter of bit scans.
    pub word: &'static str,
    /// The name of the word that the first step of a reversal reads, and of the word that further steps read.
    pub turned: [&'static str; 2],
    /// The name of the parameter that is a file.
    pub file: &'static str,
    /// The name of the parameter that is a rank.
    pub rank: &'static str,
    /// The type of squares, files and ranks.
    pub index: &'static str,
    /// The type of other small numbers, where it is another one.
    pub number: Option<&'static str>,
    /// The type of true and false.
    pub truth: &'static str,
    /// The signed type of 8 bits.
    pub signed: &'static str,
    /// The unsigned types of 8, 16, 32 and 64 bits.
    pub widths: [&'static str; 4],
    /// The types of the index of a bit in words of these widths, where they aren't that of small numbers.
    pub places: Option<[&'static str; 4]>,
}

impl Words {
    /// The names of parameters in most languages, without names of types.
    pub const PLAIN: Self = Self {
        square: "square",
        occupied: "occupied",
        word: "word",
        turned: ["word"; 2],
        file: "file",
        rank: "rank",
        index: "int",
        number: None,
        truth: "bool",
        signed: "",
        widths: [""; 4],
        places: None,
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

    /// The type of the index of a bit in a word of this width.
    #[must_use]
    pub fn place(&self, width: u8) -> &'static str {
        let of_width = |places: [&'static str; 4]| places[(width.ilog2() as usize).clamp(3, 6) - 3];
        self.places.map_or_else(|| self.small(), of_width)
    }

    /// The type of small numbers that aren't squares.
    #[must_use]
    pub fn small(&self) -> &'static str {
        self.number.unwrap_or(self.index)
    }

    /// The type of a value.
    #[must_use]
    pub const fn of(&self, kind: Type) -> &'static str {
        match kind {
            Type::Word | Type::Lanes(_) => self.entry(Storage::Word, false),
            Type::Half => self.entry(Storage::Half, false),
        }
    }
}

/// The cases of a switch that have braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// All: a case is a block in this language.
    All,
    /// Those with variables, which are seen in all cases of the switch otherwise.
    WithVariables,
    /// The same, and their braces have lines of their own, indented.
    Apart,
    /// None: variables of a case are its own without braces.
    None,
}

/// The look of a switch.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// What stands before and behind the number.
    pub head: [&'static str; 2],
    /// What stands before and behind the number of a case, and what ends the block of a case.
    pub case: [&'static str; 3],
    /// The label of the case for all other numbers.
    pub other: &'static str,
    /// The cases that are blocks.
    pub blocks: Blocks,
    /// True where cases are indented.
    pub is_indented: bool,
    /// The blanks by which a line is indented.
    pub indent: &'static str,
    /// What stands before and behind a parameter that no case reads, where compilers warn of one.
    pub unread: Option<[&'static str; 2]>,
}

impl Switch {
    /// The switch of C, for compilers that don't warn.
    pub const C: Self = Self {
        head: ["switch (", ") {"],
        case: ["case ", ":", "}"],
        other: "default:",
        blocks: Blocks::WithVariables,
        is_indented: false,
        indent: "    ",
        unread: None,
    };

    /// The blanks before a statement of a case, and more before one in a block.
    #[must_use]
    pub fn statements(&self, is_block: bool) -> String {
        let is_further = is_block && self.blocks == Blocks::Apart;
        format!("{}{}", self.cases(), self.indent.repeat(1 + usize::from(is_further)))
    }

    /// The blanks before a case.
    #[must_use]
    pub const fn cases(&self) -> &'static str {
        if self.is_indented { self.indent } else { "" }
    }
}

/// How much the comments of private functions say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivateDocs {
    /// As much as those of public ones.
    Whole,
    /// The same, but those of functions that compute indices are their summaries alone.
    ShortIndices,
}

/// How much the comments of arrays say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayDocs {
    /// What an array holds.
    Contents,
    /// The same, and how many entries of how many bits.
    Sizes,
}

/// How the sentences of a comment follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentences {
    /// One behind the other.
    Running,
    /// Each begins a line.
    Lines,
}

/// The look of a type that is an enumeration, and of its members by number.
#[derive(Clone, Copy, Debug)]
pub struct Enumerated {
    /// What stands before the type's name.
    pub before: &'static str,
    /// The syntax by which a number becomes a member.
    pub member: CastForm,
}

impl Enumerated {
    /// An enumeration that its name alone denotes.
    #[must_use]
    pub const fn plain(member: CastForm) -> Self {
        Self { before: "", member }
    }

    /// The type of this name.
    #[must_use]
    pub fn named(self, kind: &str) -> String {
        format!("{}{kind}", self.before)
    }
}

/// The constants of a language, together with the file's items.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The file's items.
    pub page: &'a Page<'a>,
    /// The look of expressions.
    pub style: Style,
    /// Operators and conversions.
    pub operators: &'static Operators,
    /// The names of parameters and types.
    pub words: &'static Words,
    /// The lines that differ between languages only in their words.
    pub patterns: Patterns,
    /// The look of a loop.
    pub loops: Loops,
    /// The way of breaking up functions' first lines and calls that walk rays.
    pub calls: Calls,
    /// Writes an operation that the language writes otherwise than most, in all functions alike; see
    /// [`Manner::special`](super::Manner::special).
    pub special: fn(&Node, &Scope<'_>) -> Option<Expr>,
    /// A set of squares as a literal; `None` where it is one in hexadecimal digits with the suffix of a word.
    pub word: Option<fn(u64) -> Expr>,
    /// The suffix of the number 0 that a word is compared with.
    pub zero: &'static str,
    /// The number of values of a square's type: none is refused, and a switch with a case for each has none for others. 0
    /// for types that have more than a board has squares.
    pub squares: usize,
    /// The most columns of a statement.
    pub width: usize,
    /// The most columns of a comment's text.
    pub comment: usize,
    /// The most columns of a comment between `/**` and `*/`, in languages whose comments are such blocks.
    pub block: Option<usize>,
    /// The beginnings of the sentences on a lookup's square and on its occupancy; `None` where it is as in all other
    /// sentences on parameters: the parameter's name, and `is`.
    pub begins: Option<[&'static str; 2]>,
    /// The verb of a summary, and what stands behind a parameter's name in the sentence on it: `square is the rook's
    /// square.`
    pub says: [&'static str; 2],
    /// How the sentences on the function from file and rank, and on a bit scan, follow each other.
    pub sentences: Sentences,
    /// True where these sentences are a paragraph of their own, which only comments of public functions have.
    pub has_paragraphs: bool,
    /// How much the comments of arrays say.
    pub array_docs: ArrayDocs,
    /// How much the comments of private functions say, where public ones have no paragraphs.
    pub private_docs: PrivateDocs,
    /// The end of a statement, such as a semicolon.
    pub end: &'static str,
    /// The look of arrays' entries.
    pub look: Look<Hex>,
    /// Puts a variable's name into the language's case.
    pub case: fn(&str) -> String,
    /// True where lookups call the functions that compute indices for start-up code, instead of computing them too.
    pub calls_places: bool,
    /// The variable that holds a scanned number of 8 or 16 bits after its sign extension is masked off; `None` in
    /// languages with unsigned numbers.
    pub unsigned: Option<&'static str>,
    /// True where [`Manner::finish_apart`](super::Manner::finish_apart) writes long unions or pairs on several lines.
    pub breaks_unions: bool,
    /// The conversion of a bit scan's result, in languages where entries of arrays have another type than indices.
    pub scanned: Option<Cast>,
    /// The conversion of an entry of the list of bit indices, in languages where entries of arrays have another type.
    pub listed: Option<Cast>,
    /// The look of an enumeration; `None` in languages where its members are numbers.
    pub enumerated: Option<Enumerated>,
    /// The look of a switch, in languages that print [`FieldStyle::Switch`](crate::model::FieldStyle::Switch).
    pub switch: Switch,
    /// The number of bits of the integers that hold sets of squares: 64, or 32 where a word is two halves.
    pub set_bits: u8,
}

impl<'a> Facts<'a> {
    /// The constants that most languages have.
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
            patterns: Patterns::C,
            loops: Loops::C,
            calls: Calls::WHOLE,
            special: |_, _| None,
            word: None,
            zero: "",
            squares: 0,
            width: 96,
            comment: 96,
            block: None,
            begins: None,
            says: ["Returns", " is"],
            sentences: Sentences::Running,
            has_paragraphs: false,
            array_docs: ArrayDocs::Contents,
            private_docs: PrivateDocs::Whole,
            end: ";",
            look,
            case: camel,
            calls_places: true,
            unsigned: None,
            breaks_unions: false,
            scanned: None,
            listed: None,
            enumerated: None,
            switch: Switch::C,
            set_bits: 64,
        }
    }
}
