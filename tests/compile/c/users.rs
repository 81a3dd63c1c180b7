//! Headers of C under compilers of C++ and clang-format.

use super::{cell, write};
use crate::compile::support::{Cell, magicgen, run};

/// A cell in which C++ includes the header, also as the file that has the definitions.
pub(super) fn cplusplus_cell(std: &'static str) -> Cell {
    cell(format!("c::{std}::cplusplus"), &["g++", "gcc"], move |folder| {
        let option = format!("output.c.std={std}");
        for fields in ["arrays", "records", "pointers", "square-records", "square-pointers"] {
            let style = format!("output.style.fields={fields}");
            for tables in ["full", "init"] {
                let flags = [
                    "--tables", tables, "-D", &option, "-D", &style, "-o", "magics.h", "--emit",
                    "lookup,squares",
                ];
                magicgen(
                    folder,
                    &["--lang", "c"].iter().chain(&flags).copied().collect::<Vec<_>>(),
                )?;
                let (word, test) = if std == "c89" {
                    ("magics_u64 none = {0, 0};", ".lo == 0x010101feUL ? 0 : 1")
                } else {
                    ("uint64_t none = 0;", " == 0x01010101010101feULL ? 0 : 1")
                };
                let user = format!(
                    "#include \"magics.h\"\nint main() {{ {word} magics_init(); \
                     return magics_rook_attacks(MAGICS_A1, none){test}; }}\n"
                );
                write(folder, "user.cpp", &user)?;
                let owner = "#define MAGICS_IMPLEMENTATION\n#include \"magics.h\"\n";
                for (compiler, owner_file) in [("gcc", "owner.c"), ("g++", "owner.cpp")] {
                    write(folder, owner_file, owner)?;
                    let c_std = if compiler == "gcc" {
                        format!("-std={std}")
                    } else {
                        "-std=c++11".to_owned()
                    };
                    let warnings =
                        ["-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"];
                    let owned: Vec<&str> = [c_std.as_str(), "-c", "-o", "owner.o", owner_file]
                        .into_iter()
                        .chain(warnings)
                        .collect();
                    run(folder, compiler, &owned)?;
                    let used: Vec<&str> = ["-std=c++11", "-o", "user", "user.cpp", "owner.o"]
                        .into_iter()
                        .chain(warnings)
                        .collect();
                    run(folder, "g++", &used)?;
                    run::<&str>(folder, folder.join("user"), &[])?;
                }
            }
        }
        Ok(())
    })
}

/// A cell that checks that clang-format doesn't change the files in common styles.
pub(super) fn format_cell() -> Cell {
    cell("c::format".to_owned(), &["clang-format"], |folder| {
        for (std, tables) in [("c11", "init"), ("c89", "init"), ("c11", "full")] {
            let std = format!("output.c.std={std}");
            let flags =
                ["--lang", "c", "--tables", tables, "-D", &std, "-D", "output.c.layout=pair"];
            magicgen(
                folder,
                &flags.iter().chain(&["-o", "magics.h"]).copied().collect::<Vec<_>>(),
            )?;
            for style in ["LLVM", "Google", "GNU", "Mozilla"] {
                let style = format!("--style={style}");
                run(
                    folder,
                    "clang-format",
                    &["--dry-run", "-Werror", &style, "magics.h", "magics.c"],
                )?;
            }
        }
        Ok(())
    })
}
