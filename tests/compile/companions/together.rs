//! Calls of the functions that bring lookups together, as each language writes them.

use magicgen_ir::Type;
use magicgen_lookup::model::companion::{Chosen, Outcome};
use magicgen_lookup::model::{Case, Module, NameRole, Part};

use super::Call;
use super::tongue::Tongue;

/// How a function is called.
#[derive(Clone)]
pub(super) enum Form {
    /// Its result is the number.
    Plain,
    /// An array in the place of a function, whose entry is the number.
    Index,
    /// The first or the second set of its result is the number.
    Pair { is_bishop: bool },
    /// The piece is its first argument.
    Choice { number: usize, name: String, constant: String, kind: String },
    /// A function of the program passes it arrays, and returns the last set.
    Batch,
}

/// Calls of these functions, and what walks give.
pub(super) fn calls(module: &Module, squares: &[u64], mut word: impl FnMut() -> u64) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut call = |form: Form, function: String, name: &str| {
        let (square, occupied) = (squares[word() as usize % squares.len()], word() & word());
        calls.push(Call {
            form,
            function,
            arguments: vec![(square, Type::Half), (occupied, Type::Word)],
            result: Outcome::Set,
            expected: walked(module, name, square, occupied),
        });
    };
    let named = |role, piece: &str| module.names.companion(role, piece);
    for _ in 0..12 {
        for (name, is_bishop) in [("rook", false), ("bishop", true)] {
            call(Form::Pair { is_bishop }, named(NameRole::Pair, ""), name);
        }
        for (number, Chosen { name, .. }) in module.choice.iter().enumerate() {
            let constant = module.names.enumerator(NameRole::PieceType, name);
            let kind = module.names.declared(NameRole::PieceType);
            let form = Form::Choice { number, name: name.clone(), constant, kind };
            call(form, named(NameRole::AttacksOf, ""), name);
        }
        for name in &module.batches {
            call(Form::Batch, named(NameRole::Batch, name), name);
        }
    }
    calls
}

/// What a piece attacks: by walks, or by the program of a piece that takes one step.
fn walked(module: &Module, name: &str, square: u64, occupied: u64) -> u64 {
    let one = module.pieces.iter().position(|piece| piece.name == name).map(|at| vec![at]);
    let union = module.unions.iter().find(|union| union.name == name);
    let Some(pieces) = one.or(union.map(|union| union.of.clone())) else {
        let is_it = |companion: &&magicgen_lookup::model::Companion| {
            companion.part == Part::Leapers && companion.name.piece == name
        };
        let mut all = module.companions.iter().chain(&module.arrays);
        let leaper = all.find(is_it).expect("a function of the piece");
        return super::computed(module, leaper, &[square]);
    };
    let attacks = |at: &usize| module.pieces[*at].walk.attacks(square as u8, occupied);
    pieces.iter().map(attacks).fold(0, |set, one| set | one)
}

/// A call as a language writes it.
pub(super) fn written(tongue: &Tongue, call: &Call, arguments: Vec<String>) -> String {
    let (scope, function) = (tongue.scope, &call.function);
    let plain = |arguments: &[String]| match tongue.lang {
        "ocaml" => format!("({scope}{function} {})", arguments.join(" ")),
        _ => format!("{scope}{function}({})", arguments.join(", ")),
    };
    match &call.form {
        Form::Plain => plain(&arguments),
        Form::Index => {
            format!("{scope}{function}[{}]", arguments.join("]["))
        }
        Form::Batch => {
            let (helper, function) = match tongue.lang {
                "csharp" => ("Batch", format!("{scope}{function}")),
                "java" | "kotlin" => ("batch", format!("Magics::{function}")),
                "d" | "zig" => ("batch", format!("&{scope}{function}")),
                _ => ("batch", format!("{scope}{function}")),
            };
            format!("{helper}({function}, {})", arguments.join(", "))
        }
        Form::Pair { is_bishop } => {
            let whole = plain(&arguments);
            let at = usize::from(*is_bishop);
            let name = ["rook", "bishop"][at];
            // The array of what is printed comes last.
            match (tongue.form, is_bishop) {
                ("out", true) => {
                    return format!("{scope}{function}({}, other)", arguments.join(", "));
                }
                ("out", false) => {
                    return format!("swapped({scope}{function}, {})", arguments.join(", "));
                }
                _ => {}
            }
            match tongue.lang {
                "rust" => format!("{whole}.{at}"),
                "python" | "wat" => format!("{whole}[{at}]"),
                "lua" => format!("(select({}, {whole}))", at + 1),
                "go" => format!("{name}Of({whole})"),
                "ocaml" => format!("({} {whole})", ["fst", "snd"][at]),
                "csharp" | "pascal" | "ada" => {
                    format!("{whole}.{}", Case::Pascal.join(&[name]))
                }
                _ => format!("{whole}.{name}"),
            }
        }
        Form::Choice { number, name, constant, kind } => {
            let member = |case: Case| format!("{scope}{kind}.{}", case.join(&[name]));
            let piece = match tongue.lang {
                // The template takes it in front of the arguments.
                "cpp" if arguments[0].len().is_multiple_of(2) => {
                    let rest = arguments.join(", ");
                    return format!("({scope}{function}<{scope}{kind}::{name}>({rest}))");
                }
                "d" if arguments[0].len().is_multiple_of(2) => {
                    let rest = arguments.join(", ");
                    return format!("{scope}{function}!({})({rest})", member(Case::Camel));
                }
                "cpp" => format!("{scope}{kind}::{name}"),
                "rust" => format!("{scope}{kind}::{}", Case::Pascal.join(&[name])),
                "csharp" => member(Case::Pascal),
                "java" | "kotlin" | "python" => member(Case::Shouty),
                "d" | "nim" => member(Case::Camel),
                "zig" => format!(".{name}"),
                "ocaml" => format!("{scope}{}", Case::Pascal.join(&[name])),
                "javascript" | "lua" => format!("\"{name}\""),
                "wat" => number.to_string(),
                _ => format!("{scope}{constant}"),
            };
            plain(&[vec![piece], arguments].concat())
        }
    }
}
