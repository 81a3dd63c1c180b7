//! Zig 0.14 and later: a file, which is a namespace, with tests in it. The first lookup fills tables.

mod syntax;
mod view;

use std::ops::Range;

use self::view::{File, Guard};
use crate::render::prelude::*;

pub(in crate::render) static ZIG: Language = Language {
    id: "zig",
    aliases: &[],
    summary: "a file for Zig 0.14 and later",
    tools: &["python3 ziglang"],
    limits: &["tested in debug builds, where overflow traps"],
    source: SourceSyntax {
        endings: &["zig"],
        words: &["const std = @import", "@as(", "pub const ", ": [64]u64", "[_]u64"],
        blocks: &[],
        backslash_lines: true,
        ..SourceSyntax::RUST
    },
    calls: CallSyntax {
        before_name: ["", "fn"],
        either: "(if ($asked) $one else $other)",
        square: Some(Conversion { own: &["u6"], form: ["@intCast(", ")"] }),
        imports: &[("", "const $module = @import(\"$way\");\n")],
        import_lines: &[["const ", "@import(", ""]],
        ..CallSyntax::C
    },
    keys: shape_of::<Keys>,
    configure: |options| {
        let mut keys: Keys = read_options(options)?;
        let types = [&mut keys.square_type, &mut keys.bitboard_type, &mut keys.piece_type];
        let types = types.map(Option::take);
        let values = [&mut keys.square_value, &mut keys.bitboard_value].map(Option::take);
        let types = OwnTypes::imported(types, keys.import.take(), &IMPORTED)?;
        keys.types = types.with_values(values, KEYWORDS)?;
        Ok(Box::new(keys))
    },
};

const IMPORTED: Imported = Imported {
    is_type: |name| is_path(name, KEYWORDS),
    type_help: "use identifiers that aren't keywords, joined by dots: `Square`",
    is_import: |name| {
        let is_right = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
        !name.is_empty() && name.chars().all(is_right)
    },
    import_name: "the name of a file or a module",
    import_help: "name what declares the types: `chess.zig`",
    is_needed: true,
};

/// `[output.zig]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// Whether the first lookup fills the tables; else the caller calls a function for it. That spares each lookup a
    /// load and a branch: 0.1 ns of a rook's 1.1 (`benches/languages/zig`).
    lazy: Option<Spanned<bool>>,
    /// The user's type of squares: each function exists for it, too.
    square_type: Option<Spanned<String>>,
    square_value: Option<Spanned<String>>,
    /// The user's type of sets of squares.
    bitboard_type: Option<Spanned<String>>,
    bitboard_value: Option<Spanned<String>>,
    /// The user's type of pieces.
    piece_type: Option<Spanned<String>>,
    /// The file or module that declares these types: `chess.zig`.
    import: Option<Spanned<String>>,
    /// The keys of types, checked.
    #[serde(skip)]
    types: OwnTypes,
}

impl Keys {
    /// The page, the guard of its filled tables, and the names that are taken.
    fn page<'a>(&self, module: &'a Module) -> (Page<'a>, Option<Guard>, Taken) {
        let is_lazy = self.is_lazy();
        let when_filled = if is_lazy { CUSTOM.when_filled } else { CALLED };
        let has_others = module.board.indices != 64;
        let none = "the type has no other";
        let (beyond, refused) =
            if has_others { (CUSTOM.beyond, CUSTOM.refused) } else { (none, none) };
        let mut page = page(module, Custom { when_filled, beyond, refused, ..CUSTOM });
        let mut taken = page.taken.clone();
        // A public table's name goes to the function that returns it, so the array gets another one.
        let is_loaded = module.blob.is_some();
        for table in page.filled.iter().filter(|table| table.is_public && !is_loaded) {
            page.tables[table.index].name = taken.name(format!("{}_entries", table.name));
        }
        let guard = (!page.filled.is_empty() && !is_loaded)
            .then(|| Guard::new(&module.names, is_lazy, &mut taken));
        (page, guard, taken)
    }

    fn is_lazy(&self) -> bool {
        self.lazy.as_ref().is_none_or(|lazy| *lazy.get_ref())
    }
}

const CUSTOM: Custom = Custom {
    others: &["std"],
    members: Case::Snake,
    tests_apart: false,
    ..Custom::new(
        "The first lookup fills them, once for all threads; later ones only read.",
        "any other is out of bounds, which safe builds find",
    )
};

/// The sentence on filling if no lookup fills tables.
const CALLED: &str =
    "A call fills them, once for all threads; it must come before the first lookup.";

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            has_nested_arrays: true,
            has_numbered_members: true,
            tables: Capabilities::WITH_BLOB,
            fields: Capabilities::WITH_RECORDS,
            filled_fields: Capabilities::FILLED_RECORDS,
            test_place: TestPlace::Module,
            prints: |_| true,
            has_pext: true,
            machine: Machine { sets: Some(1), ..Capabilities::REVERSING.machine },
            ..Capabilities::REVERSING
        }
    }

    fn piece_type(&self) -> Option<Range<usize>> {
        self.types.piece_span()
    }

    fn filling(&self) -> Option<Range<usize>> {
        self.lazy.as_ref().map(Spanned::span)
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let lazy = ("lazy", self.is_lazy().to_string());
        [lazy].into_iter().chain(self.types.settings("import")).collect()
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Camel,
            keywords: KEYWORDS,
            reserved: WORD_VARIABLES,
            ending: "zig",
            ..Naming::PLAIN
        }
    }

    fn check_file_name(&self, _names: &Names, file_name: &str) -> Result<(), String> {
        check_ending(file_name, "zig", "zig imports only files whose names end in `.zig`")
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        let (page, guard, taken) = self.page(module);
        File::new(&page, (guard.as_ref(), &self.types), taken).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let (page, guard, taken) = self.page(module);
        let file = File::new(&page, (guard.as_ref(), &self.types), taken);
        vec![Artifact::new(file_name, &file)]
    }
}

/// Words that can't be names.
const KEYWORDS: &[&str] = words_of!("zig/keywords.txt");

#[cfg(test)]
mod tests;
