//! The picture of the trick behind a magic: blockers travel to the top bits, which are an index.

use std::fmt::{Display, Write as _};

use serde_json::Value;

use crate::book::languages::printed_by;

/// The blockers c5 and f3, which the factor moves to one bit each, and two occupied squares that don't matter.
const OCCUPIED: &str = "c5,f3,a1,c1";

/// The length of a square's side.
const SIDE: u64 = 24;
/// The upper edge of the boards.
const TOP: u64 = 72;
/// The left edges of the three boards.
const LEFT: [u64; 3] = [36, 296, 786];
/// The left edge of the index, and the width of its bits.
const BITS: (u64, u64) = (540, 20);
/// The upper edge of the table, and the height of a slot.
const TABLE: (u64, u64) = (172, 18);

const STYLE: &str = "\
text{fill:#1c1c1c;font:13px sans-serif}.page{fill:#fff}.light{fill:#f1ece2}.dark{fill:#dccfb8}\
.mask{fill:none;stroke:#2563c9;stroke-width:1.5;stroke-dasharray:4 3}.hit{fill:#2f9e57;fill-opacity:.45}\
.blocker0{fill:#b3261e}.blocker1{fill:#2450a8}.other{fill:none;stroke:#77716a;stroke-width:1.5}.rest{fill:#77716a}\
.path0,.path1,.flow{fill:none;stroke-width:2.5}.path0{stroke:#b3261e}.path1{stroke:#2450a8}.flow{stroke:#5c5750}\
.tip{fill:#5c5750}.slot{fill:#f1ece2;stroke:#77716a}.chosen{fill:#bfe3cb;stroke:#2f9e57;stroke-width:2}\
.name{fill:#5c5750;font-size:12px}.name,.number,.set,.piece,.sum{text-anchor:middle}.number{fill:#2563c9;font-size:12px}\
.set{fill:#fff;font-weight:bold;font-size:12px}.piece{font-size:22px}.head{font-weight:bold;font-size:15px}.sum{font-weight:bold}\
@media(prefers-color-scheme:dark){text{fill:#ececec}.page{fill:#17191d}.light{fill:#4a4d55}.dark{fill:#363940}\
.mask{stroke:#8ab4ff}.hit{fill:#4cc47a}.blocker0{fill:#ff8a80}.blocker1{fill:#9dc1ff}.other{stroke:#b6b1a8}.rest{fill:#b6b1a8}\
.path0{stroke:#ff8a80}.path1{stroke:#9dc1ff}.flow{stroke:#b6b1a8}.tip{fill:#b6b1a8}.slot{fill:#363940;stroke:#77716a}\
.chosen{fill:#2b5a3c;stroke:#4cc47a}.name{fill:#b6b1a8}.number{fill:#8ab4ff}.set{fill:#17191d}}";

/// The numbers of a lookup of the rook on c3 in the variant `fancy`.
struct Lookup {
    slider: u64,
    occupied: u64,
    mask: u64,
    attacks: u64,
    relevant: u64,
    factor: u64,
    shift: u64,
    index: u64,
}

impl Lookup {
    fn read() -> Self {
        let arguments = ["explain", "rook", "c3", "--no-config", "--format", "json"];
        let text = printed_by(&[&arguments[..], &["--occupied", OCCUPIED]].concat());
        let json: Value = serde_json::from_str(&text).expect("it prints JSON");
        let shown = &json["explanation"];
        let steps = shown["lookups"][0]["steps"].as_array().expect("a lookup has steps");
        let step = |name: &str| {
            let step = steps.iter().find(|step| step["name"] == name);
            number(&step.unwrap_or_else(|| panic!("no step is called {name}"))["value"])
        };
        let word = |name: &str| number(&shown[name]["word"]);
        Self {
            slider: number(&shown["square"]["bit"]),
            occupied: word("occupied"),
            mask: word("mask"),
            attacks: word("attacks"),
            relevant: step("relevant"),
            factor: step("factor"),
            shift: step("shift"),
            index: step("index"),
        }
    }

    /// The bit of the index to which the factor moves a relevant square: the lowest one, if there are several.
    fn target(&self, bit: u64) -> u64 {
        let index = (1_u64 << bit).wrapping_mul(self.factor) >> self.shift;
        u64::from(index.trailing_zeros())
    }

    /// The relevant blockers, each with its number among them.
    fn blockers(&self) -> impl Iterator<Item = (usize, u64)> {
        bits(self.relevant).enumerate()
    }
}

fn number(value: &Value) -> u64 {
    let hex = value.as_str().and_then(|text| text.strip_prefix("0x"));
    hex.map_or_else(|| value.as_u64(), |hex| u64::from_str_radix(hex, 16).ok()).expect("a number")
}

/// The bits of a set, the lowest first.
fn bits(set: u64) -> impl Iterator<Item = u64> {
    (0..64).filter(move |bit| set >> bit & 1 != 0)
}

/// The centre of a bit's square on a board.
fn centre(board: usize, bit: u64) -> (u64, u64) {
    (LEFT[board] + bit % 8 * SIDE + SIDE / 2, TOP + (7 - bit / 8) * SIDE + SIDE / 2)
}

/// The picture.
pub(crate) fn trick() -> String {
    let lookup = Lookup::read();
    let mut targets: Vec<u64> = bits(lookup.mask).map(|bit| lookup.target(bit)).collect();
    targets.sort_unstable();
    assert!(targets.into_iter().eq(0..64 - lookup.shift), "each relevant square has a bit");
    assert_eq!(lookup.index.count_ones(), lookup.relevant.count_ones(), "each blocker has one");

    let mut out = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1000\" height=\"330\" viewBox=\"0 0 1000 330\" role=\"img\" \
         aria-labelledby=\"title desc\">\n<title id=\"title\">The lookup of a rook on c3</title>\n<desc id=\"desc\">\
         Multiplied by the factor, the blockers on c5 and f3 travel to the top bits of the word. Shifted right, the top bits \
         are the index of a slot, which has the attacked squares.</desc>\n",
    );
    let _ = writeln!(out, "<style>{STYLE}</style>");
    out.push_str("<rect class=\"page\" width=\"1000\" height=\"330\"/>\n");
    let shifted = format!("3 shifted right by {}", lookup.shift);
    let slot = format!("slot {} has the attack set", lookup.index);
    let heads = [
        (LEFT[0], "1 blockers", "on the ten relevant squares"),
        (LEFT[1], "2 times the factor", "each travels to a top bit"),
        (BITS.0, &shifted, "the top ten bits are the index"),
        (LEFT[2], "4 looked up", &slot),
    ];
    for (x, head, about) in heads {
        let _ = writeln!(out, "<text class=\"head\" x=\"{x}\" y=\"28\">{head}</text>");
        let _ = writeln!(out, "<text x=\"{x}\" y=\"50\">{about}</text>");
    }
    squares(&mut out, 0);
    squares(&mut out, 1);
    for (at, bit) in lookup.blockers() {
        let ((x, y), (to_x, to_y)) = (centre(0, bit), centre(1, lookup.target(bit) + lookup.shift));
        let (x, to_x, bend) = (x + 9, to_x - 9, 110);
        let _ = writeln!(
            out,
            "<path class=\"path{}\" d=\"M{x} {y}C{} {y} {} {to_y} {to_x} {to_y}\"/>",
            at % 2,
            x + bend,
            to_x - bend,
        );
    }
    blockers(&mut out, &lookup);
    product(&mut out, &lookup);
    index(&mut out, &lookup);
    table(&mut out, &lookup);
    answer(&mut out, &lookup);
    out.push_str(
        "<text class=\"name\" x=\"500\" y=\"316\">Each number is the bit of the index to which a relevant square travels. \
         Hollow: occupied, but irrelevant. Small: shifted out.</text>\n</svg>\n",
    );
    out
}

/// The rook, the relevant squares and the occupied ones on the first board.
fn blockers(out: &mut String, lookup: &Lookup) {
    text(out, "piece", centre(0, lookup.slider), 8, '♜');
    for bit in bits(lookup.occupied & !lookup.mask) {
        circle(out, "other", centre(0, bit), 8);
    }
    for bit in bits(lookup.mask) {
        relevant(out, centre(0, bit), lookup.target(bit));
    }
    for (at, bit) in lookup.blockers() {
        blocker(out, at, centre(0, bit), lookup.target(bit));
    }
}

/// The bits of the product on the second board.
fn product(out: &mut String, lookup: &Lookup) {
    let product = lookup.relevant.wrapping_mul(lookup.factor);
    for bit in bits(product & ((1 << lookup.shift) - 1)) {
        circle(out, "rest", centre(1, bit), 4);
    }
    for bit in lookup.shift..64 {
        relevant(out, centre(1, bit), bit - lookup.shift);
    }
    for (at, bit) in lookup.blockers() {
        let target = lookup.target(bit);
        blocker(out, at, centre(1, target + lookup.shift), target);
    }
    flow(out, [LEFT[1] + 8 * SIDE + 8, 108], [BITS.0 - 6, 108]);
}

/// The bits of the index, the highest first.
fn index(out: &mut String, lookup: &Lookup) {
    let (left, wide) = BITS;
    let width = 64 - lookup.shift;
    let place = |bit: u64| (left + (width - 1 - bit) * wide + wide / 2, 108);
    for bit in 0..width {
        let (x, y) = place(bit);
        rectangle(out, "slot", [x - wide / 2, y - 12], [wide, 24]);
        text(out, "number", (x, y), 5, bit);
    }
    let mut sum = Vec::new();
    for (at, bit) in lookup.blockers() {
        let target = lookup.target(bit);
        blocker(out, at, place(target), target);
        text(out, "name", place(target), 28, 1_u64 << target);
        sum.push((1_u64 << target).to_string());
    }
    sum.sort_by_key(|term| std::cmp::Reverse(term.len()));
    let sum = format!("{} = {}", sum.join(" + "), lookup.index);
    text(out, "sum", (left + width * wide / 2, 108), 48, sum);
}

/// The slots around that of the index.
fn table(out: &mut String, lookup: &Lookup) {
    let ((left, bit), (top, high)) = (BITS, TABLE);
    let (left, wide) = (left + 3 * bit, 4 * bit);
    for (at, slot) in (lookup.index - 2..=lookup.index + 2).enumerate() {
        let y = top + at as u64 * high;
        let class = if slot == lookup.index { "chosen" } else { "slot" };
        rectangle(out, class, [left, y], [wide, high]);
        text(out, "name", (left + wide / 2, y), 14, slot);
    }
    text(out, "name", (left + wide / 2, top + 5 * high), 18, "c3's slots of the table");
    let y = top + 5 * high / 2;
    flow(out, [left + wide + 6, y], [LEFT[2] - 6, y]);
}

/// The board with the attacked squares.
fn answer(out: &mut String, lookup: &Lookup) {
    squares(out, 2);
    for bit in bits(lookup.attacks) {
        let (x, y) = centre(2, bit);
        rectangle(out, "hit", [x - SIDE / 2, y - SIDE / 2], [SIDE, SIDE]);
    }
    text(out, "piece", centre(2, lookup.slider), 8, '♜');
    for bit in bits(lookup.occupied & !lookup.relevant) {
        circle(out, "other", centre(2, bit), 8);
    }
    for (at, bit) in lookup.blockers() {
        circle(out, format_args!("blocker{}", at % 2), centre(2, bit), 9);
    }
}

/// An empty board with the names of its ranks and files.
fn squares(out: &mut String, board: usize) {
    for bit in 0..64 {
        let (x, y) = centre(board, bit);
        let class = if (bit / 8 + bit % 8).is_multiple_of(2) { "dark" } else { "light" };
        rectangle(out, class, [x - SIDE / 2, y - SIDE / 2], [SIDE, SIDE]);
    }
    for at in 0..8_u8 {
        let ((x, _), (_, y)) = (centre(board, at.into()), centre(board, u64::from(at) * 8));
        text(out, "name", (x, TOP + 8 * SIDE), 16, char::from(b'a' + at));
        text(out, "name", (LEFT[board] - 10, y), 4, at + 1);
    }
}

/// The mark of a relevant square, with its bit of the index.
fn relevant(out: &mut String, (x, y): (u64, u64), target: u64) {
    rectangle(out, "mask", [x - SIDE / 2 + 2, y - SIDE / 2 + 2], [SIDE - 4, SIDE - 4]);
    text(out, "number", (x, y), 4, target);
}

fn blocker(out: &mut String, at: usize, centre: (u64, u64), target: u64) {
    circle(out, format_args!("blocker{}", at % 2), centre, 9);
    text(out, "set", centre, 4, target);
}

/// An arrow to the right.
fn flow(out: &mut String, [x, y]: [u64; 2], [to_x, to_y]: [u64; 2]) {
    let end = to_x - 8;
    let _ = writeln!(out, "<path class=\"flow\" d=\"M{x} {y}L{end} {to_y}\"/>");
    let (above, below) = (to_y - 5, to_y + 5);
    let _ = writeln!(out, "<path class=\"tip\" d=\"M{to_x} {to_y}L{end} {above}V{below}Z\"/>");
}

fn rectangle(out: &mut String, class: &str, [x, y]: [u64; 2], [width, height]: [u64; 2]) {
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
    );
}

fn circle(out: &mut String, class: impl Display, (x, y): (u64, u64), radius: u64) {
    let _ = writeln!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
}

/// A text whose line is this far below a point.
fn text(out: &mut String, class: &str, (x, y): (u64, u64), below: u64, text: impl Display) {
    let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{}\">{text}</text>", y + below);
}
