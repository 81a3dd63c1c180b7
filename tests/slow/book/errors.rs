//! The page of all codes of errors.

use std::fmt::Write as _;
use std::path::PathBuf;

use magicgen::cli::codes::ALL;

use crate::book::markdown::PRINTED;
use crate::book::printed::Files;

const HEAD: &str = "\
# Errors by their codes

A message begins with its code, as in `error[config::board]`. `magicgen explain config::board` says what stands here; scripts can rely
on the codes, which `--format json`, `github` and `sarif` have too. Each example brings its code about.
";

/// The page.
pub(crate) fn files() -> Files {
    let mut page = format!("{PRINTED}\n{HEAD}");
    for code in ALL {
        let _ = write!(page, "\n## {}: {}\n\n{}\n", code.id, code.title, code.cause);
        if !code.example.is_empty() {
            let _ = write!(page, "\n```text\n{}\n```\n", code.example.trim_end());
        }
        let _ = write!(page, "\n{}\n", code.remedy);
    }
    Files::from([(PathBuf::from("docs/errors.md"), page)])
}
