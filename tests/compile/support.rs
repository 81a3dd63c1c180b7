//! What every language's cells share: running the generator and tools, and the expected line.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use magicgen::geometry::{Mapping, Piece, Problem, Standard, Walk};

/// One combination to generate, compile and run.
pub struct Cell {
    /// `java::fancy::h1lsb::init`
    pub name: String,
    /// Programs that must be on the path.
    pub needs: &'static [&'static str],
    /// Generates, compiles, runs and compares; an error says what went wrong.
    pub run: Box<dyn Fn() -> Result<(), String> + Send>,
}

/// True where a program is on the path.
pub fn has_tool(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}

/// Runs a program in a folder, and returns what it prints.
pub fn run<S: AsRef<OsStr>>(
    folder: &Path,
    program: impl AsRef<OsStr>,
    arguments: &[S],
) -> Result<String, String> {
    let program = program.as_ref();
    let output = Command::new(program)
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

/// Runs the generator in a folder: `magicgen ARGUMENTS`.
pub fn magicgen(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    run(folder, env!("CARGO_BIN_EXE_magicgen"), arguments).map(|_| ())
}

/// The folder of the drivers.
pub fn drivers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drivers")
}

/// The driver's arguments for the chess board in one of the eight standard orders.
pub fn board_arguments(orientation: &str) -> Vec<String> {
    let mapping = Mapping::chess(Standard::find(orientation).expect("a standard order"));
    let bits = mapping
        .board()
        .places()
        .map(|at| mapping.bit(at).map_or("-".to_owned(), |bit| bit.to_string()));
    ["8".to_owned(), "8".to_owned()].into_iter().chain(bits).collect()
}

/// The line that a driver prints for rook and bishop on the chess board.
///
/// The digest is FNV-1a of 64 bits over the attack sets as 8 little-endian bytes each: rook, then bishop; squares
/// by bit index; subsets of the mask in carry-rippler order.
pub fn expected_line() -> String {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
    let mut counts = Vec::new();
    for piece in [Piece::rook(), Piece::bishop()] {
        let problem =
            Problem::new(&Walk::new(&piece, &mapping), mapping.squares()).expect("chess fits");
        let mut count = 0;
        for square in problem.squares() {
            for attacks in problem.attacks(*square) {
                count += 1;
                for byte in attacks.to_le_bytes() {
                    digest = (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
                }
            }
        }
        counts.push(format!("{}={count}", piece.name));
    }
    format!("magicgen-driver ok {} digest={digest:016x}", counts.join(" "))
}

/// Compares a driver's output with the expected line.
pub fn compare(output: &str) -> Result<(), String> {
    let expected = expected_line();
    if output.trim() == expected {
        Ok(())
    } else {
        Err(format!("the driver printed\n  {}\ninstead of\n  {expected}", output.trim()))
    }
}
