//! Lookups, unions of them and bit scans as functions.

use askama::Template;

use super::comment::{doc, note, parameters};
use super::file::File;
use super::fold::{WIDTH, fold, head};
use super::options::Pass;
use super::syntax::{OPERATORS, Writer};
use crate::model::{Op, Part, Rows};
use crate::render::code::expr::{Expr, Number, Operator};
use crate::render::page::{FillLoop, Function, FunctionDoc, SWAPS, Scan, Union, has_gaps, swapped};

/// What functions of square and occupancy are called with.
pub(super) const PLACE: [&str; 2] = ["square", "occupied"];

/// The body of a union's lookup on pairs of halves.
#[derive(Template)]
#[template(path = "c/union_pairs.c", escape = "none")]
struct UnionOfPairs<'a> {
    word: &'a str,
    lookups: &'a [String],
    by_pointer: bool,
}

/// A function: its comment, everything before its body, and the lines of that.
pub(super) fn function(doc: &str, head: &str, lines: &[String]) -> String {
    let mut text = format!("{doc}\n{head}\n{{\n");
    for line in lines {
        let margin = if line.is_empty() { "" } else { "    " };
        text.extend([margin, line, "\n"]);
    }
    text.push('}');
    text
}

impl File<'_> {
    /// All functions of the header but the one of squares: lookups, those of searched pieces first, and bit scans.
    pub(super) fn functions(&self) -> Vec<String> {
        let mut functions = Vec::new();
        if self.module.emits(Part::Lookup) {
            functions.extend(self.readers());
            functions.extend(self.reversals());
            functions.extend(self.indices(&self.inline));
        }
        functions.extend(self.page.lookups.iter().map(|lookup| self.lookup(lookup)));
        functions.extend(self.page.unions.iter().map(|union| self.union(union)));
        functions.extend(self.page.scans.iter().map(|scan| self.scan(scan)));
        functions
    }

    /// The functions that turn words, or halves, round, where lookups call them. Compilers recognise the first as an
    /// instruction of the processor.
    fn reversals(&self) -> Vec<String> {
        let is_half = self.settings.is_c89();
        let (kind, of) = if is_half { (&self.half, "32 bits") } else { (&self.word, "a word") };
        let style = self.style();
        let swap = |(mask, places): &(u64, u8)| {
            let mask = if is_half {
                Number::hex(mask >> 32, 8).suffixed("U")
            } else {
                Number::hex(*mask, 16).suffixed("ULL")
            };
            let swap = [mask.into(), Expr::decimal(u64::from(*places))];
            let swapped = swapped(&OPERATORS, Expr::binary, "word".into(), swap);
            format!("word = {};", style.text(&swapped))
        };
        let reversal = |what: &str, first: String, swaps: &[(u64, u8)]| {
            let mut lines = vec![first];
            lines.extend(swaps.iter().rev().map(swap));
            lines.extend([String::new(), "return word;".to_owned()]);
            let name = self.names.function(&["reverse", what]);
            let head = format!("{} {kind} {name}({kind} word)", self.inline);
            function(&note(&[format!("The {what} of {of} in the opposite order.")]), &head, &lines)
        };
        let places = if is_half { 16 } else { 32 };
        let halves = format!("word = (word << {places}) | (word >> {places});");
        let bytes = format!("word = {}(word);", self.own_function("reverse bytes"));
        let of_bytes = if is_half { &SWAPS[3..4] } else { &SWAPS[3..] };
        let calls = &self.page.reversals;
        let has_any = calls.bytes.is_some() || calls.bits.is_some();
        let mut functions = Vec::new();
        functions.extend(has_any.then(|| reversal("bytes", halves, of_bytes)));
        functions.extend(calls.bits.iter().map(|_| reversal("bits", bytes.clone(), &SWAPS[..3])));
        functions
    }

    /// Functions that lookups and start-up code share; none where tables are literals.
    pub(super) fn indices(&self, storage: &str) -> Vec<String> {
        let indices = self.page.indices.iter().zip(&self.page.fills);
        indices.map(|(index, fill)| self.index(storage, index, fill)).collect()
    }

    fn index(&self, storage: &str, index: &Function<'_>, fill: &FillLoop) -> String {
        let rows = &self.module.tables[fill.table].rows;
        let reads_row =
            fill.load.is_some_and(|load| matches!(index.program.op(load), Op::LoadRow(..)));
        let place = if *rows != Rows::No || reads_row { "the square's row of " } else { "" };
        let line = fill.rays.line;
        let along = line.map_or_else(String::new, |line| format!(" along the {}", line.word()));
        let (table, spoken) = (self.shown_name(fill.table), &index.doc.spoken);
        let sentence = format!("Where in {place}{table} the {spoken}'s attack set{along} stands.");
        let lines = Writer::of_lookup(self, index, &[]).lines(index.wanted);
        function(&note(&[sentence]), &self.head_of(storage, &self.half, &index.name), &lines)
    }

    fn lookup(&self, lookup: &Function<'_>) -> String {
        let calls = lookup.called(&PLACE);
        let program = lookup.program;
        let mut lines = match (program.op(lookup.wanted), calls.as_slice()) {
            (Op::Load(_, at) | Op::LoadRow(_, at), [(index, call)]) if at == *index => {
                let slot = self.slot(lookup, lookup.wanted, call.clone());
                fold(&self.returned(&slot), WIDTH - 4)
            }
            _ => Writer::of_lookup(self, lookup, &calls).lines(lookup.wanted),
        };
        if !calls.is_empty() {
            // Behind the declarations stands an assertion that the table is filled.
            let at = lines.iter().position(String::is_empty).map_or(0, |blank| blank + 1);
            lines.insert(at, format!("{}();", self.own_constant("assert filled")));
        }
        let doc = if lookup.is_public {
            self.lookup_doc(&lookup.doc)
        } else {
            let spoken = &lookup.doc.spoken;
            note(&[format!("The squares that the {spoken} attacks, for the lookups below.")])
        };
        function(&doc, &self.head_of(&self.inline, &self.word, &lookup.name), &lines)
    }

    fn scan(&self, scan: &Scan<'_>) -> String {
        let Scan { name, width, end, .. } = scan;
        let kind = self.storage_type(scan.storage());
        let sentence = format!(
            "The index of the {end} significant one bit of {width}, by de Bruijn multiplication."
        );
        let word = "the bits, not all 0: for 0 the result is undefined".to_owned();
        let doc = doc(&[sentence], parameters(&[("word", word)]));
        let word = if *width == 64 && self.by_pointer() {
            format!("const {kind} *word")
        } else {
            format!("{kind} word")
        };
        let lines = Writer::of_scan(self, scan).lines(scan.program.result);
        function(&doc, &format!("{} unsigned {name}({word})", self.inline), &lines)
    }

    fn union(&self, union: &Union) -> String {
        let doc = self.lookup_doc(&union.doc);
        let head = self.head_of(&self.inline, &self.word, &union.name);
        if self.settings.is_c89() {
            let by_pointer = self.by_pointer();
            let body = UnionOfPairs { word: &self.word, lookups: &union.of, by_pointer };
            return format!("{doc}\n{head}\n{{\n{}\n}}", body.render().unwrap_or_default());
        }
        let or = Operator { is_associative: true, ..OPERATORS.or };
        let lines = fold(&self.returned(&union.value(or, &PLACE)), WIDTH - 4);
        function(&doc, &head, &lines)
    }

    /// True where pairs are passed by their address.
    pub(super) fn by_pointer(&self) -> bool {
        self.settings.pass == Pass::Pointer
    }

    fn head_of(&self, storage: &str, kind: &str, name: &str) -> String {
        let word = &self.word;
        if !self.by_pointer() {
            return format!("{storage} {kind} {name}(unsigned square, {word} occupied)");
        }
        let parameters = [
            "unsigned square".to_owned(),
            format!("const {word} *occupied"),
            format!("{word} *attacks"),
        ];
        fold(&head(&format!("{storage} void {name}"), &parameters), WIDTH).join("\n")
    }

    fn lookup_doc(&self, about: &FunctionDoc) -> String {
        let spoken = &about.spoken;
        let mut sentences = vec![format!(
            "The squares that the {spoken} attacks, the first blocker of each ray included."
        )];
        if self.module.fills() {
            let init = self.own_function("init");
            sentences.push(format!("{init}() has to be called before, which is asserted."));
        }
        let board = &self.module.board;
        let (last, gaps) = (board.indices - 1, if has_gaps(board) { " if it is one" } else { "" });
        let square = format!(
            "the {spoken}'s square, 0 to {last}{gaps}; the result for any other is undefined"
        );
        let occupied = "the occupied squares; other bits than relevant ones don't matter";
        let mut all = vec![("square", square), ("occupied", occupied.to_owned())];
        if self.by_pointer() {
            let attacks = "where the attack set goes, but not the occupied squares";
            all.push(("attacks", attacks.to_owned()));
        }
        doc(&sentences, parameters(&all))
    }
}
