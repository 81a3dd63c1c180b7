//! Makes identifiers from words, in a language's case and under its prefix, and checks them.
//!
//! A name that the user gives is taken as it is. Other names are made from words, such as `rook` and `attacks`.

use std::collections::BTreeMap;
use std::fmt;

use super::name_role::{NameRole, PIECES};
use heck::{ToLowerCamelCase, ToShoutySnakeCase, ToSnakeCase, ToTitleCase, ToUpperCamelCase};
use magicgen_board::Purpose;
use magicgen_ir::{Field, TableRole, WordCount};

/// The way in which a language joins words to a name.
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
    /// The name made of these words.
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

/// A language's customs and limits concerning names.
#[derive(Clone, Copy, Debug)]
pub struct Naming {
    /// The case of functions.
    pub functions: Case,
    /// The case of constants and tables.
    pub constants: Case,
    /// The case of the class or module.
    pub types: Case,
    /// True where every name of the file carries the prefix, since the language has no namespaces.
    pub is_prefixed: bool,
    /// True where `a` and `A` are the same name.
    pub ignores_case: bool,
    /// True where functions and constants begin with a small letter, since a capital one begins another kind of name.
    pub begins_small: bool,
    /// The meaning of underscores.
    pub underscores: Underscores,
    /// The number of characters at the beginning of a name that the language compares; `None` if it compares all.
    pub longest: Option<usize>,
    /// Words that can't be names.
    pub keywords: &'static [&'static str],
    /// Names that the file itself uses for parameters, variables and modules.
    pub reserved: &'static [&'static str],
    /// The extension of a file's name, without the dot.
    pub ending: &'static str,
}

impl Naming {
    /// Words joined by `_` in lower case; the only rule is that names have to differ.
    pub const PLAIN: Self = Self {
        functions: Case::Snake,
        constants: Case::Snake,
        types: Case::Snake,
        is_prefixed: false,
        ignores_case: false,
        begins_small: false,
        underscores: Underscores::Characters,
        longest: None,
        keywords: &[],
        reserved: &[],
        ending: "",
    };
}

/// The meaning of underscores in a language's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Underscores {
    /// They are characters like others.
    Characters,
    /// Each stands between two other characters.
    Between,
    /// Each stands between two other characters, and names that differ only in them are the same.
    Ignored,
}

impl Naming {
    /// The name by which others are compared with it.
    #[must_use]
    pub fn folded(&self, name: &str) -> String {
        let name = if self.ignores_case { name.to_lowercase() } else { name.to_owned() };
        if self.underscores == Underscores::Ignored { name.replace('_', "") } else { name }
    }
}

/// An identifier of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identifier {
    /// A description of the item.
    pub what: String,
    /// The name.
    pub name: String,
    /// The role whose pattern the name follows, if there is one.
    pub role: Option<NameRole>,
}

impl Identifier {
    /// An identifier that no pattern makes.
    pub(crate) const fn new(what: String, name: String) -> Self {
        Self { what, name, role: None }
    }

    /// An identifier of a role. `owner` is the piece in the genitive, or empty.
    pub(crate) fn of(role: NameRole, owner: &str, name: String) -> Self {
        let what = format!("the {owner}{}", role.spoken());
        Self { what, name, role: Some(role) }
    }
}

/// The user's choice of names; the defaults serve for all others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameRules {
    /// The words for the file's module, class or prefix.
    pub name: String,
    /// The prefix, if it is given verbatim.
    pub prefix: Option<String>,
    /// The class or type, if it is given verbatim.
    pub type_name: Option<String>,
    /// Patterns by role, with `{piece}`, `{Piece}`, `{PIECE}` and `{prefix}`.
    pub patterns: BTreeMap<NameRole, String>,
    /// The patterns of single pieces, by role and piece, which take precedence.
    pub by_piece: BTreeMap<(NameRole, String), String>,
}

/// The rules that make every public identifier of a file.
#[derive(Clone, Debug)]
pub struct Names {
    naming: Naming,
    /// The class, module or namespace.
    pub type_name: String,
    /// The prefix, or an empty text.
    pub prefix: String,
    rules: NameRules,
}

/// The items of a file that have names.
#[derive(Clone, Copy, Debug)]
pub struct Identified<'a> {
    /// The searched pieces.
    pub pieces: &'a [&'a str],
    /// The fields of each piece.
    pub fields: &'a [Vec<Field>],
    /// The pieces that have a lookup, unions such as the queen included.
    pub lookups: &'a [&'a str],
    /// The tables, each with the index of the piece that it belongs to, if it belongs to one.
    pub tables: &'a [(Option<usize>, TableRole)],
    /// The squares that have constants.
    pub squares: &'a [String],
    /// The widths of words that have bit scans.
    pub scans: &'a [u8],
    /// The number of words of a set, if each has a lookup function.
    pub words: Option<WordCount>,
    /// True where the file has a self-test.
    pub has_self_test: bool,
}

/// A reason why a name is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// The name has a character or a beginning that no identifier has.
    NotAnIdentifier {
        /// The name.
        name: String,
    },
    /// The name begins with a capital letter, and functions and constants don't.
    Capital {
        /// The name.
        name: String,
    },
    /// The file uses the name for one of its variables or modules.
    Reserved {
        /// The name.
        name: String,
    },
    /// The name is a keyword of the language.
    Keyword {
        /// The name.
        name: String,
    },
    /// Two items have the same name.
    Twice {
        /// The name.
        name: String,
        /// The first item.
        first: String,
        /// The second item.
        second: String,
    },
    /// Two items have the same name, since the pattern of both has no place for the piece.
    WithoutPiece {
        /// The name.
        name: String,
        /// The first item.
        first: String,
        /// The second item.
        second: String,
        /// The pattern's key.
        key: &'static str,
    },
    /// Two names differ only beyond the characters that the language compares.
    AlikeUpTo {
        /// The first name.
        first: String,
        /// The second name.
        second: String,
        /// The number of characters that the language compares.
        longest: usize,
    },
}

impl NameError {
    /// The refused name; if two names clash, the second one.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::NotAnIdentifier { name }
            | Self::Capital { name }
            | Self::Keyword { name }
            | Self::Reserved { name }
            | Self::Twice { name, .. }
            | Self::WithoutPiece { name, .. } => name,
            Self::AlikeUpTo { second, .. } => second,
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnIdentifier { name } => write!(f, "`{name}` isn't an identifier"),
            Self::Capital { name } => {
                write!(f, "`{name}` is a function or a constant, which begin with a small letter")
            }
            Self::Keyword { name } => write!(f, "`{name}` is a keyword or reserved"),
            Self::Reserved { name } => {
                write!(f, "`{name}` is already a variable or a module in the file")
            }
            Self::Twice { name, first, second } => {
                write!(f, "{first} and {second} have the same name, `{name}`")
            }
            Self::WithoutPiece { name, first, second, key } => {
                let why = format!("since the pattern `{key}` has no `{{piece}}`");
                write!(f, "{first} and {second} have the same name, `{name}`, {why}")
            }
            Self::AlikeUpTo { first, second, longest } => {
                write!(f, "`{first}` and `{second}` have the same first {longest} characters")
            }
        }
    }
}

impl std::error::Error for NameError {}

/// Splits a name, as users write it, into words with blanks between.
#[must_use]
pub fn words(name: &str) -> String {
    name.to_snake_case().replace('_', " ")
}

/// The piece of a lookup in words, such as `cannon` for the lookup `cannon quiets`.
#[must_use]
pub fn spoken(lookup: &str) -> String {
    words(Purpose::of_lookup(lookup).0)
}

/// The owner of a lookup's table in words: `cannon`, or `cannon's quiets`.
#[must_use]
pub fn owner(lookup: &str) -> String {
    let (piece, purpose) = Purpose::of_lookup(lookup);
    match purpose {
        Purpose::Attack => words(piece),
        _ => format!("{}'s{}", words(piece), &lookup[piece.len()..]),
    }
}

impl Names {
    /// Names by `rules` and the customs of a language. They aren't checked yet; see [`Names::check`].
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

    /// The user's choice of names. Together with the language's customs it decides all names.
    #[must_use]
    pub const fn rules(&self) -> &NameRules {
        &self.rules
    }

    /// The class or type, if the user gives it verbatim.
    #[must_use]
    pub fn given_type(&self) -> Option<&str> {
        self.rules.type_name.as_deref()
    }

    /// The name of a piece's lookup function.
    #[must_use]
    pub fn lookup(&self, piece: &str) -> String {
        let role = NameRole::Lookup;
        let purpose = Purpose::of_lookup(piece).1;
        let words = [piece, role.ending()];
        let words = if purpose == Purpose::Attack { &words[..] } else { &words[..1] };
        self.pattern(role, piece).unwrap_or_else(|| self.function(words))
    }

    /// The name of the function that returns one word of a set: the name of the function of the set, and the word's number.
    #[must_use]
    pub fn of_word(&self, function: &str, word: u8) -> String {
        let between = match self.naming.functions {
            Case::Camel | Case::Pascal => "",
            Case::Snake | Case::Shouty | Case::Mixed => "_",
        };
        format!("{function}{between}{word}")
    }

    /// The name of a piece's table of a role.
    #[must_use]
    pub fn table(&self, piece: &str, role: NameRole) -> String {
        self.pattern(role, piece).unwrap_or_else(|| self.constant(&[piece, role.ending()]))
    }

    /// The name of a piece's attack table, or of the one that all pieces share.
    ///
    /// The table gets a longer name if its short one is taken: by a lookup, if functions and constants have the same
    /// case; or by a variable, if the file's variables have the case of constants.
    #[must_use]
    pub fn attacks(&self, piece: Option<&str>) -> String {
        let is_alike = self.naming.functions == self.naming.constants
            || self.naming.ignores_case
            || self.naming.reserved.contains(&self.naming.constants.join(&["attacks"]).as_str());
        let last: &[&str] = if is_alike { &["attack", "table"] } else { &["attacks"] };
        let words: Vec<&str> = piece.into_iter().chain(last.iter().copied()).collect();
        let pattern = self.pattern(NameRole::Attacks, piece.unwrap_or(""));
        pattern.unwrap_or_else(|| self.constant(&words))
    }

    /// The name of a piece's column of a field.
    #[must_use]
    pub fn field(&self, piece: &str, field: Field) -> String {
        let piece = field.line.map_or(piece.to_owned(), |line| format!("{piece} {}", line.word()));
        match NameRole::of(field.role) {
            Some(role) => self.table(&piece, role),
            None => self.constant(&[&piece, field.role.plural()]),
        }
    }

    /// The name of a piece's table, or of one that all pieces share.
    #[must_use]
    pub fn any_table(&self, piece: Option<&str>, role: TableRole) -> String {
        if role == TableRole::Attacks {
            return self.attacks(piece);
        }
        let role = role.words();
        let words: Vec<&str> = piece.into_iter().chain([role.as_str()]).collect();
        self.constant(&words)
    }

    /// The name of the bit scan of a width in a direction, which is `forward` or `reverse`.
    #[must_use]
    pub fn bit_scan(&self, direction: &str, width: u8) -> String {
        self.function(&["bit", "scan", &format!("{direction}{width}")])
    }

    /// A function's name from words, in the language's case and with the prefix.
    #[must_use]
    pub fn function(&self, words: &[&str]) -> String {
        self.prefixed(self.naming.functions, words)
    }

    /// A constant's name from words, in the language's case and with the prefix.
    #[must_use]
    pub fn constant(&self, words: &[&str]) -> String {
        self.prefixed(self.naming.constants, words)
    }

    /// The name of a companion of a role and a piece; the piece is empty for a companion that has none.
    #[must_use]
    pub fn companion(&self, role: NameRole, piece: &str) -> String {
        let words = role.words(piece);
        let usual = || match role {
            _ if role.instead() == Some(NameRole::Lookup) => self.lookup(piece),
            _ if role.is_array() => self.array(role, piece),
            _ => self.function(&[&words]),
        };
        self.pattern(role, piece).unwrap_or_else(usual)
    }

    /// True where a pattern names the items of a role, or that of a piece.
    #[must_use]
    pub fn is_given(&self, role: NameRole, piece: &str) -> bool {
        self.pattern(role, piece).is_some()
    }

    /// The name of a companion that is an array.
    #[must_use]
    pub fn array(&self, role: NameRole, piece: &str) -> String {
        let words = role.words(piece);
        self.pattern(role, piece).unwrap_or_else(|| self.constant(&[&words]))
    }

    /// The name of a type beside the file's own, which a function of another role takes or returns. The name gets
    /// longer if a parameter or this function has it already.
    #[must_use]
    pub fn declared(&self, role: NameRole) -> String {
        if let Some(name) = self.pattern(role, "") {
            return name;
        }
        let words = role.ending();
        let Naming { functions, constants, is_prefixed, .. } = self.naming;
        let case = match functions {
            Case::Mixed => Case::Mixed,
            // C and C++, where types are in small letters if all is.
            Case::Snake if is_prefixed || constants == Case::Snake => Case::Snake,
            _ => Case::Pascal,
        };
        let name = self.prefixed(case, &[words]);
        let is_reserved = matches!(self.check_one(&name), Err(NameError::Reserved { .. }));
        let function = self.companion(role.function(), "");
        let is_function = self.naming.folded(&name) == self.naming.folded(&function);
        if is_reserved || is_function { self.prefixed(case, &[words, "type"]) } else { name }
    }

    /// The name of an enumeration's constant, in languages whose enumerations share the file's names; `kind` is the role
    /// of the enumeration's type.
    #[must_use]
    pub fn enumerator(&self, kind: NameRole, member: &str) -> String {
        // In Ada, functions may have the names of such constants.
        if self.naming.functions == Case::Mixed {
            self.constant(&[member])
        } else {
            self.constant(&[kind.ending(), member])
        }
    }

    /// A name with the prefix, which is kept to the letter, except that upper-case constants have it in upper case.
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

    fn pattern(&self, role: NameRole, piece: &str) -> Option<String> {
        let of_piece = self.rules.by_piece.get(&(role, piece.to_owned()));
        let pattern = of_piece.or(self.rules.patterns.get(&role))?;
        let upper = if self.naming.functions == Case::Mixed { Case::Mixed } else { Case::Pascal };
        let cases = [Case::Snake, upper, Case::Shouty];
        let fill =
            |text: String, (place, case): (&str, Case)| text.replace(place, &case.join(&[piece]));
        let filled = PIECES.into_iter().zip(cases).fold(pattern.clone(), fill);
        let filled = filled.replace("{prefix}", &self.prefix);
        Some(filled)
    }

    /// The identifier of a function that returns a set, and those of the functions that return its words, if there are such.
    pub(crate) fn in_words(&self, whole: Identifier, words: Option<WordCount>) -> Vec<Identifier> {
        let word = |word| Identifier { name: self.of_word(&whole.name, word), ..whole.clone() };
        let words: Vec<Identifier> = (0..words.map_or(0, WordCount::count)).map(word).collect();
        [whole].into_iter().chain(words).collect()
    }

    /// Every public identifier of a file.
    #[must_use]
    pub fn identifiers(&self, named: &Identified<'_>) -> Vec<Identifier> {
        let mut all = Vec::new();
        let new = Identifier::new;
        if !named.squares.is_empty() {
            all.push(new("the function of file and rank".to_owned(), self.function(&["square"])));
        }
        for square in named.squares {
            all.push(new(format!("the square {square}"), self.constant(&[square])));
        }
        for lookup in named.lookups {
            let owner = format!("{lookup}'s ");
            let name = self.lookup(lookup);
            all.extend(self.in_words(Identifier::of(NameRole::Lookup, &owner, name), named.words));
        }
        for (piece, fields) in named.pieces.iter().zip(named.fields) {
            for field in fields {
                let what = format!("the {piece}'s {}", field.plural());
                let name = self.field(piece, *field);
                all.push(Identifier { what, name, role: NameRole::of(field.role) });
            }
            for role in [NameRole::Occupancies, NameRole::AttackSets] {
                let owner = format!("{piece}'s ");
                all.push(Identifier::of(role, &owner, self.table(piece, role)));
            }
        }
        for (piece, role) in named.tables {
            let piece = piece.map(|piece| named.pieces[piece]);
            let name = self.any_table(piece, *role);
            let owner = piece.map(|piece| format!("{piece}'s ")).unwrap_or_default();
            all.push(match role {
                TableRole::Attacks => Identifier::of(NameRole::Attacks, &owner, name),
                _ => new(format!("the {owner}table {name}"), name),
            });
        }
        for width in named.scans {
            for direction in ["forward", "reverse"] {
                let what = format!("the {direction} bit scan of {width} bits");
                all.push(new(what, self.bit_scan(direction, *width)));
            }
        }
        if named.has_self_test {
            all.push(new("the self-test".to_owned(), self.function(&["self", "test"])));
        }
        all
    }

    /// Checks identifiers, given as (description of the item, name): each must be an identifier, and no two may be
    /// alike. Returns all errors.
    pub fn check<'a>(
        &self,
        identifiers: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Vec<NameError> {
        let mut wrong = Vec::new();
        let mut seen: BTreeMap<String, (String, String)> = BTreeMap::new();
        // If classes have the case of functions, no member may have its class's name.
        if !self.naming.is_prefixed && self.naming.functions == self.naming.types {
            let class = self.type_name.clone();
            seen.insert(class.clone(), ("the file's class or module".to_owned(), class));
        }
        for (what, name) in identifiers {
            if let Err(error) = self.check_one(name) {
                wrong.push(error);
                continue;
            }
            if self.naming.begins_small && name.starts_with(|c: char| c.is_ascii_uppercase()) {
                wrong.push(NameError::Capital { name: name.to_owned() });
                continue;
            }
            let folded = |name: &str| self.naming.folded(name);
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

    /// Checks the form of an identifier, which may be a keyword: a prefix may be one, too.
    pub fn check_identifier(&self, name: &str) -> Result<(), NameError> {
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_between = !name.starts_with('_') && !name.ends_with('_') && !name.contains("__");
        let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && name != "_";
        if !begins
            || !is_word
            || (self.naming.underscores != Underscores::Characters && !is_between)
        {
            return Err(NameError::NotAnIdentifier { name: name.to_owned() });
        }
        Ok(())
    }

    /// Checks one identifier: its form, and that it is neither a keyword nor reserved.
    pub fn check_one(&self, name: &str) -> Result<(), NameError> {
        self.check_identifier(name)?;
        let own = self.naming.folded(name);
        let is_alike = |word: &&str| self.naming.folded(word) == own;
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
