//! The data of the template of lookups.

use std::rc::Rc;

use super::syntax::{INT, OPERATORS, special};
use crate::render::blob::{checksum, header_text};
use crate::render::prelude::*;
use magicgen_lookup::model::ByteOrder;

/// Columns of a comment without its slashes.
const COMMENT: usize = 100 - "// ".len();

const WORDS: Words = Words {
    signed: "int8",
    widths: ["uint8", "uint16", "uint32", "uint64"],
    sets: ["[2]uint64", "[3]uint64", "[4]uint64"],
    ..Words::PLAIN
};

/// The language.
const LANG: Lang = Lang {
    nested: Some(Nested { row: "[$length]$element", around: ["{", "},"], margins: ["\t", "\t"] }),
    patterns: Patterns {
        head: ["$name", " $result"],
        parameter: "$name $kind",
        joins_places: true,
        variable: "$name := $value",
        result: ["return ", ""],
        refusal: "if uint($name) > $last {\n\tpanic(\"$name out of range\")\n}",
        array: "$name = [$length]$element",
        ..Patterns::C
    },
    loops: Loops {
        union: "var $name $kind",
        around: ["for $counter := $kind(0); $counter < $count; $counter++ {", "}"],
        only_if: ["if $condition {", "}"],
        add: "$name |= $value",
        indent: "\t",
        ..Loops::C
    },
    // gofmt omits blanks around operators that bind tightly or are deeply nested.
    style: ExprStyle { has_tight_operators: true, ..ExprStyle::PLAIN },
    comment: COMMENT,
    begins: Some(["square is", "occupied holds"]),
    has_paragraphs: true,
    switch: Switch { head: ["switch ", " {"], blocks: Blocks::None, indent: "\t", ..Switch::C },
    scanned: Some(INT),
    listed: Some(INT),
    passed: |array| Expr::Postfix(Rc::new(array), "[:]"),
    enumerated: Some(Enumerated::plain(CastForm::CALL)),
    set_look: SetLook::list(["{", "}"], Hex::new(16, "")),
    pack: Some(CastForm::new("Composite", "$to{", "}", CastOperand::Enclosed)),
    ..Lang::new(&OPERATORS, &WORDS)
};

/// The file of lookups, with Go's way of writing items.
#[derive(Template)]
#[template(path = "go/file.go", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
    pub(super) package: &'a str,
    /// True if the file's comment is the package's.
    pub(super) is_package_comment: bool,
    pub(super) types: &'a OwnTypes,
    /// The name of the variable whose methods are functions on the user's types, and of its type.
    pub(super) typed: [String; 2],
    /// The name of the function that turns pieces of the user's into the file's.
    pub(super) piece_of: String,
    /// The names of the variable that is true once tables are filled, and of the function that fills them.
    fill: [String; 2],
    /// The name of the variable with the file of attack sets.
    data: String,
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, package: &'a str, types: &'a OwnTypes) -> Self {
        let mut taken = page.taken.clone();
        let fill = ["tablesFilled", "fillTables"].map(|name| taken.name(name));
        let typed = ["Typed", "typed"].map(|name| taken.name(name));
        let data = taken.name("attackSets");
        let piece_of = taken.name("pieceOf");
        let facts = Facts::new(page, LANG);
        Self { facts, package, is_package_comment: false, types, typed, piece_of, fill, data }
    }

    /// The byte order of the file of attack sets, as in `binary.LittleEndian`.
    fn order(&self) -> &'static str {
        if self.page().module.blob_file.order == ByteOrder::Big { "Big" } else { "Little" }
    }

    /// The file's comment.
    fn about(&self) -> Vec<String> {
        let package = format!("Package {}", self.package);
        file_comment(self.page(), if self.is_package_comment { &package } else { "This file" })
    }

    /// True if squares are below 64 and a mask can show it to the compiler.
    fn is_masked(&self, item: Item<'_>) -> bool {
        !matches!(item, Item::Scan(_)) && self.page().module.board.indices == 64
    }
}

shared_by!(File);

impl<'a> Manner<'a> for File<'a> {
    fn comment(&self, name: &str, text: &str) -> Vec<String> {
        wrap(&format!("{name} {}", lowered(text)), COMMENT)
    }

    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        let Documented::Array(array) = of else { return None };
        Some(wrap(&format!("{} holds {}", array.name, lowered(&array.doc)), COMMENT))
    }

    /// The compiler omits bounds checks if it sees that the square is below 64. A lookup names the variable that fills
    /// its tables: Go initialises it before any package variable that calls the lookup.
    fn before(&self, item: Item<'_>, body: &Body) -> Vec<String> {
        let is_square = |expr: &Expr| *expr == Expr::name("square");
        let counts_on_it = |expr: &Expr| match expr {
            Expr::Index(both) => is_square(&both[1]),
            Expr::Binary(operator, both) => {
                [OPERATORS.shl, OPERATORS.shr].contains(operator) && is_square(&both[1])
            }
            _ => false,
        };
        let is_masked = self.is_masked(item) && body.any(&counts_on_it);
        let has_blob = self.page().module.blob.is_some();
        let is_filled =
            matches!(item, Item::Lookup(lookup) if has_blob || !lookup.calls.is_empty());
        let filled = is_filled.then(|| format!("_ = {}", self.fill[0]));
        let masked =
            is_masked.then(|| "square &= 63 // Indices and shifts by it need no check.".to_owned());
        filled.into_iter().chain(masked).collect()
    }

    /// Go inlines functions up to a size, to which each variable adds: with two of them in each lookup, `QueenAttacks` is
    /// beyond it. A variable for the product is left where the line would be too long.
    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> Option<Computation> {
        if !matches!(item, Item::Lookup(_)) {
            return None;
        }
        let mut program = wanted.program.clone();
        for value in program.values() {
            if let Some(name @ ("relevant" | "index")) = program.name_of(value) {
                program.without_name_of(value);
                program.hint(value, name);
            }
        }
        Some(self.statements(item, Wanted { program: &program, ..wanted }))
    }

    fn special(&self, item: Item<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        special(node, scope, &self.page().tables, self.is_masked(item))
    }

    fn rows(&self, array: &Array<'_>) -> String {
        let module = self.page().module;
        if let Storage::Set(_) = array.storage {
            return LANG.set_look.rows(&array.values, array.storage, "\t", module);
        }
        let columns = module.style.columns.unwrap_or(4);
        let look = Look {
            margin: "\t",
            digits: 4,
            is_aligned: false,
            // gofmt would move comments after a shorter last line.
            comment: Some(" // ").filter(|_| array.storage == Storage::Word && 64 % columns == 0),
            ..self.facts.look
        };
        look.rows(array, module)
    }
}

/// The file of tests.
#[derive(Template)]
#[template(path = "go/test.go", escape = "none")]
pub(super) struct Test<'a> {
    file: File<'a>,
    tested: Tested<'a>,
    /// The names of the test functions, one per compared lookup.
    names: Vec<String>,
    /// The name of the function that compares.
    compare: String,
}

impl<'a> Test<'a> {
    /// The tests; `test` excludes arrays that the file of lookups has.
    pub(super) fn new(file: File<'a>, test: (&'a RayFunction, &'a SelfTest<'a>)) -> Self {
        let mut taken = file.page().taken.clone();
        let tested = file.tested(test, Case::Camel, &mut taken);
        let mut name = |spoken: &str| taken.name(Case::Pascal.join(&["test", spoken, "attacks"]));
        let names = tested.compared.iter().map(|one| name(one.spoken)).collect();
        Self { file, tested, names, compare: taken.name("compareAttacks") }
    }
}

/// The file's comment; its subject is the package or the file.
fn file_comment(page: &Page<'_>, subject: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, note) in page.notes.iter().enumerate() {
        if at == 0 {
            let summary = format!("{subject} provides {}", lowered(page.summary));
            lines.extend(wrap(&summary, COMMENT));
        }
        lines.push(String::new());
        lines.extend(wrap(note, COMMENT));
        if at == 0 {
            // gofmt keeps lines that begin with a tab and have no common margin.
            let margin = page.module.board.diagram_margin;
            lines.push(String::new());
            lines.extend(page.diagram.iter().map(|line| format!("\t{}", &line[margin..])));
        }
    }
    lines
}

/// The members of a structure, in columns as gofmt has them.
fn members(records: &RecordTexts<'_>) -> Vec<String> {
    let widest = |text: fn(&RecordMember) -> &str| {
        records.members.iter().map(|one| text(one).len()).max().unwrap_or(0)
    };
    let (names, kinds) = (widest(|one| &one.name), widest(|one| one.kind));
    let line = |one: &RecordMember| {
        format!("{:<names$} {:<kinds$} // {}", one.name, one.kind, one.meaning)
    };
    records.members.iter().map(line).collect()
}

/// The name of a member with a number, as gofmt pads it.
fn padded(one: &Enumerator, of: &Enumeration) -> String {
    let widest = of.members.iter().map(|member| member.constant.len()).max().unwrap_or(0);
    format!("{:<widest$}", one.constant)
}

/// A rank's constants, on several lines if there are many.
fn constants(rank: &RankOfSquares) -> Vec<String> {
    let line = |squares: &[(String, u8)]| {
        let names: Vec<&str> = squares.iter().map(|(name, _)| name.as_str()).collect();
        let bits: Vec<String> = squares.iter().map(|(_, bit)| bit.to_string()).collect();
        format!("{} = {}", names.join(", "), bits.join(", "))
    };
    rank.squares.chunks(8).map(line).collect()
}
