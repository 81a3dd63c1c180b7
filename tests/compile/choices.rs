//! Which cells of a product are run: as few as have between them all that its language has. A cell's name says what it has:
//! an order of squares, a form of tables, an arrangement of fields, a compiler. A variant counts as the operations of its
//! lookups, the tables that they read and the loops that fill them, since languages know nothing else of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use magicgen::config::{Request, Source, resolve};
use magicgen::generate::{Solver, module};
use magicgen_ir::{Op, Program, Value};
use magicgen_lookup::model::Module;
use magicgen_lookup::variant;

use crate::compile::gpu;

/// The words of names for what has operations in ways of its own: forms of a language, processors, and small boards,
/// which don't stand for the chess board.
const DIALECTS: [&str; 9] =
    ["small", "arm", "mips", "powerpc", "m68k", "s390x", "c89", "luajit", "numpy"];

/// True where every cell of every product is asked for.
pub(crate) fn are_all_run() -> bool {
    match std::env::var_os("MAGICGEN_MATRIX") {
        None => false,
        Some(matrix) if matrix == "all" => true,
        Some(other) => panic!("MAGICGEN_MATRIX is {}, which isn't `all`", other.display()),
    }
}

/// Chooses cells of products by their names: of each language always the one that brings most of what no other has, until
/// none brings anything.
pub(crate) fn chosen<'n>(names: impl Iterator<Item = &'n str>) -> BTreeSet<&'n str> {
    let mut languages: BTreeMap<&str, Vec<(&str, BTreeSet<String>)>> = BTreeMap::new();
    for name in names {
        let language = name.split("::").next().unwrap_or(name);
        languages.entry(language).or_default().push((name, contents_of(name)));
    }
    let mut chosen = BTreeSet::new();
    for mut cells in languages.into_values() {
        while let Some(at) = (0..cells.len()).rev().max_by_key(|at| cells[*at].1.len()) {
            let (name, new) = cells.swap_remove(at);
            if new.is_empty() {
                break;
            }
            chosen.insert(name);
            for (_, has) in &mut cells {
                has.retain(|one| !new.contains(one));
            }
        }
    }
    chosen
}

/// The languages whose cells are chosen from: kernels are all run.
static CHOOSING: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let all = magicgen::render::ALL.iter().map(|language| language.id);
    all.filter(|id| !gpu::LANGUAGES.contains(id)).collect()
});

/// What a cell of this name has. A variant also counts by itself in one language, so that none is left out of all.
fn contents_of(name: &str) -> BTreeSet<String> {
    let words: Vec<&str> = name.split([':', '_']).filter(|word| !word.is_empty()).collect();
    let dialect = words.iter().find(|word| DIALECTS.contains(word)).copied().unwrap_or("");
    let is_filled = words.contains(&"init");
    let mut has = BTreeSet::new();
    for word in &words[1..] {
        let Some(number) = variant::ALL.iter().position(|one| one.id == *word) else {
            has.insert((*word).to_owned());
            continue;
        };
        let contents = &CONTENTS[number];
        let arrays = if is_filled { &contents.filled } else { &contents.printed };
        let both = contents.operations.iter().chain(arrays);
        has.extend(both.map(|what| format!("{dialect} {what}")));
        let form = variant::ALL[number].form;
        let is_for_few = form.needs_pext() || form.is_switch();
        let home = if is_for_few { "c" } else { CHOOSING[number % CHOOSING.len()] };
        if home == words[0] {
            has.insert((*word).to_owned());
        }
        if form.is_switch() {
            has.insert(format!("{dialect} switch"));
        }
    }
    has
}

/// What languages see of a variant.
struct Contents {
    /// The operations of its lookups, each with the type of its operands.
    operations: BTreeSet<String>,
    /// Its tables where they are printed.
    printed: BTreeSet<String>,
    /// Its tables where they are filled, and the loops that do it.
    filled: BTreeSet<String>,
}

/// What each variant has.
static CONTENTS: LazyLock<Vec<Contents>> = LazyLock::new(|| {
    let contents = |one: &variant::Variant| {
        let has_filled = one.form.has_filled_tables();
        let module = small(one.id, if has_filled { "init" } else { "full" });
        let pieces = module.pieces.iter();
        let operations = pieces.clone().flat_map(|piece| {
            let program = &piece.program;
            program.values().map(|value| operation(program, value))
        });
        let table = |form: &str| {
            let shape = |table: &magicgen_ir::Table| {
                format!("{form} {:?} {:?}", table.storage, std::mem::discriminant(&table.rows))
            };
            module.tables.iter().map(shape).collect::<BTreeSet<String>>()
        };
        let loops = pieces.flat_map(|piece| &piece.fills);
        let loops = loops.map(|fill| {
            format!("{:?} row {} line {}", fill.mode, fill.is_row, fill.line.is_some())
        });
        Contents {
            operations: operations.collect(),
            printed: table("printed"),
            filled: table("filled").into_iter().chain(loops).collect(),
        }
    };
    variant::ALL.iter().map(contents).collect()
});

/// A variant's module on a small board, in a language that has all operations.
fn small(variant: &str, tables: &str) -> Module {
    let config = format!(
        "version = 1\n[board]\nwidth = 4\nheight = 4\nstride = 8\n[search]\neffort = 1\n[[output]]\nlang = \"c\"\n\
         path = \"magics.h\"\nvariant = \"{variant}\"\ntables = \"{tables}\"\nemit = [\"lookup\"]\n"
    );
    let source = Source::new("choices.toml", &config, Vec::new());
    let plan = resolve(&source, &Request::default())
        .unwrap_or_else(|errors| panic!("{config}\n{errors:?}"));
    module(&plan.jobs[0], &mut Solver::new(plan.effort)).expect("a proved module")
}

/// An operation's name with the types of its operands.
fn operation(program: &Program, value: Value) -> String {
    let operands = program.op(value).operands();
    let types: Vec<String> =
        operands.map(|operand| format!("{:?}", program.type_of(operand))).collect();
    let name = match program.op(value) {
        Op::Binary(binary, ..) => format!("{binary:?}"),
        Op::Count(count, _) => format!("{count:?}"),
        Op::Field(field) => format!("{:?}", field.role),
        Op::Const(_, kind) => format!("constant {kind:?}"),
        Op::Load(table, _) => format!("load {:?}", table.kind),
        Op::LoadRow(table, _) => format!("load of a row {:?}", table.kind),
        other => format!("{other:?}").chars().take_while(|c| c.is_alphabetic()).collect(),
    };
    format!("{name} of {}", types.join(", "))
}
