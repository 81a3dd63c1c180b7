//! How languages write comments, strings and numbers in sources that other people wrote.

/// The use of single quotes in a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SingleQuotes {
    /// Around strings.
    Strings,
    /// Around one character, or for something else.
    Characters,
}

/// What is known of other people's sources in a language: the marks of comments and strings, and the forms of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "languages differ in many independent ways")]
pub struct SourceSyntax {
    /// The extensions of sources.
    pub endings: &'static [&'static str],
    /// The extensions of other files in this syntax: `verify` reads them, `adopt` doesn't look for them.
    pub further_endings: &'static [&'static str],
    /// Typical words. A text without a known extension is taken for the language with most of its words in it. In a tie,
    /// the longer words win.
    pub words: &'static [&'static str],
    /// The marks that begin a comment up to the end of its line.
    pub lines: &'static [&'static str],
    /// The marks that begin and end a comment, and whether such comments nest.
    pub blocks: &'static [(&'static str, &'static str, bool)],
    /// The use of single quotes.
    pub single: SingleQuotes,
    /// True if a backslash in a string escapes the next character.
    pub escapes: bool,
    /// True if there are strings in backticks.
    pub backticks: bool,
    /// True if there are strings in three quotes.
    pub triple: bool,
    /// True if there are `#if`, `#define` and the like.
    pub preprocessor: bool,
    /// True if lines that begin with `\\` are strings (Zig).
    pub backslash_lines: bool,
    /// True if a leading 0 makes a number octal.
    pub octal: bool,
    /// True if all numbers are hexadecimal, without a prefix.
    pub bare_hex: bool,
    /// True if strings may have several lines.
    pub long_strings: bool,
    /// True if numbers are rounded above 2^53, unless a suffix says otherwise.
    pub rounds: bool,
    /// True if `>>` and `shr` keep the sign of words of 64 bits, which are signed.
    pub signed: bool,
    /// True if the language isn't known, so that everything that looks like a comment is taken for one.
    pub any: bool,
}

/// Syntaxes from which those of languages differ in a few points. They have no extensions and no words.
impl SourceSyntax {
    /// As in C.
    pub const C: Self = Self {
        endings: &[],
        further_endings: &[],
        words: &[],
        lines: &["//"],
        blocks: &[("/*", "*/", false)],
        single: SingleQuotes::Characters,
        escapes: true,
        backticks: false,
        triple: false,
        preprocessor: true,
        backslash_lines: false,
        octal: true,
        bare_hex: false,
        long_strings: false,
        rounds: false,
        signed: false,
        any: false,
    };
    /// As in Java.
    pub const JAVA: Self = Self { preprocessor: false, triple: true, signed: true, ..Self::C };
    /// As in Rust.
    pub const RUST: Self = Self {
        blocks: &[("/*", "*/", true)],
        preprocessor: false,
        octal: false,
        long_strings: true,
        ..Self::C
    };
    /// As in JavaScript, but with numbers that aren't rounded.
    pub const SCRIPT: Self = Self {
        single: SingleQuotes::Strings,
        backticks: true,
        preprocessor: false,
        octal: false,
        ..Self::C
    };
    /// As in Python.
    pub const PYTHON: Self =
        Self { lines: &["#"], blocks: &[], backticks: false, triple: true, ..Self::SCRIPT };
    /// As in Haskell.
    pub const HASKELL: Self = Self {
        lines: &["--"],
        blocks: &[("{-", "-}", true)],
        single: SingleQuotes::Characters,
        backticks: false,
        ..Self::SCRIPT
    };
    /// As in Ada.
    pub const ADA: Self = Self { blocks: &[], escapes: false, ..Self::HASKELL };
    /// As in Lisp.
    pub const LISP: Self = Self {
        lines: &[";"],
        blocks: &[("#|", "|#", true)],
        single: SingleQuotes::Characters,
        backticks: false,
        long_strings: true,
        ..Self::SCRIPT
    };

    /// True if files with this extension are in this syntax.
    #[must_use]
    pub fn has_ending(&self, ending: &str) -> bool {
        [self.endings, self.further_endings].iter().any(|endings| endings.contains(&ending))
    }
}
