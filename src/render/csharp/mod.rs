//! C# 7 and later: one static class. Its filled tables are in a nested class that the first lookup initialises.

mod syntax;
mod view;

use std::ops::Range;

use self::view::{Class, Frame, Test};
use crate::render::prelude::*;

pub(in crate::render) static CSHARP: Language = Language {
    id: "csharp",
    aliases: &["cs", "c#"],
    summary: "a static class for C# 7 and later",
    tools: &["mcs", "mono"],
    limits: &[
        "public arrays are `ReadOnlySpan`; .NET Framework has that type in the package System.Memory",
        "tests compile C# 7; they only compare the text of file-scoped namespaces (C# 10) and nullable contexts (C# 8)",
    ],
    source: SourceSyntax {
        endings: &["cs"],
        words: &["namespace ", "using System", "ulong[]", "public static ", "readonly "],
        octal: false,
        triple: true,
        ..SourceSyntax::C
    },
    calls: CallSyntax {
        types: TypePlace::Before,
        value_behind: Some("=>"),
        square: Some(Conversion {
            own: &["int", "byte", "sbyte", "short", "ushort"],
            form: ["(int)", ""],
        }),
        qualified: "$type.$name",
        keys_for: |text| {
            let name = name_behind(text, "namespace ");
            let key =
                |name: String| TomlKey::text("namespace", &name, "the namespace of the sources");
            name.map(key).into_iter().collect()
        },
        ..CallSyntax::C
    },
    keys: shape_of::<Keys>,
    configure: |options| Ok(Box::new(read(options)?)),
};

const IMPORTED: Imported = Imported::paths(
    |name| is_path(name, KEYWORDS),
    "use identifiers that aren't keywords, joined by dots: `Chess.Square`",
);

/// `[output.csharp]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// `Chess.Bitboards`
    namespace: Option<Spanned<String>>,
    /// Whether the namespace is file-scoped, as in C# 10.
    file_scoped: Option<Spanned<bool>>,
    /// Whether the file enables nullable reference types, as in C# 8.
    nullable: bool,
    visibility: Visibility,
    /// The user's type of squares: each function exists for it, too.
    square_type: Option<Spanned<String>>,
    square_value: Option<Spanned<String>>,
    /// The user's type of sets of squares.
    bitboard_type: Option<Spanned<String>>,
    bitboard_value: Option<Spanned<String>>,
    /// The user's type of pieces.
    piece_type: Option<Spanned<String>>,
    /// The keys of types, checked.
    #[serde(skip)]
    types: OwnTypes,
}

impl Keys {
    fn is_file_scoped(&self) -> bool {
        self.file_scoped.as_ref().is_some_and(|is_scoped| *is_scoped.get_ref())
    }
}

fn read(options: Options<'_>) -> Result<Keys, OptionError> {
    let mut keys: Keys = read_options(options)?;
    check_path(keys.namespace.as_ref(), KEYWORDS, "the name of a namespace", "Chess.Bitboards")?;
    let message = "`file-scoped` needs `namespace`";
    let help = "name it: `namespace = \"Chess.Bitboards\"`";
    let is_nameless = |is_scoped: &bool| *is_scoped && keys.namespace.is_none();
    refuse(keys.file_scoped.as_ref(), is_nameless, message, help)?;
    let types = [&mut keys.square_type, &mut keys.bitboard_type, &mut keys.piece_type];
    let types = types.map(Option::take);
    let values = [&mut keys.square_value, &mut keys.bitboard_value].map(Option::take);
    keys.types = OwnTypes::imported(types, None, &IMPORTED)?.with_values(values, KEYWORDS)?;
    Ok(keys)
}

const CUSTOM: Custom = Custom {
    others: &["MethodImpl", "MethodImplOptions"],
    members: Case::Pascal,
    ..Custom::new(
        "The first lookup fills them, once for all threads; later ones only read.",
        "any other throws IndexOutOfRangeException",
    )
};

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        // .NET Framework and Mono have no `BitOperations` and no BMI2 instructions: counts of bits are computed, and
        // PEXT is a loop.
        Capabilities {
            has_nested_arrays: true,
            has_numbered_members: true,
            machine: Machine { sets: Some(1), ..Capabilities::ARRAYS.machine },
            has_pext: true,
            has_dispatch: true,
            prints: |_| true,
            tables: Capabilities::WITH_BLOB,
            fields: Capabilities::WITH_RECORDS,
            filled_fields: Capabilities::FILLED_RECORDS,
            ..Capabilities::ARRAYS
        }
    }

    fn piece_type(&self) -> Option<Range<usize>> {
        self.types.piece_span()
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let mut settings = vec![
            ("namespace", given(self.namespace.as_ref())),
            ("file-scoped", self.is_file_scoped().to_string()),
            ("nullable", self.nullable.to_string()),
            ("visibility", self.visibility.id().to_owned()),
        ];
        settings.extend(self.types.settings("import"));
        settings
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Pascal,
            constants: Case::Pascal,
            types: Case::Pascal,
            keywords: KEYWORDS,
            reserved: VARIABLES,
            ending: "cs",
            ..Naming::PLAIN
        }
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        let (page, holder) = named(module);
        Class::new(&page, self, &holder).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let (page, holder) = named(module);
        let view = Class::new(&page, self, &holder);
        let frame = Frame { page: &page, keys: self, uses: view.uses() };
        let mut artifacts = vec![frame.around(file_name, &view)];
        if let Some((walk, test)) = test_apart(module, CUSTOM) {
            let (frame, name) = (Frame { uses: &["System"], ..frame }, &module.names.type_name);
            let test = Test::new(view, &test, &walk);
            artifacts.push(frame.around(format!("{name}Test.cs"), &test));
        }
        artifacts
    }
}

/// The page, and the name of the class that holds filled tables.
fn named(module: &Module) -> (Page<'_>, String) {
    let mut page = page(module, CUSTOM);
    let holder = page.taken.clone().name("Tables");
    page.nest_tables(&holder, usize::MAX);
    (page, holder)
}

/// Keywords that can't be identifiers; contextual keywords can.
const KEYWORDS: &[&str] = words_of!("csharp/keywords.txt");
