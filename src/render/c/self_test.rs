//! Lookups in; the function that compares them with rays walked out.

use askama::Template;

use super::arrays::prose;
use super::syntax::OPERATORS;
use super::walk::{Walk, indented};
use super::{File, fold, parameters, text};
use crate::model::{Part, PieceModule};
use crate::render::code::expr::Expr;
use crate::render::text::provenance::wrap;

/// On `uint64_t`.
#[derive(Template)]
#[template(path = "c/test_words.c", escape = "none")]
struct Words<'a> {
    walk: &'a Walk<'a>,
    test: &'a Test,
}

/// On pairs of halves, in C89.
#[derive(Template)]
#[template(path = "c/test_pairs.c", escape = "none")]
struct Pairs<'a> {
    walk: &'a Walk<'a>,
    test: &'a Test,
}

struct Test {
    /// The head of the function that says which squares matter.
    relevant: String,
    /// What one of its rays reaches, without a blocker and with one.
    open: String,
    blocked: String,
    /// The function that compares under one occupancy, and what it returns.
    differs: String,
    which: String,
    doc: String,
    /// Everything before the body.
    head: String,
    /// The function that has to be called before.
    init: Option<String>,
    pieces: Vec<Walked>,
    compared: Vec<Compared>,
}

/// Calls for a piece that is walked.
struct Walked {
    /// What is reached from `square`.
    walked: String,
    /// What matters to that, from `*square`.
    relevant: String,
}

/// A lookup.
struct Compared {
    name: String,
    lookup: String,
    /// What it should return, of what has been walked: as a word, or half by half.
    expected: String,
    expected_lo: String,
    expected_hi: String,
}

impl File<'_> {
    /// The doc comment and head of the function, wherever it is declared.
    pub(super) fn self_test_head(&self) -> (String, String) {
        let name = self.names.function(&["self", "test"]);
        let mut lines = vec![
            "Compares every lookup with rays walked, under every subset of every mask.".to_owned(),
        ];
        if self.module.fills() {
            lines.push(format!("Calls {}() first.", self.names.function(&["init"])));
        }
        let mut about = parameters(&[
            (
                "square",
                "the first square on which a lookup differs; any where none does".to_owned(),
            ),
            ("occupied", "the first occupancy there under which it does".to_owned()),
        ]);
        let returns = format!("@return 0 where none differs, else {}", spoken(&self.compared()));
        about.extend(wrap(&returns, 92));
        let head = format!("int {name}(unsigned *square, {} *occupied)", self.word);
        (Self::doc(&lines, about), head)
    }

    /// The code, where it was asked for.
    pub(super) fn self_test(&self, walk: &Walk) -> Option<String> {
        if !self.module.emits(Part::SelfTest) {
            return None;
        }
        let is_c89 = self.settings.is_c89();
        let (doc, head) = self.self_test_head();
        let relevant = self.names.function(&["relevant"]);
        let none = if is_c89 { "none" } else { "0" };
        let style = self.style();
        let reached = |under: &str| {
            let ray = Expr::binary(OPERATORS.add, "rays".into(), "i".into());
            style.text(&walk.call(ray, 1, "range".into(), &["square", under]))
        };
        let of_piece = |piece: &PieceModule| {
            let rays = Expr::name(self.rays_name(piece, None));
            let range = Expr::decimal(u64::from(piece.walk.range));
            let count = piece.walk.rays.len();
            let walked = walk.call(rays.clone(), count, range.clone(), &["square", "occupied"]);
            let relevant = walk.call_of(&relevant, rays, count, range, &["*square"]);
            Walked { walked: style.text(&walked), relevant: style.text(&relevant) }
        };
        let before = format!("{} {} {relevant}", walk.storage, self.word);
        let mut parameters = vec![format!("const {} *rays", walk.ray), "int count".to_owned()];
        parameters.extend(walk.has_range.then(|| "int range".to_owned()));
        parameters.push("unsigned square".to_owned());
        let relevant_head = fold::head(&before, &parameters);
        let compared = self.compared();
        let which =
            format!("Which lookup differs from rays walked: 0 for none, {}.", spoken(&compared));
        let test = Test {
            open: reached(none),
            blocked: reached("blocker"),
            differs: self.names.function(&["differs"]),
            which: Self::note(&[which]),
            doc: if self.is_apart { String::new() } else { format!("{doc}\n") },
            head: if self.is_apart { head } else { format!("{} {head}", self.inline) },
            init: self.module.fills().then(|| self.names.function(&["init"])),
            pieces: self.module.pieces.iter().map(of_piece).collect(),
            compared,
            relevant: indented(&relevant_head, 0),
        };
        let test = &test;
        Some(if is_c89 { text(&Pairs { walk, test }) } else { text(&Words { walk, test }) })
    }

    /// The lookups that users call, the unions last.
    fn compared(&self) -> Vec<Compared> {
        let compared = |name: &str, of: &[usize]| {
            let expected = |half: &str| {
                let walked: Vec<String> =
                    of.iter().map(|at| format!("walked[{at}]{half}")).collect();
                let walked = walked.join(" | ");
                if of.len() == 1 { walked } else { format!("({walked})") }
            };
            Compared {
                name: prose(name),
                lookup: self.names.lookup(name),
                expected: expected(""),
                expected_lo: expected(".lo"),
                expected_hi: expected(".hi"),
            }
        };
        let pieces = self.module.pieces.iter().enumerate().filter(|(_, piece)| piece.is_public);
        let pieces = pieces.map(|(at, piece)| compared(&piece.name, &[at]));
        let unions = self.module.unions.iter().map(|union| compared(&union.name, &union.of));
        pieces.chain(unions).collect()
    }
}

/// The numbers of lookups: `1 for the rook, 2 for the bishop`.
fn spoken(compared: &[Compared]) -> String {
    let numbered = compared.iter().enumerate();
    let numbered: Vec<String> =
        numbered.map(|(at, one)| format!("{} for the {}", at + 1, one.name)).collect();
    numbered.join(", ")
}
