//! A program that looks up before the tables are filled: a debug build prints a message and stops, a release build has
//! no check.

use std::fs;
use std::path::Path;

use super::NEEDS;
use crate::compile::support::{self, Cell, cell, magicgen, run};

pub(super) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (std, compiler) in [("11", "g++"), ("17", "g++"), ("20", "clang++")] {
        cells.push(cell(&format!("cpp::c++{std}::forgotten"), NEEDS, move |folder| {
            for variant in ["fancy", "direction", "postmask", "split32"] {
                for prefix in ["", "output.names.prefix=a_prefix_that_is_long_enough_for_two_lines"]
                {
                    forgotten(folder, (compiler, std), variant, prefix)
                        .map_err(|error| format!("{variant} {prefix}: {error}"))?;
                }
            }
            Ok(())
        }));
    }
    cells
}

fn forgotten(
    folder: &Path,
    (compiler, std): (&str, &str),
    variant: &str,
    prefix: &str,
) -> Result<(), String> {
    let option = format!("output.cpp.std=c++{std}");
    let flags = ["--lang", "cpp", "--variant", variant, "--tables", "init", "-o", "magics.hpp"];
    let mut flags = [&flags[..], &["-D", &option, "--emit", "lookup"], support::SMALL].concat();
    flags.extend(["--piece", "rook,bishop,queen"]);
    let name = prefix.split_once('=').map_or("", |(_, prefix)| prefix);
    if !prefix.is_empty() {
        flags.extend(["-D", prefix]);
    }
    magicgen(folder, &flags)?;
    run(folder, "clang-format", &["--dry-run", "-Werror", "--style=LLVM", "magics.hpp"])?;
    let of = |function: &str| {
        if name.is_empty() {
            format!("magics::{function}")
        } else {
            format!("magics::{name}_{function}")
        }
    };
    let init = of("init").replace("magics::", "");
    let message = format!("call {init}() before the first lookup");
    let std = format!("-std=c++{std}");
    for piece in ["rook", "queen"] {
        for call in [String::new(), format!("{}();", of("init"))] {
            let lookup = of(&format!("{piece}_attacks"));
            let user = format!(
                "#define MAGICS_IMPLEMENTATION\n#include \"magics.hpp\"\nint main() {{ {call} (void){lookup}(0, 0); }}\n"
            );
            fs::write(folder.join("user.cpp"), user).map_err(|error| error.to_string())?;
            for (define, stops) in [("-UNDEBUG", call.is_empty()), ("-DNDEBUG", false)] {
                let flags = [&std, "-O1", "-pedantic", "-Wall", "-Wextra", "-Werror", define];
                run(folder, compiler, &[&flags[..], &["user.cpp", "-o", "user"]].concat())?;
                match run::<&str>(folder, folder.join("user"), &[]) {
                    Ok(_) if stops => return Err(format!("{piece}: nothing is said")),
                    Err(error) if !stops || !error.contains(&message) => return Err(error),
                    _ => {}
                }
            }
        }
    }
    Ok(())
}
