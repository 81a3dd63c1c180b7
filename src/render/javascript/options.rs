//! The keys of `[output.javascript]` and `[output.typescript]`, and their checks.

use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use crate::render::prelude::*;

/// `[output.javascript]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct Keys {
    pub(super) module: Format,
    pub(super) word: Word,
    /// How functions return a set of two numbers.
    pub(super) result: Option<Spanned<Returned>>,
    /// Whether the first lookup fills tables, instead of the module's loading.
    pub(super) lazy: Option<Spanned<bool>>,
    /// Whether comments have tags; in JavaScript they give types.
    pub(super) jsdoc: bool,
    /// The file of declarations for TypeScript.
    pub(super) dts: Option<Spanned<String>>,
    /// The user's types, which only TypeScript has.
    #[serde(skip)]
    pub(super) types: OwnTypes,
}

/// `[output.typescript]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct TypedKeys {
    word: Word,
    result: Option<Spanned<Returned>>,
    lazy: Option<Spanned<bool>>,
    /// The user's type of squares: each function has an overload for it.
    square_type: Option<Spanned<String>>,
    square_value: Option<Spanned<String>>,
    /// The user's type of sets of squares.
    bitboard_type: Option<Spanned<String>>,
    bitboard_value: Option<Spanned<String>>,
    /// The user's type of pieces.
    piece_type: Option<Spanned<String>>,
    /// The module that declares these types: `./types.js`.
    import: Option<Spanned<String>>,
}

const IMPORTED: Imported = Imported {
    is_type: |name| is_identifier(name, super::KEYWORDS),
    type_help: "use an identifier that isn't a keyword: `Square`",
    is_import: |name| {
        let is_right = |c: char| c.is_ascii_alphanumeric() || "._-/@#".contains(c);
        !name.is_empty() && name.chars().all(is_right)
    },
    import_name: "the name of a module",
    import_help: "name the module that declares the types: `./types.js`",
    is_needed: true,
};

choice! {
    /// The module system of a file.
    Format {
        /// JavaScript with `export`.
        #[default]
        Esm = "esm",
        /// JavaScript with `module.exports`.
        CommonJs = "cjs",
        /// TypeScript, which is a separate language, not a word of the key.
        #[serde(skip)]
        TypeScript = "typescript",
    }
}

choice! {
    /// The type of a bitboard.
    Word {
        /// Two numbers of 32 bits.
        #[default]
        Pair = "pair",
        /// One bigint.
        Bigint = "bigint",
    }
}

choice! {
    /// How a set of two numbers is returned.
    Returned {
        /// As an object.
        #[default]
        Object = "object",
        /// In an array that the caller passes.
        Out = "out",
    }
}

impl Default for Keys {
    fn default() -> Self {
        let (module, word) = (Format::Esm, Word::Pair);
        let types = OwnTypes::default();
        Self { module, word, result: None, lazy: None, jsdoc: true, dts: None, types }
    }
}

impl Keys {
    /// Reads `[output.javascript]`.
    pub(super) fn javascript(options: Options<'_>) -> Result<Self, OptionError> {
        let keys: Self = read_options(options)?;
        let is_right = |dts: &str| DECLARATIONS.iter().any(|(_, end)| dts.ends_with(end));
        let help = "use `.d.mts` for an `.mjs`, e.g. `dts = \"src/magics.d.mts\"`";
        check_name(keys.dts.as_ref(), is_right, "a file of declarations", help)?;
        keys.checked()
    }

    /// Reads `[output.typescript]`.
    pub(super) fn typescript(options: Options<'_>) -> Result<Self, OptionError> {
        let keys: TypedKeys = read_options(options)?;
        let TypedKeys { word, result, lazy, import, .. } = keys;
        let types = [keys.square_type, keys.bitboard_type, keys.piece_type];
        let values = [keys.square_value, keys.bitboard_value];
        let message = "only a bigint can have a type of yours";
        let help = "set `word = \"bigint\"`, or leave this out";
        refuse(types[1].as_ref(), |_| word != Word::Bigint, message, help)?;
        let types = OwnTypes::imported(types, import, &IMPORTED)?;
        let types = types.with_values(values, super::KEYWORDS)?;
        Self { module: Format::TypeScript, word, result, lazy, types, ..Self::default() }.checked()
    }

    /// Refuses an array for results that are no pairs.
    fn checked(self) -> Result<Self, OptionError> {
        let (message, help) =
            ("a bigint is returned as it is", "set `word = \"pair\"`, or leave `result` out");
        refuse(self.result.as_ref(), |_| self.has_words(), message, help)?;
        Ok(self)
    }

    /// The options of a file with bitboards of two numbers, which functions return as objects.
    pub(super) fn halved(&self) -> Self {
        Self { word: Word::Pair, result: None, ..self.clone() }
    }

    /// True if functions write a set into an array that the caller passes.
    pub(super) fn has_out(&self) -> bool {
        self.returned() == Returned::Out
    }

    fn returned(&self) -> Returned {
        self.result.as_ref().map(|result| *result.get_ref()).unwrap_or_default()
    }

    /// The options of a declaration file, which is TypeScript.
    pub(super) fn typed(&self) -> Self {
        Self { module: Format::TypeScript, jsdoc: true, ..self.clone() }
    }

    pub(super) fn is_typed(&self) -> bool {
        self.module == Format::TypeScript
    }

    pub(super) fn is_commonjs(&self) -> bool {
        self.module == Format::CommonJs
    }

    /// True if a bitboard is a bigint; else it is two numbers.
    pub(super) fn has_words(&self) -> bool {
        self.word == Word::Bigint
    }

    /// The type of a bitboard.
    pub(super) fn bitboard(&self) -> &'static str {
        if self.has_words() { "bigint" } else { "Bits" }
    }

    /// The type of an array of bitboards.
    pub(super) fn bitboards(&self) -> &'static str {
        if self.has_words() { "BigUint64Array" } else { "Uint32Array" }
    }

    /// The type of a function that computes the place of an attack set.
    pub(super) fn index(&self) -> &'static str {
        match self.word {
            Word::Pair => "(square: number, lo: number, hi: number) => number",
            Word::Bigint => "(square: number, occupied: bigint) => number",
        }
    }

    /// True if the first lookup fills the tables. Public tables are filled at loading.
    pub(super) fn fills_late(&self, module: &Module) -> bool {
        self.is_lazy() && !module.emits(Part::Attacks)
    }

    pub(super) fn is_lazy(&self) -> bool {
        self.lazy.as_ref().is_some_and(|lazy| *lazy.get_ref())
    }

    /// The `!` after an array's entry, which tells TypeScript that the entry exists.
    pub(super) fn sure(&self) -> &'static str {
        if self.is_typed() { "!" } else { "" }
    }

    pub(super) fn entry(&self, array: &str, index: Expr) -> Expr {
        let entry = Expr::index(array, index);
        if self.is_typed() { Expr::Postfix(Rc::new(entry), self.sure()) } else { entry }
    }

    /// Fails if nothing would load a module of this name, or find its declarations.
    pub(super) fn check_module(&self, file_name: &str) -> Result<(), String> {
        let end = Path::new(file_name).extension().and_then(|end| end.to_str());
        let wrong = match (self.module, end) {
            (Format::Esm, Some("cjs")) => {
                "`.cjs` is a CommonJS module, and needs `module = \"cjs\"`"
            }
            (Format::CommonJs, Some("mjs")) => {
                "`.mjs` is an ES module, and needs `module = \"esm\"`"
            }
            _ => "",
        };
        if !wrong.is_empty() {
            return Err(wrong.to_owned());
        }
        let Some(dts) = self.dts.as_ref().map(Spanned::get_ref) else { return Ok(()) };
        let wanted = declarations_of(file_name);
        if Path::new(dts).file_name().is_some_and(|given| *given == *wanted) {
            return Ok(());
        }
        Err(format!(
            "TypeScript looks for the declarations of `{file_name}` in `{wanted}`, not in `{dts}`"
        ))
    }

    /// Refuses a declaration file in another folder than its module.
    pub(super) fn check_declarations(&self, folder: &Path) -> Result<(), String> {
        let Some(dts) = self.dts.as_ref().map(Spanned::get_ref) else { return Ok(()) };
        let parts = |path: &Path| -> PathBuf {
            path.components().filter(|part| *part != Component::CurDir).collect()
        };
        if Path::new(dts).parent().map(parts) == Some(parts(folder)) {
            return Ok(());
        }
        let folder = folder.display();
        Err(format!(
            "TypeScript looks for declarations beside the module, in `{folder}/`, not for `{dts}`"
        ))
    }
}

/// The ending of a module's name, and the ending of its declaration file for TypeScript.
const DECLARATIONS: [(&str, &str); 3] = [(".mjs", ".d.mts"), (".cjs", ".d.cts"), (".js", ".d.ts")];

/// The file in which TypeScript looks for a module's declarations.
pub(super) fn declarations_of(file_name: &str) -> String {
    let declared = |(end, declared): &(&str, &str)| {
        Some(format!("{}{declared}", file_name.strip_suffix(end)?))
    };
    DECLARATIONS.iter().find_map(declared).unwrap_or_else(|| format!("{file_name}.d.ts"))
}
