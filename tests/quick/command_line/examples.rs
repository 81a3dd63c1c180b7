//! The configs that ship with magicgen work as described.

use std::path::Path;

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        each_example_writes_its_files_and_passes_its_check: slow,
        the_annotated_config_works,
        the_worked_example_of_the_rival_article_holds,
        orientation_turns_names_order_and_one_sided_pieces,
    ]
}

fn each_example_writes_its_files_and_passes_its_check() {
    let examples = Path::new(crate::ROOT).join("config/examples");
    let mut seen = 0;
    for entry in std::fs::read_dir(examples).unwrap() {
        let path = entry.unwrap().path();
        let folder = Folder::with_config(&std::fs::read_to_string(&path).unwrap());
        let run = folder.succeed(&[]);
        let wrote = run.stderr.lines().any(|line| line.starts_with("wrote "));
        assert!(wrote, "{}: {}", path.display(), run.stderr);
        folder.succeed(&["--check"]);
        seen += 1;
    }
    assert!(seen >= 4);
}

/// The annotated config states defaults, so that it makes the same tables as one that leaves them out.
fn the_annotated_config_works() {
    let path = Path::new(crate::ROOT).join("config/magicgen.toml");
    let folder = Folder::with_config(&std::fs::read_to_string(path).unwrap());
    folder.succeed(&[]);
    folder.succeed(&["--check"]);
    assert!(folder.read("magics.h").contains("Your licence text."));
}

/// Computes the example of the Rival article (Moreton 2011): a rook on c3, h1 = 0, shift 54, index 78.
fn the_worked_example_of_the_rival_article_holds() {
    use magicgen_board::{Coordinate, Mapping, Piece, Problem, Standard, Walk};
    use magicgen_search::{Hash, Magic};

    let mapping = Mapping::chess(Standard::find("h1lsb").unwrap());
    let rows = |rows: [u8; 8]| u64::from_be_bytes(rows);
    let pieces = rows([
        0b1001_0001, 0b0000_0111, 0b1000_0000, 0b0001_0000, 0b1011_0110, 0b0000_0111, 0b0110_0000,
        0b0000_1100,
    ]);
    let mask = rows([0, 0x20, 0x20, 0x20, 0x20, 0b0101_1110, 0x20, 0]);
    let c3 = mapping.bit("c3".parse::<Coordinate>().unwrap()).unwrap();
    let problem = Problem::new(&Walk::new(&Piece::rook(), &mapping), mapping.squares()).unwrap();
    let square = problem.square(c3).unwrap();
    assert_eq!(square.mask, mask);
    let magic = Magic::white(0x6820_8080_0400_2200, 54);
    assert_eq!(Hash::Multiply.index(pieces & mask, magic), 78);
    let moves = rows([0, 0, 0, 0, 0x20, 0b1101_1100, 0x20, 0]);
    assert_eq!(problem.attacks_under(square, pieces), moves);
}

/// The orientation changes only names, the order of squares and one-sided pieces.
fn orientation_turns_names_order_and_one_sided_pieces() {
    use magicgen_board::{Coordinate, Mapping, Piece, Standard, Walk};

    let lance = Piece::new("lance", &[(0, 1)], 63).unwrap();
    for standard in Standard::ALL {
        let mapping = Mapping::chess(standard);
        let bit = |name: &str| mapping.bit(name.parse::<Coordinate>().unwrap()).unwrap();
        let walk = Walk::new(&lance, &mapping);
        let forward = ["b6", "b7", "b8"].iter().fold(0_u64, |set, name| set | 1 << bit(name));
        assert_eq!(walk.attacks(bit("b5"), 0), forward, "{}", standard.id);
        assert_eq!(walk.attacks(bit("b8"), 0), 0, "{}", standard.id);
    }
    let bits = |id: &str| {
        let mapping = Mapping::chess(Standard::find(id).unwrap());
        ["a1", "h1", "a8", "h8", "b1"].map(|name| mapping.bit(name.parse().unwrap()).unwrap())
    };
    assert_eq!(bits("a1lsb"), [0, 7, 56, 63, 1]);
    assert_eq!(bits("h1lsb"), [7, 0, 63, 56, 6]);
    assert_eq!(bits("a8lsb"), [56, 63, 0, 7, 57]);
    assert_eq!(bits("h8lsb"), [63, 56, 7, 0, 62]);
    assert_eq!(bits("a1lsb-file"), [0, 56, 7, 63, 8]);
    assert_eq!(bits("h1lsb-file"), [56, 0, 63, 7, 48]);
    assert_eq!(bits("a8lsb-file"), [7, 63, 0, 56, 15]);
    assert_eq!(bits("h8lsb-file"), [63, 7, 56, 0, 55]);
}
