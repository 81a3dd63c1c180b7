//! What `adopt` knows of a language: how engines write functions, and how they call the generated lookup.

use magicgen_search::text::TomlText;

/// A key of the config, with its value in TOML.
#[derive(Clone, Debug)]
pub struct TomlKey {
    /// The key.
    pub key: &'static str,
    /// The value. `{name}` stands for the output's name.
    pub value: String,
    /// The reason.
    pub why: &'static str,
}

impl TomlKey {
    /// A key whose value is a text.
    #[must_use]
    pub fn text(key: &'static str, value: &str, why: &'static str) -> Self {
        Self { key, value: TomlText(value).to_string(), why }
    }
}

/// The place of a type beside the name that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypePlace {
    /// `int square`
    Before,
    /// `square: int`
    AfterColon,
    /// `square int`; several names may share the type after the last one.
    After,
}

/// The conversion of an engine's value into the type that the generated lookup needs.
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    /// The types that need no conversion.
    pub own: &'static [&'static str],
    /// The text before and after the value.
    pub form: [&'static str; 2],
}

/// How engines write functions, and how they call the generated lookup.
#[derive(Clone, Copy, Debug)]
pub struct CallSyntax {
    /// The beginning and the end of the text in front of a defined function's name.
    pub before_name: [&'static str; 2],
    /// The place of types.
    pub types: TypePlace,
    /// The mark before a function's body: `{`, or `:` before an indented one.
    pub opens_body: char,
    /// The mark between a function's parameters and an expression that is its result: `=>` or `=`.
    pub value_behind: Option<&'static str>,
    /// The text before and after a returned value.
    pub returns: [&'static str; 2],
    /// One of two values by the condition `$asked`: `$one` if it holds, `$other` otherwise. Empty where
    /// no expression does this.
    pub either: &'static str,
    /// The generated function's name as other files write it. `$module` stands for the file's name, `$type` for the
    /// name of the output as a type.
    pub qualified: &'static str,
    /// The conversion of a square.
    pub square: Option<Conversion>,
    /// True if an array's index has the type of the lookup's square.
    pub indexes_by_square: bool,
    /// The conversion of the occupancy. The result is converted back by its type's name.
    pub occupied: Option<Conversion>,
    /// Imports of the generated file, each behind a text that a source must have for it; the first that fits is taken.
    /// `$way` stands for the file's path from the source's folder, `$here` for the same with `./` in front, `$stem` for
    /// that without the extension.
    pub imports: &'static [(&'static str, &'static str)],
    /// Lines that are imports: the beginning, a text in between, the end.
    pub import_lines: &'static [[&'static str; 3]],
    /// True if the folders of sources repeat the names of their packages.
    pub has_package_folders: bool,
    /// The keys of the language's table for a file in the project of a source with this text.
    pub keys_for: fn(&str) -> Vec<TomlKey>,
}

impl CallSyntax {
    /// Types that C and C++ convert to `unsigned` without a change of sign or value.
    pub const UNSIGNED: &'static [&'static str] = &[
        "unsigned", "unsigned int", "uint8_t", "uint16_t", "uint32_t", "std::uint8_t",
        "std::uint16_t", "std::uint32_t",
    ];

    /// As in C, but without a way to import the generated file.
    pub const C: Self = Self {
        before_name: [""; 2],
        types: TypePlace::AfterColon,
        opens_body: '{',
        value_behind: None,
        returns: ["return ", ";"],
        either: "($asked ? $one : $other)",
        qualified: "$module.$name",
        square: None,
        indexes_by_square: false,
        occupied: None,
        imports: &[],
        import_lines: &[["import ", "", ""], ["from ", "", ""], ["const ", "require(", ""]],
        has_package_folders: false,
        keys_for: |_| Vec::new(),
    };

    /// As in C and C++, whose files include each other.
    pub const INCLUDING: Self = Self {
        types: TypePlace::Before,
        qualified: "$name",
        imports: &[("", "#include \"$way\"\n")],
        import_lines: &[["#include", "", ""]],
        ..Self::C
    };

    /// True if a function may be assigned to a name: `name = (square) => ...`.
    #[must_use]
    pub fn has_arrows(&self) -> bool {
        self.value_behind == Some("=>") && self.types == TypePlace::AfterColon
    }

    /// True if this language's files and those of the other include each other.
    #[must_use]
    pub fn includes(&self, other: &Self) -> bool {
        self.is_including() && other.is_including()
    }

    /// True if files include others by the preprocessor.
    #[must_use]
    pub fn is_including(&self) -> bool {
        self.imports.iter().any(|(_, line)| line.starts_with("#include"))
    }
}

/// The name that follows a word at the beginning of a line, such as `package `.
#[must_use]
pub fn name_behind(text: &str, word: &str) -> Option<String> {
    let rest = text.lines().find_map(|line| line.trim_start().strip_prefix(word))?;
    let is_of_name = |c: &char| c.is_alphanumeric() || "._".contains(*c);
    let name: String = rest.trim_start().chars().take_while(is_of_name).collect();
    let name = name.trim_end_matches('.').to_owned();
    (!name.is_empty()).then_some(name)
}
