//! Writes `docs/minimal-bits.md` from the facts about each square.

use std::fmt::Write as _;

use magicgen_literal::{Decimal, Literal as _};

use crate::minimal_bits::facts::{Bounds, Fiekas, From, Nothing, Square, Why};
use crate::minimal_bits::ledgers::Certificate;
use crate::minimal_bits::remaining::{self, Estimate, Estimates};

/// The squares that Fiekas' table lists as open (2026-05-04), without those for which Witanowski found factors in June
/// 2026, in the order of the estimated cost of their searches.
const OPEN: [(&str, &str); 13] = [
    ("bishop", "d1"),
    ("bishop", "c1"),
    ("rook", "b2"),
    ("rook", "a2"),
    ("rook", "f2"),
    ("rook", "g2"),
    ("rook", "b1"),
    ("rook", "c1"),
    ("rook", "e1"),
    ("rook", "a1"),
    ("rook", "f1"),
    ("rook", "h2"),
    ("rook", "h1"),
];

const HEADER: &str = "\
# Least index bits

How few index bits does a square need, so that `(b * f) >> (64 - bits)` keeps its attack sets apart for some factor `f`?
And how few if a constant may be added, `(b * f + c) >> (64 - bits)`? The latter covers black magics, `c = ~mask * f`:
where it has no factor, neither white nor black magics have one.

This page is written by `just update` from [config/known](../config/known): published factors, what
Fiekas' search has shown ([fiekas-disproved.toml](../config/known/fiekas-disproved.toml)), and the
[ledgers](../config/known/ledgers) of our own complete searches ([how they work](complete-search.md)). The test tries every factor on every
subset, reads every ledger, and searches small ones again.
[minimal-bits.toml](../config/known/minimal-bits.toml) has the same with factors, constants and digests.

";

/// The facts that the page is made from.
pub(crate) struct Facts<'a> {
    pub(crate) squares: &'a [Square],
    pub(crate) ledgers: &'a [Certificate],
    pub(crate) fiekas: &'a Fiekas,
    pub(crate) estimates: &'a Estimates,
}

/// The whole page.
pub(crate) fn page(facts: &Facts<'_>) -> String {
    let mut page = HEADER.to_owned();
    settled(&mut page, facts);
    open(&mut page, facts);
    cross_check(&mut page, facts);
    remaining::remaining(&mut page, facts);
    for piece in ["rook", "bishop"] {
        table(&mut page, piece, facts);
    }
    certificates(&mut page, facts.ledgers);
    page
}

/// Selects a square's bounds for white magics or for factors with a free constant.
type Which = fn(&Square) -> &Bounds;

/// Writes the section with the number of settled squares, and the boards.
fn settled(page: &mut String, facts: &Facts<'_>) {
    let count = |piece: &str, of: Which| {
        let squares = facts.squares.iter().filter(|square| square.piece == piece);
        squares.filter(|square| of(square).is_settled()).count()
    };
    page.push_str(
        "\
## What is settled

| least index bits known | rook | bishop |
| --- | --- | --- |
",
    );
    let kinds: [(&str, Which); 2] =
        [("white", |square| &square.white), ("with a free constant", |square| &square.free)];
    for (name, of) in kinds {
        let (rook, bishop) = (count("rook", of), count("bishop", of));
        let _ = writeln!(page, "| {name} | {rook} of 64 | {bishop} of 64 |");
    }
    let his = |piece: &str| {
        let squares = facts.squares.iter().filter(|square| square.piece == piece);
        let his = squares.filter(|square| square.white.none.why.contains(&Why::Fiekas));
        his.filter(|square| !has_own(square, facts)).count()
    };
    let (rook, bishop) = (his("rook"), his("bishop"));
    let _ = writeln!(page, "| white, so far by Fiekas' search alone | {rook} | {bishop} |");
    page.push_str(
        "
The fewest index bits with a known white factor, rook and bishop; a `?` where it isn't known whether fewer do:

```
",
    );
    for rank in (0..8).rev() {
        let row = |piece: &str| {
            let squares = facts.squares.iter().filter(|square| square.piece == piece);
            let cells = squares.skip(8 * rank).take(8).map(|square| {
                let mark = if square.white.is_settled() { ' ' } else { '?' };
                format!("{:>3}{mark}", square.white.least.bits)
            });
            cells.collect::<String>()
        };
        let _ = writeln!(page, "{}{}  {}", rank + 1, row("rook"), row("bishop").trim_end());
    }
    let files = "   a   b   c   d   e   f   g   h";
    let _ = writeln!(page, " {files}   {files}\n```\n");
}

/// Writes the section on the squares of [`OPEN`].
fn open(page: &mut String, facts: &Facts<'_>) {
    let mut rows = String::new();
    let mut settled = 0;
    for (piece, name) in OPEN {
        let square = find(facts, piece, name);
        let bits = square.relevant - 1;
        let ledger = facts.ledgers.iter().find(|ledger| {
            let header = ledger.header();
            ledger.is_about(piece, name) && header.bits == bits && header.constant == "none"
        });
        let cost = || facts.estimates.shown(piece, name, bits, "none");
        let none = || "none".to_owned();
        // The reason is given in the table of all squares.
        let below = String::new;
        let (is_settled, answer, cost, shown) = match ledger {
            Some(ledger) => {
                let (nodes, time) = (thousands(ledger.tally.all_nodes()), time(ledger.seconds));
                let spent = format!("{nodes} nodes, {time}");
                let is_settled = ledger.is_whole() || ledger.tally.witness.is_some();
                let cost =
                    if is_settled { spent } else { format!("{spent} so far; {} in all", cost()) };
                (is_settled, ledger.answer(), cost, link(ledger))
            }
            None if square.white.none.bits >= bits => (true, none(), below(), below()),
            None if square.white.least.bits <= bits => {
                (true, "exists".to_owned(), below(), below())
            }
            None => (false, "open".to_owned(), cost(), below()),
        };
        settled += usize::from(is_settled);
        let _ = writeln!(rows, "| {piece} {name} | {bits} | {answer} | {cost} | {shown} |");
    }
    let _ = write!(
        page,
        "\
## The 13 squares that were open

In May 2026 Fiekas' table had 18 squares for which it wasn't known whether one index bit less than relevant squares is enough.
In June Michal Witanowski found such factors for rooks on d1, g1, c2, d2 and e2. Of the other 13, {settled} are settled here:

| square | index bits | answer | cost | ledger |
| --- | --- | --- | --- | --- |
{rows}
Times are those of one thread on two shared cores of an AMD EPYC, busy with other things as well.

"
    );
}

/// Writes the section that compares Fiekas' statements with ledgers.
fn cross_check(page: &mut String, facts: &Facts<'_>) {
    let of_his = |square: &&Square| square.white.none.why.contains(&Why::Fiekas);
    let (own, his): (Vec<&Square>, Vec<&Square>) =
        facts.squares.iter().filter(of_his).partition(|square| has_own(square, facts));
    let list = |piece: &str| {
        let names = own.iter().filter(|square| square.piece == piece);
        let names: Vec<&str> = names.map(|square| square.name.as_str()).collect();
        if names.is_empty() { "none yet".to_owned() } else { names.join(" ") }
    };
    let (rooks, bishops) = (list("rook"), list("bishop"));
    let (all, count, left) = (facts.fiekas.count(), own.len(), his.len());
    let hours = |square: &&Square| {
        // A result that follows from another square costs nothing.
        if square.like.is_some() {
            return 0.0;
        }
        let (piece, bits) = (square.piece, square.relevant - 1);
        facts.estimates.of(piece, &square.name, bits, "none").map_or(0.0, Estimate::hours)
    };
    let hours = remaining::shown(his.iter().map(hours).sum());
    let _ = write!(
        page,
        "\
## Fiekas' squares

Niklas Fiekas' exhaustive search found that {all} squares have no white factor with one index bit less than relevant squares.
No certificates were published. Our own searches have come to the same on {count} of them, and to another answer on none:

* rooks: {rooks}
* bishops: {bishops}

For the other {left} his word is all there is; to search these again is estimated at {hours} core-hours.

"
    );
}

/// Whether a ledger confirms Fiekas' statement: the square's own, or that of the square that it is like.
fn has_own(square: &Square, facts: &Facts<'_>) -> bool {
    let like = square.like.as_deref().map(|name| find(facts, square.piece, name));
    [Some(square), like]
        .into_iter()
        .flatten()
        .any(|one| one.white.none.bits == square.relevant - 1 && one.white.none.ledger().is_some())
}

/// Writes the table of all squares of a piece.
fn table(page: &mut String, piece: &str, facts: &Facts<'_>) {
    let _ = write!(
        page,
        "\
## {}

\"White\" and \"free constant\" are the fewest index bits with a known factor, and the file that has it. \"None\" is the most for which
there is no factor, and how that is known: a link is the ledger of our own complete search, \"sets\" means fewer slots than
attack sets, \"by d1\" that a factor would give one for d1.

| square | relevant | sets | white | none | free constant | none |
| --- | --- | --- | --- | --- | --- | --- |
",
        if piece == "rook" { "Rook" } else { "Bishop" },
    );
    for square in facts.squares.iter().filter(|square| square.piece == piece) {
        let Square { name, relevant, sets, white, free, .. } = square;
        let _ = write!(page, "| {name} | {relevant} | {sets} |");
        for Bounds { least, none } in [white, free] {
            let from = match &least.from {
                From::Known(id) => format!("[{id}](../config/known/{id}.toml)"),
                From::Ledger(file) => format!("[own](../config/known/ledgers/{file})"),
            };
            let why = reasons(none, facts.ledgers);
            let gap = match least.bits - none.bits {
                1 => String::new(),
                2 => format!("; {} open", none.bits + 1),
                _ => format!("; {} to {} open", none.bits + 1, least.bits - 1),
            };
            let _ = write!(page, " {}, {from} | {}, {why}{gap} |", least.bits, none.bits);
        }
        page.push('\n');
    }
    page.push('\n');
}

fn reasons(none: &Nothing, ledgers: &[Certificate]) -> String {
    let why = none.why.iter().map(|why| match why {
        Why::Search(index) => {
            format!("[own](../config/known/ledgers/{})", ledgers[*index].file)
        }
        Why::Fiekas => "Fiekas".to_owned(),
        Why::Square(name) => format!("by {name}"),
        Why::Sets => "sets".to_owned(),
    });
    why.collect::<Vec<_>>().join(", ")
}

/// Writes the table of all ledgers.
fn certificates(page: &mut String, ledgers: &[Certificate]) {
    page.push_str(
        "\
## Ledgers

`magicgen prove --recheck config/known/ledgers/FILE --sample 1%` searches slices of one again and compares all that is counted.
Version 2 has a rule more than version 1, version 3 looks at one of two mirror images, version 4 asks windows of many keys sooner, and version 5 has one more rule ([complete-search.md](complete-search.md)); what is counted by one can't be compared with another's counts.

| ledger | version | index bits | constant | answer | nodes | core time | digest |
| --- | --- | --- | --- | --- | --- | --- | --- |
",
    );
    for ledger in ledgers {
        let header = ledger.header();
        let digest =
            if ledger.is_whole() { format!("`{}`", ledger.digest()) } else { String::new() };
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} | {} | {digest} |",
            link(ledger),
            header.search,
            header.bits,
            header.constant,
            ledger.answer(),
            thousands(ledger.tally.all_nodes()),
            time(ledger.seconds),
        );
    }
}

fn find<'a>(facts: &'a Facts<'_>, piece: &str, name: &str) -> &'a Square {
    let mut squares = facts.squares.iter();
    squares.find(|square| square.piece == piece && square.name == name).unwrap()
}

fn link(ledger: &Certificate) -> String {
    let stem = ledger.file.trim_end_matches(".jsonl");
    format!("[{stem}](../config/known/ledgers/{})", ledger.file)
}

/// A number with commas between thousands, such as `1,234,567`.
pub(crate) fn thousands(number: u64) -> String {
    Decimal::plain(Some(',')).text(number)
}

/// A time in a fitting unit.
fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1.0 => format!("{seconds:.2} s"),
        seconds if seconds < 100.0 => format!("{seconds:.1} s"),
        seconds if seconds < 6000.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}
