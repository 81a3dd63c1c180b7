//! Rays of a page in; the function that walks them, start-up code and the self-test out.

use askama::Template;

use super::comment::{doc, note, parameters};
use super::file::File;
use super::fold::{WIDTH, fold, head};
use super::functions::PLACE;
use super::records::member_name;
use super::syntax::OPERATORS;
use crate::render::code::expr::Expr;
use crate::render::code::print::Marked;
use crate::render::page::{self, FillLoop, Function, Rays, SelfTest};
use crate::render::text::literal::{Decimal, Lines, rows};
use crate::render::text::provenance::wrap;

/// What walks rays: on `uint64_t`, or on pairs of halves in C89.
#[derive(Template)]
#[template(path = "c/rays.c", escape = "none")]
struct Code<'a> {
    word: &'a str,
    half: &'a str,
    byte: &'a str,
    has_pairs: bool,
    walk: Walk<'a>,
    fill: Option<Fill>,
    test: Option<Test>,
}

/// How rays are walked.
struct Walk<'a> {
    page: &'a page::Walk,
    /// What the functions begin with.
    storage: &'a str,
    /// The type of a ray.
    ray: String,
    /// The function.
    name: String,
    /// The functions that ask for a bit and set one, on pairs.
    has: String,
    add: String,
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
}

struct Fill {
    init: String,
    is_filled: String,
    loops: Vec<Loop>,
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

struct Test {
    /// The head of the function that says which squares matter.
    relevant: String,
    /// What one of its rays reaches, without a blocker and with one.
    open: String,
    blocked: String,
    /// The function that compares under one occupancy, and what it returns.
    differs: String,
    which: String,
    /// The comment, where it stands nowhere else, and everything else before the body.
    head: String,
    /// The function that has to be called before.
    init: Option<String>,
    /// By piece, what is reached from `square`, and what matters to that, from `*square`.
    pieces: Vec<(String, String)>,
    compared: Vec<Compared>,
}

/// A lookup, and what it should return, of what has been walked: as a word, or half by half.
struct Compared {
    lookup: String,
    expected: String,
    expected_lo: String,
    expected_hi: String,
}

impl File<'_> {
    /// What walks rays, where something does.
    pub(super) fn code(&self) -> Option<String> {
        let walk = self.walk(self.page.walk.as_ref()?);
        let fills = self.page.fills.iter().zip(&self.page.indices);
        let fill = self.module.fills().then(|| Fill {
            init: self.names.function(&["init"]),
            is_filled: self.is_filled(),
            loops: fills.map(|(fill, index)| self.fill_loop(&walk, fill, index)).collect(),
        });
        let test = self.page.self_test.as_ref().map(|test| self.self_test(&walk, test));
        let (word, half, has_pairs) = (&self.word, &self.half, self.settings.is_c89());
        let code = Code { word, half, byte: self.byte, has_pairs, walk, fill, test };
        Some(code.render().unwrap_or_default())
    }

    fn walk<'a>(&'a self, walk: &'a page::Walk) -> Walk<'a> {
        let (places, bits) = (self.names.constant(&["places"]), self.names.constant(&["bits"]));
        let mut pieces = self.module.pieces.iter();
        let permutation = pieces.find_map(|piece| piece.walk.permutation.as_ref());
        let (start, bit) = match permutation {
            Some(_) => (format!("{places}[square]"), format!("{bits}[at]")),
            None => ("(int)square".to_owned(), "at".to_owned()),
        };
        let tables = permutation.map(|of_board| {
            [table(places, &of_board.grid_of_bit), table(bits, &of_board.bit_of_grid)]
        });
        Walk {
            page: walk,
            storage: if self.is_apart { "static" } else { &self.inline },
            ray: self.names.function(&["ray"]),
            name: self.names.function(&["walk"]),
            has: self.names.function(&["has"]),
            add: self.names.function(&["add"]),
            squares: walk.squares.map(|squares| self.word_literal(squares)),
            start,
            bit,
            permutation: tables.into_iter().flatten().collect(),
            rays: self.all_rays(),
        }
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

    fn fill_loop(&self, walk: &Walk<'_>, fill: &FillLoop, index: &Function<'_>) -> Loop {
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
        let reached = walk.call(&walk.name, fill.rays.name.as_str().into(), &fill.rays, &PLACE);
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
            sentences.push(format!("Calls {}() first.", self.names.function(&["init"])));
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

    fn self_test(&self, walk: &Walk<'_>, test: &SelfTest<'_>) -> Test {
        let (doc, own_head) = self.self_test_head(test);
        let relevant = self.names.function(&["relevant"]);
        let style = self.style();
        let reached = |under: &str| {
            let ray = Expr::binary(OPERATORS.add, "rays".into(), "i".into());
            let mut arguments = vec![ray, Expr::decimal(1)];
            arguments.extend(walk.page.has_range.then(|| Expr::name("range")));
            arguments.extend(["square", under].map(Expr::name));
            style.text(&Expr::call(walk.name.as_str(), arguments))
        };
        let pieces = test.pieces.iter().map(|piece| {
            let of = |function: &str, place: &[&str]| {
                let rays = Expr::name(&piece.rays.name);
                style.text(&walk.call(function, rays, &piece.rays, place))
            };
            (of(&walk.name, &PLACE), of(&relevant, &["*square"]))
        });
        let mut parameters = vec![format!("const {} *rays", walk.ray), "int count".to_owned()];
        parameters.extend(walk.page.has_range.then(|| "int range".to_owned()));
        parameters.push("unsigned square".to_owned());
        let before = format!("{} {} {relevant}", walk.storage, self.word);
        let which =
            format!("Which lookup differs from rays walked: 0 for none, {}.", numbered(test));
        Test {
            relevant: indented(&head(&before, &parameters), 0),
            open: reached(if self.settings.is_c89() { "none" } else { "0" }),
            blocked: reached("blocker"),
            differs: self.names.function(&["differs"]),
            which: note(&[which]),
            head: if self.is_apart {
                own_head
            } else {
                format!("{doc}\n{} {own_head}", self.inline)
            },
            init: self.module.fills().then(|| self.names.function(&["init"])),
            pieces: pieces.collect(),
            compared: compared(test),
        }
    }
}

impl Walk<'_> {
    /// A call of a function that takes a piece's rays.
    fn call(&self, function: &str, array: Expr, rays: &Rays, place: &[&str]) -> Expr {
        let mut arguments = vec![array, Expr::decimal(rays.count as u64)];
        arguments.extend(self.page.has_range.then(|| Expr::decimal(u64::from(rays.range))));
        arguments.extend(place.iter().map(|name| Expr::name(*name)));
        Expr::call(function, arguments)
    }
}

/// The lookups that users call with the numbers of the pieces that are walked, the unions last.
fn lookups<'a>(test: &'a SelfTest<'_>) -> impl Iterator<Item = (&'a str, &'a str, Vec<usize>)> {
    let pieces = test.pieces.iter().enumerate().filter(|(_, piece)| piece.is_public);
    let pieces = pieces.map(|(at, piece)| (&*piece.spoken, &*piece.lookup, vec![at]));
    pieces.chain(test.unions.iter().map(|one| (&*one.spoken, &*one.lookup, one.of.clone())))
}

fn compared(test: &SelfTest<'_>) -> Vec<Compared> {
    let compared = lookups(test).map(|(_, lookup, of)| {
        let [expected, expected_lo, expected_hi] = ["", ".lo", ".hi"].map(|half| {
            let walked: Vec<String> = of.iter().map(|at| format!("walked[{at}]{half}")).collect();
            let walked = walked.join(" | ");
            if of.len() == 1 { walked } else { format!("({walked})") }
        });
        Compared { lookup: lookup.to_owned(), expected, expected_lo, expected_hi }
    });
    compared.collect()
}

/// The numbers of lookups: `1 for the rook, 2 for the bishop`.
fn numbered(test: &SelfTest<'_>) -> String {
    let lookups = lookups(test).enumerate();
    let numbered = lookups.map(|(at, (spoken, ..))| format!("{} for the {spoken}", at + 1));
    numbered.collect::<Vec<_>>().join(", ")
}

/// A table of bytes: name, length, rows.
fn table(name: String, values: &[u8]) -> (String, usize, String) {
    let values: Vec<u64> = values.iter().map(|value| u64::from(*value)).collect();
    let lines = Lines { indent: "    ", columns: 16, trailing_comma: true };
    (name, values.len(), rows(&values, &Decimal::aligned(&values, false), lines))
}

/// A statement at a depth of indentation, on as many lines as it takes.
fn indented(statement: &Marked, columns: usize) -> String {
    fold(statement, WIDTH - columns).join(&format!("\n{}", " ".repeat(columns)))
}
