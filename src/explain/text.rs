//! Shows an [`Explanation`] as text for a terminal, with colours.

use std::fmt::Write as _;
use std::ops::Range;

use super::{BoardGrid, Explanation, Form, Lookup, Slot, Step, prose};
use crate::render::text::provenance::{hanging, wrap};
use magicgen_board::{Purpose, SquareSet};

/// The style of the text.
#[derive(Clone, Copy, Debug)]
pub struct TextStyle {
    /// The most characters of a line, if possible.
    pub width: usize,
    /// True if boards are drawn in ASCII.
    pub is_ascii: bool,
}

/// The least width of a line, in characters.
const LEAST_WIDTH: usize = 20;

/// The blanks between two boards.
const GAP: usize = 3;

/// A colour, as the numbers in its escape sequence.
#[derive(Clone, Copy)]
enum Colour {
    Plain,
    Bold,
    Dim,
    Red,
    Green,
    Blue,
}

impl Colour {
    fn paint(self, text: &str) -> String {
        let number = match self {
            Self::Plain => return text.to_owned(),
            Self::Bold => 1,
            Self::Dim => 2,
            Self::Red => 31,
            Self::Green => 32,
            Self::Blue => 36,
        };
        format!("\u{1b}[{number}m{text}\u{1b}[0m")
    }
}

/// The characters of a board.
struct Signs {
    slider: char,
    set: char,
    other: char,
    taken: char,
    empty: char,
}

impl Signs {
    fn new(piece: &str, is_ascii: bool) -> Self {
        let initial = piece.chars().next().unwrap_or('P').to_ascii_uppercase();
        if is_ascii {
            return Self { slider: initial, set: '*', other: 'o', taken: 'x', empty: '.' };
        }
        let slider = match piece {
            "rook" => '♜',
            "bishop" => '♝',
            "queen" => '♛',
            _ => initial,
        };
        Self { slider, set: '●', other: '○', taken: '×', empty: '·' }
    }
}

/// A drawn board: its title and each square's sign.
struct Drawn<'a> {
    title: String,
    sign: &'a dyn Fn(u8) -> (char, Colour),
}

/// The explanation as text. Its colours are escape sequences for a terminal.
#[must_use]
pub fn text(explanation: &Explanation, look: TextStyle) -> String {
    let look = TextStyle { width: look.width.max(LEAST_WIDTH), ..look };
    let mut out = String::new();
    for line in wrap(&prose::heading(explanation), look.width) {
        let _ = writeln!(out, "{}", Colour::Bold.paint(&line));
    }
    out.push('\n');
    boards(&mut out, explanation, look);
    paragraph(&mut out, &prose::result(explanation), look);
    for lookup in &explanation.lookups {
        out.push('\n');
        if explanation.lookups.len() > 1 {
            let _ = writeln!(out, "{}", Colour::Bold.paint(&format!("As a {}", lookup.piece)));
        }
        steps(&mut out, lookup, &explanation.board, look);
        for slot in &lookup.slots {
            out.push('\n');
            of_slot(&mut out, explanation, slot, look);
        }
        out.push('\n');
        for credit in prose::credits(lookup) {
            paragraph(&mut out, &credit, look);
        }
    }
    out
}

fn paragraph(out: &mut String, text: &str, look: TextStyle) {
    for line in wrap(text, look.width) {
        let _ = writeln!(out, "{line}");
    }
}

/// Three boards, side by side if there is room, and a legend.
fn boards(out: &mut String, explanation: &Explanation, look: TextStyle) {
    let Explanation { occupied, mask, attacks, .. } = *explanation;
    let signs = Signs::new(&explanation.piece, look.is_ascii);
    let is_slider = |bit: u8| bit == explanation.square.bit;
    let empty = (signs.empty, Colour::Dim);
    let slider = (signs.slider, Colour::Bold);
    let relevant = |bit: u8| match () {
        () if is_slider(bit) => slider,
        () if mask.has(bit) => (signs.set, Colour::Blue),
        () => empty,
    };
    let blockers = |bit: u8| match () {
        () if is_slider(bit) => slider,
        () if (occupied & mask).has(bit) => (signs.set, Colour::Red),
        () if occupied.has(bit) => (signs.other, Colour::Dim),
        () => empty,
    };
    let attacked = |bit: u8| match () {
        () if is_slider(bit) => slider,
        () if (attacks & occupied).has(bit) => (signs.taken, Colour::Red),
        () if attacks.has(bit) => (signs.set, Colour::Green),
        () => empty,
    };
    let title = |word: &str, set: SquareSet| format!("{word} {}", set.len());
    let drawn = [
        Drawn { title: title("relevant", mask), sign: &relevant },
        Drawn { title: title("blockers", occupied & mask), sign: &blockers },
        Drawn { title: title("attacked", attacks), sign: &attacked },
    ];
    let size = Size::of(explanation, look.width);
    for files in size.bands(explanation.board.width) {
        let each: Vec<Vec<String>> =
            drawn.iter().map(|board| board_lines(explanation, board, &files, size)).collect();
        let width = size.width(files.len());
        let beside = ((look.width + GAP) / (width + GAP)).clamp(1, each.len());
        for boards in each.chunks(beside) {
            for line in 0..boards[0].len() {
                let row: Vec<&str> = boards.iter().map(|board| board[line].as_str()).collect();
                let _ = writeln!(out, "{}", row.join(&" ".repeat(GAP)).trim_end());
            }
            out.push('\n');
        }
    }
    let Signs { slider, set, other, taken, .. } = signs;
    let (piece, _) = Purpose::of_lookup(&explanation.piece);
    let mut legend = format!("{slider} the {piece}, {set} the squares of the title");
    let irrelevant = occupied & !mask & !SquareSet::of(explanation.square.bit);
    if !irrelevant.is_empty() {
        let _ = write!(legend, ", {other} occupied but irrelevant");
    }
    if !(attacks & occupied).is_empty() {
        let _ = write!(legend, ", {taken} attacked and occupied");
    }
    for line in wrap(&legend, look.width) {
        let _ = writeln!(out, "{}", Colour::Dim.paint(&line));
    }
    out.push('\n');
}

/// The sizes of a drawn board, in characters.
#[derive(Clone, Copy)]
struct Size {
    /// A rank's name with a blank after it.
    margin: usize,
    /// One square.
    square: usize,
    /// The most files in a band.
    files: usize,
}

impl Size {
    fn of(explanation: &Explanation, width: usize) -> Self {
        let board = &explanation.board;
        let files = usize::from(board.width);
        let longest = |names: &mut dyn Iterator<Item = &String>| names.map(String::len).max();
        let rows = board.rows();
        let margin = longest(&mut rows.iter().map(|row| &row.name)).unwrap_or(0) + 1;
        let letters = longest(&mut board.files.iter()).unwrap_or(1);
        let room = width.saturating_sub(margin);
        let spaced = letters + 1;
        // Without blanks between them, files of two letters couldn't be told apart.
        let is_close = letters == 1 && files * spaced > room && files <= room;
        let square = if is_close { 1 } else { spaced };
        Self { margin, square, files: (room / square).clamp(1, files) }
    }

    fn width(self, files: usize) -> usize {
        self.margin + self.square * files
    }

    /// The files of each band, if the board is too wide and must be cut.
    fn bands(self, width: u8) -> Vec<Range<u8>> {
        let most = self.files as u8;
        let begins = (0..width).step_by(self.files);
        begins.map(|first| first..first.saturating_add(most).min(width)).collect()
    }
}

/// The lines of a board, all of one width: title, rows from the top, and the files' names.
fn board_lines(
    explanation: &Explanation,
    drawn: &Drawn<'_>,
    files: &Range<u8>,
    size: Size,
) -> Vec<String> {
    let board = &explanation.board;
    let Size { margin, square, .. } = size;
    let width = size.width(files.len()).max(drawn.title.chars().count());
    let padding = " ".repeat(width - size.width(files.len()));
    let mut lines = vec![format!("{:<width$}", drawn.title)];
    for row in board.rows() {
        let label = format!("{:>1$} ", row.name, margin - 1);
        let mut line = Colour::Dim.paint(&label);
        for file in files.clone() {
            let bit = row.bits[usize::from(file)];
            let (sign, colour) = bit.map_or((' ', Colour::Plain), |bit| (drawn.sign)(bit));
            line.push_str(&colour.paint(&sign.to_string()));
            line.push_str(&" ".repeat(square - 1));
        }
        lines.push(line + &padding);
    }
    let mut letters = " ".repeat(margin);
    for file in files.clone() {
        let _ = write!(letters, "{:<square$}", board.files[usize::from(file)]);
    }
    let letters = letters.trim_end();
    let padding = " ".repeat(width - letters.chars().count());
    lines.push(Colour::Dim.paint(letters) + &padding);
    lines
}

/// The steps, with a heading at the beginning of each stage.
fn steps(out: &mut String, lookup: &Lookup, board: &BoardGrid, look: TextStyle) {
    let longest = |of: fn(&Step) -> &str| {
        lookup.steps.iter().map(|step| of(step).chars().count()).max().unwrap_or(0)
    };
    let (name, formula) =
        (longest(|step| step.name.as_str()), longest(|step| step.formula.as_str()));
    // A set of several words gets a line of its own where it doesn't fit.
    let fits = |value: usize| 2 + name + 3 + formula + 2 + value <= look.width;
    let is_wide = fits(18);
    let mut stage = None;
    for step in &lookup.steps {
        if stage != Some(step.stage) {
            stage = Some(step.stage);
            let (id, about) = (step.stage.id(), step.stage.about());
            let lines = hanging(&format!("{id}: {about}"), [0, 2], look.width);
            let text = lines.join("\n");
            let text = text.strip_prefix(id).unwrap_or(&text);
            let _ = writeln!(out, "{}{text}", Colour::Bold.paint(id));
        }
        let shown = step.shown();
        let value = Colour::Green.paint(&shown);
        if is_wide && fits(shown.len()) {
            let _ = writeln!(out, "  {:<name$} = {:<formula$}  {value}", step.name, step.formula);
        } else if is_wide {
            let _ = writeln!(out, "  {:<name$} = {}\n    {value}", step.name, step.formula);
        } else {
            let line = format!("{} = {}", step.name, step.formula);
            let lines = hanging(&line, [2, 4], look.width);
            let _ = writeln!(out, "  {}\n  {value}", lines.join("\n"));
        }
        if matches!(step.form, Form::Set(_)) {
            for line in hanging(&prose::named(board, step.value), [4, 4], look.width) {
                let _ = writeln!(out, "    {}", Colour::Dim.paint(line.trim_start()));
            }
        }
    }
}

/// The sentences about a slot, and examples of occupancies that lead there.
fn of_slot(out: &mut String, explanation: &Explanation, slot: &Slot, look: TextStyle) {
    paragraph(out, &prose::slot(slot), look);
    if slot.examples.is_empty() {
        return;
    }
    paragraph(out, "Others than this one are, by their occupied relevant squares:", look);
    for example in &slot.examples {
        let names = prose::named(&explanation.board, *example);
        let lines = hanging(&names, [2, 4], look.width);
        let _ = writeln!(out, "  {}", lines.join("\n"));
    }
}
