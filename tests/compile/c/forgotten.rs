//! A program that looks up before the tables are filled: a debug build prints a message and stops, a release build has
//! no check.

use std::path::Path;

use super::{GCC, cell, tools, write};
use crate::compile::support::{self, Cell, magicgen, run};

const MESSAGE: &str = "call magics_init() before the first lookup";

pub(super) fn cells() -> [Cell; 4] {
    ["c89", "c99", "c11", "c17"].map(|std| {
        cell(format!("c::{std}::forgotten"), tools(GCC), move |folder| {
            // There is one variant for each form of lookup, and each standard is used.
            let kinds: &[(&str, &str)] = match std {
                "c89" => &[("fancy", "single"), ("direction", "pair"), ("split32", "single")],
                "c11" => &[("fancy", "pair"), ("nested", "single"), ("postmask", "single")],
                _ => &[("fancy", "single")],
            };
            for (variant, layout) in kinds {
                forgotten(folder, std, variant, layout)
                    .map_err(|error| format!("{variant} {layout}: {error}"))?;
            }
            Ok(())
        })
    })
}

fn forgotten(folder: &Path, std: &str, variant: &str, layout: &str) -> Result<(), String> {
    let _ = std::fs::remove_file(folder.join("magics.c"));
    let (option, layout) = (format!("output.c.std={std}"), format!("output.c.layout={layout}"));
    let flags = ["--lang", "c", "--variant", variant, "--tables", "init", "-o", "magics.h"];
    let parts = ["-D", &option, "-D", &layout, "--emit", "lookup", "--piece", "rook,bishop,queen"];
    magicgen(folder, &[&flags[..], &parts, support::SMALL].concat())?;
    let is_pair = folder.join("magics.c").exists();
    write(folder, "owner.c", "#define MAGICS_IMPLEMENTATION\n#include \"magics.h\"\n")?;
    let owner = if is_pair { "magics.c" } else { "owner.c" };
    let word = if std == "c89" { "magics_u64 none = {0, 0};" } else { "uint64_t none = 0;" };
    let std = format!("-std={std}");
    for piece in ["rook", "queen"] {
        for init in ["", "magics_init();"] {
            let lookup = format!("magics_{piece}_attacks(0, none)");
            let user = format!(
                "#include \"magics.h\"\nint main(void)\n{{\n    {word}\n\n    {init}\n    (void){lookup};\n    return 0;\n}}\n"
            );
            write(folder, "user.c", &user)?;
            for (define, stops) in [("-UNDEBUG", init.is_empty()), ("-DNDEBUG", false)] {
                let flags = [&std, "-O1", "-pedantic", "-Wall", "-Wextra", "-Werror", define];
                run(folder, "gcc", &[&flags[..], &["user.c", owner, "-o", "user"]].concat())?;
                match run::<&str>(folder, folder.join("user"), &[]) {
                    Ok(_) if stops => return Err(format!("{piece}: nothing is said")),
                    Err(error) if !stops || !error.contains(MESSAGE) => return Err(error),
                    _ => {}
                }
            }
        }
    }
    // The release build has neither a check nor a message.
    let flags = [&std, "-O1", "-DNDEBUG", "-S", "user.c", "-o", "user.s"];
    run(folder, "gcc", &flags)?;
    let assembly =
        std::fs::read_to_string(folder.join("user.s")).map_err(|error| error.to_string())?;
    if assembly.contains("is_filled") { Err("a release build tests".to_owned()) } else { Ok(()) }
}
