//! The command line: a thin shell over the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    magicgen::cli::main()
}
