//! Shows an [`Explanation`] as a picture: one self-contained SVG with a title and a description for screen readers, in
//! light or dark as the reader prefers.

use std::fmt::{Display, Write as _};

use super::{BoardGrid, Explanation, prose};
use crate::render::text::provenance::wrap;

/// The length of a square's side, and the height of a hexagon.
const SIDE: usize = 44;
/// The distances from a hexagon's middle to its left and right corners, and to its upper and lower ones.
const CORNERS: [usize; 2] = [25, 13];
/// The margin, with room for the names of ranks and files.
const MARGIN: usize = 30;
/// The distance between two lines of text.
const LINE: usize = 19;
/// The width of a character of the fixed-width font at size 13.
const CHARACTER: usize = 8;
/// The most characters of a line of prose.
const PROSE: usize = 66;

const STYLE: &str = "\
.page{fill:#fff}.light{fill:#f1ece2}.dark{fill:#dccfb8}.mask{fill:none;stroke:#2563c9;stroke-width:2;stroke-dasharray:5 4}\
.hit{fill:#2f9e57;fill-opacity:.45}.blocker{fill:#b3261e}.other{fill:none;stroke:#77716a;stroke-width:2}\
.piece{fill:#1c1c1c;font:32px serif;text-anchor:middle}.name{fill:#5c5750;font:13px sans-serif;text-anchor:middle}\
.text{fill:#1c1c1c;font:13px ui-monospace,monospace;white-space:pre}.stage{font-weight:bold;fill:#2563c9}\
.value{fill:#1d7540}.prose{fill:#1c1c1c;font:13px sans-serif}.head{fill:#1c1c1c;font:bold 16px sans-serif}\
@media(prefers-color-scheme:dark){.page{fill:#17191d}.light{fill:#4a4d55}.dark{fill:#363940}.mask{stroke:#8ab4ff}\
.hit{fill:#4cc47a}.blocker{fill:#ff8a80}.other{stroke:#b6b1a8}.piece,.text,.prose,.head{fill:#ececec}\
.name{fill:#b6b1a8}.stage{fill:#8ab4ff}.value{fill:#7edc9f}}";

/// The third colour of hexagons.
const MIDDLE: &str =
    ".middle{fill:#e7decd}@media(prefers-color-scheme:dark){.middle{fill:#40434b}}";

/// The explanation as an SVG document.
#[must_use]
pub fn svg(explanation: &Explanation) -> String {
    drawn(explanation, "")
}

/// The explanation as an animated SVG document: the stages of the lookup appear one after another, and with the last
/// one the attacked squares. It stands still for readers who prefer less motion.
#[must_use]
pub fn animated(explanation: &Explanation) -> String {
    let lines = lines(explanation);
    let moments = lines.iter().filter(|line| matches!(line, TextLine::Stage(..))).count();
    drawn(explanation, &animation(moments))
}

/// The seconds between two stages, and after the last one.
const PAUSE: usize = 2;

/// The style that lets each stage appear in turn, in a loop.
fn animation(moments: usize) -> String {
    let pauses = moments + 1;
    let mut style = "@media(prefers-reduced-motion:no-preference){".to_owned();
    for moment in 0..moments {
        let (start, shown) = (moment * 100 / pauses, moment * 100 / pauses + 3);
        let _ = write!(
            style,
            "@keyframes m{moment}{{0%,{start}%,100%{{opacity:.1}}{shown}%,98%{{opacity:1}}}}\
             .m{moment}{{animation:m{moment} {}s linear infinite}}",
            pauses * PAUSE
        );
    }
    if let Some(last) = moments.checked_sub(1) {
        let _ = write!(style, ".hit{{animation:m{last} {}s linear infinite}}", pauses * PAUSE);
    }
    style + "}"
}

/// The document, with an additional style.
fn drawn(explanation: &Explanation, style: &str) -> String {
    let board = &explanation.board;
    let lines = lines(explanation);
    let [across, down] = size(board);
    let wide = lines.iter().map(TextLine::width).max().unwrap_or(0);
    // Text is beside a nearly square board, and below a wide and low one.
    let is_beside = board.height >= 5 && board.width <= 10;
    let top = MARGIN + 24;
    let legend = top + down + MARGIN + 6;
    let end_of_board = legend + LEGEND.len() * LINE;
    let (left, first) = if is_beside {
        (MARGIN + across + MARGIN, top + 12)
    } else {
        (MARGIN, end_of_board + MARGIN)
    };
    let head = prose::heading(explanation);
    let width = (MARGIN + across).max(left + wide).max(MARGIN + head.chars().count() * 9) + MARGIN;
    let height = end_of_board.max(first + lines.len() * LINE) + MARGIN / 2;
    let middle = if board.is_hex { MIDDLE } else { "" };
    let styles = format!("{STYLE}{middle}{style}");
    let mut out = opened([width, height], &head, &description(explanation), &styles);
    let _ = writeln!(
        out,
        "<text class=\"head\" x=\"{MARGIN}\" y=\"{MARGIN}\">{}</text>",
        escaped(&head)
    );
    squares(&mut out, explanation, top);
    for (at, (class, label)) in LEGEND.iter().enumerate() {
        let y = legend + at * LINE;
        mark(&mut out, class, Spot { x: MARGIN, y, side: LINE - 3, is_hex: false });
        let (x, y) = (MARGIN + LINE + 4, y + 12);
        let _ = writeln!(out, "<text class=\"prose\" x=\"{x}\" y=\"{y}\">{label}</text>");
    }
    let mut moments = 0;
    for (at, line) in lines.iter().enumerate() {
        if matches!(line, TextLine::Stage(..)) && !style.is_empty() {
            out.push_str(if moments > 0 { "</g>\n" } else { "" });
            let _ = writeln!(out, "<g class=\"m{moments}\">");
            moments += 1;
        }
        line.write(&mut out, left, first + at * LINE);
    }
    out + if moments > 0 { "</g>\n</svg>\n" } else { "</svg>\n" }
}

/// The marks of the board and their meaning.
const LEGEND: [(&str, &str); 4] = [
    ("mask", "relevant: may hide others"),
    ("blocker", "occupied and relevant"),
    ("other", "occupied, but of no effect"),
    ("hit", "attacked"),
];

/// The picture in words.
fn description(explanation: &Explanation) -> String {
    let occupied = prose::named(&explanation.board, explanation.occupied);
    let mask = prose::named(&explanation.board, explanation.mask);
    let result = prose::result(explanation);
    format!("{result} Occupied: {occupied}. Relevant: {mask}. The steps of the lookup follow.")
}

/// The width and the height of the squares.
fn size(board: &BoardGrid) -> [usize; 2] {
    let (width, height) = (usize::from(board.width), usize::from(board.height));
    if !board.is_hex {
        return [width * SIDE, height * SIDE];
    }
    let [wide, narrow] = CORNERS;
    [width * (wide + narrow) + wide - narrow, (board.rows().len() + 1) * SIDE / 2]
}

/// The place of a square or a mark in the picture: its upper left corner and its side.
#[derive(Clone, Copy)]
struct Spot {
    x: usize,
    y: usize,
    side: usize,
    is_hex: bool,
}

impl Spot {
    const fn middle(self) -> [usize; 2] {
        [self.x + if self.is_hex { CORNERS[0] } else { self.side / 2 }, self.y + self.side / 2]
    }

    /// The corners of a hexagon, moved inwards.
    fn hexagon(self, inset: usize) -> String {
        let [x, y] = self.middle();
        let [wide, narrow] = [CORNERS[0] - inset, CORNERS[1] - inset / 2];
        let high = self.side / 2 - inset;
        let (up, down) = (y - high, y + high);
        let (left, right) = (x - narrow, x + narrow);
        format!(
            "{},{y} {left},{up} {right},{up} {},{y} {right},{down} {left},{down}",
            x - wide,
            x + wide
        )
    }
}

/// The squares with their marks, and the names of ranks and files.
fn squares(out: &mut String, explanation: &Explanation, top: usize) {
    let board = &explanation.board;
    for (at, row) in board.rows().into_iter().enumerate().rev() {
        let y = top + at * if board.is_hex { SIDE / 2 } else { SIDE };
        let (x, middle, name) = (MARGIN / 2, y + SIDE / 2 + 5, row.name);
        if !name.is_empty() {
            let _ = writeln!(out, "<text class=\"name\" x=\"{x}\" y=\"{middle}\">{name}</text>");
        }
        for (file, bit) in row.bits.into_iter().enumerate() {
            let Some(bit) = bit else { continue };
            let step = if board.is_hex { CORNERS[0] + CORNERS[1] } else { SIDE };
            let spot = Spot { x: MARGIN + file * step, y, side: SIDE, is_hex: board.is_hex };
            square(out, explanation, bit, colour(board, file, at), spot);
        }
    }
    let y = top + size(board)[1] + 18;
    for (file, name) in board.files.iter().enumerate() {
        let step = if board.is_hex { CORNERS[0] + CORNERS[1] } else { SIDE };
        let half = if board.is_hex { CORNERS[0] } else { SIDE / 2 };
        let x = MARGIN + file * step + half;
        let _ = writeln!(out, "<text class=\"name\" x=\"{x}\" y=\"{y}\">{name}</text>");
    }
}

/// The class of a square: a1 is dark. Of hexagons, neighbours have different ones.
fn colour(board: &BoardGrid, file: usize, row: usize) -> &'static str {
    if board.is_hex {
        // Neighbours are one row or two apart.
        return ["dark", "middle", "light"][row % 3];
    }
    let rank = usize::from(board.height) - 1 - row;
    if (file + rank).is_multiple_of(2) { "dark" } else { "light" }
}

/// A square with its marks.
fn square(out: &mut String, explanation: &Explanation, bit: u8, colour: &str, spot: Spot) {
    let Explanation { occupied, mask, attacks, .. } = *explanation;
    mark(out, colour, spot);
    let is_slider = bit == explanation.square.bit;
    let marks = [
        ("hit", attacks.has(bit)),
        ("mask", mask.has(bit)),
        ("blocker", (occupied & mask).has(bit) && !is_slider),
        ("other", (occupied & !mask).has(bit) && !is_slider),
    ];
    for (class, _) in marks.into_iter().filter(|(_, is_there)| *is_there) {
        mark(out, class, spot);
    }
    if is_slider {
        let ([x, y], sign) = (spot.middle(), slider(&explanation.piece));
        let y = y + 11;
        let _ = writeln!(out, "<text class=\"piece\" x=\"{x}\" y=\"{y}\">{sign}</text>");
    }
}

/// A mark in a square.
fn mark(out: &mut String, class: &str, spot: Spot) {
    let Spot { x, y, side, is_hex } = spot;
    let inset = if class == "mask" { 3 } else { 0 };
    let _ = match class {
        "blocker" | "other" => {
            let ([x, y], r) = (spot.middle(), side * 3 / 10);
            writeln!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>")
        }
        _ if is_hex => {
            writeln!(out, "<polygon class=\"{class}\" points=\"{}\"/>", spot.hexagon(inset))
        }
        _ => {
            let (x, y, side) = (x + inset, y + inset, side - 2 * inset);
            writeln!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
            )
        }
    };
}

/// The symbol of a chess piece, or the initial of another one.
fn slider(piece: &str) -> char {
    match piece {
        "rook" => '♜',
        "bishop" => '♝',
        "queen" => '♛',
        _ => piece.chars().next().unwrap_or('P').to_ascii_uppercase(),
    }
}

/// A line of text.
enum TextLine {
    Empty,
    /// A stage and its explanation.
    Stage(&'static str, &'static str),
    /// A step, in columns with these widths in characters.
    Step {
        text: String,
        value: String,
        column: usize,
    },
    Prose(String),
}

impl TextLine {
    fn width(&self) -> usize {
        match self {
            Self::Empty => 0,
            Self::Stage(id, about) => (id.len() + 2 + about.len()) * CHARACTER,
            Self::Step { value, column, .. } => (column + value.len()) * CHARACTER,
            Self::Prose(text) => text.chars().count() * 7,
        }
    }

    fn write(&self, out: &mut String, x: usize, y: usize) {
        let _ = match self {
            Self::Empty => Ok(()),
            Self::Stage(id, about) => writeln!(
                out,
                "<text class=\"text\" x=\"{x}\" y=\"{y}\"><tspan class=\"stage\">{id}</tspan> {about}</text>"
            ),
            Self::Step { text, value, column } => {
                let at = x + column * CHARACTER;
                writeln!(
                    out,
                    "<text class=\"text\" x=\"{}\" y=\"{y}\">{}<tspan class=\"value\" x=\"{at}\">{value}</tspan></text>",
                    x + 2 * CHARACTER,
                    escaped(text),
                )
            }
            Self::Prose(text) => {
                writeln!(out, "<text class=\"prose\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(text))
            }
        };
    }
}

/// The steps, the slots and the sources of the factors.
fn lines(explanation: &Explanation) -> Vec<TextLine> {
    let mut lines = Vec::new();
    for lookup in &explanation.lookups {
        if !lines.is_empty() {
            lines.push(TextLine::Empty);
        }
        let name = lookup.steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
        let formula = lookup.steps.iter().map(|step| step.formula.len()).max().unwrap_or(0);
        let column = 2 + name + 3 + formula + 2;
        let mut stage = None;
        for step in &lookup.steps {
            if stage != Some(step.stage) {
                stage = Some(step.stage);
                lines.push(TextLine::Stage(step.stage.id(), step.stage.about()));
            }
            let text = format!("{:<name$} = {}", step.name, step.formula);
            lines.push(TextLine::Step { text, value: step.shown(), column });
        }
        let said = lookup.slots.iter().map(prose::slot).chain(prose::credits(lookup));
        for sentences in said {
            lines.push(TextLine::Empty);
            lines.extend(wrap(&sentences, PROSE).into_iter().map(TextLine::Prose));
        }
    }
    lines
}

/// The beginning of a picture of this width and height: a title and a description for screen readers, and an empty
/// page. The style has a class `page`.
pub(crate) fn opened<N: Display>(
    [width, height]: [N; 2],
    title: &str,
    description: &str,
    style: &str,
) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>{style}</style>\n\
         <rect class=\"page\" width=\"{width:.0}\" height=\"{height:.0}\"/>\n",
        escaped(title),
        escaped(description),
    )
}

/// A text escaped for XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
