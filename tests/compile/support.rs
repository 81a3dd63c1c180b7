//! Functions that the cells of all languages share: running the generator and tools, and the expected line of a driver.

use std::ffi::OsStr;
use std::fmt::{self, Write as _};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use magicgen_board::{Board, Mapping, Order, Piece, Problem, Standard, Walk};

use magicgen::render::Capabilities;
use magicgen_lookup::model::{FieldStyle, Tables};
use magicgen_lookup::variant::Form;

use crate::compile::choices;
pub(crate) use crate::installed::npm;

/// A test of one combination, which is generated, compiled and run.
pub(crate) struct Cell {
    /// The name, such as `java::fancy::h1lsb::init`.
    pub(crate) name: String,
    /// Programs that must be on the path.
    pub(crate) needs: &'static [&'static str],
    /// Generates, compiles, runs and compares; an error says what went wrong.
    pub(crate) run: Box<dyn Fn() -> Result<(), String> + Send>,
    /// True if the cell belongs to a product of choices, and runs only if it brings something new of its language.
    pub(crate) is_of_product: bool,
}

impl Cell {
    /// A cell of a product of choices, which its name says.
    pub(crate) fn in_product(mut self) -> Self {
        self.is_of_product = true;
        self
    }
}

/// A cell that runs in a folder of its own, which is empty at the start.
pub(crate) fn cell(
    name: &str,
    needs: &'static [&'static str],
    run: impl Fn(&Path) -> Result<(), String> + Send + 'static,
) -> Cell {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace("::", "-"));
    let run = move || {
        if folder.exists() {
            std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        }
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        run(&folder)
    };
    Cell { name: name.to_owned(), needs, run: Box::new(run), is_of_product: false }
}

/// Keys of `[output.lookup]` that change a variant.
pub(crate) const COMBINED: &[(&str, &[&str])] = &[
    ("shift-in-factor", &["output.lookup.post-mask=true"]),
    ("offset-in-factor", &["output.lookup.shift=in-factor"]),
    ("offset-in-factor", &["output.lookup.shift=constant"]),
    ("split32", &["output.lookup.cell=byte"]),
    ("black", &["output.lookup.shift=own"]),
];

/// Keys of `[output.lookup]` whose search takes long on the chess board. They are tested on 5 x 5 squares with little
/// effort.
pub(crate) const COMBINED_SMALL: &[(&str, &[&str])] = &[
    ("split32", &["output.lookup.placement=overlapped"]),
    ("constant", &["output.lookup.shift=own"]),
    ("bytes-packed", &["output.lookup.key=black", "output.lookup.shift=constant"]),
];

/// The flags for the small board of [`COMBINED_SMALL`].
pub(crate) const SMALL: &[&str] = &["-D", "board.width=5", "-D", "board.height=5", "--effort", "1"];

pub(crate) fn small() -> Mapping {
    let standard = Standard::find("a1lsb").expect("a standard order");
    let board = Board::new(5, 5).expect("a small board");
    Mapping::new(board, Order::Standard { standard, stride: 5 }).expect("it fits")
}

/// The pieces that a variant is driven with on the chess board. `group` has no rook, since no common index range for
/// all its squares is found.
pub(crate) fn pieces_of(variant: &str) -> Vec<Piece> {
    if variant == "group" { vec![Piece::bishop()] } else { vec![Piece::rook(), Piece::bishop()] }
}

/// The flags that restrict the pieces to those of [`pieces_of`].
pub(crate) fn flags_of(variant: &str) -> &'static [&'static str] {
    if variant == "group" { &["--piece", "bishop"] } else { &[] }
}

/// Flags with which Java's compiler starts in half the time: one simple compilation of its own code suffices for a short run.
const JAVAC: &[&str] = &["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"];

/// Runs a program in a folder, and returns what it prints.
pub(crate) fn run<S: AsRef<OsStr>>(
    folder: &Path,
    program: impl AsRef<OsStr>,
    arguments: &[S],
) -> Result<String, String> {
    let program = program.as_ref();
    let output = Command::new(program)
        .args(if program == "javac" { JAVAC } else { &[] })
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(stdout);
    }
    let arguments: Vec<_> =
        arguments.iter().map(|argument| argument.as_ref().to_string_lossy()).collect();
    let stderr = String::from_utf8_lossy(&output.stderr);
    let shown: String = stderr.chars().take(4000).collect();
    Err(format!(
        "{} {}: {}\n{stdout}{shown}",
        program.display(),
        arguments.join(" "),
        output.status
    ))
}

/// Pieces whose names are keywords in many languages, have a digit, or are longer than 31 characters.
pub(crate) const NAMES: &[&str] =
    &["class", "match", "rook2", "amazon-that-goes-as-far-as-any-piece-ever-went"];

/// Generates pieces of these names, rooks of range 2 on a small board, under the name `magics2` with a self-test.
/// `keys` follow in the output's table.
pub(crate) fn named(
    folder: &Path,
    (lang, path): (&str, &str),
    pieces: &[&str],
    keys: &str,
) -> Result<(), String> {
    let mut config = "version = 1\n[board]\nwidth = 4\nheight = 3\n".to_owned();
    for piece in pieces {
        let _ = write!(config, "[[piece]]\nname = \"{piece}\"\nfrom = \"rook\"\nrange = 2\n");
    }
    let quoted: Vec<String> = pieces.iter().map(|piece| format!("\"{piece}\"")).collect();
    let _ = write!(
        config,
        "[[output]]\nlang = \"{lang}\"\npath = \"{path}\"\nname = \"magics2\"\npieces = [{}]\n\
         emit = [\"squares\", \"masks\", \"attacks\", \"lookup\", \"self-test\"]\n{keys}",
        quoted.join(", ")
    );
    std::fs::write(folder.join("magicgen.toml"), config).map_err(|error| error.to_string())?;
    magicgen(folder, &["--config", "magicgen.toml"])
}

/// An error if a message lacks one of these parts.
pub(crate) fn has_all(message: &str, parts: &[&str]) -> Result<(), String> {
    match parts.iter().find(|part| !message.contains(**part)) {
        Some(missing) => Err(format!("{missing:?} is missing in\n{message}")),
        None => Ok(()),
    }
}

/// Checks that a compiler of C or C++ makes these instructions, or names of registers, of a file.
pub(crate) fn has_instructions(
    folder: &Path,
    compiler: &[&str],
    text: &str,
    instructions: &[&str],
) -> Result<(), String> {
    let name = if compiler[0].ends_with("++") { "asm.cpp" } else { "asm.c" };
    fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    let flags = ["-O2", "-S", name, "-o", "asm.s"];
    run(folder, compiler[0], &[&compiler[1..], &flags].concat())?;
    let text = fs::read_to_string(folder.join("asm.s")).map_err(|error| error.to_string())?;
    has_all(&text, instructions)
}

/// Makes a folder in a folder.
pub(crate) fn part_of(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let folder = folder.join(name);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    Ok(folder)
}

/// Runs a program in a folder, and returns what it prints as errors while it succeeds.
pub(crate) fn run_with_errors(
    folder: &Path,
    program: &str,
    arguments: &[&str],
) -> Result<String, String> {
    let script = r#""$0" "$@" 2>&1 >/dev/null"#;
    run(folder, "sh", &[&["-c", script, program], arguments].concat())
}

/// Runs the generator in a folder: `magicgen ARGUMENTS`.
///
/// Without a config, factors that take long to find come from a lock, and are proved.
pub(crate) fn magicgen(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let lock = Path::new(crate::ROOT).join("tests/data/magicgen.lock");
    let mut all: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    if arguments.contains(&"--lang") {
        all.extend([OsStr::new("--lock"), lock.as_os_str()]);
    }
    run(folder, crate::program(), &all).map(|_| ())
}

/// The folder of the drivers.
pub(crate) fn drivers() -> PathBuf {
    Path::new(crate::ROOT).join("tests/drivers")
}

/// The driver's arguments for the chess board in one of the eight standard orders.
pub(crate) fn board_arguments(orientation: &str) -> Vec<String> {
    let standard = Standard::find(orientation).expect("a standard order");
    arguments_of(&Mapping::chess(standard))
}

/// The driver's arguments for any board.
pub(crate) fn arguments_of(mapping: &Mapping) -> Vec<String> {
    let board = mapping.board();
    let bits =
        board.places().map(|at| mapping.bit(at).map_or("-".to_owned(), |bit| bit.to_string()));
    [board.width.to_string(), board.height.to_string()].into_iter().chain(bits).collect()
}

/// The line that a driver prints for rook, bishop and queen on the chess board.
pub(crate) fn expected_line() -> String {
    let line =
        expected_line_of(&Mapping::chess(Standard::ALL[0]), &[Piece::rook(), Piece::bishop()]);
    format!("{line} moves={}", moves(10_000))
}

/// The number of moves in the first so many random positions, as python-chess counts them (`tests/data/moves.py`).
pub(crate) fn moves(positions: usize) -> u64 {
    let lines = include_str!("../data/moves.txt").lines();
    let mut pairs = lines.filter_map(|line| line.split_once(' '));
    let found = pairs.find(|(count, _)| *count == positions.to_string());
    found.and_then(|(_, moves)| moves.parse().ok()).expect("a number of positions that was counted")
}

/// A variant to generate in an order of squares and a form of tables.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) variant: &'static str,
    pub(crate) orientation: &'static str,
    pub(crate) tables: &'static str,
}

impl Plan {
    /// The name, such as `fancy::h1lsb::init`.
    pub(crate) fn name(self) -> String {
        format!("{}::{}::{}", self.variant, self.orientation, self.tables)
    }

    /// The flags for this plan, with those for its pieces.
    pub(crate) fn flags(self, lang: &str) -> Vec<&str> {
        let Self { variant, orientation, tables, .. } = self;
        let flags = [
            "--lang", lang, "--variant", variant, "--orientation", orientation, "--tables", tables,
        ];
        flags.into_iter().chain(flags_of(variant).iter().copied()).collect()
    }
}

/// Every variant that a language has, in each form of tables, each in another order of squares.
pub(crate) fn plans(lang: &str) -> Vec<Plan> {
    let language = magicgen::render::find(lang).expect("a language");
    let can = language.configure(None).expect("its defaults").capabilities();
    let mut plans = Vec::new();
    // Files of attack sets have cells of their own: how a compiler finds them differs by language.
    for tables in can.tables.iter().filter(|tables| **tables != Tables::Blob) {
        for (at, variant) in magicgen_lookup::variant::ALL.iter().enumerate() {
            let is_there = *tables == Tables::Full || variant.form.has_filled_tables();
            if is_there && has_form(&can, variant.form) {
                let orientation = Standard::ALL[at % Standard::ALL.len()].id;
                plans.push(Plan { variant: variant.id, orientation, tables: tables.id() });
            }
        }
    }
    plans
}

/// True where a language can print lookups of this form.
fn has_form(can: &Capabilities, form: Form) -> bool {
    (can.has_pext || !form.needs_pext())
        && (can.fields.contains(&FieldStyle::Switch) || !form.is_switch())
}

/// The plans that have between them all that a language has, for cells that compile many at once.
pub(crate) fn chosen(lang: &str) -> Vec<Plan> {
    let mut plans = plans(lang);
    if !choices::are_all_run() {
        let names: Vec<String> =
            plans.iter().map(|plan| format!("{lang}::{}", plan.name())).collect();
        let chosen = choices::chosen(names.iter().map(String::as_str));
        let mut is_chosen = names.iter().map(|name| chosen.contains(name.as_str()));
        plans.retain(|_| is_chosen.next().unwrap_or(false));
    }
    plans
}

/// Replaces a text of a file, which must be there.
pub(crate) fn replace(file: &Path, old: &str, new: &str) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    if !text.contains(old) {
        return Err(format!("{} has no `{old}`", file.display()));
    }
    fs::write(file, text.replacen(old, new, 1)).map_err(|error| error.to_string())
}

/// FNV-1a of 64 bits over attack sets as 8 little-endian bytes each.
pub(crate) struct Digest(u64);

impl Digest {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn eat(&mut self, set: u64) {
        for byte in set.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The line that a driver prints for pieces on a board.
///
/// The digest covers pieces in their order, squares by bit index, and subsets of the mask in the order of the
/// carry-rippler.
pub(crate) fn expected_line_of(mapping: &Mapping, pieces: &[Piece]) -> String {
    let mut digest = Digest::new();
    let mut counts = Vec::new();
    for piece in pieces {
        let problem =
            Problem::new(&Walk::new(piece, mapping), mapping.squares()).expect("masks fit");
        let mut count = 0;
        for square in problem.squares() {
            for attacks in problem.attacks(*square) {
                count += 1;
                digest.eat(*attacks);
            }
        }
        counts.push(format!("{}={count}", piece.name));
    }
    format!("magicgen-driver ok {} digest={digest}", counts.join(" "))
}

/// Compares a driver's output with the line for rook and bishop on the chess board.
pub(crate) fn compare(output: &str) -> Result<(), String> {
    compare_with(output, &expected_line())
}

/// Compares a driver's output with a line.
pub(crate) fn compare_with(output: &str, expected: &str) -> Result<(), String> {
    if output.trim() == expected {
        Ok(())
    } else {
        Err(format!("the driver printed\n  {}\ninstead of\n  {expected}", output.trim()))
    }
}

/// Unusual boards and orders of squares, as lines of a config: with holes between other squares and at the corners,
/// with unused bit indices, and with a random order of squares.
pub(crate) const ODD: [(&str, &str); 2] = [
    (
        "holes",
        "orientation = \"h1lsb\"\n[board]\nwidth = 6\nheight = 6\nstride = 8\nholes = [\"a1\", \"f6\"]\n",
    ),
    (
        "permutation",
        "[board]\nwidth = 5\nheight = 4\n[orientation]\npermutation = [0, 21, 42, 60, 24, 45, 6, 27, 48, 9, \
         30, 51, 12, 33, 54, 15, 36, 57, 18, 39]\n",
    ),
];

/// Pieces with a short range and one-sided pieces, as lines of a config.
pub(crate) const ODD_PIECES: &str = "[[piece]]\nname = \"short-rook\"\nrays = [[1, 0], [-1, 0], [0, 1], [0, -1]]\nrange = 3\n\
     [[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n";

/// Variants that look attack sets up in different ways, in the forms of tables that they have.
const ODD_VARIANTS: [(&str, &str); 9] = [
    ("fancy", "full"),
    ("plain", "init"),
    ("split32", "init"),
    ("nested", "init"),
    ("bytes", "full"),
    ("postmask", "init"),
    ("direction", "full"),
    ("direction", "init"),
    ("hyperbola", "full"),
];

/// The variants that are possible on one of the [`ODD`] boards, since some need lines in the order of their bits.
pub(crate) fn odd_variants(
    board: &str,
) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let is_ordered = board != "permutation";
    ODD_VARIANTS.into_iter().filter(move |(variant, _)| is_ordered || *variant != "hyperbola")
}

/// Variants with one record for each square, with the fields of all pieces: variant, tables, parts.
pub(crate) const BY_SQUARE: &[(&str, &str, &str)] = &[
    ("fancy", "full", "\"lookup\", \"self-test\""),
    ("fancy", "init", "\"masks\", \"factors\", \"lookup\", \"self-test\""),
    ("fixed", "full", "\"lookup\", \"self-test\""),
    ("direction", "init", "\"lookup\", \"self-test\""),
];

/// Combinations of parts: variant, tables, parts, pieces.
pub(crate) const EMITS: &[(&str, &str, &str, &str)] = &[
    ("fancy", "full", "\"factors\"", ""),
    ("fancy", "full", "\"masks\", \"shifts\"", ""),
    ("fancy", "full", "\"squares\"", ""),
    ("fancy", "full", "\"attacks\"", ""),
    ("fancy", "init", "\"attacks\"", ""),
    ("packed", "full", "\"offsets\"", ""),
    ("packed", "init", "\"offsets\", \"attacks\"", ""),
    ("fancy", "full", "\"lookup\"", ""),
    ("fancy", "init", "\"lookup\"", ""),
    ("hyperbola", "full", "\"lookup\"", ""),
    ("bytes", "full", "\"lookup\"", ""),
    ("direction", "init", "\"lookup\"", ""),
    ("fancy", "full", "\"bitscan\"", ""),
    ("fancy", "full", "\"occupancies\", \"attack-sets\"", ""),
    ("fancy", "full", "\"lookup\", \"self-test\"", ""),
    ("fancy", "init", "\"lookup\", \"self-test\"", ""),
    ("fancy", "full", "\"lookup\", \"self-test\"", "\"queen\""),
    ("split32", "init", "\"lookup\", \"squares\"", "\"queen\""),
    ("fancy", "full", "\"lookup\"", "\"bishop\""),
    (
        "fancy",
        "full",
        "\"factors\", \"masks\", \"shifts\", \"offsets\", \"attacks\", \"occupancies\", \"attack-sets\", \
         \"lookup\", \"squares\", \"bitscan\", \"self-test\"",
        "\"rook\", \"bishop\", \"queen\"",
    ),
    (
        "fancy",
        "init",
        "\"factors\", \"masks\", \"shifts\", \"offsets\", \"attacks\", \"occupancies\", \"attack-sets\", \
         \"lookup\", \"squares\", \"bitscan\", \"self-test\"",
        "",
    ),
];

/// Writes a config into a folder, and generates its outputs.
pub(crate) fn generate(folder: &Path, config: &str) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    std::fs::write(folder.join("magicgen.toml"), config).map_err(|error| error.to_string())?;
    magicgen(folder, &["--config", "magicgen.toml"])
}

/// Checks that a result is an error whose message has all of `texts`.
pub(crate) fn refused<T>(result: Result<T, String>, texts: &[&str]) -> Result<(), String> {
    let Err(message) = result else { return Err(format!("nothing says {texts:?}")) };
    match texts.iter().find(|text| !message.contains(**text)) {
        None => Ok(()),
        Some(missing) => Err(format!("this doesn't say {missing:?}:\n{message}")),
    }
}

/// Changes a digit of a file: the fifth digit of the `nth` number of 16 hexadecimal digits after the text `after`.
pub(crate) fn alter(file: &Path, after: &str, nth: usize) -> Result<(), String> {
    let mut text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let begin = text.find(after).ok_or_else(|| format!("no {after:?} in {}", file.display()))?;
    let mut numbers = text[begin..].match_indices("0x").map(|(at, _)| begin + at + 6);
    let at = numbers.nth(nth).ok_or("too few numbers")?;
    let digit = if text.as_bytes()[at] == b'0' { "1" } else { "0" };
    text.replace_range(at..=at, digit);
    std::fs::write(file, text).map_err(|error| error.to_string())
}

/// Searches a file for private items that are unused. `declared` gives the name that a line declares, if it is private.
pub(crate) fn unused<'a>(
    text: &'a str,
    comment: &str,
    declared: impl Fn(&'a str) -> Option<&'a str>,
) -> Result<(), String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    // Rows of numbers contain no names.
    let is_row = |line: &str| line.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let is_code =
        |line: &&str| !line.trim_start().starts_with(comment) && !is_row(line.trim_start());
    let code: Vec<&str> = text.lines().filter(is_code).collect();
    for line in &code {
        let name = declared(line).and_then(|rest| rest.split(|c| !is_name(c)).next());
        let Some(name) = name else { continue };
        let words = code.iter().flat_map(|line| line.split(|c| !is_name(c)));
        if words.filter(|word| *word == name).count() < 2 {
            return Err(format!("{name} is private and unused"));
        }
    }
    Ok(())
}

/// An error with the first line of code that has more than 100 columns, if there is one.
pub(crate) fn too_long(text: &str) -> Result<(), String> {
    let mut lines = text.lines().filter(|line| !line.contains("regenerate:"));
    match lines.find(|line| line.chars().count() > 100) {
        Some(line) => Err(format!("more than 100 columns: {line}")),
        None => Ok(()),
    }
}
