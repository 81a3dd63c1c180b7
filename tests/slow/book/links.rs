//! Links to files and headings lead somewhere.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use libtest_mimic::{Failed, Trial};

use crate::book::blocks::prose;
use crate::book::{pages, root, text};

/// A link with its line.
struct Link {
    line: usize,
    target: String,
}

/// A test for each page.
pub(crate) fn trials() -> Vec<Trial> {
    let trial = |page: PathBuf| {
        Trial::test(format!("book::links::{}", page.display()), move || check(&page))
    };
    pages().into_iter().map(trial).collect()
}

fn check(page: &Path) -> Result<(), Failed> {
    let folder = page.parent().unwrap_or(Path::new(""));
    let mut wrong = Vec::new();
    for Link { line, target } in links(&text(page)) {
        if target.contains("://") || target.starts_with("mailto:") {
            continue;
        }
        let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
        let file = if path.is_empty() { page.to_owned() } else { plain(&folder.join(path)) };
        if !root().join(&file).exists() {
            wrong.push(format!("{}:{line}: there is no {}", page.display(), file.display()));
        } else if !anchor.is_empty() && !anchors(&text(&file)).contains_key(anchor) {
            wrong.push(format!(
                "{}:{line}: {} has no heading #{anchor}",
                page.display(),
                file.display()
            ));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// A path without `..` and `.`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The links of a page: `[text](target)` and `![text](target)`, but for those in code.
fn links(page: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (line, text) in prose(page) {
        // Every other piece between backticks is code.
        let text: String = text.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for rest in text.split("](").skip(1) {
            if let Some((target, _)) = rest.split_once(')') {
                links.push(Link { line, target: target.to_owned() });
            }
        }
    }
    links
}

/// The names of a page's headings as browsers know them, each with the number of headings of that name.
fn anchors(page: &str) -> BTreeMap<String, usize> {
    let mut anchors = BTreeMap::new();
    for (_, line) in prose(page) {
        let heading = line.trim_start_matches('#');
        if heading.len() < line.len() && heading.starts_with(' ') {
            let anchor: String = heading
                .trim()
                .to_lowercase()
                .chars()
                .filter(|c| c.is_alphanumeric() || "-_ ".contains(*c))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect();
            *anchors.entry(anchor).or_insert(0) += 1;
        }
    }
    anchors
}
