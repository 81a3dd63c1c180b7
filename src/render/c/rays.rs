//! Rays of a page in; the function that walks them, start-up code and the self-test out.

use askama::Template;

use super::comment::{doc, note, parameters};
use super::file::File;
use super::fold::{WIDTH, fold, head};
use super::functions::PLACE;
use super::records::member_name;
use crate::render::code::expr::Expr;
use crate::render::code::print::Marked;
use crate::render::page::{FillLoop, Function, Rays, SelfTest, TestedUnion, Walk};
use crate::render::text::literal::{Decimal, Lines, rows};
use crate::render::text::provenance::wrap;

/// What walks rays: on `uint64_t`, or on pairs of halves in C89.
#[derive(Template)]
#[template(path = "c/rays.c", escape = "none")]
struct Code<'a> {
    file: &'a File<'a>,
    walk: &'a Walk,
    /// What the functions begin with.
    storage: &'a str,
    /// The set of squares, where some index is none.
    squares: Option<String>,
    /// Where a walk from `square` begins.
    start: String,
    /// The bit of the place reached.
    bit: String,
    /// Tables from bits to places and back, where they differ: name, length, rows.
    permutation: Vec<(String, usize, String)>,
    /// Arrays of rays: the name, and a row for each ray.
    rays: Vec<(&'a str, Vec<String>)>,
    loops: Vec<Loop>,
    test: Option<Test<'a>>,
}

/// All subsets of all masks of a piece, or of one of its lines.
struct Loop {
    /// What declares `set` as what is reached.
    walk: String,
    mask: String,
    /// What stores `set`, or declares a pointer to where it is or-ed.
    store: String,
    /// True where squares share slots.
    is_or: bool,
}

struct Test<'a> {
    page: &'a SelfTest<'a>,
    /// The head of the function that says which squares matter.
    relevant: String,
    /// The comment of the function that compares under one occupancy.
    which: String,
    /// The comment, where it stands nowhere else, and everything else before the body.
    head: String,
    compared: Vec<TestedUnion>,
}

impl File<'_> {
    /// What walks rays, where something does.
    pub(super) fn code(&self) -> Option<String> {
        let walk = self.page.walk.as_ref()?;
        let storage = if self.is_apart { "static" } else { &self.inline };
        let fills = self.page.fills.iter().zip(&self.page.indices);
        let tests = self.page.self_test.as_ref();
        let (places, bits) = (self.own_constant("places"), self.own_constant("bits"));
        let mut pieces = self.module.pieces.iter();
        let permutation = pieces.find_map(|piece| piece.walk.permutation.as_ref());
        let (start, bit) = match permutation {
            Some(_) => (format!("{places}[square]"), format!("{bits}[at]")),
            None => ("(int)square".to_owned(), "at".to_owned()),
        };
        let tables = permutation.map(|of_board| {
            [table(places, &of_board.grid_of_bit), table(bits, &of_board.bit_of_grid)]
        });
        let code = Code {
            file: self,
            walk,
            storage,
            squares: walk.squares.map(|squares| self.word_literal(squares)),
            start,
            bit,
            permutation: tables.into_iter().flatten().collect(),
            rays: self.all_rays(),
            loops: fills.map(|(fill, index)| self.fill_loop(walk, fill, index)).collect(),
            test: tests.map(|test| self.self_test(walk, storage, test)),
        };
        Some(code.render().unwrap_or_default())
    }

    /// The rays of every loop of start-up code, and those that the self-test walks, piece by piece.
    fn all_rays(&self) -> Vec<(&str, Vec<String>)> {
        let of_fills = self.page.fills.iter().map(|fill| &fill.rays);
        let tested = self.page.self_test.iter().flat_map(|test| &test.pieces);
        let mut all: Vec<&Rays> = of_fills.chain(tested.map(|piece| &piece.rays)).collect();
        all.sort_by_key(|rays| rays.piece);
        all.dedup_by_key(|rays| &rays.name);
        all.into_iter().map(|rays| (rays.name.as_str(), self.ray_rows(rays))).collect()
    }

    fn ray_rows(&self, rays: &Rays) -> Vec<String> {
        let steps: Vec<String> = rays.step_values.iter().map(i8::to_string).collect();
        let width = steps.iter().map(String::len).max().unwrap_or(0);
        let lines = steps.iter().zip(&rays.from_values);
        lines
            .map(|(step, from)| format!("{{{step:>width$}, {}}},", self.word_literal(*from)))
            .collect()
    }

    fn fill_loop(&self, walk: &Walk, fill: &FillLoop, index: &Function<'_>) -> Loop {
        let mask = if self.page.records.is_empty() {
            Expr::index(fill.masks.as_str(), Expr::name("square"))
        } else {
            self.record(index.piece).member(member_name(fill.mask))
        };
        let at = Expr::call_with(index.name.as_str(), &PLACE);
        let slot = fill.load.map_or_else(|| at.clone(), |load| self.slot(index, load, at.clone()));
        let set = Expr::name("set");
        let store = match fill.is_or {
            false => self.assigned(&slot, "=", &set),
            true if self.settings.is_c89() => {
                self.declared(&format!("{} *slot", self.word), &Expr::unary("&", slot))
            }
            true => self.assigned(&slot, "|=", &set),
        };
        let mut arguments =
            vec![fill.rays.name.as_str().into(), Expr::decimal(fill.rays.count as u64)];
        arguments.extend(walk.has_range.then(|| Expr::decimal(u64::from(fill.rays.range))));
        arguments.extend(PLACE.map(Expr::name));
        let reached = Expr::call(self.own_function("walk"), arguments);
        let reached = self.declared(&format!("{} set", self.word), &reached);
        Loop {
            walk: indented(&reached, 12),
            mask: self.style().text(&mask),
            store: indented(&store, 12),
            is_or: fill.is_or,
        }
    }

    /// The self-test's doc comment and head, wherever it is declared.
    fn self_test_head(&self, test: &SelfTest<'_>) -> (String, String) {
        let mut sentences = vec![
            "Compares every lookup with rays walked, under every subset of every mask.".to_owned(),
        ];
        if self.module.fills() {
            sentences.push(format!("Calls {}() first.", self.own_function("init")));
        }
        let square = "the first square on which a lookup differs; any where none does";
        let occupied = "the first occupancy there under which it does";
        let both = [("square", square.to_owned()), ("occupied", occupied.to_owned())];
        let mut about = parameters(&both);
        about.extend(wrap(&format!("@return 0 where none differs, else {}", numbered(test)), 92));
        let head = format!("int {}(unsigned *square, {} *occupied)", test.name, self.word);
        (doc(&sentences, about), head)
    }

    /// The self-test's declaration, where it is defined apart.
    pub(super) fn self_test_declaration(&self) -> Option<String> {
        let (doc, head) = self.self_test_head(self.page.self_test.as_ref()?);
        Some(format!("{doc}\n{head};"))
    }

    fn self_test<'a>(&self, walk: &Walk, storage: &str, test: &'a SelfTest<'a>) -> Test<'a> {
        let (doc, own_head) = self.self_test_head(test);
        let mut parameters =
            vec![format!("const {} *rays", self.own_function("ray")), "int count".to_owned()];
        parameters.extend(walk.has_range.then(|| "int range".to_owned()));
        parameters.push("unsigned square".to_owned());
        let before = format!("{storage} {} {}", self.word, self.own_function("relevant"));
        let which =
            format!("Which lookup differs from rays walked: 0 for none, {}.", numbered(test));
        Test {
            page: test,
            relevant: indented(&head(&before, &parameters), 0),
            which: note(&[which]),
            head: if self.is_apart {
                own_head
            } else {
                format!("{doc}\n{} {own_head}", self.inline)
            },
            compared: test.lookups().collect(),
        }
    }
}

impl Code<'_> {
    /// What a lookup should return of what has been walked: all of it, or a half of it.
    fn expected(of: &[usize], half: &str) -> String {
        let walked: Vec<String> = of.iter().map(|at| format!("walked[{at}]{half}")).collect();
        let walked = walked.join(" | ");
        if of.len() == 1 { walked } else { format!("({walked})") }
    }
}

/// The numbers of lookups: `1 for the rook, 2 for the bishop`.
fn numbered(test: &SelfTest<'_>) -> String {
    let lookups = test.lookups().enumerate();
    let numbered = lookups.map(|(at, one)| format!("{} for the {}", at + 1, one.spoken));
    numbered.collect::<Vec<_>>().join(", ")
}

/// A table of bytes: name, length, rows.
fn table(name: String, values: &[u8]) -> (String, usize, String) {
    let values: Vec<u64> = values.iter().map(|value| u64::from(*value)).collect();
    let lines = Lines { indent: "    ", columns: 16, trailing_comma: true };
    (name, values.len(), rows(&values, &Decimal::aligned(&values, None), lines))
}

/// A statement at a depth of indentation, on as many lines as it takes.
fn indented(statement: &Marked, columns: usize) -> String {
    fold(statement, WIDTH - columns).join(&format!("\n{}", " ".repeat(columns)))
}
