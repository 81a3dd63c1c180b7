//! Factors of boards with more than 64 squares: no lookup has such products, so a config for the same board and pieces
//! is offered in their place.

use std::fmt::Write as _;

use super::{AdoptRefusal, Examined, Wishes, place_of};
use magicgen_read::{LargeFinding, LargeLayout};
use magicgen_search::text::{TomlText, shown_line};

/// The tables of a config for a piece that isn't built in.
struct PieceToml {
    /// The piece's name in the config.
    name: &'static str,
    /// Its `moves`, or another key.
    keys: &'static str,
}

/// The pieces that the config needs for a piece of the report, the wanted one last.
fn tables(piece: &str) -> &'static [PieceToml] {
    const HORSE: PieceToml =
        PieceToml { name: "horse", keys: "moves = [{ leaps = \"knight\", via = \"orthogonal\" }]" };
    match piece {
        "rook" | "rook along ranks" | "rook along files" => &[PieceToml { name: "rook", keys: "" }],
        "cannon" | "cannon along ranks" | "cannon along files" => {
            &[PieceToml { name: "cannon", keys: "moves = [{ rays = \"rook\", over = 1 }]" }]
        }
        "cannon along diagonals" => &[PieceToml {
            name: "diagonal cannon",
            keys: "moves = [{ rays = \"bishop\", over = 1 }]",
        }],
        "grasshopper along ranks" | "grasshopper along files" => &[PieceToml {
            name: "straight grasshopper",
            keys: "moves = [{ rays = \"rook\", over = 1, land = \"next\" }]",
        }],
        "grasshopper along diagonals" => &[PieceToml {
            name: "diagonal grasshopper",
            keys: "moves = [{ rays = \"bishop\", over = 1, land = \"next\" }]",
        }],
        "horse" => &[HORSE],
        "horse to" => &[HORSE, PieceToml { name: "horse to", keys: "reverse = \"horse\"" }],
        "elephant" => &[PieceToml {
            name: "elephant",
            keys: "moves = [{ leaps = \"alfil\", via = \"middle\" }]",
        }],
        "elephant in its half" => &[PieceToml {
            name: "elephant",
            keys: "moves = [{ leaps = \"alfil\", via = \"middle\", stay = [\"south\", \"north\"] }]",
        }],
        "elephant of janggi" => &[PieceToml {
            name: "sang",
            keys: "moves = [{ leaps = \"zebra\", via = \"orthogonal-then-diagonal\" }]",
        }],
        "lame dabbaba" => &[PieceToml {
            name: "lame dabbaba",
            keys: "moves = [{ leaps = \"dabbaba\", via = \"middle\" }]",
        }],
        "nightrider" => {
            &[PieceToml { name: "nightrider", keys: "moves = [{ rays = \"knight\" }]" }]
        }
        _ => &[PieceToml { name: "bishop", keys: "" }],
    }
}

/// The refusal of files whose only factors are those of larger boards; `None` without such factors.
pub(super) fn refusal(files: &[Examined], wishes: &Wishes) -> Option<AdoptRefusal> {
    let has_factors = |file: &&Examined| !file.report.large_findings.is_empty();
    let file = files.iter().find(has_factors)?;
    let of_file = |file: &Examined| !file.report.large_findings.iter().all(LargeFinding::is_right);
    if let Some(wrong) = files.iter().find(|file| of_file(file)) {
        return Some(AdoptRefusal::Wrong(wrong.name()));
    }
    let findings = &file.report.large_findings;
    let shown = findings.iter().take(2);
    let arrays = shown.map(|finding| format!("{}: {}", finding.piece, finding.place));
    let mut arrays: Vec<String> = arrays.collect();
    let more = findings.len() - arrays.len();
    arrays.extend((more > 0).then(|| format!("{more} more")));
    let board = findings[0].board;
    let config = config(file, board, findings, wishes);
    Some(AdoptRefusal::LargeBoard { file: file.name(), arrays: arrays.join("; "), config })
}

/// A config for the board and the pieces of a file's factors.
fn config(
    file: &Examined,
    board: LargeLayout,
    findings: &[LargeFinding],
    wishes: &Wishes,
) -> String {
    let mut text = format!(
        "# Lookups for the board and the pieces of {}, with factors of their own.\nversion = 1\n\n[board]\n",
        shown_line(&file.name())
    );
    let LargeLayout { width, height, gap } = board;
    let _ = writeln!(text, "width = {width}\nheight = {height}");
    if findings.iter().any(|finding| finding.piece == "elephant in its half") {
        let last = char::from(b'a' + width - 1);
        let (river, top) = (height / 2, height);
        let _ = writeln!(
            text,
            "zones = {{ south = [\"a1-{last}{river}\"], north = [\"a{}-{last}{top}\"] }}",
            river + 1
        );
    }
    if gap {
        text += "\n[orientation]\npreset = \"shogi-63\"\n";
    }
    let mut pieces: Vec<&str> = Vec::new();
    let here = findings.iter().filter(|finding| finding.board == board);
    for piece in here.flat_map(|finding| tables(&finding.piece)) {
        if pieces.contains(&piece.name) {
            continue;
        }
        pieces.push(piece.name);
        if !piece.keys.is_empty() {
            let _ = writeln!(text, "\n[[piece]]\nname = \"{}\"\n{}", piece.name, piece.keys);
        }
    }
    let place = place_of(file, wishes.lang.as_deref());
    let lang = place.lang.unwrap_or("c");
    let names: Vec<String> = pieces.iter().map(|piece| TomlText(piece).to_string()).collect();
    let path = wishes.path.clone().unwrap_or(place.path);
    let _ = write!(
        text,
        "\n[[output]]\nlang = \"{lang}\"\npath = {}\nname = {}\nvariant = \"direction\"\npieces = [{}]\n",
        TomlText(&path),
        TomlText(wishes.name.as_deref().unwrap_or("magics")),
        names.join(", ")
    );
    text
}
