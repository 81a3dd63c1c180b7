//! The keys of the user's own types of squares and sets: their names, and how their numbers are read.

use std::ops::Range;

use toml::Spanned;

use super::options::{OptionError, check_name, is_identifier, refuse};
use magicgen_lookup::model::companion::Sort;

/// The user's types, and the header or the module that declares them.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnTypes {
    pub(super) square: Option<String>,
    pub(super) bitboard: Option<String>,
    pub(super) include: Option<String>,
    /// The enumeration of pieces that the function of `attacks-of` takes.
    pub(super) piece: Option<Spanned<String>>,
    /// How a square's number is read, if a language's own conversion doesn't.
    pub(super) square_value: Option<Access>,
    /// How a set's word is read, if a language's own conversion doesn't.
    pub(super) bitboard_value: Option<Access>,
}

/// How the number in a value of a user's type is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// A field or a property.
    Field(String),
    /// A method without parameters.
    Method(String),
}

impl Access {
    /// Reads `bits` as a field and `bits()` as a method.
    fn read(text: &str) -> Self {
        match text.strip_suffix("()") {
            Some(method) => Self::Method(method.to_owned()),
            None => Self::Field(text.to_owned()),
        }
    }

    /// The name of the field or method.
    fn name(&self) -> &str {
        let (Self::Field(name) | Self::Method(name)) = self;
        name
    }

    /// The number in `value`, as an expression.
    fn of(&self, value: &str) -> String {
        format!("{value}.{}", self.text())
    }

    /// The text in a config.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Field(name) => name.clone(),
            Self::Method(name) => format!("{name}()"),
        }
    }
}

impl OwnTypes {
    /// Checks the names by `is_type`; `example` is shown as help.
    pub(super) fn read(
        square: Option<Spanned<String>>,
        bitboard: Option<Spanned<String>>,
        include: Option<Spanned<String>>,
        is_type: impl Fn(&str) -> bool,
        example: &str,
    ) -> Result<Self, OptionError> {
        let help = format!("use an identifier that isn't a keyword: `{example}`");
        for name in [&square, &bitboard] {
            check_name(name.as_ref(), &is_type, "the name of a type", &help)?;
        }
        let is_file = |name: &str| {
            let is_right = |c: char| c.is_ascii_alphanumeric() || "._-+/ ".contains(c);
            !name.is_empty() && name.chars().all(is_right) && !name.contains("//")
        };
        let help = "use letters, digits, `.`, `_`, `-`, `+`, `/` and blanks: `types.h`";
        check_name(include.as_ref(), is_file, "the name of a header", help)?;
        let [square, bitboard, include] =
            [square, bitboard, include].map(|given| given.map(Spanned::into_inner));
        Ok(Self { square, bitboard, include, ..Self::default() })
    }

    /// Adds the type of pieces.
    pub(super) fn with_piece(
        self,
        piece: Option<Spanned<String>>,
        is_type: impl Fn(&str) -> bool,
        help: &str,
    ) -> Result<Self, OptionError> {
        check_name(piece.as_ref(), is_type, "the name of a type", help)?;
        Ok(Self { piece, ..self })
    }

    /// The types of a language that imports the module that declares them: of squares, of sets and, if the language has
    /// it, of pieces.
    pub(super) fn imported<const N: usize>(
        types: [Option<Spanned<String>>; N],
        import: Option<Spanned<String>>,
        how: &Imported,
    ) -> Result<Self, OptionError> {
        let Imported { is_type, type_help, is_import, import_name, import_help, is_needed } = how;
        for name in &types {
            check_name(name.as_ref(), is_type, "the name of a type", type_help)?;
            let lacks = |_: &String| *is_needed && import.is_none();
            refuse(name.as_ref(), lacks, "this needs `import`", *import_help)?;
        }
        check_name(import.as_ref(), is_import, import_name, import_help)?;
        let is_unused = |_: &String| types.iter().all(Option::is_none);
        let message = "this needs `square-type` or `bitboard-type`";
        refuse(import.as_ref(), is_unused, message, "name a type, or leave this out")?;
        let mut types = types.into_iter();
        let (square, bitboard) = (types.next().flatten(), types.next().flatten());
        let piece = types.next().flatten();
        let [square, bitboard, include] =
            [square, bitboard, import].map(|given| given.map(Spanned::into_inner));
        Ok(Self { square, bitboard, include, piece, ..Self::default() })
    }

    /// Adds how numbers are read. `as` is the language's own conversion, and so means the same as no key.
    pub(super) fn with_values(
        self,
        [square, bitboard]: [Option<Spanned<String>>; 2],
        keywords: &[&str],
    ) -> Result<Self, OptionError> {
        let is_right =
            |text: &str| text == "as" || is_identifier(Access::read(text).name(), keywords);
        let help = "use a field such as `bits`, a method such as `index()`, or `as`";
        let given =
            [(&square, &self.square, "square-type"), (&bitboard, &self.bitboard, "bitboard-type")];
        for (value, name, key) in given {
            check_name(value.as_ref(), is_right, "a field or a method", help)?;
            check_has_type(value.as_ref(), name.is_some(), key)?;
        }
        let access = |value: Option<Spanned<String>>| {
            let text = value.map(Spanned::into_inner).filter(|text| text != "as")?;
            Some(Access::read(&text))
        };
        let (square_value, bitboard_value) = (access(square), access(bitboard));
        Ok(Self { square_value, bitboard_value, ..self })
    }

    /// The user's type of squares or of sets.
    pub(super) fn of(&self, sort: Sort) -> Option<&str> {
        match sort {
            Sort::Square => self.square.as_deref(),
            Sort::Set => self.bitboard.as_deref(),
            _ => None,
        }
    }

    /// The expression in which a language converts the parameter `name`: the parameter itself, or the number read in it.
    pub(super) fn read_in(&self, sort: Sort, name: &str) -> String {
        let access = match sort {
            Sort::Square => &self.square_value,
            Sort::Set => &self.bitboard_value,
            _ => &None,
        };
        access.as_ref().map_or_else(|| name.to_owned(), |access| access.of(name))
    }

    /// The settings for [`Backend::settings`](super::Backend::settings); `include` is the key of the module.
    pub(super) fn settings(&self, include: &'static str) -> Vec<(&'static str, String)> {
        let text = |access: &Option<Access>| access.as_ref().map(Access::text);
        let all = [
            ("square-type", self.square.clone()),
            ("square-value", text(&self.square_value)),
            ("bitboard-type", self.bitboard.clone()),
            ("bitboard-value", text(&self.bitboard_value)),
            ("piece-type", self.piece.as_ref().map(|piece| piece.get_ref().clone())),
            (include, self.include.clone()),
        ];
        all.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
    }

    /// The field that holds a set's word, if the user named one.
    pub(super) fn set_field(&self) -> Option<&str> {
        match &self.bitboard_value {
            Some(Access::Field(name)) => Some(name),
            _ => None,
        }
    }

    /// True if values of these types aren't what they are to the compiler.
    pub(super) const fn need_code(&self) -> bool {
        self.square_value.is_some() || self.bitboard_value.is_some() || self.piece.is_some()
    }

    /// True if numbers are read by methods.
    pub(super) fn calls_methods(&self) -> bool {
        let mut values = [&self.square_value, &self.bitboard_value].into_iter().flatten();
        values.any(|access| matches!(access, Access::Method(_)))
    }

    pub(super) const fn is_given(&self) -> bool {
        self.square.is_some() || self.bitboard.is_some() || self.piece.is_some()
    }

    /// The user's type of pieces.
    pub(super) fn piece(&self) -> Option<&str> {
        self.piece.as_ref().map(|piece| piece.get_ref().as_str())
    }

    /// The position of this type in the config.
    pub(super) fn piece_span(&self) -> Option<Range<usize>> {
        self.piece.as_ref().map(Spanned::span)
    }
}

/// Refuses `square-value` without `square-type`, and the same of bitboards.
pub(super) fn check_has_type(
    value: Option<&Spanned<String>>,
    has_type: bool,
    key: &str,
) -> Result<(), OptionError> {
    let (message, help) =
        (format!("this needs `{key}`"), format!("set `{key}`, or leave this out"));
    refuse(value, |_| !has_type, message, help)
}

/// A language's names of types and modules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Imported {
    /// True for the name of a type.
    pub(super) is_type: fn(&str) -> bool,
    /// Advice on such names.
    pub(super) type_help: &'static str,
    /// True for the name of a module.
    pub(super) is_import: fn(&str) -> bool,
    /// What `import` names: `the name of a module`.
    pub(super) import_name: &'static str,
    /// Advice on such names.
    pub(super) import_help: &'static str,
    /// True if no type is visible without an import.
    pub(super) is_needed: bool,
}

impl Imported {
    /// A language whose types have the names of their modules, and no key `import`.
    pub(super) const fn paths(is_type: fn(&str) -> bool, type_help: &'static str) -> Self {
        let is_import = |_: &str| false;
        let (import_name, import_help) = ("", "");
        Self { is_type, type_help, is_import, import_name, import_help, is_needed: false }
    }
}
