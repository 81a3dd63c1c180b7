//! Reads the module paths that a source file names: every `use` tree in all its forms, and every path in code.
//!
//! The file is cut into tokens, so that comments and strings don't count, and the arguments of macros do. A string counts
//! only as a path in an attribute, such as serde's `with = "super::hex"`.

use proc_macro2::{Delimiter, Group, LexError, TokenStream, TokenTree};

/// The names of the packages in paths: the top one, and those below `crates`.
pub(super) const PACKAGES: [&str; 8] = [
    "magicgen", "magicgen_board", "magicgen_ir", "magicgen_lab", "magicgen_lookup",
    "magicgen_literal", "magicgen_read", "magicgen_search",
];

/// A path that a file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The absolute path, which begins with the package. A glob ends in `*`.
    pub(super) path: Vec<String>,
    /// The name under which a `use` imports it.
    pub(super) name: Option<String>,
    /// The line of the path's last name.
    pub(super) line: usize,
    /// Whether only tests compile it.
    pub(super) in_test: bool,
}

/// The paths and the modules of a file.
#[derive(Debug, Default)]
pub(super) struct File {
    /// The paths that begin in one of [`PACKAGES`].
    pub(super) named: Vec<Named>,
    /// The modules that it declares, with their paths, and whether only tests compile them.
    pub(super) modules: Vec<(Vec<String>, bool)>,
}

/// Reads a file, which holds the module with this path. The path begins with the package.
pub(super) fn read(module: &[String], text: &str) -> Result<File, LexError> {
    let mut file = File::default();
    file.walk(text.parse()?, module, false);
    Ok(file)
}

impl File {
    /// Reads tokens of a module, down to the innermost group.
    fn walk(&mut self, tokens: TokenStream, module: &[String], mut in_test: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        // True from `#[cfg(test)]` to the end of its item.
        let mut is_test_item = false;
        let mut at = 0;
        while at < tokens.len() {
            let now = in_test || is_test_item;
            let rest = &tokens[at..];
            at += 1;
            match rest {
                [TokenTree::Punct(hash), TokenTree::Group(attribute), ..]
                    if hash.as_char() == '#' =>
                {
                    is_test_item |= is_cfg_test(attribute);
                    self.attribute(attribute, module, now);
                }
                [
                    TokenTree::Punct(hash),
                    TokenTree::Punct(bang),
                    TokenTree::Group(attribute),
                    ..,
                ] if hash.as_char() == '#' && bang.as_char() == '!' => {
                    in_test |= is_cfg_test(attribute);
                }
                [TokenTree::Ident(word), TokenTree::Ident(name), next, ..] if word == "mod" => {
                    let path = [module, &[plain(name)]].concat();
                    if let TokenTree::Group(body) = next {
                        self.walk(body.stream(), &path, now);
                        is_test_item = false;
                        at += 2;
                    } else {
                        self.modules.push((path, now));
                    }
                }
                // `use<'a>` says which lifetimes a type captures.
                [TokenTree::Ident(word), next, ..] if word == "use" && !is_mark(next, '<') => {
                    let end = tokens[at..].iter().position(|token| is_mark(token, ';'));
                    let end = end.map_or(tokens.len(), |end| at + end);
                    self.tree(&tokens[at..end], &[], module, now);
                    at = end;
                }
                [TokenTree::Ident(word), TokenTree::Ident(next), TokenTree::Ident(name), ..]
                    if word == "extern" && next == "crate" =>
                {
                    self.add(&[plain(name)], None, name.span().start().line, module, now);
                    at += 2;
                }
                [TokenTree::Ident(first), ..] => {
                    let (mut path, mut line) = (vec![plain(first)], first.span().start().line);
                    while let [a, b, TokenTree::Ident(next), ..] = &tokens[at..]
                        && is_mark(a, ':')
                        && is_mark(b, ':')
                    {
                        // The word before was a keyword: `impl ::magicgen_search::A for B`.
                        if PACKAGES.iter().any(|package| next == package) {
                            path.clear();
                        }
                        path.push(plain(next));
                        line = next.span().start().line;
                        at += 3;
                    }
                    // `crate` alone is a visibility, and `self` a value.
                    if path.len() > 1 {
                        self.add(&path, None, line, module, now);
                    }
                }
                [TokenTree::Group(group), ..] => {
                    self.walk(group.stream(), module, now);
                    is_test_item &= group.delimiter() != Delimiter::Brace;
                }
                [mark, ..] => is_test_item &= !is_mark(mark, ';'),
                [] => {}
            }
        }
    }

    /// Reads the tree of a `use` behind a prefix: paths with commas between them.
    fn tree(&mut self, tokens: &[TokenTree], prefix: &[String], module: &[String], in_test: bool) {
        for one in tokens.split(|token| is_mark(token, ',')) {
            let mut path = prefix.to_vec();
            let mut name = None;
            let mut line = None;
            let mut tokens = one.iter();
            while let Some(token) = tokens.next() {
                match token {
                    TokenTree::Ident(word) if word == "as" => {
                        name = tokens.next().map(ToString::to_string);
                    }
                    TokenTree::Ident(word) => {
                        path.push(plain(word));
                        line = Some(word.span().start().line);
                    }
                    TokenTree::Punct(mark) if mark.as_char() == '*' => {
                        path.push("*".to_owned());
                        line = Some(mark.span().start().line);
                    }
                    TokenTree::Group(group) => {
                        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                        self.tree(&inner, &path, module, in_test);
                        line = None;
                    }
                    _ => {}
                }
            }
            if let Some(line) = line {
                let last = path.iter().rev().find(|name| *name != "self").cloned();
                self.add(&path, name.or(last), line, module, in_test);
            }
        }
    }

    /// Reads an attribute: its paths, and its strings that are paths.
    fn attribute(&mut self, attribute: &Group, module: &[String], in_test: bool) {
        for token in attribute.stream() {
            match token {
                TokenTree::Ident(word) if word == "doc" => return,
                TokenTree::Group(group) => self.attribute(&group, module, in_test),
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    let path: Vec<String> =
                        text.trim_matches('"').split("::").map(str::to_owned).collect();
                    let is_name =
                        |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                    if path.len() > 1 && path.iter().all(is_name) {
                        self.add(&path, None, literal.span().start().line, module, in_test);
                    }
                }
                _ => {}
            }
        }
    }

    fn add(
        &mut self,
        path: &[String],
        name: Option<String>,
        line: usize,
        module: &[String],
        in_test: bool,
    ) {
        if let Some(path) = absolute(path, module) {
            self.named.push(Named { path, name, line, in_test });
        }
    }
}

/// The absolute path of a path in a module; `None` if its first name is another package or a local name.
fn absolute(path: &[String], module: &[String]) -> Option<Vec<String>> {
    let (first, rest) = path.split_first()?;
    let mut absolute = match first.as_str() {
        "crate" => vec![module[0].clone()],
        "self" => module.to_vec(),
        "super" => module[..module.len() - 1].to_vec(),
        name if PACKAGES.contains(&name) => vec![name.to_owned()],
        _ => return None,
    };
    for name in rest {
        match name.as_str() {
            // The end of a group: the module itself.
            "self" => {}
            "super" => {
                absolute.pop();
            }
            name => absolute.push(name.to_owned()),
        }
    }
    (!absolute.is_empty()).then_some(absolute)
}

/// An identifier without the mark of raw ones.
fn plain(name: &proc_macro2::Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

fn is_cfg_test(attribute: &Group) -> bool {
    let text = attribute.stream().to_string().replace(' ', "");
    text == "cfg(test)" || text.starts_with("cfg(all(test,")
}

pub(super) mod tests {
    use super::read;
    use libtest_mimic::Trial;

    /// The tests.
    pub(in crate::architecture) fn trials() -> Vec<Trial> {
        trials![
            imports_are_expanded,
            renames_and_globs_are_expanded,
            the_name_of_an_import_is_its_last_or_its_new_one,
            paths_in_code_are_expanded,
            macros_are_read,
            comments_strings_and_other_packages_are_not_read,
            modules_in_the_file_have_paths_of_their_own,
            tests_are_told_apart,
            a_path_has_the_line_of_its_last_name,
        ]
    }

    fn module(path: &str) -> Vec<String> {
        path.split("::").map(str::to_owned).collect()
    }

    /// The paths that the module `magicgen::cli::run` names with this text.
    fn named(text: &str) -> Vec<String> {
        let file = read(&module("magicgen::cli::run"), text).unwrap();
        file.named.iter().map(|named| named.path.join("::")).collect()
    }

    /// `named`, where all paths are of the same form.
    fn says(text: &str, expected: &[&str]) {
        assert_eq!(named(text), expected, "{text}");
    }

    fn imports_are_expanded() {
        says("use crate::search;", &["magicgen::search"]);
        says("use crate::search::Hash;", &["magicgen::search::Hash"]);
        says("pub(crate) use crate::search::Hash;", &["magicgen::search::Hash"]);
        says("use crate::{search::Hash};", &["magicgen::search::Hash"]);
        says("use {crate::search, std::fmt};", &["magicgen::search"]);
        says("use self::args::Args;", &["magicgen::cli::run::args::Args"]);
        says("use super::page;", &["magicgen::cli::page"]);
        says("use super::super::search;", &["magicgen::search"]);
        says("use super::{super::search, page};", &["magicgen::search", "magicgen::cli::page"]);
        says(
            "use super::{super::{search::{Hash, lock}}};",
            &["magicgen::search::Hash", "magicgen::search::lock"],
        );
        says("use magicgen_search::search::Hash;", &["magicgen_search::search::Hash"]);
        says("use ::magicgen_search::search;", &["magicgen_search::search"]);
        says("use magicgen::Error;", &["magicgen::Error"]);
        says("use crate::r#search::r#match;", &["magicgen::search::match"]);
        says("fn a() { use crate::search::Hash; }", &["magicgen::search::Hash"]);
    }

    fn renames_and_globs_are_expanded() {
        says("use crate::search as finder;", &["magicgen::search"]);
        says("use crate::search::Hash as _;", &["magicgen::search::Hash"]);
        says("use crate::search::*;", &["magicgen::search::*"]);
        says("use crate::search::{self, *};", &["magicgen::search", "magicgen::search::*"]);
        says(
            "use crate::search::{self as finder, Hash as H};",
            &["magicgen::search", "magicgen::search::Hash"],
        );
        // Whoever has the root under another name can reach everything.
        says("use crate as root;", &["magicgen"]);
        says("use crate::{self as root};", &["magicgen"]);
        says("use super::super::*;", &["magicgen::*"]);
        says("use magicgen_search as core;", &["magicgen_search"]);
        says("extern crate magicgen_search as core;", &["magicgen_search"]);
    }

    fn the_name_of_an_import_is_its_last_or_its_new_one() {
        let text = "use crate::{search::Hash, text as t, model::{self}, read::{Number as N}};";
        let file = read(&module("magicgen::cli"), text).unwrap();
        let names: Vec<&str> = file.named.iter().filter_map(|one| one.name.as_deref()).collect();
        assert_eq!(names, ["Hash", "t", "model", "N"]);
    }

    fn paths_in_code_are_expanded() {
        says(
            "fn a() -> crate::search::Hash { crate::search::hash(1) }",
            &["magicgen::search::Hash", "magicgen::search::hash"],
        );
        says(
            "fn a() { super::super::search::hash(&self.b, self::c()); }",
            &["magicgen::search::hash", "magicgen::cli::run::c"],
        );
        says(
            "const A: u8 = <crate::search::Hash as crate::text::Of<magicgen_search::At>>::A;",
            &["magicgen::search::Hash", "magicgen::text::Of", "magicgen_search::At"],
        );
        says("impl ::magicgen_search::read::Of for A {}", &["magicgen_search::read::Of"]);
        says("pub(in crate::search) fn a() {}", &["magicgen::search"]);
        says("pub(crate) fn a(self) { super::b }", &["magicgen::cli::b"]);
        says("fn a() -> impl Iterator + use<'a> { crate::search::b }", &["magicgen::search::b"]);
    }

    fn macros_are_read() {
        says(
            "assert_eq!(crate::search::hash(1), [2; super::N]);",
            &["magicgen::search::hash", "magicgen::cli::N"],
        );
        says(
            "macro_rules! a { ($b:ident) => { use $crate::text::{c}; $crate::search::$b() } }",
            &["magicgen::text::c", "magicgen::search"],
        );
        says("#[serde(with = \"super::hex\", rename = \"a\")] a: u64", &["magicgen::cli::hex"]);
        says("#[derive(A)] #[b(crate::search::c)] struct D;", &["magicgen::search::c"]);
    }

    fn comments_strings_and_other_packages_are_not_read() {
        says(
            "// crate::search::Hash\n/* use crate::search; */ /// [`crate::search`]\n//! crate::text::a",
            &[],
        );
        says(
            "const A: &str = \"use crate::search;\"; const B: &str = r#\"crate::search::b\"#;",
            &[],
        );
        says("#[doc = \"crate::search\"] use std::fmt; use search::Hash; a::crate_of::b();", &[]);
    }

    fn modules_in_the_file_have_paths_of_their_own() {
        says(
            "mod a { mod b { use super::super::c; } use super::d; } use super::e;",
            &["magicgen::cli::run::c", "magicgen::cli::run::d", "magicgen::cli::e"],
        );
        let file = read(&module("magicgen"), "pub mod a; #[cfg(test)] mod b;").unwrap();
        assert_eq!(file.modules, [(module("magicgen::a"), false), (module("magicgen::b"), true)]);
    }

    fn tests_are_told_apart() {
        let of = |text| {
            let file = read(&module("magicgen::cli"), text).unwrap();
            file.named.iter().map(|named| named.in_test).collect::<Vec<_>>()
        };
        let text = "#[cfg(test)] use crate::a; use crate::a; #[cfg(test)] fn b(c: crate::a::C) { crate::a::b() } \
            #[cfg(not(test))] fn d() { crate::a::b() } #[cfg(test)] #[allow(e)] mod f { use crate::a; } use crate::a;";
        assert_eq!(of(text), [true, false, true, true, false, true, false]);
        assert_eq!(of("#![cfg(test)] use crate::a;"), [true]);
    }

    fn a_path_has_the_line_of_its_last_name() {
        let text = "\nuse crate::{\n    search::{\n        Hash,\n    },\n};\nfn a() {\n    crate::b::c()\n}";
        let file = read(&module("magicgen::cli"), text).unwrap();
        let lines: Vec<usize> = file.named.iter().map(|named| named.line).collect();
        assert_eq!(lines, [4, 8]);
    }
}
