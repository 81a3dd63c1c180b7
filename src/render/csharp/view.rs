//! The data of the templates: the class of lookups, the test class, and the file around each.

use super::Keys;
use super::syntax::{OPERATORS, overflows, special, to};
use crate::render::blob::{checksum, header_rows};
use crate::render::prelude::*;
use magicgen_lookup::model::ByteOrder;

/// Columns of a comment in a class in a namespace, without its slashes.
const COMMENT: usize = 100 - 8 - "/// ".len();

/// Columns of a statement in a block of a method of a class in a namespace.
const WIDTH: usize = 100 - 20;

const WORDS: Words = Words {
    signed: "sbyte",
    widths: ["byte", "ushort", "uint", "ulong"],
    sets: [
        "(ulong W0, ulong W1)",
        "(ulong W0, ulong W1, ulong W2)",
        "(ulong W0, ulong W1, ulong W2, ulong W3)",
    ],
    ..Words::PLAIN
};

/// The language.
const LANG: Lang = Lang {
    nested: Some(Nested {
        row: "$element[]",
        around: ["new $element[]\n{", "},"],
        margins: ["        ", "    "],
    }),
    patterns: Patterns {
        head: ["$visible static $result $name", ""],
        refusal: "System.Diagnostics.Debug.Assert($name >= 0 && $name <= $last);",
        array: "$visible static readonly $element[] $name",
        ..Patterns::C
    },
    loops: Loops::ALLMAN,
    look: Look::usual(Hex::new(16, "UL"), "        "),
    width: WIDTH,
    special,
    switch: Switch { is_indented: true, ..Switch::C },
    enumerated: Some(Enumerated::plain(CastForm::PREFIX)),
    set_look: SetLook::list(["(", ")"], Hex::new(16, "UL")),
    pack: Some(CastForm::new("Tuple", "(", ")", CastOperand::Enclosed)),
    part: |set, word| set.member(format!("W{word}")),
    ..Lang::new(&OPERATORS, &WORDS)
};

/// Casts convert enumerations, and structures with such operators. They also convert what fields and methods return.
const CONVERSIONS: Conversions<'_> = Conversions {
    number: "(int)$name",
    word: "(ulong)$name",
    set: ["($kind)", ""],
    piece: "",
    are_overloads: true,
};

/// The parts of a file around its class.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) keys: &'a Keys,
    /// Namespaces that the file imports.
    pub(super) uses: &'a [&'a str],
}

#[derive(Template)]
#[template(path = "csharp/file.cs", escape = "none")]
struct File<'a> {
    frame: &'a Frame<'a>,
    class: String,
}

impl Frame<'_> {
    /// The file of a class.
    pub(super) fn around(&self, name: impl Into<String>, class: &impl Template) -> Artifact {
        let is_in_braces = self.keys.namespace.is_some() && !self.keys.is_file_scoped();
        let mut text = Indented::new(if is_in_braces { "    " } else { "" });
        // A template fails only if its writer fails, and writing into a text doesn't fail.
        let _ = class.render_into(&mut text);
        let class = text.finish();
        Artifact::new(name, &File { frame: self, class })
    }
}

/// The class of lookups, with C#'s way of writing items.
#[derive(Template)]
#[template(path = "csharp/class.cs", escape = "none")]
pub(super) struct Class<'a> {
    facts: Facts<'a>,
    /// `public` or `internal`.
    visible: &'static str,
    types: &'a OwnTypes,
    /// The method that turns pieces of the user's into the class's.
    piece_of: String,
    /// The nested class of filled tables.
    holder: &'a str,
    /// The public read-only arrays, each with the name of the private array that it shows.
    shown: Vec<(&'a str, String)>,
}

/// The class of tests.
#[derive(Template)]
#[template(path = "csharp/test.cs", escape = "none")]
pub(super) struct Test<'a> {
    of: Class<'a>,
    tested: Tested<'a>,
    doc: Vec<String>,
    main_doc: Vec<String>,
}

impl<'a> Class<'a> {
    pub(super) fn new(page: &'a Page<'a>, keys: &'a Keys, holder: &'a str) -> Self {
        let (visible, types) = (keys.visibility.id(), &keys.types);
        let patterns = Patterns { visible: ["private", visible], ..LANG.patterns };
        let facts = Facts::new(page, Lang { patterns, ..LANG });
        let mut taken = page.taken.clone();
        // A span has one dimension.
        let is_shown = |array: &&Array<'_>| array.is_public && array.row.is_none();
        let public = page.arrays.iter().filter(is_shown);
        let shown = public.map(|array| (&*array.name, taken.name(format!("{}Array", array.name))));
        let shown = shown.collect();
        let piece_of = taken.name("PieceOf");
        Self { facts, visible, types, piece_of, holder, shown }
    }

    /// The name of the array that the file itself reads.
    fn own<'n>(&'n self, array: &'n str) -> &'n str {
        let shown = self.shown.iter().find(|(name, _)| *name == array);
        shown.map_or(array, |(_, own)| own)
    }

    /// The lines of functions on the user's types, which are overloads.
    fn own_types(&self) -> Vec<Vec<String>> {
        let calls = Calls { width: 100 - 8, style: IndentStyle::Hanging, ..Calls::WHOLE };
        let lines = |function: &OwnFunction<'_>| {
            let start = format!("{} static {} {}", self.visible, function.result, function.name);
            let mut lines = calls.lines("", &start, &function.declared("$kind $name"), "");
            lines.push("{".to_owned());
            let call = function.call(&Calls { width: WIDTH, ..calls }, "return ", ";");
            lines.extend(call.iter().map(|line| format!("    {line}")));
            lines.push("}".to_owned());
            lines
        };
        // A structure whose number is read by name may have no operators, but a constructor.
        let is_made = self.types.bitboard_value.is_some();
        let set = if is_made { ["new $kind(", ")"] } else { CONVERSIONS.set };
        let conversions = Conversions { set, piece: &self.piece_of, ..CONVERSIONS };
        self.own_functions(self.types, &conversions).iter().map(lines).collect()
    }

    /// True if the lowest byte of a word comes first in the file of attack sets.
    fn is_little(&self) -> bool {
        self.page().module.blob_file.order == ByteOrder::Little
    }

    /// Namespaces that the class imports.
    pub(super) fn uses(&self) -> &'static [&'static str] {
        let is_inlined = self.items(Group::DOWNWARDS).into_iter().any(is_inlined);
        let moves = self.page().movers.own().next().is_some() || self.page().dispatch.is_some();
        if is_inlined || moves { &["System.Runtime.CompilerServices"] } else { &[] }
    }
}

shared_by!(Class);

impl<'a> Manner<'a> for Class<'a> {
    fn comment(&self, _name: &str, text: &str) -> Vec<String> {
        tag("summary", "", text)
    }

    fn own_function_doc(&self, name: &str, doc: &FunctionDoc) -> Option<Vec<String>> {
        let mut lines = self.comment(name, &doc.summary);
        for one in &doc.parameters {
            lines.extend(tag("param", &format!(" name=\"{}\"", one.name), &sentence(&one.what)));
        }
        lines.extend(tag("returns", "", &sentence(&doc.returns)));
        Some(lines)
    }

    /// A public array is a property that shows a private one.
    fn array_head(&self, array: &Array<'_>) -> String {
        let element = self.element(array);
        if array.row.is_some() {
            let visible = self.visible(array.is_public);
            return format!("{visible} static readonly {element}[][] {}", array.name);
        }
        let own =
            Array { name: self.own(&array.name).to_owned(), is_public: false, ..array.clone() };
        let head = self.facts.patterns.array(&own, element);
        if !array.is_public {
            return head;
        }
        let Array { name, .. } = array;
        let visible = self.visible(true);
        format!(
            "{visible} static System.ReadOnlySpan<{element}> {name} => {};\n\n    {head}",
            own.name
        )
    }

    fn array_read(&self, array: &str) -> Expr {
        self.own(array).into()
    }

    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        let Documented::Item(Item::Scan(scan)) = of else { return None };
        let mut doc = tag("summary", "", &scan.summary);
        doc.extend(tag("param", " name=\"word\"", "The bits; the result is undefined for 0."));
        Some(doc)
    }

    fn returned(&self, item: Item<'_>, result: &Node) -> Expr {
        let value = result.written.clone();
        if item.is_number() { value.cast(to("int")) } else { value }
    }
}

impl<'a> Test<'a> {
    pub(super) fn new(of: Class<'a>, test: &'a SelfTest<'a>, walk: &'a RayFunction) -> Self {
        let what = format!(
            "Compares every lookup of {} with rays walked, under every subset of relevant squares, with all \
             other squares empty and with all of them occupied.",
            of.name()
        );
        let main =
            "Says which lookup is the first to differ, on which square and under which occupancy.";
        let (doc, main_doc) = (of.comment("", &what), of.comment("", main));
        let mut taken = of.page().taken.clone();
        let tested = of.tested((walk, test), Case::Pascal, &mut taken);
        Self { of, tested, doc, main_doc }
    }
}

/// The visibility of members of a structure.
const fn record_visibility(records: &RecordTexts<'_>) -> &'static str {
    if records.is_public { "public" } else { "internal" }
}

/// The head of the constructor.
fn constructor(records: &RecordTexts<'_>) -> Vec<String> {
    let parameter = |one: &RecordMember| format!("{} {}", one.kind, parameter_of(one));
    let parameters: Vec<String> = records.members.iter().map(parameter).collect();
    let calls = Calls { width: WIDTH, style: IndentStyle::Hanging, ..Calls::WHOLE };
    calls.lines("", &format!("internal {}", records.type_name), &parameters, "")
}

/// The parameter of a constructor for a member.
fn parameter_of(member: &RecordMember) -> String {
    lowered(&member.name)
}

/// True for a method that is worth inlining.
const fn is_inlined(item: Item<'_>) -> bool {
    !matches!(item, Item::Square(_))
}

fn is_unchecked(item: Item<'_>) -> bool {
    matches!(item, Item::Scan(_)) || item.computed().is_some_and(|computed| overflows(&computed))
}

/// The head of the method that walks, on two lines if one is too long.
fn walk_head(walk: &RayFunction) -> String {
    head_along(&walk.name, walk, &["int square", "ulong occupied"])
}

/// The head of the method that returns relevant squares.
fn relevant_head(name: &str, walk: &RayFunction) -> String {
    head_along(name, walk, &["int square"])
}

/// The head of a method with rays and further parameters `place`.
fn head_along(name: &str, walk: &RayFunction, place: &[&str]) -> String {
    let parameters = walk.parameters(["sbyte[] steps", "ulong[] from"], "int range", place);
    let calls = Calls { width: 100 - 8, style: IndentStyle::Hanging, ..Calls::WHOLE };
    calls.lines("", &format!("private static ulong {name}"), &parameters, "").join("\n    ")
}

/// An element of a comment, on one line where it fits.
fn tag(name: &str, attributes: &str, text: &str) -> Vec<String> {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut tag = Document::all(0);
    tag.text(&format!("<{name}{attributes}>")).soft().open(Breaks::Few, 0);
    tag.list(text.split_whitespace(), "").close().last("").text(&format!("</{name}>"));
    tag.lines(COMMENT)
}

fn class_doc(page: &Page<'_>) -> Vec<String> {
    let mut lines = vec!["<summary>".to_owned(), page.summary.to_owned(), "</summary>".to_owned()];
    lines.push("<remarks>".to_owned());
    for (at, note) in page.notes.iter().enumerate() {
        lines.push("<para>".to_owned());
        lines.extend(wrap(note, COMMENT));
        if at == 0 {
            lines.push("<code>".to_owned());
            lines.extend(page.diagram.iter().map(|line| line.trim_end().to_owned()));
            lines.push("</code>".to_owned());
        }
        lines.push("</para>".to_owned());
    }
    lines.push("</remarks>".to_owned());
    lines
}
