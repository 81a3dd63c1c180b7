//! The data of the template: a D module with its unit test.

use std::collections::BTreeSet;

use crate::render::blob::header_text;
use crate::render::prelude::*;
use magicgen_lookup::model::{Blob, ByteOrder};

/// Columns of a line.
const WIDTH: usize = 100;

/// `cast(uint) x`
const KEYWORD: CastForm = CastForm { name: "Keyword", before: "cast($to) ", ..CastForm::PREFIX };

const fn to(kind: &'static str) -> Cast {
    Cast { to: kind, form: KEYWORD }
}

/// Integers wrap, and shorter ones are promoted to 32 bits.
const OPERATORS: Operators = Operators {
    half: to("uint"),
    word: to("ulong"),
    suffixes: ["U", "UL"],
    reverse_bytes: Some("bswap"),
    ..Operators::C
};

const WORDS: Words = Words {
    signed: "byte",
    widths: ["ubyte", "ushort", "uint", "ulong"],
    sets: ["ulong[2]", "ulong[3]", "ulong[4]"],
    ..Words::PLAIN
};

/// The language.
const LANG: Lang = Lang {
    patterns: Patterns {
        visible: ["private ", ""],
        head: ["$visible$result $name", ""],
        variable: "const $kind $name = $value;",
        refusal: "assert($name >= 0 && $name <= $last);",
        array: "$visibleimmutable $element[$length] $name",
        ..Patterns::C
    },
    loops: Loops { around: ["foreach ($kind $counter; 0 .. $count)\n{", "}"], ..Loops::ALLMAN },
    enumerated: Some(Enumerated::plain(KEYWORD)),
    set_look: SetLook::list(["[", "]"], Hex::new(16, "UL")),
    pack: Some(CastForm::new("List", "[", "]", CastOperand::Enclosed)),
    ..Lang::new(&OPERATORS, &WORDS)
};

/// A module, with D's way of writing items.
#[derive(Template)]
#[template(path = "d/module.d", escape = "none")]
pub(super) struct D<'a> {
    facts: Facts<'a>,
    module: &'a str,
    types: &'a OwnTypes,
    /// The name of the file of attack sets in the module.
    data: String,
    /// The comparisons of the unit test.
    compared: Vec<Compared<'a>>,
}

shared_by!(D);

impl<'a> Manner<'a> for D<'a> {
    /// A doc comment, on one line if it fits, else as a block.
    fn comment(&self, _name: &str, text: &str) -> Vec<String> {
        if text.len() + "/// ".len() <= WIDTH {
            return vec![format!("/// {text}")];
        }
        block(&wrap(text, WIDTH - " * ".len()))
    }

    fn own_function_doc(&self, _name: &str, doc: &FunctionDoc) -> Option<Vec<String>> {
        let mut lines = wrap(&doc.summary, WIDTH - " * ".len());
        lines.extend([String::new(), "Params:".to_owned()]);
        for one in &doc.parameters {
            let text = format!("{} = {}", one.name, one.what);
            lines.extend(wrap(&text, WIDTH - 7).iter().map(|line| format!("    {line}")));
        }
        lines.push(String::new());
        lines.extend(wrap(&format!("Returns: {}", doc.returns), WIDTH - " * ".len()));
        Some(block(&lines))
    }

    fn head(&self, head: &Head<'_>) -> String {
        let line = LANG.patterns.head(&Calls::WHOLE, head).concat();
        attributed(&line)
    }
}

/// Casts convert enumerations and structures. All conversions of a user's structure have the attributes of lookups.
const CONVERSIONS: Conversions<'_> = Conversions {
    number: "cast(int) $name",
    word: "cast(ulong) $name",
    set: ["cast($kind) ", ""],
    piece: "",
    are_overloads: true,
};

/// The layout of calls and of functions' first lines that are broken.
const CALLS: Calls = Calls { width: WIDTH, style: IndentStyle::Hanging, ..Calls::WHOLE };

/// The first line of a function, with its attributes.
fn attributed(head: &str) -> String {
    CALLS.behind("", head, ATTRIBUTES).join("\n")
}

const ATTRIBUTES: &str = "@safe pure nothrow @nogc";

impl<'a> D<'a> {
    /// The lines of functions on the user's types, which are overloads.
    fn own(&self) -> Vec<Vec<String>> {
        let lines = |function: &OwnFunction<'_>| {
            let start = format!("{} {}", function.result, function.name);
            let mut lines = CALLS.lines("", &start, &function.declared("$kind $name"), "");
            match &mut lines[..] {
                [head] => *head = attributed(head),
                _ => lines.push(format!("    {ATTRIBUTES}")),
            }
            lines.push("{".to_owned());
            lines.extend(function.call(&CALLS, "    return ", ";"));
            lines.push("}".to_owned());
            lines
        };
        self.own_functions(self.types, &CONVERSIONS).iter().map(lines).collect()
    }

    /// The modules that declare the user's types.
    fn imports(&self) -> BTreeSet<&'a str> {
        let types = [&self.types.square, &self.types.bitboard].into_iter().flatten();
        let types = types.filter(|_| !self.own().is_empty());
        types.filter_map(|name| Some(name.rsplit_once('.')?.0)).collect()
    }

    pub(super) fn new(page: &'a Page<'a>, module: &'a str, types: &'a OwnTypes) -> Self {
        let facts = Facts::new(page, LANG);
        let data = page.taken.clone().name("attackSets");
        let mut d = Self { facts, module, types, data, compared: Vec::new() };
        d.compared = d.test(Case::Camel).map(|test| test.compared).unwrap_or_default();
        d
    }

    /// True if the lowest byte of a word comes first in the file of attack sets.
    fn is_little(&self) -> bool {
        self.page().module.blob_file.order == ByteOrder::Little
    }

    /// The arrays that only the unit test reads, or all others.
    fn data(&self, is_tested: bool) -> Vec<ArrayText> {
        let arrays = self.page().arrays.iter().filter(|one| one.is_tested == is_tested);
        arrays.map(|one| self.array(one)).collect()
    }

    /// The name of the unit test's function that returns relevant squares.
    fn relevant(&self) -> &str {
        self.page().self_test.as_ref().map_or("", |test| &test.relevant)
    }

    fn about(&self) -> Vec<String> {
        block(&self.page().about_between(WIDTH - " * ".len(), "", &["---"], &["---"]))
    }
}

fn constants(rank: &RankOfSquares) -> Vec<String> {
    let squares: Vec<String> =
        rank.squares.iter().map(|(name, bit)| format!("{name} = {bit}")).collect();
    wrap(&format!("enum int {};", squares.join(", ")), WIDTH - 4)
}

/// The checksum of a file of attack sets, its lowest byte first.
fn digest(blob: &Blob) -> String {
    blob.crc.to_le_bytes().map(|byte| format!("0x{byte:02x}")).join(", ")
}
