//! Changes single numbers of generated files: a mask, a factor, a shift, an offset and an entry of a table. The self-test
//! of every language must fail, and name the first square and occupancy on which a lookup differs.

use std::path::Path;

use magicgen::generate::Solver;
use magicgen_board::{Bitboard, subsets};
use magicgen_ir::interp::{self, Memory};
use magicgen_ir::{Field, Role, Table};
use magicgen_lookup::model::{FillMode, Tables};
use magicgen_search::Effort;

use crate::compile::mutants::{BOARD, LANGUAGES, Tested, outcomes};
use crate::compile::support::{self, Cell};
use crate::mutation::{Kind, Mutation, Place};
use crate::subject::{self, Subject};

/// The square whose numbers are changed: no probe of the compiler looks at it.
const SQUARE: u8 = 1;

const FACTOR: Field = Field::along(Role::Factor, None);
const SHIFT: Field = Field::along(Role::Shift, None);
const OFFSET: Field = Field::along(Role::Offset, None);

/// A square and an occupancy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Difference {
    square: u8,
    occupied: Bitboard,
}

/// All cells, one of each language.
pub(crate) fn cells() -> Vec<Cell> {
    let cell = |tested: &'static Tested| {
        let name = format!("faults::{}", tested.0);
        support::cell(&name, tested.1, move |folder| run(folder, tested))
    };
    LANGUAGES.iter().map(cell).collect()
}

/// A program with a fault: what is wrong, and the first difference; `None` for the program without one.
type Case = (String, Option<Difference>);

/// Changes numbers in each form of tables that a language has.
fn run(folder: &Path, tested: &Tested) -> Result<(), String> {
    let language = magicgen::render::find(tested.0).expect("a language");
    let can = language.configure(None).expect("its defaults").capabilities();
    let (mut cases, mut programs) = (Vec::new(), Vec::new());
    let forms = can.tables.iter().filter(|tables| **tables != Tables::Blob);
    for tables in forms.map(|tables| tables.id()) {
        let keys = format!("emit = [\"lookup\", \"self-test\"]\ntables = \"{tables}\"\n");
        let config = subject::config(BOARD, tested.0, &keys);
        let subject = Subject::new(&mut Solver::new(Effort::default()), &config, tested.0);
        let mut subject = subject.ok_or("the config is refused")?;
        cases.push((format!("{tables}: nothing"), None));
        programs.push(subject.artifacts());
        for (what, mutation) in faults(&mut subject)? {
            let what = format!("{tables}: {what}");
            let seen = |subject: &Subject, _: &Mutation| (first(subject), subject.artifacts());
            let (difference, artifacts) = subject.with(&mutation, seen);
            let difference = difference.ok_or_else(|| format!("{what} changes nothing"))?;
            cases.push((what, Some(difference)));
            programs.push(artifacts);
        }
    }
    let said = outcomes(folder, tested, &programs)?;
    cases.iter().zip(said).try_for_each(|(case, said)| judge(case, said))
}

/// An error if a self-test says something else than it should.
fn judge((what, difference): &Case, said: Result<(), String>) -> Result<(), String> {
    match (difference, said) {
        (None, Ok(())) => Ok(()),
        (None, Err(said)) => Err(format!("{what} is changed, but\n{said}")),
        (Some(_), Ok(())) => Err(format!("the self-test passes with {what}")),
        (Some(difference), Err(said)) => {
            names(&said, *difference).map_err(|error| format!("{what}: {error}"))
        }
    }
}

/// An error if a message doesn't name a square and an occupancy.
fn names(said: &str, Difference { square, occupied }: Difference) -> Result<(), String> {
    let words = format!("on square {square}, occupied ");
    let call = format!("RookAttacks({square}, 0x");
    let digits = format!("{occupied:x}");
    let is_named = said.lines().any(|line| {
        (line.contains(&words) || line.contains(&call)) && line.to_lowercase().contains(&digits)
    });
    let missing = || format!("no square {square} and occupancy {digits} in\n{said}");
    is_named.then_some(()).ok_or_else(missing)
}

/// A fault of each kind that lookups show.
fn faults(subject: &mut Subject) -> Result<Vec<(&'static str, Mutation)>, String> {
    let fields = &subject.module.pieces[0].fields;
    let (mask, shift) = (fields.get(Field::MASK, SQUARE), fields.get(SHIFT, SQUARE));
    let offset = fields.get(OFFSET, SQUARE) ^ fields.get(OFFSET, SQUARE - 1);
    let factor = fields.get(FACTOR, SQUARE);
    let bits = || (0..64_u8).map(|bit| 1 << bit);
    let is_full = !subject.module.fills();
    let mut kinds: Vec<(&str, Kind, Field, Vec<Bitboard>)> = vec![
        (
            "one more square in a mask",
            Kind::Mask,
            Field::MASK,
            bits().filter(|bit| mask & bit == 0).collect(),
        ),
        (
            "one square less in a mask",
            Kind::Mask,
            Field::MASK,
            bits().filter(|bit| mask & bit != 0).collect(),
        ),
        ("the factor 0", Kind::Factor, FACTOR, vec![factor]),
        // A lower shift would leave the table, which needn't be noticed by comparing.
        ("the highest shift", Kind::Shift, SHIFT, vec![shift ^ 63, shift ^ 31]),
    ];
    if is_full {
        kinds.push(("another square's offset", Kind::Offset, OFFSET, vec![offset]));
    }
    let mut found = Vec::new();
    for (what, kind, field, flips) in kinds {
        let place = Place::Field { piece: 0, field, bit: SQUARE };
        let mutations = flips.into_iter().map(|flip| Mutation { kind, place, flip });
        found.push((what, first_seen(subject, mutations).ok_or_else(|| format!("no {what}"))?));
    }
    if is_full {
        let mutations = (0..subject.module.tables[0].entries.len()).map(|entry| Mutation {
            kind: Kind::Table,
            place: Place::Entry { table: 0, entry },
            flip: 1,
        });
        found.push(("another entry", first_seen(subject, mutations).ok_or("no other entry")?));
    }
    Ok(found)
}

/// The first mutation under which the chosen square's lookup is wrong.
fn first_seen(
    subject: &mut Subject,
    mut mutations: impl Iterator<Item = Mutation>,
) -> Option<Mutation> {
    let is_there = |subject: &Subject, _: &Mutation| {
        first(subject).is_some_and(|difference| difference.square == SQUARE)
    };
    mutations.find(|mutation| subject.with(mutation, is_there))
}

/// The first square and occupancy on which a lookup of the first piece differs, in the order of self-tests; `None`
/// where none does, or where a lookup leaves its table.
fn first(subject: &Subject) -> Option<Difference> {
    let (walk, problem) = &subject.boards[0];
    let piece = &subject.module.pieces[0];
    let tables = tables(subject)?;
    let memory = Memory { fields: &piece.fields, tables: &tables };
    for square in problem.squares() {
        let both = |subset: Bitboard| [subset, subset | !square.mask];
        let occupied: Vec<Bitboard> = subsets(square.mask).flat_map(both).collect();
        let found =
            interp::run(&piece.program, piece.program.result, memory, square.bit, &occupied);
        let differs = |(occupied, found): (&Bitboard, Bitboard)| {
            (walk.attacks(square.bit, *occupied) != found)
                .then_some(Difference { square: square.bit, occupied: *occupied })
        };
        let difference = occupied.iter().zip(found.ok()?).find_map(differs);
        if difference.is_some() {
            return difference;
        }
    }
    None
}

/// The tables as the file has them when lookups run; `None` if start-up code writes beyond them.
fn tables(subject: &Subject) -> Option<Vec<Table>> {
    let mut tables = subject.module.tables.clone();
    if !subject.module.fills() {
        return Some(tables);
    }
    for (piece, (walk, problem)) in subject.module.pieces.iter().zip(&subject.boards) {
        let memory = Memory { fields: &piece.fields, tables: &subject.module.tables };
        for fill in &piece.fills {
            assert!(fill.mode == FillMode::Assign && !fill.is_row, "the variant fills one table");
            for square in problem.squares() {
                let mask = piece.fields.get(fill.mask(), square.bit);
                let occupied: Vec<Bitboard> = subsets(mask).collect();
                let indices =
                    interp::run(&piece.program, fill.index, memory, square.bit, &occupied).ok()?;
                for (occupied, index) in occupied.into_iter().zip(indices) {
                    let slot = tables[fill.table].entries.get_mut(usize::try_from(index).ok()?)?;
                    *slot = walk.attacks(square.bit, occupied);
                }
            }
        }
    }
    Some(tables)
}
