//! Start-up code: the function `init`, the tables that it fills, and the file of attack sets that it checks.

use super::item::{Item, Part, comment};
use super::view::{Header, Home};
use crate::render::prelude::*;
use magicgen_lookup::model::Blob;

impl Header<'_> {
    /// True if `init` has to be called before the first lookup: it fills tables, or checks their file.
    pub(super) fn must_init(&self) -> bool {
        !self.page().fills.is_empty() || self.page().module.blob.is_some()
    }

    /// The function that fills tables.
    pub(super) fn init(&self) -> String {
        self.page().module.names.function(&["init"])
    }

    /// The tables that `init` fills, or references to those in the file of attack sets, after the file's content.
    pub(super) fn filled_tables(&self, home: Home) -> Vec<Item> {
        let filled = self.page().filled.iter();
        let Some(blob) = &self.page().module.blob else {
            let table = |FilledTable { name, doc, length, .. }: &FilledTable| {
                self.variable(doc, &self.declarator("std::uint64_t", *length, name), home)
            };
            return filled.map(table).collect();
        };
        let content = self.blob_content(blob, home);
        let specifier = match () {
            () if self.keys.is_old() => "static constexpr",
            // A module has one definition in any case, and GCC 12 leaves inline references of a module null.
            () if self.keys.is_module() => "constexpr",
            () => "inline constexpr",
        };
        let reference = |FilledTable { name, doc, length, .. }: &FilledTable| {
            let kind = self.reference("std::uint64_t", *length, name);
            let line = format!("{specifier} {kind} = {}.tables.{name};", self.blob());
            Item::new(comment(doc), vec![line])
        };
        let references = filled.filter(|_| home == Home::Header).map(reference);
        content.into_iter().chain(references).collect()
    }

    /// The file's type with the object that has its content: declared in the header, defined with the definitions.
    fn blob_content(&self, blob: &Blob, home: Home) -> Vec<Item> {
        let content = Item::fenced_part(Part::BlobContent, Vec::new());
        if home == Home::Definitions {
            return vec![content];
        }
        let doc = comment(&format!(
            "The content of {}, which lies beside this file. C++26 compilers embed it. GCC and Clang take it in by \
             their assembler, from the current folder or the folders of -I. With the macro {} defined as a path in \
             all files of the program, the program reads it instead.",
            self.page().module.blob_file.name,
            self.blob_path()
        ));
        let member = |FilledTable { name, length, .. }: &FilledTable| {
            format!("    {};", self.declarator("std::uint64_t", *length, name))
        };
        let lines = [
            format!("union {} {{", self.blob_kind()),
            format!("  unsigned char bytes[{}];", blob.length()),
            "  struct {".to_owned(),
            format!("    std::uint64_t header[{}];", Blob::HEADER / 8),
        ];
        let end = ["  } tables;", "};"].map(str::to_owned);
        let members = self.page().filled.iter().map(member);
        let kind = Item::fenced(doc, lines.into_iter().chain(members).chain(end).collect());
        let declared = Item::fenced_part(Part::BlobDeclared, Vec::new());
        [Some(kind), self.is_apart.then_some(declared), (!self.is_apart).then_some(content)]
            .into_iter()
            .flatten()
            .collect()
    }

    /// The functions that read and check the file of attack sets.
    pub(super) fn blob_checks(&self) -> Option<Item> {
        self.page().module.blob.as_ref().map(|_| Item::fenced_part(Part::BlobChecks, Vec::new()))
    }

    /// A function or a constant of the file of attack sets, from its words.
    pub(super) fn blob_name(&self, words: &str) -> String {
        let words: Vec<&str> = words.split(' ').collect();
        self.page().module.names.function(&words)
    }

    /// The object with the file's content.
    pub(super) fn blob(&self) -> String {
        self.blob_name("blob")
    }

    /// The function that checks the file.
    pub(super) fn blob_check(&self) -> String {
        self.blob_name("check blob")
    }

    /// The type of the file's content.
    pub(super) fn blob_kind(&self) -> String {
        self.types().join(&["blob", "file"])
    }

    /// The macro with the path of the file that the program reads.
    pub(super) fn blob_path(&self) -> String {
        self.macro_of("blob file")
    }

    /// The assembler's name of the file's content. It differs from the name in a header for C.
    pub(super) fn blob_symbol(&self) -> String {
        let parts = self.namespace.split("::").chain(["hpp", "blob"]);
        parts.collect::<Vec<_>>().join("_")
    }

    /// The preprocessor's condition that the compiler embeds files.
    pub(super) fn embeds() -> &'static str {
        "defined(__cpp_pp_embed) || (defined(__has_embed) && !defined(__GNUC__))"
    }

    /// The specifier of the content's definition.
    pub(super) fn blob_specifier(&self) -> &'static str {
        if self.is_apart { "" } else { "inline " }
    }

    /// The name of the function that lets only one file fill the tables.
    pub(super) fn fill_once(&self) -> String {
        self.page().module.names.function(&["fill", "once"])
    }

    /// The function that lets only one file fill the tables, if each file has its own fill functions.
    pub(super) fn once(&self) -> Option<Item> {
        let doc = "Calls the first function that it is given, and no other: the tables are the whole program's.";
        let head = format!("inline void {}(void (*fill)()) noexcept {{", self.fill_once());
        let body = [
            "[[maybe_unused]] static const bool is_done = [fill] {",
            "  fill();",
            "  return true;",
            "}();",
        ];
        let function = || Item::function(comment(doc), vec![head], &body.map(str::to_owned));
        self.fills_by_file().then(function)
    }

    /// The function that fills tables. It does nothing if none needs filling.
    pub(super) fn init_function(&self, home: Home) -> Option<Item> {
        let page = self.page();
        if !self.must_init() {
            let doc = comment("Does nothing: no table has to be filled.");
            let line = format!("inline void {}() noexcept {{}}", self.init());
            let is_there = home == Home::Header && !page.lookups.is_empty();
            return is_there.then(|| Item::new(doc, vec![line]));
        }
        let doc = match &page.module.blob {
            None => "Fills the tables, once for all threads; further calls do nothing. Comes before the first lookup.".to_owned(),
            Some(_) => format!(
                "Checks the file of attack sets, once for all threads, and ends the program if it is wrong; further \
                 calls do nothing. Comes before the first lookup. With {} it reads the file first. Where NDEBUG is \
                 defined and the file is embedded, only its header and its length are checked.",
                self.blob_path()
            ),
        };
        let doc = if home == Home::Header { comment(&doc) } else { Vec::new() };
        if self.is_apart && home == Home::Header {
            return Some(Item::new(doc, vec![format!("void {}() noexcept;", self.init())]));
        }
        let asked = page.dispatch.iter().map(|Dispatch { flag, detect, .. }| {
            format!("    detail::{flag} = detail::{detect}();")
        });
        let call = |fill: &FillLoop| format!("    detail::{}();", self.fill_name(fill));
        let checked =
            page.module.blob.iter().map(|_| format!("    detail::{}();", self.blob_check()));
        let calls = asked.chain(page.fills.iter().map(call)).chain(checked).collect();
        Some(Item::part(Part::Init, calls).with(doc))
    }
}
