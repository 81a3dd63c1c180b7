//! All variants on all boards: each is made and proved, or refused with its reason.

use libtest_mimic::Trial;
use magicgen::Error;
use magicgen::config::{Request, Source, resolve};
use magicgen::generate::{Solver, generate};
use magicgen_lookup::variant::ALL;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        variants_without_a_search_fit_boards_or_say_why_not,
        variants_with_a_search_fit_boards_or_say_why_not,
        strides_and_orders_fit_or_say_why_not,
    ]
}

/// The widths and heights of all boards.
fn boards() -> impl Iterator<Item = (u8, u8)> {
    (1..=64).flat_map(|width| (1..=64 / width).map(move |height| (width, height)))
}

/// Makes an output of one piece. Returns whether it was made; panics on a bug of the program.
fn is_made(variant: &str, piece: &str, board: &str) -> bool {
    let config = format!(
        "version = 1\n{board}\n[search]\neffort = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n\
         variant = \"{variant}\"\npieces = [\"{piece}\"]\n"
    );
    let source = Source::new("magicgen.toml", &config, Vec::new());
    let made = match resolve(&source, &Request::default()) {
        Ok(plan) => {
            let mut solver = Solver::new(plan.effort.clone());
            solver.choices = plan.choices.clone();
            generate(&plan.jobs[0], &mut solver).map(|_| ())
        }
        Err(errors) => Err(Error::Config { source: Box::new(source), errors }),
    };
    match made {
        Ok(()) => true,
        Err(error) => {
            assert!([2, 3].contains(&error.status()), "{config}\n{error}");
            assert!(error.help().is_some(), "{config}\n{error}");
            false
        }
    }
}

fn board((width, height): (u8, u8)) -> String {
    format!("board = {{ width = {width}, height = {height} }}")
}

/// Whether lookups of a variant have factors.
fn is_searched(id: &str) -> bool {
    let form = magicgen_lookup::variant::find(id).unwrap().form;
    form.axes().is_some() && !form.needs_pext()
}

fn variants_without_a_search_fit_boards_or_say_why_not() {
    let mut made = 0;
    for variant in ALL.iter().filter(|variant| !is_searched(variant.id)) {
        for size in boards() {
            for piece in ["rook", "bishop"] {
                made += usize::from(is_made(variant.id, piece, &board(size)));
            }
        }
    }
    assert!(made > 5000, "{made}");
}

/// The most squares of a board on which factors are searched here. Larger boards take seconds each.
const SEARCHED: u8 = 20;

/// A search takes longer than a proof: each variant is tried on a fifth of the boards, all together on all.
fn variants_with_a_search_fit_boards_or_say_why_not() {
    let searched = ALL.iter().filter(|variant| is_searched(variant.id));
    for (number, variant) in searched.enumerate() {
        let small = boards().filter(|(width, height)| width * height <= SEARCHED);
        for size in small.skip(number % 5).step_by(5) {
            for piece in ["rook", "bishop"] {
                is_made(variant.id, piece, &board(size));
            }
        }
    }
}

/// Of each board some strides, and for each of them a third of the variants.
fn strides_and_orders_fit_or_say_why_not() {
    let variants: Vec<&str> =
        ALL.iter().map(|variant| variant.id).filter(|id| !is_searched(id)).collect();
    for (number, (width, height)) in boards().enumerate() {
        let corner = if number % 2 == 0 { "a1".to_owned() } else { format!("a{height}") };
        let major = ["rank", "file"][number / 2 % 2];
        let (row, rows) = if major == "rank" { (width, height) } else { (height, width) };
        for (at, stride) in (row + 1..=64 / rows).step_by(3).take(4).enumerate() {
            let text = format!(
                "board = {{ width = {width}, height = {height}, stride = {stride} }}\n\
                 orientation = {{ lsb = \"{corner}\", major = \"{major}\" }}"
            );
            for variant in variants.iter().skip((number + at) % 3).step_by(3) {
                for piece in ["rook", "bishop"] {
                    is_made(variant, piece, &text);
                }
            }
        }
    }
}
