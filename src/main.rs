//! The program, which only calls the command line in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    magicgen::cli::main()
}
