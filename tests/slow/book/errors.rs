//! The page of all codes of errors.

use std::fmt::Write as _;
use std::path::PathBuf;

use magicgen::cli::codes::ALL;

use crate::book::markdown::PRINTED;
use crate::book::printed::Files;

const HEAD: &str = "\
# Errors by code

```console
$ magicgen explain config::board
config::board: there is no such board
...
```

A message begins with its code, for example `error[config::board]`. `magicgen explain CODE` prints the entry of this page. Scripts can
rely on the codes, also in `--format json`, `github` and `sarif`. Each entry has an example that causes the error.
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
