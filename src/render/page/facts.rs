//! The constants of a language: its words for parameters and types, and the look of its numbers, statements and names.

use std::borrow::Cow;
use std::ops::Deref;

use crate::render::code::node::stem;
use crate::render::prelude::*;

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
    /// The type of other small numbers, if it differs.
    pub number: Option<&'static str>,
    /// The type of true and false.
    pub truth: &'static str,
    /// The signed type of 8 bits.
    pub signed: &'static str,
    /// The unsigned types of 8, 16, 32 and 64 bits.
    pub widths: [&'static str; 4],
    /// The types of sets of two, three and four words; empty in languages without them.
    pub sets: [&'static str; 3],
    /// The types of a bit index in words of these widths, if they aren't the type of small numbers.
    pub places: Option<[&'static str; 4]>,
    /// The names of an occupancy's halves, in languages that pass these.
    pub halves: Option<[&'static str; 2]>,
    /// True if a small number that a companion returns has the type of its table's entries, else of a half.
    pub has_exact_numbers: bool,
}

impl Words {
    /// The names of an occupancy's words, if each is a parameter.
    pub const OCCUPIED: [&str; 4] = ["occupied0", "occupied1", "occupied2", "occupied3"];

    /// The name of a set's word, if each is a parameter.
    pub fn name_of_word(set: &str, word: u8) -> String {
        format!("{set}{word}")
    }

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
        sets: [""; 3],
        places: None,
        halves: None,
        has_exact_numbers: false,
    };

    /// The type of an array's entries.
    pub const fn entry(&self, storage: Storage, is_signed: bool) -> &'static str {
        let [byte, short, half, word] = self.widths;
        match storage {
            Storage::Byte if is_signed => self.signed,
            Storage::Byte => byte,
            Storage::Short => short,
            Storage::Half => half,
            Storage::Word => word,
            Storage::Set(words) => self.sets[words as usize],
        }
    }

    /// The type of the index of a bit in a word of this width.
    pub fn place(&self, width: u8) -> &'static str {
        let of_width = |places: [&'static str; 4]| places[(width.ilog2() as usize).clamp(3, 6) - 3];
        self.places.map_or_else(|| self.small(), of_width)
    }

    /// The type of small numbers that aren't squares.
    pub fn small(&self) -> &'static str {
        self.number.unwrap_or(self.index)
    }

    /// The type of a value.
    pub const fn of(&self, kind: Type) -> &'static str {
        match kind {
            Type::Word | Type::Lanes(_) => self.entry(Storage::Word, false),
            Type::Set(words) => self.entry(Storage::Set(words), false),
            Type::Half => self.entry(Storage::Half, false),
        }
    }
}

/// The cases of a switch that get braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// All: a case is a block in this language.
    All,
    /// Cases with variables, which would otherwise be visible in all cases.
    WithVariables,
    /// The same, with the braces on separate, indented lines.
    Apart,
    /// Cases that don't fit on the line of their label: the others end in a comma there.
    Long,
    /// None: a case's variables are local without braces.
    None,
}

/// The look of a switch.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The text before and after the switched number.
    pub head: [&'static str; 2],
    /// The text before and after the number of a case, and the end of a case's block.
    pub case: [&'static str; 3],
    /// The label of the case for all other numbers.
    pub other: &'static str,
    /// The cases that are blocks.
    pub blocks: Blocks,
    /// True if cases are indented.
    pub is_indented: bool,
    /// The indentation of a line.
    pub indent: &'static str,
    /// The last line; empty if a switch ends with its last case.
    pub end: &'static str,
    /// The text before and after a parameter that no case reads, if compilers warn of it.
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
        end: "}",
        unread: None,
    };

    /// The blanks before a statement of a case, and more before one in a block.
    pub fn statements(&self, is_block: bool) -> String {
        let is_further = is_block && self.blocks == Blocks::Apart;
        format!("{}{}", self.cases(), self.indent.repeat(1 + usize::from(is_further)))
    }

    /// The blanks before a case.
    pub const fn cases(&self) -> &'static str {
        if self.is_indented { self.indent } else { "" }
    }
}

/// The length of private functions' comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivateDocs {
    /// As long as public functions' comments.
    Whole,
    /// The same, except that functions that compute indices only have summaries.
    ShortIndices,
}

/// The length of arrays' comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayDocs {
    /// The content of the array.
    Contents,
    /// The content, the number of entries and their width.
    Sizes,
}

/// The layout of a comment's sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentences {
    /// Running text.
    Running,
    /// Each sentence begins a line.
    Lines,
}

/// The look of an enumeration type, and of its members by number.
#[derive(Clone, Copy, Debug)]
pub struct Enumerated {
    /// The text before the type's name.
    pub before: &'static str,
    /// The syntax by which a number becomes a member; `None` if [`Manner::returned`](super::Manner::returned) does that.
    pub member: Option<CastForm>,
    /// True if the number keeps its type, as an index.
    pub is_index: bool,
}

impl Enumerated {
    /// An enumeration whose type is written as its name alone.
    pub const fn plain(member: CastForm) -> Self {
        Self { before: "", member: Some(member), is_index: false }
    }

    /// An enumeration whose members are the entries of a list: the text before the index.
    pub const fn entry(list: &'static str) -> Self {
        let member = CastForm::new("Entry", list, "]", CastOperand::Enclosed);
        Self { is_index: true, ..Self::plain(member) }
    }

    /// The type of this name.
    pub fn named(self, kind: &str) -> String {
        format!("{}{kind}", self.before)
    }
}

/// A language's constants, and the items of a file.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The file's items.
    pub page: &'a Page<'a>,
    /// The constants, with the style that the user wants.
    lang: Lang,
}

impl<'a> Facts<'a> {
    /// The constants for a page.
    pub fn new(page: &'a Page<'a>, mut lang: Lang) -> Self {
        lang.style.has_upper_hex |= page.module.style.has_upper_hex;
        Self { page, lang }
    }
}

impl Deref for Facts<'_> {
    type Target = Lang;

    fn deref(&self) -> &Lang {
        &self.lang
    }
}

/// The constants of a language.
#[derive(Clone, Copy, Debug)]
pub struct Lang {
    /// The look of expressions.
    pub style: ExprStyle,
    /// Operators and conversions.
    pub operators: &'static Operators,
    /// Operators on squares and counters, where words have others.
    pub numbers: &'static Operators,
    /// The names of parameters and types.
    pub words: &'static Words,
    /// Patterns of lines that differ between languages only in their words.
    pub patterns: Patterns,
    /// The look of a loop.
    pub loops: Loops,
    /// The way of breaking up functions' first lines and calls that walk rays.
    pub calls: Calls,
    /// Writes an operation, in all functions alike, if the language differs from most; see
    /// [`Manner::special`](super::Manner::special).
    pub special: fn(&Node, &Scope<'_>) -> Option<Expr>,
    /// A set of squares as a literal; `None` for hexadecimal digits with the suffix of a word.
    pub word: Option<fn(u64) -> Expr>,
    /// The suffix of the number 0 that a word is compared with.
    pub zero: &'static str,
    /// The number of values of a square's type, if each is a square: such a switch needs no default case and squares no
    /// checks. 0 for types with more values.
    pub squares: usize,
    /// The most columns of a statement.
    pub width: usize,
    /// The most columns of a comment's text.
    pub comment: usize,
    /// The most columns of a comment between `/**` and `*/`, in languages whose comments are such blocks.
    pub block: Option<usize>,
    /// The beginnings of the sentences on a lookup's square and occupancy; `None` if they begin like other sentences on
    /// parameters: with the parameter's name and `is`.
    pub begins: Option<[&'static str; 2]>,
    /// The verb of a summary, and the verb after a parameter's name: `square is the rook's square.`
    pub says: [&'static str; 2],
    /// The layout of the sentences on the function from file and rank, and on a bit scan.
    pub sentences: Sentences,
    /// True if these sentences are a separate paragraph, which only public functions' comments have.
    pub has_paragraphs: bool,
    /// The length of arrays' comments.
    pub array_docs: ArrayDocs,
    /// The length of private functions' comments, if public ones have no paragraphs.
    pub private_docs: PrivateDocs,
    /// The look of arrays' entries.
    pub look: Look<Hex>,
    /// The look of sets of several words.
    pub set_look: SetLook,
    /// The look of arrays of two dimensions; `None` in languages that print none, or print them otherwise.
    pub nested: Option<Nested>,
    /// The syntax that makes a set of its words, where `$to` is the set's type; `None` in languages that write all
    /// operations on such sets themselves.
    pub pack: Option<CastForm>,
    /// A word of a set.
    pub part: fn(Expr, u8) -> Expr,
    /// Puts a variable's name into the language's case.
    pub case: fn(&str) -> String,
    /// True if lookups call start-up code's functions for indices, instead of computing indices too.
    pub calls_places: bool,
    /// The variable that holds a scanned number of 8 or 16 bits after its sign extension is masked off; `None` in
    /// languages with unsigned numbers.
    pub unsigned: Option<&'static str>,
    /// True for a result that [`Manner::finished`](super::Manner::finished) writes on several lines if it is too long,
    /// so that its parts needn't become variables; `None` if it writes none so.
    pub breaks: Option<fn(&Expr) -> bool>,
    /// True if a union of several sets needs no parentheses, although other chains do.
    pub chains_unions: bool,
    /// Reads a parameter or a variable.
    pub variable: fn(&str) -> Expr,
    /// Calls a function of the file or of a library.
    pub called: fn(&str, Vec<Expr>) -> Expr,
    /// An operation on words.
    pub operation: fn(Operator, Expr, Expr) -> Expr,
    /// Passes an array to a function.
    pub passed: fn(Expr) -> Expr,
    /// The comparison of a number that is 1 or 0; `None` for one with 0.
    pub truth: Option<fn(Expr) -> Expr>,
    /// The name, without a number, of a variable for a value that has no name but is used twice.
    pub stem: fn(&Node) -> &'static str,
    /// The conversion of a bit scan's result, in languages where arrays' entries and indices differ in type.
    pub scanned: Option<Cast>,
    /// The conversion of an entry of the list of bit indices, in languages where arrays' entries differ in type.
    pub listed: Option<Cast>,
    /// The look of an enumeration; `None` in languages where its members are numbers.
    pub enumerated: Option<Enumerated>,
    /// The look of a switch, in languages that print [`FieldStyle::Switch`](magicgen_lookup::model::FieldStyle::Switch).
    pub switch: Switch,
    /// The number of bits of the integers that hold sets of squares: 64, or 32 where a word is two halves.
    pub set_bits: u8,
}

impl Lang {
    /// The constants that most languages have.
    pub const fn new(operators: &'static Operators, words: &'static Words) -> Self {
        let look = Look::usual(Hex::new(16, operators.suffixes[1]), "    ");
        Self {
            style: ExprStyle::PLAIN,
            operators,
            numbers: operators,
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
            look,
            set_look: SetLook::NESTED,
            nested: None,
            pack: None,
            part: |set, word| Expr::index(set, Expr::decimal(word.into())),
            case: camel,
            calls_places: true,
            unsigned: None,
            breaks: None,
            chains_unions: false,
            variable: |name| name.into(),
            called: |function, arguments| Expr::call(function, arguments),
            operation: Expr::binary,
            passed: |array| array,
            truth: None,
            stem,
            scanned: None,
            listed: None,
            enumerated: None,
            switch: Switch::C,
            set_bits: 64,
        }
    }

    /// The type of what an array's first index selects: an entry, or a row of two dimensions.
    pub fn row_type<'e>(&self, array: &Array<'_>, element: &'e str) -> Cow<'e, str> {
        let Some((row, nested)) = array.row.zip(self.nested) else { return element.into() };
        let texts = [("element", element), ("length", &*row.to_string())];
        filled_in(nested.row, &texts).into()
    }

    /// The statement that gives a variable its value.
    pub fn declare(&self, Let { name, kind, value, .. }: &Let) -> String {
        let Self { patterns, words, style, .. } = self;
        let kind = words.of(*kind);
        match (patterns.typed, value) {
            (Some(typed), Expr::Cast(cast, inner)) if cast.to == kind => {
                filled_in(typed, &[("name", name), ("kind", kind), ("value", &style.text(inner))])
            }
            _ => {
                let value = style.text(value);
                filled_in(patterns.variable, &[("name", name), ("kind", kind), ("value", &value)])
            }
        }
    }

    /// The statement that returns a value.
    pub fn finish(&self, value: &Expr) -> String {
        let [before, behind] = self.patterns.result;
        format!("{before}{}{behind}", self.style.text(value))
    }
}
