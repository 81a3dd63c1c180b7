//! The book's table of contents has each page once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};

use crate::book::{pages, text};

const SUMMARY: &str = "docs/SUMMARY.md";

/// The only test.
pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("book::summary::every_page_is_a_chapter", every_page_is_a_chapter)]
}

fn every_page_is_a_chapter() -> Result<(), Failed> {
    let mut chapters: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for line in text(Path::new(SUMMARY)).lines() {
        let target = line.split_once("](").and_then(|(_, rest)| rest.strip_suffix(')'));
        // A chapter without a link is one that has yet to be written.
        if let Some(target) = target.filter(|target| !target.is_empty()) {
            *chapters.entry(Path::new("docs").join(target)).or_insert(0) += 1;
        }
    }
    let mut wrong: Vec<String> = Vec::new();
    for page in
        pages().iter().filter(|page| page.starts_with("docs") && **page != Path::new(SUMMARY))
    {
        match chapters.get(page) {
            Some(1) => {}
            Some(_) => wrong.push(format!("{} is a chapter twice", page.display())),
            None => wrong.push(format!("{} is no chapter of {SUMMARY}", page.display())),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
