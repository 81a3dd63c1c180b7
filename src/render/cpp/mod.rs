//! C++11 and later: a header that any number of files may include. Private items are in the namespace `detail`.
//!
//! Since C++17, full tables are inline constants, and the compiler computes lookups with constant arguments. C++11 and
//! 14 have no inline variables: the header declares tables above 16 KiB, and one file of the program defines them. With
//! `layout = "pair"` the source file defines them under every standard. Tables that are filled at start-up are shared
//! by the whole program and zero until `init` is called.

mod arrays;
mod assertions;
mod item;
mod kinds;
mod movers;
mod rays;
mod records;
mod start;
mod syntax;
#[cfg(test)]
mod tests;
mod typed;
mod vectors;
mod view;

use std::ops::Range;
use std::path::PathBuf;

use crate::render::guard;
use crate::render::pair::Layout;
use crate::render::prelude::*;
use crate::render::vectors::dispatch::DispatchBatches;

pub(in crate::render) static CPP: Language = Language {
    id: "cpp",
    aliases: &["c++", "cxx"],
    summary: "a header for C++17 or C++20, its lookups constexpr; also for C++11 and C++14",
    tools: &["clang++", "clang-format", "g++", "g++ -m32", "aarch64-linux-gnu-g++", "qemu-aarch64"],
    limits: &[
        "lookups are `constexpr` from C++17 on, if tables are full and in the header; lookups of `pext` and `pext16` never are",
        "functions that depend on the processor's instructions (BMI2, AVX2, AVX-512, GFNI) are `static`, so that files of a program may be compiled with different flags; tables are shared, and `init` fills them once",
    ],
    source: SourceSyntax {
        endings: &["inl", "cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "ipp"],
        further_endings: &["tpp", "tcc", "h++", "cppm", "ixx"],
        ..SourceSyntax::C
    },
    calls: CallSyntax {
        qualified: "$module::$name",
        square: Some(Conversion {
            own: CallSyntax::UNSIGNED,
            form: ["static_cast<unsigned>(", ")"],
        }),
        ..CallSyntax::INCLUDING
    },
    keys: shape_of::<Keys>,
    configure: |options| Ok(Box::new(read(options)?)),
};

/// `[output.cpp]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    std: Standard,
    layout: Layout,
    /// For example `chess::magics`; by default the module's name.
    namespace: Option<Spanned<String>>,
    case: NameCase,
    guard: Option<Spanned<String>>,
    /// Whether the compiler checks tables and some lookups; true by default.
    static_assert: Option<bool>,
    /// The type of a set of two words.
    word: Option<Spanned<Word>>,
    bmi2: Bmi2,
    dispatch_batches: DispatchBatches,
    /// The name of the module whose interface the file is, instead of a header; from C++20 on.
    module: Option<Spanned<String>>,
    square_type: Option<Spanned<String>>,
    square_value: Option<Spanned<String>>,
    bitboard_type: Option<Spanned<String>>,
    bitboard_value: Option<Spanned<String>>,
    piece_type: Option<Spanned<String>>,
    include: Option<Spanned<String>>,
    /// The six keys above, checked.
    #[serde(skip)]
    types: OwnTypes,
}

/// The language's standard.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
enum Standard {
    #[serde(rename = "c++11", alias = "11")]
    Cpp11,
    #[serde(rename = "c++14", alias = "14")]
    Cpp14,
    #[default]
    #[serde(rename = "c++17", alias = "17")]
    Cpp17,
    #[serde(rename = "c++20", alias = "20")]
    Cpp20,
}

choice! {
    /// How functions and constants join words.
    NameCase {
        #[default]
        Snake = "snake",
        Camel = "camel",
    }
}

choice! {
    /// The type of a set of two words.
    Word {
        /// A structure of words.
        #[default]
        Native = "native",
        /// `unsigned __int128`
        Int128 = "int128",
    }
}

impl Standard {
    fn id(self) -> &'static str {
        match self {
            Self::Cpp11 => "c++11",
            Self::Cpp14 => "c++14",
            Self::Cpp17 => "c++17",
            Self::Cpp20 => "c++20",
        }
    }
}

impl Keys {
    fn is_20(&self) -> bool {
        self.std == Standard::Cpp20
    }

    /// True before inline variables came with C++17.
    fn is_old(&self) -> bool {
        matches!(self.std, Standard::Cpp11 | Standard::Cpp14)
    }

    fn namespace<'a>(&'a self, names: &'a Names) -> &'a str {
        self.namespace.as_ref().map_or(&names.type_name, |namespace| namespace.get_ref())
    }

    fn case(&self) -> Case {
        if self.case == NameCase::Snake { Case::Snake } else { Case::Camel }
    }

    /// True if the file is the interface of a module.
    fn is_module(&self) -> bool {
        self.module.is_some()
    }

    fn page<'a>(&self, module: &'a Module, pointed: &'a [Pointed]) -> Page<'a> {
        let mut page = page_of(module, CUSTOM, pointed);
        // Vectors gather from arrays.
        if !module.has_arrays() {
            page.batches.iter_mut().for_each(|batch| batch.lanes = None);
        }
        self.dispatch_batches.apply(&mut page);
        page
    }

    fn guard(&self, names: &Names, file_name: &str) -> String {
        guard::name(self.guard.as_ref(), || kinds::guard(self.namespace(names), file_name))
    }

    /// The place of `word = "int128"`.
    fn int128(&self) -> Option<Range<usize>> {
        let word = self.word.as_ref().filter(|word| *word.get_ref() == Word::Int128);
        word.map(Spanned::span)
    }

    fn asserts(&self) -> bool {
        self.static_assert.unwrap_or(true)
    }
}

fn read(options: Options<'_>) -> Result<Keys, OptionError> {
    let mut keys: Keys = read_options(options)?;
    // Neither the language nor the header's names reserve it.
    let is_free = |part: &str| {
        let is_ours = is_identifier(part, KEYWORDS) && !RESERVED.contains(&part);
        is_ours && !part.starts_with('_') && !part.contains("__")
    };
    if let Some(name) = &keys.namespace
        && !name.get_ref().split("::").all(is_free)
    {
        let message = format!("`{}` isn't the name of a namespace", name.get_ref().escape_debug());
        let help = "use identifiers that aren't keywords, joined by `::`: `chess::magics`";
        return Err(OptionError::at(name.span(), message, help));
    }
    let help = "use identifiers that aren't keywords, joined by dots: `chess.magics`";
    check_name(keys.module.as_ref(), is_module, "the name of a module", help)?;
    let (message, help) = ("modules are of C++20", "set `std = \"c++20\"`, or leave this out");
    refuse(keys.module.as_ref(), |_| !keys.is_20(), message, help)?;
    let message = "a module has no source file besides its interface";
    let help = "leave `module` or `layout` out";
    refuse(keys.module.as_ref(), |_| keys.layout == Layout::Pair, message, help)?;
    let message = "GCC can't compile a function for another processor in a module";
    let help = "leave `dispatch-batches` or `module` out";
    keys.dispatch_batches.refuse_if(keys.is_module(), message, help)?;
    let (message, help) = ("a module has no include guard", "leave `guard` out");
    refuse(keys.guard.as_ref(), |_| keys.is_module(), message, help)?;
    guard::check(keys.guard.as_ref(), &[KEYWORDS, RESERVED], "MAGICS_HPP")?;
    let is_type = |name: &str| {
        let path = name.strip_prefix("::").unwrap_or(name);
        path.split("::").all(|part| is_identifier(part, KEYWORDS))
    };
    let [square, bitboard, include] =
        [&mut keys.square_type, &mut keys.bitboard_type, &mut keys.include].map(Option::take);
    let values = [&mut keys.square_value, &mut keys.bitboard_value].map(Option::take);
    let types = OwnTypes::read(square, bitboard, include, is_type, "chess::Square")?;
    let types = types.with_values(values, KEYWORDS)?;
    let help = "use an identifier that isn't a keyword: `chess::PieceType`";
    keys.types = types.with_piece(keys.piece_type.take(), is_type, help)?;
    Ok(keys)
}

/// True for names of modules. The parts `import` and `module` are no words of the language elsewhere, and `std` with a
/// number is the library's.
fn is_module(name: &str) -> bool {
    let first = name.split('.').next().unwrap_or(name);
    let is_library = |rest: &str| rest.bytes().all(|digit| digit.is_ascii_digit());
    is_path(name, KEYWORDS)
        && !name.split('.').any(|part| ["import", "module"].contains(&part))
        && !first.strip_prefix("std").is_some_and(is_library)
}

/// The endings of headers that can have a source file.
const ENDINGS: &[&str] = &[".hpp", ".h"];

/// The source file of a header.
fn source(file_name: &str) -> String {
    let stem = ENDINGS.iter().find_map(|ending| file_name.strip_suffix(ending));
    format!("{}.cpp", stem.unwrap_or(file_name))
}

const CUSTOM: Custom = Custom {
    tests_apart: false,
    ..Custom::new(
        "They are filled at start-up, by a call that comes before the first lookup.",
        "any other reads outside of the arrays",
    )
};

impl Backend for Keys {
    fn implementation(&self, names: &Names) -> Option<String> {
        let is_by_macro = self.is_old() && self.layout == Layout::Single;
        is_by_macro.then(|| kinds::implementation(self.namespace(names)))
    }

    fn capabilities(&self) -> Capabilities {
        let usual = if self.is_20() { Capabilities::COUNTING } else { Capabilities::ARRAYS };
        Capabilities {
            has_nested_arrays: true,
            has_numbered_members: true,
            machine: Machine {
                has_lanes: true,
                reverses_bits: true,
                sets: Some(1),
                ..usual.machine
            },
            tables: Capabilities::WITH_BLOB,
            fields: PRINTED_FIELDS,
            filled_fields: FIELDS,
            // A function of the header reverses words: the library has none before C++23.
            has_pext: true,
            has_dispatch: true,
            prints: |_| true,
            // A backslash, or its trigraph, joins the next line to a comment.
            comments: Comments { breakers: &["??/"], joins_lines: true, ..Comments::default() },
            ..usual
        }
    }

    fn piece_type(&self) -> Option<Range<usize>> {
        self.types.piece_span()
    }

    fn of_two_words(&self) -> Option<(&'static str, Range<usize>)> {
        Some(("word = \"int128\"", self.int128()?))
    }

    fn check_files(&self, files: &[Artifact]) -> Result<(), OptionError> {
        guard::check_files(self.guard.as_ref(), files)
    }

    fn settings(&self, names: &Names, file_name: &str) -> Vec<(&'static str, String)> {
        let mut settings = vec![
            ("std", self.std.id().to_owned()),
            ("namespace", self.namespace(names).to_owned()),
            ("case", self.case.id().to_owned()),
        ];
        // A module has no guard.
        settings.extend((!self.is_module()).then(|| ("guard", self.guard(names, file_name))));
        settings.push(("static-assert", self.asserts().to_string()));
        settings.extend(self.int128().map(|_| ("word", Word::Int128.id().to_owned())));
        settings.extend(self.bmi2.setting());
        settings.extend(self.dispatch_batches.setting());
        settings.extend(self.module.as_ref().map(|name| ("module", name.get_ref().clone())));
        // The default layout is older than this key and stays out of the settings.
        if self.layout == Layout::Pair {
            settings.push(("layout", self.layout.id().to_owned()));
        }
        settings.extend(self.types.settings("include"));
        settings
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: self.case(),
            constants: self.case(),
            keywords: KEYWORDS,
            reserved: RESERVED,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        let ending = if self.is_module() { "cppm" } else { "hpp" };
        PathBuf::from(format!("{}.{ending}", names.type_name))
    }

    fn check_file_name(&self, _: &Names, file_name: &str) -> Result<(), String> {
        if self.is_module() {
            let is_right = [".cppm", ".ixx"].iter().any(|ending| file_name.ends_with(ending));
            let message = "compilers take only a file that ends in `.cppm` or `.ixx` for a module";
            return if is_right { Ok(()) } else { Err(message.to_owned()) };
        }
        self.layout.check_header(file_name, ENDINGS)
    }

    fn artifacts(&self, _emit: &[Part]) -> usize {
        self.layout.files()
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        let pointed = pointed(module);
        view::Header::new(&page_of(module, CUSTOM, &pointed), self, "").lookup_text(piece, bit)
    }

    fn check(&self, module: &Module) -> Result<(), OptionError> {
        self.dispatch_batches.check(|| self.page(module, &pointed(module)).batches)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let pointed = pointed(module);
        let page = self.page(module, &pointed);
        let mut header = view::Header::new(&page, self, file_name);
        let mut files = vec![Artifact::new(file_name, &header)];
        if self.layout == Layout::Pair {
            header.is_source = true;
            files.push(Artifact::new(source(file_name), &header));
        }
        files
    }
}

/// Words of the language, and the alternative spellings of operators.
const KEYWORDS: &[&str] = words_of!("cpp/keywords.txt");

/// Namespaces, types, functions and variables of the header. Variables of programs on halves aren't listed: squares are
/// called `a1` here.
const RESERVED: &[&str] = words_of!("cpp/reserved.txt");
