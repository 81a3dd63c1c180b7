//! Companions of every language: all of them are generated, compiled with warnings as errors, called with the same
//! arguments, and compared with what the interpreter computes.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use magicgen::config::{Request, Source, resolve};
use magicgen::generate::{Solver, module};
use magicgen_board::{SquareSet, Walk};
use magicgen_ir::interp::{Memory, RunInput, run_on};
use magicgen_ir::{Fields, LookupRef, Type};
use magicgen_lookup::model::companion::Outcome;
use magicgen_lookup::model::{Companion, Module, Part};

use self::together::Form;
use self::tongue::Tongue;
use crate::compile::kotlin;
use crate::compile::support::{self, Cell};

mod compiled;
mod folded;
mod hosted;
mod moves;
mod together;
mod tongue;
mod walker;

/// The boards and forms on which companions are called: the rest of a config before its output, and keys of this.
const FORMS: [(&str, &str, &str); 3] = [
    ("chess", "orientation = \"a1lsb\"", "variant = \"hyperbola\""),
    (
        "computed",
        "orientation = \"h8lsb-file\"",
        concat!(
            "[output.companions]\nbetween = \"computed\"\nline = \"computed\"\nray-pass = \"computed\"\n",
            include_str!("companions/names.toml")
        ),
    ),
    (
        "odd",
        "[board]\nwidth = 6\nheight = 5\nholes = [\"b2\"]\n[orientation]\npermutation = [0, 31, 62, 3, 34, 5, 36, 7, \
         38, 9, 40, 11, 42, 13, 44, 15, 46, 17, 48, 19, 50, 21, 52, 23, 54, 25, 56, 27, 58, 29]",
        "checks = \"assert\"\n[output.companions]\ndouble-steps = [2, 4]",
    ),
];

/// The form with arrays in the place of functions, in languages that have them: board and keys as in [`FORMS`].
const ARRAYS: (&str, &str, &str) =
    ("arrays", "orientation = \"h1lsb\"", include_str!("companions/arrays.toml"));

/// One call and the number that it gives.
struct Call {
    form: Form,
    function: String,
    arguments: Vec<(u64, Type)>,
    result: Outcome,
    expected: u64,
}

/// Compiles the programs in these folders at once where a language's compiler takes long to start.
fn compile_together(tongue: &Tongue, folder: &Path, inner: &[String]) -> Result<(), String> {
    if tongue.lang == "kotlin" {
        return kotlin::compile_packages(folder, inner, &["-Werror"]);
    }
    Ok(())
}

/// All cells: each language on each board.
pub(crate) fn cells() -> Vec<Cell> {
    let cell = |tongue: &'static Tongue| {
        let name = format!("{}::companions_{}", tongue.lang, tongue.form);
        support::cell(&name, tongue.needs, move |folder| check(tongue, folder))
    };
    let checked = |tongue: &'static Tongue| {
        let name = format!("{}::checks_{}", tongue.lang, tongue.form);
        support::cell(&name, tongue.needs, move |folder| refuse(tongue, folder))
    };
    // Mono's assertions only tell who listens.
    let stops = |tongue: &&Tongue| tongue.lang != "csharp" && has_checks(tongue);
    let cells = tongue::all().map(cell).chain(tongue::all().filter(stops).map(checked));
    cells.chain(tongue::all().map(folded::cell)).chain(moves::cells()).collect()
}

/// True for a language whose functions may refuse squares.
fn has_checks(tongue: &Tongue) -> bool {
    let language = magicgen::render::find(tongue.lang).expect("a language");
    language.configure(None).expect("its defaults").capabilities().has_checks
}

/// True for a language whose public arrays may have two dimensions.
fn has_arrays(tongue: &Tongue) -> bool {
    let language = magicgen::render::find(tongue.lang).expect("a language");
    let usual = language.configure(None).expect("its defaults").capabilities();
    usual.has_nested_arrays && tongue.form != "c89"
}

/// Calls a function with a square that is none, whose entry of the table is that of other squares. Without checks the
/// program ends well, and with them it doesn't.
fn refuse(tongue: &Tongue, folder: &Path) -> Result<(), String> {
    // Ada's type of squares refuses others in any case.
    let none = if tongue.lang == "ada" { &[][..] } else { &[("none", 35, true)] };
    let cases = [("assert", 34, true), ("assert", 35, false)].iter().chain(none);
    let named = cases.map(|case| (format!("{}_{}", case.0, case.1), *case));
    let cases: Vec<(String, (&str, u64, bool))> = named.collect();
    for (name, (checks, square, _)) in &cases {
        let inner = support::part_of(folder, name)?;
        let config = format!(
            "version = 1\n[board]\nwidth = 5\nheight = 7\n[[output]]\nlang = \"{}\"\npath = \"{}\"\n\
             emit = [\"between\"]\nchecks = \"{checks}\"\n{}\n",
            tongue.lang, tongue.file, tongue.keys
        );
        let module = module_of(&config);
        support::generate(&inner, &config)?;
        let call = Call {
            form: Form::Plain,
            function: module.names.function(&["between"]),
            arguments: vec![(0, Type::Half), (*square, Type::Half)],
            result: Outcome::Set,
            expected: 0,
        };
        fs::write(inner.join(tongue.program), program(tongue, &[call]))
            .map_err(|error| error.to_string())?;
    }
    let names: Vec<String> = cases.iter().map(|(name, _)| name.clone()).collect();
    compile_together(tongue, folder, &names)?;
    for (name, (checks, square, is_good)) in &cases {
        match ((tongue.run)(&folder.join(name)), is_good) {
            (Err(error), true) => return Err(format!("{checks}, square {square}: {error}")),
            (Ok(_), false) => return Err(format!("{checks}: square {square} isn't refused")),
            _ => {}
        }
    }
    Ok(())
}

fn without_names(keys: &str) -> &str {
    keys.split("[output.names]").next().unwrap_or_default()
}

fn check(tongue: &Tongue, folder: &Path) -> Result<(), String> {
    let mut called = Vec::new();
    for (form, board, keys) in FORMS.into_iter().chain(Some(ARRAYS).filter(|_| has_arrays(tongue)))
    {
        let inner = support::part_of(folder, form)?;
        // Languages of graphics processors have no checks, and another lookup by default that not every board has.
        let (checked, plain) = ("checks = \"assert\"\n", "variant = \"fancy\"\n");
        let without = keys.replace(checked, plain);
        let keys = if has_checks(tongue) { keys } else { without.as_str() };
        let is_fit = |line: &&str| match tongue.lang {
            // Members of its enumerations have no numbers.
            "java" => !line.starts_with("pieces"),
            // The program beside it uses the usual names of these. Ada's type of a direction is longer beside its function.
            "ada" => !line.starts_with("direction"),
            "cpp" => !line.starts_with("batch"),
            _ => true,
        };
        let keys = keys.lines().filter(is_fit).collect::<Vec<_>>().join("\n");
        // Nim's check of names wants `filesByNumber`.
        let keys = if tongue.lang == "nim" { without_names(&keys) } else { keys.as_str() };
        let config = config(tongue, board, keys);
        let module = module_of(&config);
        let calls = calls(&module);
        support::generate(&inner, &config)?;
        let text =
            fs::read_to_string(inner.join(tongue.file)).map_err(|error| error.to_string())?;
        // Comments behind rows are longer in these.
        if !["csharp", "cpp"].contains(&tongue.lang) {
            support::too_long(&text).map_err(|error| format!("{form}: {error}"))?;
        }
        fs::write(inner.join(tongue.program), program(tongue, &calls))
            .map_err(|error| error.to_string())?;
        called.push((form, calls));
    }
    compare(tongue, folder, &called)
}

/// Compiles and runs the programs in these folders, and compares what each call gives.
fn compare(tongue: &Tongue, folder: &Path, called: &[(&str, Vec<Call>)]) -> Result<(), String> {
    let folders: Vec<String> = called.iter().map(|(form, _)| (*form).to_owned()).collect();
    compile_together(tongue, folder, &folders)?;
    for (form, calls) in called {
        let printed =
            (tongue.run)(&folder.join(form)).map_err(|error| format!("{form}: {error}"))?;
        let mut lines = printed.lines();
        for call in calls {
            let line = lines.next().unwrap_or_default().trim();
            let found = u64::from_str_radix(line, tongue.radix).map_err(|_| line.to_owned());
            if found != Ok(call.expected) {
                let Call { function, arguments, expected, .. } = call;
                return Err(format!(
                    "{form}: {function}{arguments:x?} gives {found:x?}, not {expected:#x}"
                ));
            }
        }
    }
    Ok(())
}

fn config(tongue: &Tongue, board: &str, keys: &str) -> String {
    // On a board of its own, rook and bishop are private.
    let all = "\"rook\", \"bishop\", \"queen\"";
    let pieces = if board.starts_with("[board]") { "\"queen\"" } else { all };
    // These boards have no zones.
    let without = [Part::SelfTest, Part::Lookup, Part::Zones];
    let parts = Part::ALL.into_iter().filter(|part| !without.contains(part));
    let parts = parts.filter(|part| *part >= Part::Leapers);
    let parts = parts.filter(|part| tongue.calls || ![Part::Xray, Part::Pins].contains(part));
    let has_batches = ["c", "cpp", "csharp", "d", "go", "java", "kotlin", "rust", "zig"];
    let parts = parts.filter(|part| *part != Part::Batch || has_batches.contains(&tongue.lang));
    // Where the order of squares is a permutation, a step isn't one shift.
    let parts = parts.filter(|part| *part != Part::Fills || !board.contains("permutation"));
    let parts = parts.filter(|part| *part != Part::PseudoAttacks || has_arrays(tongue));
    let parts: Vec<String> = parts.map(|part| format!("\"{}\"", part.id())).collect();
    format!(
        "version = 1\n{board}\n\
         [[piece]]\nname = \"silver\"\nrays = [[-1, 1], [0, 1], [1, 1], [-1, -1], [1, -1]]\nrange = 1\nsides = true\n\
         [[output]]\nlang = \"{}\"\npath = \"{}\"\npieces = [{pieces}]\nemit = [\"lookup\", {}]\n\
         {keys}\n{}\n",
        tongue.lang,
        tongue.file,
        parts.join(", "),
        tongue.keys,
    )
}

/// The module that a config's only output prints.
fn module_of(config: &str) -> Module {
    let source = Source::new("companions.toml", config, Vec::new());
    let plan = resolve(&source, &Request::default())
        .unwrap_or_else(|errors| panic!("{config}\n{errors:?}"));
    module(&plan.jobs[0], &mut Solver::new(plan.effort)).expect("a proved module")
}

/// Calls of every companion, with arguments that follow a fixed stream of numbers.
fn calls(module: &Module) -> Vec<Call> {
    let mut word = words();
    let squares: Vec<u64> = module.board.squares.iter().map(|(_, bit)| u64::from(*bit)).collect();
    let mut calls = Vec::new();
    let functions = module.companions.iter().map(|one| (one, Form::Plain));
    let arrays = module.arrays.iter().map(|one| (one, Form::Index));
    for (companion, form) in functions.chain(arrays) {
        for number in 0..24 {
            let mut arguments: Vec<(u64, Type)> = Vec::new();
            for argument in &companion.parameters {
                let parameter = argument.parameter;
                let is_square = u16::from(parameter.most) + 1 == module.board.indices;
                let value = match parameter.kind {
                    Type::Word if companion.part == Part::Cuckoo => cuckoo(module, number, word()),
                    Type::Word | Type::Lanes(_) | Type::Set(_) => word() & word(),
                    Type::Half if is_square => squares[word() as usize % squares.len()],
                    Type::Half => word() % (u64::from(parameter.most) + 1),
                };
                arguments.push((value, parameter.kind));
            }
            let values: Vec<u64> = arguments.iter().map(|(value, _)| *value).collect();
            calls.push(Call {
                function: match form {
                    Form::Index => module.names.array(companion.name.role, &companion.name.piece),
                    _ => companion.name.function(&module.names),
                },
                form: form.clone(),
                expected: computed(module, companion, &values),
                result: companion.result,
                arguments,
            });
        }
    }
    calls.extend(together::calls(module, &squares, word));
    calls
}

/// A fixed stream of numbers.
fn words() -> impl FnMut() -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

/// A key of a move, or a key of none.
fn cuckoo(module: &Module, number: usize, random: u64) -> u64 {
    let is_keys = |table: &&magicgen_ir::Table| {
        table.title.as_ref().is_some_and(|title| title.words == "cuckoo keys")
    };
    let keys = &module.tables.iter().find(is_keys).expect("keys").entries;
    let known: Vec<u64> = keys.iter().copied().filter(|key| *key != 0).collect();
    if number.is_multiple_of(4) { random } else { known[random as usize % known.len()] }
}

fn computed(module: &Module, companion: &Companion, arguments: &[u64]) -> u64 {
    let walks: Vec<&Walk> = module.pieces.iter().map(|piece| &piece.walk).collect();
    let lookup = |of: LookupRef, square: u8, occupied: SquareSet| {
        let at = usize::from(of.0);
        let pieces =
            if at < walks.len() { vec![at] } else { module.unions[at - walks.len()].of.clone() };
        let attacks = pieces.iter().map(|at| walks[*at].attack_set(square, occupied));
        attacks.fold(SquareSet::EMPTY, |set, attacks| set | attacks)
    };
    let fields = Fields::default();
    let memory = Memory { fields: &fields, tables: &module.tables };
    let columns: Vec<Vec<Vec<u64>>> = arguments.iter().map(|value| vec![vec![*value]]).collect();
    let given = RunInput {
        square: 0,
        occupied: &[0],
        further: &[],
        parameters: &columns,
        lookup: &lookup,
        is_second_way: false,
    };
    run_on(&companion.program, companion.program.result, memory, given).expect("a result")[0].low()
}

fn program(tongue: &Tongue, calls: &[Call]) -> String {
    let mut text = tongue.begin.to_owned();
    for call in calls {
        let argument = |(value, kind): &(u64, Type)| match kind {
            Type::Word | Type::Lanes(_) | Type::Set(_) => (tongue.set)(*value),
            Type::Half => value.to_string(),
        };
        let arguments: Vec<String> = call.arguments.iter().map(argument).collect();
        let call_text = together::written(tongue, call, arguments);
        let _ = write!(text, "{}", (tongue.print)(&call_text, call.result));
    }
    text + tongue.end
}
