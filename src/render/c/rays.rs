//! The function that walks rays, start-up code and the self-test.

use super::comment::{doc, note, parameters};
use super::file::File;
use super::fold::{WIDTH, fold, signature};
use crate::render::prelude::*;

/// The code that walks rays, with start-up code and test: on `uint64_t`, or on pairs of halves in C89.
#[derive(Template)]
#[template(path = "c/rays.c", escape = "none")]
struct Code<'a> {
    file: &'a File<'a>,
    walk: &'a RayFunction,
    /// The storage class and specifiers of its functions.
    storage: &'a str,
}

impl File<'_> {
    /// The code that walks rays, if start-up code or the test needs it.
    pub(super) fn code(&self) -> Option<String> {
        let walk = self.page().walk.as_ref()?;
        let storage = if self.is_apart { "static" } else { &self.inline };
        Some(Code { file: self, walk, storage }.render().unwrap_or_default())
    }

    /// The self-test's doc comment and head, wherever it is declared.
    fn self_test_head(&self, test: &SelfTest<'_>) -> (String, String) {
        let mut sentences = vec![
            "Compares every lookup with rays walked, under every subset of relevant squares, with all other \
             squares empty and with all of them occupied."
                .to_owned(),
        ];
        if self.must_init() {
            sentences.push(format!("Calls {}() first.", self.own_function("init")));
        }
        let square = "the first square on which a lookup differs; any where none does";
        let occupied = "the first occupancy there under which it does";
        let both = [("square", square.to_owned()), ("occupied", occupied.to_owned())];
        let mut about = parameters(&both);
        about.extend(wrap(&format!("@return 0 where none differs, else {}", numbered(test)), 92));
        let head = format!("int {}(unsigned *square, {} *occupied)", test.name, self.word);
        (doc(&sentences, about).join("\n"), head)
    }

    /// The self-test's declaration, if its definition is in another file or part.
    pub(super) fn self_test_declaration(&self) -> Option<String> {
        let (doc, head) = self.self_test_head(self.page().self_test.as_ref()?);
        Some(format!("{doc}\n{head};"))
    }
}

impl Code<'_> {
    /// The set of squares, if some bit index is no square.
    fn squares(&self) -> Option<String> {
        self.walk.squares.map(|squares| self.file.word_literal(squares))
    }

    /// Tables from bits to places and back, if the two differ: name, length, rows.
    fn permutation(&self) -> Vec<(String, usize, String)> {
        let mut pieces = self.file.module.pieces.iter();
        let permutation = pieces.find_map(|piece| piece.walk.permutation.as_ref());
        let tables = permutation.map(|of_board| {
            [("places", &of_board.grid_of_bit[..]), ("bits", &of_board.bit_of_grid[..])]
        });
        let lines = Lines { indent: "    ", columns: 16, trailing_comma: true };
        let table = |(name, values): (&str, &[u8])| {
            let values: Vec<u64> = values.iter().map(|value| u64::from(*value)).collect();
            let rows = rows(&values, &Decimal::aligned(&values, None), lines);
            (self.file.own_constant(name), values.len(), rows)
        };
        tables.into_iter().flatten().map(table).collect()
    }

    /// The rays of every loop of start-up code, and those that the self-test walks, piece by piece.
    fn all_rays(&self) -> Vec<&Rays> {
        let page = self.file.page();
        let of_fills = page.fills.iter().map(|fill| &fill.rays);
        let tested = page.self_test.iter().flat_map(|test| &test.pieces);
        let mut all: Vec<&Rays> = of_fills.chain(tested.map(|piece| &piece.rays)).collect();
        all.sort_by_key(|rays| rays.piece);
        all.dedup_by_key(|rays| &rays.name);
        all
    }

    /// An array's row for each ray.
    fn ray_rows(&self, rays: &Rays) -> Vec<String> {
        let steps: Vec<String> = rays.step_values.iter().map(i8::to_string).collect();
        let width = steps.iter().map(String::len).max().unwrap_or(0);
        let row = |(step, from): (&String, &u64)| {
            format!("{{{step:>width$}, {}}},", self.file.word_literal(*from))
        };
        steps.iter().zip(&rays.from_values).map(row).collect()
    }

    /// The mask whose subsets a loop enumerates.
    fn mask(&self, fill: &FillLoop) -> String {
        let (file, piece) = (self.file, &self.file.module.pieces[fill.rays.piece]);
        let mask = if file.page().records.is_empty() {
            Expr::index(fill.masks.as_str(), Expr::name("square"))
        } else {
            file.record(piece).member(file.member_name(piece, &Member::Field(fill.mask)))
        };
        file.text(&mask)
    }

    /// The statement that declares `set` as the squares reached along rays.
    fn reached(&self, FillLoop { rays, .. }: &FillLoop) -> String {
        let mut arguments = vec![rays.name.as_str().into(), Expr::decimal(rays.count as u64)];
        arguments.extend(self.walk.has_range.then(|| Expr::decimal(u64::from(rays.range))));
        arguments.extend(self.file.arguments("occupied").into_iter().map(Expr::from));
        let reached = Expr::call(self.file.own_function("walk"), arguments);
        indented(&self.file.declared(&format!("{} set", self.file.word), &reached), 12)
    }

    /// The statement that stores `set`, or that declares a pointer to the slot into which the halves are or-ed.
    fn store(&self, fill: &FillLoop) -> String {
        let (file, mut indices) = (self.file, self.file.page().indices.iter());
        let at = Expr::call_with(fill.index.as_str(), &file.arguments("occupied"));
        let index = indices.find(|index| index.name == fill.index);
        let slot = match (index, fill.load) {
            (Some(index), Some(load)) => file.slot(index, load, at),
            _ => at,
        };
        let set = Expr::name("set");
        let store = match fill.is_or {
            false => file.assigned(&slot, "=", &set),
            true if file.settings.is_c89() => {
                file.declared(&format!("{} *slot", file.word), &Expr::unary("&", slot))
            }
            true => file.assigned(&slot, "|=", &set),
        };
        indented(&store, 12)
    }

    /// The head of the function that returns a square's mask.
    fn relevant(&self) -> String {
        let file = self.file;
        let mut parameters =
            vec![format!("const {} *rays", file.own_function("ray")), "int count".to_owned()];
        parameters.extend(self.walk.has_range.then(|| "int range".to_owned()));
        parameters.push("unsigned square".to_owned());
        let before = format!("{} {} {}", self.storage, file.word, file.own_function("relevant"));
        signature(&before, &parameters)
    }

    /// The comment of the function that compares lookups under one occupancy.
    fn which(test: &SelfTest<'_>) -> String {
        note(&[format!("Which lookup differs from rays walked: 0 for none, {}.", numbered(test))])
            .join("\n")
    }

    /// The self-test's head, with its doc comment unless a declaration has that.
    fn head(&self, test: &SelfTest<'_>) -> String {
        let (doc, head) = self.file.self_test_head(test);
        if self.file.is_apart { head } else { format!("{doc}\n{} {head}", self.file.inline) }
    }

    /// The expected result of a lookup: the or of its pieces' walked sets, or a half of that.
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

/// A statement, indented, on as many lines as it needs.
fn indented(statement: &Document, columns: usize) -> String {
    fold(statement, WIDTH - columns).join(&format!("\n{}", " ".repeat(columns)))
}
