//! Options that are refused, and the names that compilers want of files, language by language.

use std::path::Path;

use super::find;
use crate::model::{NameRules, Names};
use crate::sample::configured;

#[test]
fn nonsense_is_refused_where_it_stands() {
    for (language, text, wrong, message) in [
        ("ada", "parent = 'Chess__X'", "'Chess__X'", "`Chess__X` is not the name of a package"),
        ("ada", "parent = 'chess.body'", "'chess.body'", "not the name of a package"),
        ("ada", "parent = ''", "''", "not the name of a package"),
        ("csharp", "namespace = 'A.class'", "'A.class'", "not the name of a namespace"),
        ("csharp", "namespace = ''", "''", "not the name of a namespace"),
        ("csharp", "file-scoped = true", "true", "needs a name"),
        ("csharp", "visibility = 'private'", "'private'", "unknown variant"),
        ("csharp", "partial = true", "partial", "unknown field"),
        ("d", "module = 'chess.scope'", "'chess.scope'", "not the name of a module"),
        ("d", "module = '1'", "'1'", "not the name of a module"),
        ("go", "package = 'chess/board'", "'chess/board'", "is not the name of a package"),
        ("go", "package = 'a.b'", "'a.b'", "is not the name of a package"),
        ("go", "package = 'go'", "'go'", "is not the name of a package"),
        ("kotlin", "package = 'a..b'", "'a..b'", "`a..b` is not the name of a package"),
        ("kotlin", "package = 'a.fun'", "'a.fun'", "not the name of a package"),
        ("kotlin", "namespace = 'a'", "namespace", "unknown field `namespace`"),
        ("lua", "package = 'a..b'", "'a..b'", "`a..b` is not what a module is required by"),
        ("lua", "dialect = '5.1'", "'5.1'", "unknown variant"),
        ("pascal", "mode = 'tp'", "'tp'", "expected `objfpc` or `delphi`"),
    ] {
        let error = configured(find(language).unwrap(), text).unwrap_err();
        assert_eq!(&text[error.span.clone().unwrap()], wrong, "{language}: {error:?}");
        assert!(error.message.contains(message), "{language}: {error:?}");
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
        ("go", "", "magics", "magics.go", "magics_test.go", "leaves files"),
        ("go", "", "magics", "magics.go", "_magics.go", "leaves files"),
        ("go", "", "magics", "magics.go", "magics_arm64.go", "for arm64 only"),
        ("go", "package = 'main'", "magics", "main.go", "main_linux.go", "for linux only"),
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
