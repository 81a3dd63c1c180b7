//! Alters one digit of a generated header: the self-test must name the lookup, the square and the occupancy.

use std::path::Path;

use super::{GCC, cell, tools, write};
use crate::compile::support::{Cell, magicgen, run};

const WORDS: &str = "\
#define MAGICS_IMPLEMENTATION
#include \"magics.h\"
#include <stdio.h>
int main(void)
{
    unsigned square;
    uint64_t occupied;
    int which = magics_self_test(&square, &occupied);
    if (which != 0) {
        printf(\"%d %u %08lx%08lx\\n\", which, square, (unsigned long)(occupied >> 32),
            (unsigned long)(occupied & 0xffffffffUL));
    }
    return 0;
}
";

const PAIRS: &str = "\
#define MAGICS_IMPLEMENTATION
#include \"magics.h\"
#include <stdio.h>
int main(void)
{
    unsigned square;
    magics_u64 occupied;
    int which = magics_self_test(&square, &occupied);
    if (which != 0) {
        printf(\"%d %u %08lx%08lx\\n\", which, square, (unsigned long)occupied.hi,
            (unsigned long)occupied.lo);
    }
    return 0;
}
";

pub(super) fn cells() -> [Cell; 2] {
    ["c11", "c89"].map(|std| {
        cell(format!("c::{std}::fault"), tools(GCC), move |folder| {
            for tables in ["full", "init"] {
                faults(folder, std, tables).map_err(|error| format!("{tables}: {error}"))?;
            }
            Ok(())
        })
    })
}

fn faults(folder: &Path, std: &str, tables: &str) -> Result<(), String> {
    let option = format!("output.c.std={std}");
    let flags = ["--lang", "c", "--variant", "fancy", "--tables", tables, "-o", "magics.h"];
    magicgen(folder, &[&flags[..], &["--emit", "self-test", "-D", &option]].concat())?;
    let header = std::fs::read_to_string(folder.join("magics.h"));
    let header = header.map_err(|error| error.to_string())?;
    let found = self_test(folder, std, &header)?;
    if !found.is_empty() {
        return Err(format!("nothing is altered, and yet: {found}"));
    }
    // For the first square, the last digit that isn't 0 is altered in the bishop's factor and in the rook's mask, which
    // misses b1 then.
    for (array, digit, wrong) in
        [("MAGICS_BISHOP_FACTORS[64] = {", "7", "2 0 "), ("MAGICS_ROOK_MASKS[64] = {", "c", "1 0 ")]
    {
        let at = header.find(array).ok_or_else(|| format!("no {array}"))? + array.len();
        let first = header[at..].find("0x").ok_or("no literal")? + at + 2;
        let end = header[first..].find('U').ok_or("no suffix")? + first;
        let last = header[first..end].trim_end_matches('0').len() + first;
        let altered = format!("{}{digit}{}", &header[..last - 1], &header[last..]);
        let found = self_test(folder, std, &altered)?;
        if !found.starts_with(wrong) {
            return Err(format!("{array} altered: `{found}` instead of `{wrong}...`"));
        }
    }
    Ok(())
}

/// The output of a program that runs the self-test: nothing if all lookups are right.
fn self_test(folder: &Path, std: &str, header: &str) -> Result<String, String> {
    write(folder, "magics.h", header)?;
    write(folder, "user.c", if std == "c89" { PAIRS } else { WORDS })?;
    let std = format!("-std={std}");
    run(folder, "gcc", &[&*std, "-O1", "user.c", "-o", "user"])?;
    run::<&str>(folder, folder.join("user"), &[])
}
