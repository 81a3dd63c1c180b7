//! Roles in, identifiers out: words, then the language's case, then its prefix; checked against its keywords.
//!
//! A name that the user gives is taken as it is. A default is made of words: `rook` and `attacks`.

use std::collections::BTreeMap;
use std::fmt;

use super::field::Field;
use super::parts::Part;
use super::table::TableRole;
use heck::{ToLowerCamelCase, ToShoutySnakeCase, ToSnakeCase, ToTitleCase, ToUpperCamelCase};

/// How a language joins words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// `rook_attacks`
    Snake,
    /// `ROOK_ATTACKS`
    Shouty,
    /// `rookAttacks`
    Camel,
    /// `RookAttacks`
    Pascal,
    /// `Rook_Attacks`
    Mixed,
}

impl Case {
    /// Joins words.
    #[must_use]
    pub fn join(self, words: &[&str]) -> String {
        let spaced = words.join(" ");
        match self {
            Self::Snake => spaced.to_snake_case(),
            Self::Shouty => spaced.to_shouty_snake_case(),
            Self::Camel => spaced.to_lower_camel_case(),
            Self::Pascal => spaced.to_upper_camel_case(),
            Self::Mixed => spaced.to_title_case().replace(' ', "_"),
        }
    }
}

/// A language's customs and limits, as data.
#[derive(Clone, Copy, Debug)]
pub struct Naming {
    /// Functions.
    pub functions: Case,
    /// Constants and tables.
    pub constants: Case,
    /// The class or module.
    pub types: Case,
    /// True where every name of the file carries the prefix, for want of namespaces.
    pub is_prefixed: bool,
    /// True where `a` and `A` are one name.
    pub ignores_case: bool,
    /// Characters of a name that count.
    pub longest: Option<usize>,
    /// Words that can't be names.
    pub keywords: &'static [&'static str],
    /// Names that the file itself uses: parameters, variables, modules.
    pub reserved: &'static [&'static str],
}

impl Naming {
    /// Words that are joined by `_` in the lower case, and names that only have to differ.
    pub const PLAIN: Self = Self {
        functions: Case::Snake,
        constants: Case::Snake,
        types: Case::Snake,
        is_prefixed: false,
        ignores_case: false,
        longest: None,
        keywords: &[],
        reserved: &[],
    };
}

/// What the user says of names; everything else is the default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameRules {
    /// The file's module, class or prefix: words.
    pub name: String,
    /// The prefix, verbatim.
    pub prefix: Option<String>,
    /// The class or type, verbatim.
    pub type_name: Option<String>,
    /// Patterns by role (`lookup`, `masks`, ...), with `{piece}`, `{Piece}` and `{prefix}`.
    pub patterns: BTreeMap<&'static str, String>,
}

/// Every public identifier of a file.
#[derive(Clone, Debug)]
pub struct Names {
    naming: Naming,
    /// The class, module or namespace.
    pub type_name: String,
    /// The prefix, or an empty text.
    pub prefix: String,
    rules: NameRules,
}

/// What bears names in a file.
#[derive(Clone, Copy, Debug)]
pub struct Identified<'a> {
    /// The searched pieces.
    pub pieces: &'a [&'a str],
    /// Their fields.
    pub fields: &'a [Vec<Field>],
    /// Those that have a lookup, the queen among them.
    pub lookups: &'a [&'a str],
    /// Tables, each with the piece that it belongs to.
    pub tables: &'a [(Option<usize>, TableRole)],
    /// Squares that have constants.
    pub squares: &'a [String],
    /// Widths of words that have bit scans.
    pub scans: &'a [u8],
    /// Whether the file tests itself.
    pub has_self_test: bool,
}

/// What is wrong with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// A character or a beginning that no identifier has.
    NotAnIdentifier {
        /// The name.
        name: String,
    },
    /// What the file calls something of its own.
    Reserved {
        /// The name.
        name: String,
    },
    /// A word of the language.
    Keyword {
        /// The name.
        name: String,
    },
    /// Two things with one name.
    Twice {
        /// The name.
        name: String,
        /// What has it first.
        first: String,
        /// What has it too.
        second: String,
    },
    /// Two names that differ only beyond what the language looks at.
    AlikeUpTo {
        /// The one name.
        first: String,
        /// The other.
        second: String,
        /// Characters that count.
        longest: usize,
    },
}

impl NameError {
    /// The name that is wrong.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::NotAnIdentifier { name }
            | Self::Keyword { name }
            | Self::Reserved { name }
            | Self::Twice { name, .. } => name,
            Self::AlikeUpTo { second, .. } => second,
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnIdentifier { name } => write!(f, "`{name}` is not an identifier"),
            Self::Keyword { name } => write!(f, "`{name}` is a keyword or reserved"),
            Self::Reserved { name } => {
                write!(f, "`{name}` is what the file itself calls a variable or a module")
            }
            Self::Twice { name, first, second } => {
                write!(f, "{first} and {second} would both be called `{name}`")
            }
            Self::AlikeUpTo { first, second, longest } => {
                write!(f, "`{first}` and `{second}` are alike in their first {longest} characters")
            }
        }
    }
}

impl std::error::Error for NameError {}

/// Splits a name as users write it into words.
#[must_use]
pub fn words(name: &str) -> String {
    name.to_snake_case().replace('_', " ")
}

impl Names {
    /// Applies `rules` in a language's custom. Nothing is checked yet; see [`Names::check`].
    #[must_use]
    pub fn new(naming: Naming, rules: NameRules) -> Self {
        let type_name =
            rules.type_name.clone().unwrap_or_else(|| naming.types.join(&[&rules.name]));
        let prefix = match &rules.prefix {
            Some(prefix) => prefix.trim_end_matches('_').to_owned(),
            None if naming.is_prefixed => Case::Snake.join(&[&rules.name]),
            None => String::new(),
        };
        Self { naming, type_name, prefix, rules }
    }

    /// The language's customs.
    #[must_use]
    pub fn naming(&self) -> Naming {
        self.naming
    }

    /// What the user says of names, which decides them all in a language.
    #[must_use]
    pub const fn rules(&self) -> &NameRules {
        &self.rules
    }

    /// The class or type that the user names, verbatim; `None` where it is the default.
    #[must_use]
    pub fn given_type(&self) -> Option<&str> {
        self.rules.type_name.as_deref()
    }

    /// A piece's lookup function.
    #[must_use]
    pub fn lookup(&self, piece: &str) -> String {
        self.pattern("lookup", piece).unwrap_or_else(|| self.function(&[piece, "attacks"]))
    }

    /// A piece's table of a role: `masks`, `factors`, `shifts`, `offsets`, `occupancies`, `attack-sets`.
    #[must_use]
    pub fn table(&self, piece: &str, role: &str) -> String {
        self.pattern(role, piece).unwrap_or_else(|| self.constant(&[piece, role]))
    }

    /// The attack table of a piece, or the one that all share.
    ///
    /// Where one case serves functions and constants, a lookup has the shorter name; where it serves variables, a
    /// variable has.
    #[must_use]
    pub fn attacks(&self, piece: Option<&str>) -> String {
        let is_alike = self.naming.functions == self.naming.constants
            || self.naming.ignores_case
            || self.naming.reserved.contains(&self.naming.constants.join(&["attacks"]).as_str());
        let last: &[&str] = if is_alike { &["attack", "table"] } else { &["attacks"] };
        let words: Vec<&str> = piece.into_iter().chain(last.iter().copied()).collect();
        let pattern = self.pattern("attacks", piece.unwrap_or(""));
        pattern.unwrap_or_else(|| self.constant(&words))
    }

    /// A piece's column of a field.
    #[must_use]
    pub fn field(&self, piece: &str, field: Field) -> String {
        match field.line {
            None => self.table(piece, field.role.plural()),
            Some(line) => self.table(&format!("{piece} {}", line.word()), field.role.plural()),
        }
    }

    /// A table of a piece, or one that all share.
    #[must_use]
    pub fn any_table(&self, piece: Option<&str>, role: TableRole) -> String {
        if role == TableRole::Attacks {
            return self.attacks(piece);
        }
        let role = role.words();
        let words: Vec<&str> = piece.into_iter().chain([role.as_str()]).collect();
        self.constant(&words)
    }

    /// The bit scan of a width in a direction: `forward` or `reverse`.
    #[must_use]
    pub fn bit_scan(&self, direction: &str, width: u8) -> String {
        self.function(&["bit", "scan", &format!("{direction}{width}")])
    }

    /// A function of our own choosing, in the language's case and under the prefix.
    #[must_use]
    pub fn function(&self, words: &[&str]) -> String {
        self.prefixed(self.naming.functions, words)
    }

    /// A constant of our own choosing, in the language's case and under the prefix.
    #[must_use]
    pub fn constant(&self, words: &[&str]) -> String {
        self.prefixed(self.naming.constants, words)
    }

    /// A verbatim prefix is kept to the letter, except that constants shout it where they shout.
    fn prefixed(&self, case: Case, words: &[&str]) -> String {
        if self.prefix.is_empty() {
            return case.join(words);
        }
        match case {
            Case::Snake | Case::Mixed => format!("{}_{}", self.prefix, case.join(words)),
            Case::Shouty => format!("{}_{}", self.prefix.to_uppercase(), case.join(words)),
            Case::Camel | Case::Pascal => format!("{}{}", self.prefix, Case::Pascal.join(words)),
        }
    }

    fn pattern(&self, role: &str, piece: &str) -> Option<String> {
        let pattern = self.rules.patterns.get(role)?;
        let upper = if self.naming.functions == Case::Mixed { Case::Mixed } else { Case::Pascal };
        let filled = pattern
            .replace("{piece}", &Case::Snake.join(&[piece]))
            .replace("{Piece}", &upper.join(&[piece]))
            .replace("{prefix}", &self.prefix);
        Some(filled)
    }

    /// Every public identifier of a file, as (what it is, name).
    #[must_use]
    pub fn identifiers(&self, of: &Identified<'_>) -> Vec<(String, String)> {
        let mut all = Vec::new();
        if !of.squares.is_empty() {
            all.push(("the function of file and rank".to_owned(), self.function(&["square"])));
        }
        for square in of.squares {
            all.push((format!("the square {square}"), self.constant(&[square])));
        }
        for lookup in of.lookups {
            all.push((format!("the {lookup}'s lookup"), self.lookup(lookup)));
        }
        for (piece, fields) in of.pieces.iter().zip(of.fields) {
            for field in fields {
                let what = format!("the {piece}'s {}", field.plural());
                all.push((what, self.field(piece, *field)));
            }
            for part in [Part::Occupancies, Part::AttackSets] {
                let what = format!("the {piece}'s {}", part.id().replace('-', " "));
                all.push((what, self.table(piece, part.id())));
            }
        }
        for (piece, role) in of.tables {
            let piece = piece.map(|piece| of.pieces[piece]);
            let name = self.any_table(piece, *role);
            let owner = piece.map(|piece| format!("{piece}'s ")).unwrap_or_default();
            let what = match role {
                TableRole::Attacks => format!("the {owner}attack table"),
                _ => format!("the {owner}table {name}"),
            };
            all.push((what, name));
        }
        for width in of.scans {
            for direction in ["forward", "reverse"] {
                let what = format!("the {direction} bit scan of {width} bits");
                all.push((what, self.bit_scan(direction, *width)));
            }
        }
        if of.has_self_test {
            all.push(("the self-test".to_owned(), self.function(&["self", "test"])));
        }
        all
    }

    /// Checks identifiers, given as (what it is, name): each must be one, and no two alike. Everything that is wrong.
    pub fn check<'a>(
        &self,
        identifiers: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Vec<NameError> {
        let mut wrong = Vec::new();
        let mut seen: BTreeMap<String, (String, String)> = BTreeMap::new();
        // Where classes are called like functions, no member has its class's name.
        if !self.naming.is_prefixed && self.naming.functions == self.naming.types {
            let class = self.type_name.clone();
            seen.insert(class.clone(), ("the file's class or module".to_owned(), class));
        }
        for (what, name) in identifiers {
            if let Err(error) = self.check_one(name) {
                wrong.push(error);
                continue;
            }
            let folded = |name: &str| {
                if self.naming.ignores_case { name.to_lowercase() } else { name.to_owned() }
            };
            let counted: String =
                folded(name).chars().take(self.naming.longest.unwrap_or(usize::MAX)).collect();
            if let Some((first, other)) = seen.insert(counted, (what.to_owned(), name.to_owned())) {
                wrong.push(match self.naming.longest {
                    Some(longest) if folded(&other) != folded(name) => {
                        NameError::AlikeUpTo { first: other, second: name.to_owned(), longest }
                    }
                    _ => NameError::Twice { name: name.to_owned(), first, second: what.to_owned() },
                });
            }
        }
        wrong
    }

    /// Checks the form of an identifier; a prefix may be a keyword.
    pub fn check_identifier(&self, name: &str) -> Result<(), NameError> {
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        // In Ada, an underscore stands between two other characters.
        let is_between = !name.starts_with('_') && !name.ends_with('_') && !name.contains("__");
        let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && name != "_";
        if !begins || !is_word || (self.naming.functions == Case::Mixed && !is_between) {
            return Err(NameError::NotAnIdentifier { name: name.to_owned() });
        }
        Ok(())
    }

    /// Checks one identifier.
    pub fn check_one(&self, name: &str) -> Result<(), NameError> {
        self.check_identifier(name)?;
        let folds = self.naming.ignores_case;
        let is_alike = |word: &&str| *word == name || folds && word.eq_ignore_ascii_case(name);
        let is_in = |words: &[&str]| words.iter().any(is_alike);
        if is_in(self.naming.keywords) {
            return Err(NameError::Keyword { name: name.to_owned() });
        }
        if is_in(self.naming.reserved) {
            return Err(NameError::Reserved { name: name.to_owned() });
        }
        Ok(())
    }
}
