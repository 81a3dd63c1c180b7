//! Tests of variants' sizes on the chess board, with searched or known factors.

use super::*;
use crate::config::{Choices, JobPiece, Request, Source, resolve};
use magicgen_board::{Mapping, Piece, Standard};
use magicgen_ir::{Table, TableRole};
use magicgen_lookup::model::Tables;
use magicgen_lookup::variant::find;
use magicgen_search::Effort;

fn entries(id: &str, choices: Choices) -> usize {
    tables(id, choices).iter().map(|table| table.entries.len()).sum()
}

fn tables(id: &str, choices: Choices) -> Vec<Table> {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let pieces = [Piece::rook(), Piece::bishop()].map(JobPiece::new);
    let site = Site { mapping: &mapping, pieces: &pieces };
    let mut solver = Solver::new(Effort::default());
    solver.choices = choices;
    let made = make(find(id).unwrap().form, site, &mut solver).unwrap().unwrap();
    made.lookups.tables
}

#[test]
fn known_factors_make_fancy_denser() {
    assert_eq!(entries("fancy", Choices::default()), 107_648);
    let denser = Choices { is_denser: true, ..Choices::default() };
    assert_eq!(entries("fancy", denser.clone()), 88_256);
    // Without known factors the search finds nothing denser.
    let own = Choices { known: Some(Vec::new()), ..denser };
    assert_eq!(entries("fancy", own), 107_648);
}

#[test]
fn known_packings_need_no_search() {
    let most = [
        ("fixed", 85_949),
        ("black", 79_878),
        ("packed", 79_032),
        ("constant", 79_120),
        ("bytes-packed", 79_032 + 6_328),
        ("shared-slots", 48_772),
    ];
    for (id, most) in most {
        let entries = entries(id, Choices::default());
        assert!(entries <= most, "{id} has {entries}");
    }
}

#[test]
fn shift_and_offset_fit_into_the_factor() {
    assert_eq!(entries("shift-in-factor", Choices::default()), 107_648);
    assert!(entries("offset-in-factor", Choices::default()) <= 114_000);
}

#[test]
fn lines_and_shared_ranges_are_small() {
    let direction = entries("direction", Choices::default());
    assert!(direction <= 5_956, "{direction}");
    let postmask = entries("postmask", Choices::default());
    assert!(postmask <= 67_328, "{postmask}");
}

#[test]
fn bytes_under_a_post_mask_take_at_most_86_000() {
    let tables = tables("bytes-postmask", Choices::default());
    let bytes: usize = tables.iter().map(Table::bytes).sum();
    assert!(bytes <= 86_000, "{bytes}");
    let dictionary = tables.iter().find(|table| table.role == TableRole::Dictionary).unwrap();
    assert!(dictionary.entries.len() < 900);
}

#[test]
fn few_factors_serve_all_squares() {
    let tables = tables("shared-factor", Choices::default());
    let factors = tables.iter().filter(|table| table.role == TableRole::Factors);
    let counts: Vec<usize> = factors.map(|table| table.entries.len()).collect();
    assert!(counts[0] <= 14 && counts[1] <= 5, "{counts:?}");
}

#[test]
fn kannans_guesses_find_factors_too() {
    let kannan = Choices { is_kannan: true, ..Choices::default() };
    let entries = entries("fancy", kannan);
    assert!(entries <= 107_648, "{entries}");
}

/// Boards with squares without relevant squares, with holes, gaps and an unusual order.
const ODD_BOARDS: [&str; 4] = [
    "board = { width = 2, height = 2 }",
    "board = { width = 6, height = 2 }",
    "board = { width = 4, height = 3, stride = 5, holes = [\"b2\"] }",
    "board = { width = 3, height = 3, holes = [\"b2\"] }\n\
     orientation = { permutation = [14, 30, 2, 11, 7, 60, 49, 38, 27] }",
];

#[test]
#[ignore = "slow"]
fn what_a_lock_keeps_is_taken_back_on_every_board() {
    for board in ODD_BOARDS {
        for variant in magicgen_lookup::variant::ALL {
            let config = format!(
                "version = 1\n{board}\n[search]\neffort = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n\
                 variant = \"{}\"\ntables = \"full\"\n",
                variant.id
            );
            let source = Source::new("magicgen.toml", &config, Vec::new());
            let Ok(plan) = resolve(&source, &Request::default()) else { continue };
            let mut solver = Solver::new(plan.effort.clone());
            let Ok(module) = module(&plan.jobs[0], &mut solver) else { continue };
            let mut locked = Solver::new(plan.effort);
            locked.lock = solver.lock.to_string().parse().unwrap();
            locked.is_locked = true;
            let again = super::module(&plan.jobs[0], &mut locked);
            let again = again.unwrap_or_else(|error| panic!("{} on {board}: {error}", variant.id));
            assert_eq!(module.tables, again.tables, "{} on {board}", variant.id);
        }
    }
}

#[test]
fn shared_factors_are_public_where_factors_are_asked_for() {
    let c = crate::render::find("c").unwrap().configure(None).unwrap();
    let presence = |emit: &[Part]| {
        let module = crate::sample::small(&*c, "shared-factor", Tables::Full, emit);
        let factors = module.tables.iter().find(|table| table.role == TableRole::Factors);
        module.table(factors.unwrap())
    };
    assert_eq!(presence(&[Part::Factors, Part::Lookup]), Presence::Public);
    assert_eq!(presence(&[Part::Lookup]), Presence::Private);
}

#[test]
fn a_file_without_lookups_says_nothing_of_factors() {
    let config = |emit: &str| {
        let text =
            format!("version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nemit = [\"{emit}\"]\n");
        let source = Source::new("header.toml", &text, Vec::new());
        let plan = resolve(&source, &Request::default()).unwrap();
        let generated = generate(&plan.jobs[0], &mut Solver::new(plan.effort)).unwrap();
        generated.artifacts[0].text.clone()
    };
    let [leapers, lookup] = ["leapers", "lookup"].map(config);
    for words in ["variant fancy", "entries 107648", "Factors of rook"] {
        assert!(lookup.contains(words) && !leapers.contains(words), "{words}");
    }
}

/// Each purpose has rows of its own table, though the fields are shared. A wide board's row is as long as its longest index.
#[test]
fn lookups_of_rust_name_only_rows_that_the_file_has() {
    for (board, variant, rows) in [
        ("width = 4, height = 4", "fancy", ["CANNON_QUIETS_ROWS", "CANNON_CAPTURES_ROWS"]),
        ("width = 9, height = 9", "direction", ["_ROWS: [&[u128; 1]; 81] =", "rows("]),
    ] {
        let text = format!(
            "version = 1\nboard = {{ {board} }}\n\
             piece = [\n{{ name = \"king\", moves = [{{ leaps = [[1, 1]] }}] }},\n\
             {{ name = \"cannon\", moves = [{{ rays = \"rook\", for = \"quiet\" }}, \
             {{ rays = \"rook\", over = 1, for = \"capture\" }}] }} ]\n\
             [[output]]\nlang = \"rust\"\npath = \"m.rs\"\nvariant = \"{variant}\"\n\
             pieces = [\"king\", \"cannon\"]\n"
        );
        let plan = resolve(&Source::new("rows.toml", &text, Vec::new()), &Request::default());
        let plan = plan.unwrap();
        let generated = generate(&plan.jobs[0], &mut Solver::new(plan.effort)).unwrap();
        let text = &generated.artifacts[0].text;
        for row in rows {
            assert!(text.contains(row), "{row}\n{text}");
        }
        let read = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
        for name in read.filter(|word| word.ends_with("_ROWS")) {
            assert!(text.contains(&format!("static {name}: ")), "{name} of {variant}");
        }
    }
}
