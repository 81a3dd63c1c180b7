//! Tests of refused options, and of the file names that compilers ask for, for several languages.

use std::path::Path;

use super::{ALL, OTHERS, find};
use crate::sample::{configured, small, variant};
use magicgen_lookup::model::{NameRules, Names, Part, Tables};

#[test]
fn a_build_without_the_other_languages_knows_their_names() {
    let ids = ALL.iter().map(|language| language.id);
    assert!(ids.filter(|id| !["c", "rust"].contains(id)).eq(OTHERS));
}

/// Options of a language that are refused: the language, the options, the wrong part, and words of the message.
const NONSENSE: &[[&str; 4]] = &[
    ["ada", "parent = 'Chess__X'", "'Chess__X'", "`Chess__X` isn't the name of a package"],
    ["ada", "parent = 'chess.body'", "'chess.body'", "isn't the name of a package"],
    ["ada", "parent = ''", "''", "isn't the name of a package"],
    ["c", "std = 'c89'\nword = 'native'", "'native'", "which c89 doesn't have"],
    ["c", "std = 'c17'\nword = 'pair'", "'pair'", "only for c89; c17 has"],
    ["c", "word = 'pair'", "'pair'", "only for c89; c11 has"],
    ["c", "guard = 'MAGICS-H'", "'MAGICS-H'", "isn't the name of a macro"],
    ["c", "guard = 'while'", "'while'", "is reserved"],
    ["c", "guard = 'uint64_t'", "'uint64_t'", "is reserved"],
    ["c", "section = ''", "''", "isn't the name of a section"],
    ["c", "section = 'a\"b'", "'a\"b'", "isn't the name of a section"],
    ["c", "pass = 'pointer'", "'pointer'", "only for c89; c11 has"],
    ["c", "std = 'c89'\npass = 'pointer'\nmemory = 'progmem'", "'pointer'", "can't point to"],
    ["c", "section = '.x'\nmemory = 'progmem'", "'.x'", "exclude each other"],
    ["c", "memory = 'flash'", "'flash'", "unknown variant"],
    ["c", "std = 'c98'", "'c98'", "unknown variant"],
    ["c", "inline = true", "inline", "unknown field"],
    ["cpp", "namespace = 'a::class'", "'a::class'", "isn't the name of a namespace"],
    ["cpp", "namespace = 'std'", "'std'", "isn't the name of a namespace"],
    ["cpp", "namespace = 'a__b'", "'a__b'", "isn't the name of a namespace"],
    ["cpp", "guard = '1A'", "'1A'", "isn't the name of a macro"],
    ["cpp", "guard = 'uint64_t'", "'uint64_t'", "is reserved"],
    ["cpp", "module = 'chess'", "'chess'", "modules are of C++20"],
    ["cpp", "std = 'c++20'\nmodule = 'a.module'", "'a.module'", "isn't the name of a module"],
    ["cpp", "std = 'c++20'\nmodule = 'std2.a'", "'std2.a'", "isn't the name of a module"],
    ["cpp", "std = 'c++20'\nmodule = 'a.class'", "'a.class'", "isn't the name of a module"],
    ["cpp", "std = 'c++20'\nmodule = 'a'\nguard = 'A'", "'A'", "has no include guard"],
    ["cpp", "std = 'c++20'\nmodule = 'a'\nlayout = 'pair'", "'a'", "has no source file"],
    ["cpp", "guard = 'lookup'", "'lookup'", "is reserved"],
    ["cpp", "std = 'c++98'", "'c++98'", "unknown variant"],
    ["cpp", "case = 'kebab'", "'kebab'", "unknown variant"],
    ["cpp", "inline = true", "inline", "unknown field"],
    ["csharp", "namespace = 'A.class'", "'A.class'", "isn't the name of a namespace"],
    ["csharp", "namespace = ''", "''", "isn't the name of a namespace"],
    ["csharp", "file-scoped = true", "true", "needs `namespace`"],
    ["csharp", "visibility = 'private'", "'private'", "unknown variant"],
    ["csharp", "partial = true", "partial", "unknown field"],
    ["d", "module = 'chess.scope'", "'chess.scope'", "isn't the name of a module"],
    ["d", "module = '1'", "'1'", "isn't the name of a module"],
    ["go", "package = 'chess/board'", "'chess/board'", "isn't the name of a package"],
    ["go", "package = 'a.b'", "'a.b'", "isn't the name of a package"],
    ["go", "package = 'go'", "'go'", "isn't the name of a package"],
    ["java", "package = 'org.class.chess'", "'org.class.chess'", "is a keyword"],
    ["java", "package = ''", "''", "isn't the name of a package"],
    ["java", "package = 'org..chess'", "'org..chess'", "isn't the name of a package"],
    ["java", "package = '1a'", "'1a'", "isn't the name of a package"],
    ["java", "package = 'org/example'", "'org/example'", "isn't the name of a package"],
    ["java", "package = 'a._'", "'a._'", "`_` in the package `a._` is a keyword"],
    ["java", "release = 7", "7", "release 7 is unknown"],
    ["java", "release = 300", "300", "release 300 is unknown"],
    ["java", "visibility = 'private'", "'private'", "unknown variant"],
    ["java", "generated-annotation = true", "true", "needs `release`"],
    ["java", "packages = 'a'", "packages", "unknown field"],
    ["kotlin", "package = 'a..b'", "'a..b'", "`a..b` isn't the name of a package"],
    ["kotlin", "package = 'a.fun'", "'a.fun'", "isn't the name of a package"],
    ["kotlin", "namespace = 'a'", "namespace", "unknown field `namespace`"],
    ["lua", "package = 'a..b'", "'a..b'", "`a..b` isn't a name for `require`"],
    ["lua", "dialect = '5.1'", "'5.1'", "unknown variant"],
    ["ada", "square-type = 'Square'", "'Square'", "isn't the name of a type"],
    ["cpp", "square-value = 'index()'", "'index()'", "needs `square-type`"],
    ["cpp", "bitboard-value = 'bits'", "'bits'", "needs `bitboard-type`"],
    ["cpp", "square-type = 'S'\nsquare-value = '0'", "'0'", "isn't a field or a method"],
    ["cpp", "square-type = 'S'\nsquare-value = 'a()()'", "'a()()'", "isn't a field or a"],
    ["cpp", "square-type = 'S'\nsquare-value = 'new()'", "'new()'", "isn't a field or a"],
    ["cpp", "square-type = 'S'\nsquare-value = 'a(1)'", "'a(1)'", "isn't a field or a"],
    ["csharp", "square-type = 'A.class'", "'A.class'", "isn't the name of a type"],
    ["csharp", "square-type = 'S'\nsquare-value = 'as()'", "'as()'", "isn't a field or a"],
    ["c", "std = 'c89'\npiece-type = 'T'", "'T'", "c89"],
    ["c", "piece-type = 'a b'", "'a b'", "isn't the name of a type"],
    ["cpp", "piece-type = 'a.b'", "'a.b'", "isn't the name of a type"],
    ["rust", "piece-type = 'fn'", "'fn'", "isn't the path of a type"],
    ["rust", "square-type = 'a::T'\npiece-type = 'b::T'", "'b::T'", "are called `T`"],
    ["zig", "piece-type = 'Piece'", "'Piece'", "needs `import`"],
    ["java", "square-type = 'a.int'", "'a.int'", "isn't the name of a type"],
    ["java", "bitboard-type = 'B'", "'B'", "needs `bitboard-value`"],
    ["java", "square-type = 'S'\nsquare-value = 'as'", "'as'", "no class converts"],
    ["typescript", "bitboard-value = 'bits'", "'bits'", "needs `bitboard-type`"],
    ["zig", "square-value = 'index()'", "'index()'", "needs `square-type`"],
    ["d", "bitboard-type = 'Bitboard'", "'Bitboard'", "isn't the name of a type"],
    ["go", "square-type = 'a.b.c'", "'a.b.c'", "isn't the name of a type"],
    ["go", "import = 'chess'", "'chess'", "needs `square-type` or `bitboard-type`"],
    ["go", "square-type = 'S'\nimport = '../a'", "'../a'", "isn't the path of a package"],
    ["kotlin", "square-type = 'a.fun'", "'a.fun'", "isn't the name of a type"],
    ["pascal", "square-type = 'TSquare'", "'TSquare'", "needs `import`"],
    ["pascal", "square-type = 'T'\nimport = 'unit'", "'unit'", "isn't the name of a unit"],
    ["typescript", "bitboard-type = 'B'\nimport = 'a'", "'B'", "only a bigint"],
    ["typescript", "square-type = 'S'", "'S'", "needs `import`"],
    ["typescript", "square-type = 'S'\nimport = '\"'", "'\"'", "isn't the name of a module"],
    ["zig", "square-type = 'Square'", "'Square'", "needs `import`"],
    ["zig", "square-type = 'fn'\nimport = 'a.zig'", "'fn'", "isn't the name of a type"],
    ["nim", "square-type = 'a_'", "'a_'", "isn't the name of a type"],
    ["nim", "bitboard-type = 'U_int64'", "'U_int64'", "isn't the name of a type"],
    ["nim", "import = 'chess/../types'", "'chess/../types'", "isn't the name of a module"],
    ["ocaml", "square-type = 'Board.Square'", "'Board.Square'", "isn't the name of a type"],
    ["ocaml", "bitboard-type = 'board.set'", "'board.set'", "isn't the name of a type"],
    ["pascal", "mode = 'tp'", "'tp'", "expected `objfpc` or `delphi`"],
    ["python", "minimum = '2.7'", "'2.7'", "isn't a supported version of Python"],
    ["python", "minimum = '3.9'\nword = 'numpy'", "'3.9'", "need Python 3.10"],
    ["python", "package = 'chess.class'", "'chess.class'", "isn't the name of a package"],
    ["python", "storag = 'bytes'", "storag", "unknown field"],
];

#[test]
fn nonsense_is_refused_where_it_stands() {
    for [language, text, wrong, message] in NONSENSE {
        let error = configured(find(language).unwrap(), text).unwrap_err();
        assert_eq!(&text[error.span.clone().unwrap()], *wrong, "{language}: {error:?}");
        assert!(error.message.contains(message), "{language}: {error:?}");
    }
}

#[test]
fn messages_say_no_more_than_what_is_wrong() {
    for (language, text, message) in [
        (
            "java",
            "package = 'org.class.chess'",
            "`class` in the package `org.class.chess` is a keyword",
        ),
        ("python", "minimum = '2.7'", "`2.7` isn't a supported version of Python"),
        (
            "python",
            "minimum = '3.9'\nword = 'numpy'",
            "lookups on arrays of NumPy need Python 3.10",
        ),
        ("python", "package = 'chess.class'", "`chess.class` isn't the name of a package"),
    ] {
        let error = configured(find(language).unwrap(), text).unwrap_err();
        assert_eq!(error.message, message, "{language}");
    }
}

#[test]
fn files_have_the_names_that_compilers_look_for() {
    for (language, options, name, file, refused, message) in [
        (
            "ada",
            "parent = 'Chess.Tables'",
            "rook magics",
            "chess-tables-rook_magics.ads",
            "rook_magics.ads",
            "`Chess.Tables.Rook_Magics`",
        ),
        ("d", "module = 'chess.boards'", "magics", "boards.d", "magics.d", "called `boards.d`"),
        ("go", "", "chess magics", "chessmagics.go", "magics", "`.go`"),
        ("go", "", "magics", "magics.go", "magics_test.go", "ignores files"),
        ("go", "", "magics", "magics.go", "_magics.go", "ignores files"),
        ("go", "", "magics", "magics.go", "magics_arm64.go", "for arm64 only"),
        ("go", "package = 'main'", "magics", "main.go", "main_linux.go", "for linux only"),
        ("nim", "", "chess magics", "chess_magics.nim", "chess-magics.nim", "are identifiers"),
        ("nim", "", "magics", "magics.nim", "magics.nims", "`.nim`"),
        ("ocaml", "", "chess magics", "chess_magics.ml", "chess-magics.ml", "are identifiers"),
        ("ocaml", "", "magics", "magics.ml", "magics.mli", "`.ml`"),
        ("pascal", "", "chess boards", "chessboards.pas", "chessBoards.pas", "`ChessBoards` must"),
        ("pascal", "", "chess boards", "chessboards.pas", "chessboards.p", "must be in a file"),
        ("zig", "", "magics", "magics.zig", "magics.txt", "`.zig`"),
    ] {
        let backend = configured(find(language).unwrap(), options).unwrap();
        let rules = NameRules { name: name.to_owned(), ..NameRules::default() };
        let names = Names::new(backend.naming(), rules);
        assert_eq!(backend.default_file(&names), Path::new(file));
        assert_eq!(backend.check_file_name(&names, file), Ok(()), "{language}");
        let refusal = backend.check_file_name(&names, refused).unwrap_err();
        assert!(refusal.contains(message), "{language}: {refusal}");
    }
}

#[test]
fn no_package_of_go_is_called_by_a_keyword() {
    let backend = find("go").unwrap().configure(None).unwrap();
    let rules = NameRules { name: "type".to_owned(), ..NameRules::default() };
    assert!(backend.check_file_name(&Names::new(backend.naming(), rules), "magics.go").is_err());
}

/// An Ada package that declares no subprogram must not have a body.
#[test]
fn there_is_a_body_where_something_stands_in_it() {
    let backend = find("ada").unwrap().configure(None).unwrap();
    let names = |when, emit: &[Part]| -> Vec<String> {
        let module = small(&*backend, "fancy", when, emit);
        backend.render(&module, "magics.ads").into_iter().map(|file| file.name).collect()
    };
    assert_eq!(names(Tables::Full, &[Part::Factors]), ["magics.ads"]);
    assert_eq!(names(Tables::Full, &[Part::Attacks]), ["magics.ads"]);
    assert_eq!(names(Tables::Init, &[Part::Attacks]), ["magics.ads", "magics.adb"]);
    let all = names(Tables::Full, &[Part::Lookup, Part::SelfTest]);
    assert_eq!(all, ["magics.ads", "magics.adb", "magics_test.adb"]);
}

/// In C89, words are pairs of halves, and most steps of a lookup become variables.
#[test]
fn variables_of_hyperbola_on_halves_are_called_by_what_they_hold() {
    let backend = configured(find("c").unwrap(), "std = 'c89'").unwrap();
    let module = small(&*backend, "hyperbola", Tables::Full, &[Part::Lookup]);
    let text = backend.render(&module, "magics.h").swap_remove(0).text;
    for name in ["upper", "one_bit", "upward_low", "downward_low"] {
        assert!(text.contains(&format!("magics_u32 {name} = ")), "{name}");
    }
    assert!(!text.contains("_u32 part") && !text.contains("_u64 part"), "{text}");
}

/// The nodes of a lookup are those that the file is printed from: it has the same functions and variables.
#[test]
fn nodes_are_what_is_printed() {
    for language in ALL {
        let backend = language.configure(None).unwrap();
        let can = backend.capabilities();
        for tables in can.tables {
            for id in ["fancy", "hyperbola", "split32"] {
                if *tables == Tables::Init && !variant::find(id).unwrap().form.can_be_filled() {
                    continue;
                }
                let module = small(&*backend, id, *tables, &[Part::Lookup]);
                let nodes = backend.lookup_text(&module, "rook", 0).nodes;
                let files = backend.render(&module, "magics");
                let files: String = files.into_iter().map(|file| file.text).collect();
                assert!(nodes.contains("    return "), "{} {id}\n{nodes}", language.id);
                for line in nodes.lines() {
                    let name = line.trim_start().split([':', ' ']).next().unwrap();
                    let is_printed = name == "return" || files.contains(name);
                    assert!(is_printed, "{} {id}: {name}\n{nodes}", language.id);
                }
            }
        }
    }
}
