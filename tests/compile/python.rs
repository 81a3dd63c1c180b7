//! Python: ruff's formatter and all of its lints, mypy's strict mode, each form run by `CPython`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::compile::support::{self, Cell, Plan};

const NEEDS: &[&str] = &["python3", "ruff", "mypy", "python3 numpy"];
const NUMPY: &str = "output.python.word=numpy";

/// The files of the drivers.
const DRIVERS: [&str; 4] = ["rays", "driver", "driver_numpy", "scan"];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let plans = support::plans("python");
    let mut cells = Vec::new();
    for plan in plans.iter().copied() {
        cells.push(cell(&plan.name(), move |folder| chess(folder, plan, false)).in_product());
    }
    // Each variant is tested once with arrays; the variants alternate between their first and last form of tables.
    for (at, variant) in magicgen_lookup::variant::ALL.iter().enumerate() {
        let mut of = plans.iter().copied().filter(|plan| plan.variant == variant.id);
        let plan = if at % 2 == 0 { of.next() } else { of.next_back() };
        if let Some(plan) = plan {
            let name = format!("numpy::{}", plan.name());
            cells.push(cell(&name, move |folder| chess(folder, plan, true)).in_product());
        }
    }
    cells.push(cell("numpy::folded", folded));
    cells.push(cell("types", types));
    cells.push(cell("bitscan", bitscan));
    cells.push(cell("emit::int", |folder| emit(folder, "int")));
    cells.push(cell("emit::numpy", |folder| emit(folder, "numpy")));
    cells.push(cell("odd", odd));
    cells.push(cell("names", names));
    cells.push(cell("options", options));
    cells.push(cell("fault", fault));
    cells
}

fn cell(name: &str, run: impl Fn(&Path) -> Result<(), String> + Send + 'static) -> Cell {
    support::cell(&format!("python::{name}"), NEEDS, run)
}

/// Checks all files of a folder by `ruff`, with all lints except for the one that wants a copyright notice and the one that counts
/// a function's statements: a lookup without branches has as many as it has operations.
fn lint(folder: &Path) -> Result<(), String> {
    support::run(folder, "ruff", &["format", "--isolated", "--quiet", "--diff", "."])?;
    let lints =
        ["check", "--isolated", "--quiet", "--select", "ALL", "--ignore", "CPY001,PLR0915", "."];
    support::run(folder, "ruff", &lints).map(|_| ())
}

/// mypy's cache is for one process at a time: two that write there together have ended in its `INTERNAL ERROR`.
static CHECKING: Mutex<()> = Mutex::new(());

/// Checks all files of a folder by mypy.
fn check_types(folder: &Path) -> Result<(), String> {
    let _alone = CHECKING.lock().unwrap_or_else(PoisonError::into_inner);
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-mypy");
    let cache = cache.to_string_lossy();
    support::run(folder, "mypy", &["--strict", "--cache-dir", &cache, "."]).map(|_| ())
}

fn python(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let strict = ["-B", "-W", "error"];
    support::run(folder, "python3", &[&strict[..], arguments].concat())
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    fs::write(folder.join(name), text).map_err(|error| error.to_string())
}

/// Copies the drivers into a folder with generated files, which have been linted before.
fn with_drivers(folder: &Path) -> Result<(), String> {
    for name in DRIVERS {
        let file = format!("{name}.py");
        let path = support::drivers().join("python").join(&file);
        fs::copy(path, folder.join(file)).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Generates, lints, and runs the driver with the self-test.
fn chess(folder: &Path, plan: Plan, is_numpy: bool) -> Result<(), String> {
    let mut flags = plan.flags("python");
    // The test takes longest, and runs once for each variant, since both forms of tables have the same lookups.
    let twice =
        support::chosen("python").iter().filter(|other| other.variant == plan.variant).count();
    let is_tested = is_numpy || plan.tables == "init" || twice == 1 || plan.variant == "group";
    let emit = if is_tested { "squares,lookup,self-test" } else { "squares,lookup" };
    flags.extend(["--emit", emit, "-o", "magics.py"]);
    if is_numpy {
        flags.extend(["-D", NUMPY]);
    }
    support::magicgen(folder, &flags)?;
    lint(folder)?;
    if plan.variant == "group" {
        return python(folder, &["-m", "unittest"]).map(|_| ());
    }
    drive(folder, if is_numpy { "driver_numpy.py" } else { "driver.py" }, plan.orientation)
}

/// Runs a driver in a folder with generated files, which have been linted before.
fn drive(folder: &Path, driver: &str, orientation: &str) -> Result<(), String> {
    with_drivers(folder)?;
    let board = support::board_arguments(orientation);
    let board: Vec<&str> = board.iter().map(String::as_str).collect();
    let output = python(folder, &[&[driver][..], &board].concat())?;
    support::compare(output.lines().last().unwrap_or_default())
}

/// Drives each fold with arrays on the chess board. `companions` drives them with numbers.
fn folded(folder: &Path) -> Result<(), String> {
    for fold in ["ranks", "files", "both"] {
        let folder = folder.join(fold);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let key = format!("output.lookup.fold={fold}");
        let flags = ["--lang", "python", "--emit", "squares,lookup,self-test", "-o", "magics.py"];
        support::magicgen(&folder, &[&flags[..], &["-D", NUMPY, "-D", &key]].concat())?;
        lint(&folder)?;
        drive(&folder, "driver_numpy.py", "a1lsb")?;
    }
    Ok(())
}

/// Checks the types of all variants with both kinds of words. Tables are bytes, since type checkers are slow with
/// numbers.
fn types(folder: &Path) -> Result<(), String> {
    for plan in support::chosen("python") {
        for word in ["int", "numpy"] {
            let file = format!("{}_{}_{word}.py", plan.variant.replace('-', "_"), plan.tables);
            let word = format!("output.python.word={word}");
            let mut flags = plan.flags("python");
            flags.extend(["--emit", "squares,lookup,self-test,bitscan", "-o", &file, "-D", &word]);
            flags.extend(["-D", "output.python.storage=bytes"]);
            support::magicgen(folder, &flags)?;
        }
    }
    lint(folder)?;
    check_types(folder)
}

fn bitscan(folder: &Path) -> Result<(), String> {
    for word in ["int", "numpy"] {
        let given = format!("output.python.word={word}");
        let flags = ["--lang", "python", "--emit", "bitscan", "-o", "magics.py", "-D", &given];
        support::magicgen(folder, &flags)?;
        with_drivers(folder)?;
        support::compare_with(&python(folder, &["scan.py", word])?, "magicgen-driver ok")?;
    }
    Ok(())
}

/// Checks parts alone and together: nothing is unused, and all items can be imported.
fn emit(folder: &Path, word: &str) -> Result<(), String> {
    let sets: [(&str, &[&str]); 18] = [
        ("factors", &["--emit", "factors"]),
        ("masks_shifts", &["--emit", "masks,shifts"]),
        ("squares", &["--emit", "squares"]),
        ("attacks_full", &["--emit", "attacks", "--tables", "full"]),
        ("attacks_init", &["--emit", "attacks", "--tables", "init"]),
        ("offsets", &["--emit", "offsets", "--variant", "packed"]),
        ("lookup_full", &["--emit", "lookup", "--tables", "full"]),
        ("lookup_init", &["--emit", "lookup", "--tables", "init"]),
        ("bitscan", &["--emit", "bitscan"]),
        ("subsets", &["--emit", "occupancies,attack-sets"]),
        ("self_test", &["--emit", "self-test,lookup"]),
        ("everything", &["--emit", EVERYTHING, "--tables", "full"]),
        ("everything_init", &["--emit", EVERYTHING, "--tables", "init"]),
        ("everything_bytes", &["--emit", EVERYTHING, "--tables", "full", "--variant", "bytes"]),
        ("companions", &["--emit", COMPANIONS, "-D", "output.companions.double-steps=[]"]),
        ("pair", &["--emit", "lookup,pair"]),
        ("queen", &["--emit", "lookup,self-test", "--piece", "queen"]),
        ("rook", &["--emit", "lookup,self-test", "--piece", "rook"]),
    ];
    let word = format!("output.python.word={word}");
    for (name, flags) in sets {
        let file = format!("{name}.py");
        let mut all = vec!["--lang", "python", "-o", &file, "-D", &word];
        all.extend(["-D", "board.width=4", "-D", "board.height=4", "--effort", "1"]);
        all.extend(flags);
        support::magicgen(folder, &all)?;
        python(folder, &["-c", &format!("from {name} import *")])?;
    }
    let (line, wanted) = if word.ends_with("numpy") {
        let arrays = "[numpy.array(of) for of in ([0, 0], [5, 5], [10, 11])]";
        (format!("import numpy; print(aligned(*{arrays}))"), "[ True False]")
    } else {
        ("print(aligned(0, 5, 10), aligned(0, 5, 11))".to_owned(), "True False")
    };
    let said = python(folder, &["-c", &format!("from companions import *; {line}")])?;
    if said.trim() != wanted {
        return Err(format!("{line} says {said}"));
    }
    for (module, array) in [("companions", "FILES"), ("attacks_init", "ATTACKS")] {
        let write = format!("from {module} import *\n{array}[0] = {array}[1]");
        if python(folder, &["-c", &write]).is_ok() {
            return Err(format!("{array} of {module} can be changed"));
        }
    }
    lint(folder)?;
    check_types(folder)?;
    python(folder, &["-m", "unittest"]).map(|_| ())
}

const COMPANIONS: &str = "lookup,leapers,pawns,rays,between,line,ray-pass,aligned,directions,distance,files,ranks,diagonals,\
                          colours,xray,pins,fills,pair,attacks-of,zobrist,cuckoo";

const EVERYTHING: &str =
    "factors,masks,shifts,offsets,occupancies,attack-sets,attacks,lookup,squares,bitscan,self-test";

const PIECES: &str = "[[piece]]\nname = \"short-rook\"\nrays = [[1, 0], [-1, 0], [0, 1], [0, -1]]\n\
                      range = 3\n\n[[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n\n";

/// Checks boards with holes, gaps and a random order of squares, pieces of few steps, and one-sided pieces.
fn odd(folder: &Path) -> Result<(), String> {
    let holes = "orientation = \"h1lsb\"\n[board]\nwidth = 6\nheight = 6\nstride = 8\n\
                 holes = [\"a1\", \"f6\"]\n";
    let permutation = "[board]\nwidth = 5\nheight = 4\n[orientation]\npermutation = [0, 21, 42, 60, 24, 45, \
                       6, 27, 48, 9, 30, 51, 12, 33, 54, 15, 36, 57, 18, 39]\n";
    let forms = [
        ("fancy", "full"),
        ("fancy", "init"),
        ("nested", "init"),
        ("bytes", "full"),
        ("postmask", "init"),
        ("shared-slots", "init"),
        ("direction", "init"),
        ("hyperbola", "full"),
    ];
    for (board, text) in [("holes", holes), ("permutation", permutation)] {
        let mut config = format!("version = 1\n{text}\n{PIECES}");
        let forms = forms.iter().filter(|form| board == "holes" || form.0 != "hyperbola");
        for (variant, tables) in forms {
            for word in ["int", "numpy"] {
                let file = format!("{board}_{}_{tables}_{word}.py", variant.replace('-', "_"));
                let _ = write!(
                    config,
                    "[[output]]\nid = \"{file}\"\nlang = \"python\"\npath = \"{file}\"\nvariant = \"{variant}\"\n\
                     tables = \"{tables}\"\npieces = [\"short-rook\", \"lance\", \"bishop\"]\n\
                     emit = [\"lookup\", \"squares\", \"self-test\"]\n[output.python]\nword = \"{word}\"\n\n"
                );
            }
        }
        write(folder, "magicgen.toml", &config)?;
        support::magicgen(folder, &["--config", "magicgen.toml", "--effort", "1"])?;
    }
    lint(folder)?;
    check_types(folder)?;
    python(folder, &["-m", "unittest"]).map(|_| ())
}

/// Checks names that are words of the language, have digits, or have more than 31 characters.
fn names(folder: &Path) -> Result<(), String> {
    let ray = "rays = [[1, 0], [-1, 0]]";
    let long = "a-piece-of-more-than-31-characters";
    let mut config = "version = 1\n[board]\nwidth = 4\nheight = 4\n".to_owned();
    for piece in ["class", "lambda", "rook2", long] {
        let _ = write!(config, "[[piece]]\nname = \"{piece}\"\n{ray}\n");
    }
    for (file, tables) in [("magics2.py", "init"), ("full.py", "full")] {
        let _ = write!(
            config,
            "[[output]]\nid = \"{file}\"\nlang = \"python\"\npath = \"{file}\"\ntables = \"{tables}\"\n\
             pieces = [\"class\", \"lambda\", \"rook2\", \"{long}\"]\nvariant = \"fancy\"\n\
             emit = [\"lookup\", \"masks\", \"self-test\"]\n"
        );
    }
    // A prefix may be a keyword, since it isn't a name by itself.
    config += "[output.names]\nprefix = \"is\"\n";
    write(folder, "magicgen.toml", &config)?;
    support::magicgen(folder, &["--config", "magicgen.toml", "--effort", "1"])?;
    lint(folder)?;
    check_types(folder)?;
    python(folder, &["-m", "unittest"])?;
    let small = ["--lang", "python", "-D", "board.width=4", "-D", "board.height=4"];
    let refused = [
        (
            ["-o", "class.py", "-D", "output.tables=init"],
            "`class.py` can't be imported as a module",
        ),
        (["-o", "my-magics.py", "-D", "output.tables=init"], "can't be imported as a module"),
        (["-o", "array.py", "-D", "output.tables=init"], "would hide Python's module"),
        (["-o", "a.py", "-D", "output.names.lookup=lambda"], "`lambda` is a keyword or reserved"),
        (["-o", "a.py", "-D", "output.names.lookup=len"], "`len` is a keyword or reserved"),
        (["-o", "a.py", "-D", "output.names.lookup=occupied"], "is already a variable"),
    ];
    for (flags, says) in refused {
        let all = [&small[..], &["--piece", "rook"], &flags].concat();
        refuse(folder, &all, says)?;
    }
    Ok(())
}

fn refuse(folder: &Path, flags: &[&str], says: &str) -> Result<(), String> {
    match support::magicgen(folder, flags) {
        Ok(()) => Err(format!("{} was generated", flags.join(" "))),
        Err(message) if message.replace('\n', " ").contains(says) => Ok(()),
        Err(message) => Err(format!("refused without {says:?}:\n{message}")),
    }
}

/// Checks each option once. Files for old versions are checked by ruff.
fn options(folder: &Path) -> Result<(), String> {
    let of = ["--lang", "python", "--emit", "lookup,squares,self-test", "--variant"];
    let base = |variant: &'static str, file: &'static str| {
        [&of[..], &[variant, "--tables", "full", "-o", file]].concat()
    };
    for variant in ["fancy", "bytes", "words", "shared-factor"] {
        let file = match variant {
            "fancy" => "fancy.py",
            "bytes" => "bytes_.py",
            "words" => "words.py",
            _ => "shared.py",
        };
        let packed = ["-D", "output.python.storage=bytes"];
        support::magicgen(folder, &[&base(variant, file)[..], &packed].concat())?;
    }
    let numbers = ["-D", NUMPY, "-D", "output.python.storage=tuple"];
    let small = ["-D", "board.width=4", "-D", "board.height=4", "--effort", "1"];
    support::magicgen(folder, &[&base("fancy", "arrays.py")[..], &numbers, &small].concat())?;
    lint(folder)?;
    check_types(folder)?;
    python(folder, &["-m", "unittest"])?;

    let old = folder.join("old");
    fs::create_dir_all(&old).map_err(|error| error.to_string())?;
    let minimum = ["-D", "output.python.minimum=\"3.8\""];
    support::magicgen(&old, &[&base("fancy", "magics.py")[..], &minimum, &small].concat())?;
    let target = ["check", "--isolated", "--quiet", "--target-version", "py38"];
    support::run(
        &old,
        "ruff",
        &[&target[..], &["--select", "ALL", "--ignore", "CPY001,PLR0915", "."]].concat(),
    )?;
    python(&old, &["-m", "unittest"])?;

    let package = folder.join("losalamos");
    fs::create_dir_all(&package).map_err(|error| error.to_string())?;
    write(&package, "__init__.py", "")?;
    let named = ["-D", "output.python.package=losalamos", "-D", "output.python.typed=false"];
    support::magicgen(&package, &[&base("fancy", "magics.py")[..], &named, &small].concat())?;
    python(folder, &["-m", "unittest", "losalamos.test_magics"])?;
    let text = fs::read_to_string(package.join("magics.py")).map_err(|error| error.to_string())?;
    if text.contains("Final") || text.contains("->") {
        return Err("types stand where none were asked for".to_owned());
    }
    for (option, says) in [
        ("minimum=\"2.7\"", "isn't a supported version of Python"),
        ("package=a.class", "isn't the name of a package"),
        ("storage=list", "unknown value `list`"),
        ("wrod=int", "unknown"),
    ] {
        let option = format!("output.python.{option}");
        refuse(folder, &["--lang", "python", "-o", "no.py", "-D", &option], says)?;
    }
    let old = ["-D", "output.python.minimum=\"3.9\"", "-D", NUMPY];
    let flags = [&["--lang", "python", "-o", "no.py"][..], &old].concat();
    refuse(folder, &flags, "arrays of NumPy need Python 3.10")
}

/// Checks that a wrong digit of an attack set makes the module's test fail, with square and occupancy in its message.
fn fault(folder: &Path) -> Result<(), String> {
    for word in ["int", "numpy"] {
        let word = format!("output.python.word={word}");
        let mut flags = vec!["--lang", "python", "-o", "magics.py", "--emit", "lookup,self-test"];
        flags.extend(["--tables", "full", "--piece", "bishop", "-D", &word]);
        flags.extend(["-D", "output.python.storage=tuple"]);
        support::magicgen(folder, &flags)?;
        let file = folder.join("magics.py");
        let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
        let at = text.find("_ATTACKS: ").ok_or("no table")?;
        let digit = at + text[at..].find("0x0").ok_or("no digits")? + 4;
        let other = if &text[digit..=digit] == "7" { "5" } else { "7" };
        let text = format!("{}{other}{}", &text[..digit], &text[digit + 1..]);
        write(folder, "magics.py", &text)?;
        let Err(message) = python(folder, &["-m", "unittest"]) else {
            return Err("the test passes with a wrong entry".to_owned());
        };
        let says = ["the bishop on square 0, occupied 0x", "found 0x", "walked 0x"];
        if let Some(missing) = says.iter().find(|says| !message.contains(**says)) {
            return Err(format!("the test fails without {missing:?}:\n{message}"));
        }
    }
    Ok(())
}
