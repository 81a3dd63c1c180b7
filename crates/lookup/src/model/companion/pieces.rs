//! Attacks of pieces that take one step, of pawns, and of sliders on the empty board or through their first blockers.

use super::writer::ProgramWriter;
use super::{
    Argument, ArgumentOrder, Companion, Leaper, Maker, Returns, Title, set, small, square,
};
use crate::model::name_role::NameRole;
use crate::model::names::words;
use crate::model::parts::Part;
use magicgen_board::{Board, Piece, SquareSet};
use magicgen_ir::{Binary, LookupRef, Parameter, Value};

/// The sides of a board, in the order of their numbers: the first moves towards higher ranks.
pub(super) const SIDES: [i8; 2] = [1, -1];

/// The result of functions of attacks.
pub(super) const ATTACKED: &str = "the attacked squares";

const SIDE: &str = "0 for the side that moves towards higher ranks, 1 for the other";

/// A piece's steps for a side; 1 and -1 stand for the two.
pub(super) fn turned(piece: &Piece, side: i8, board: &Board) -> Piece {
    if side == SIDES[0] { piece.clone() } else { piece.turned(board) }
}

/// The steps of a pawn's attacks, for the side that moves towards higher ranks.
pub(super) const PAWN: [(i8, i8); 2] = [(-1, 1), (1, 1)];

impl Maker<'_> {
    pub(super) fn leapers(&mut self) {
        let board = self.ground.mapping.board();
        for leaper in &self.wish.leapers {
            let Leaper { piece, has_sides } = leaper;
            let spoken = words(&piece.name);
            let sides = if *has_sides { &SIDES[..] } else { &SIDES[..1] };
            let entries =
                sides.iter().flat_map(|side| self.ground.reaches(&turned(piece, *side, board)));
            let entries = entries.collect();
            let sentence = format!("Squares attacked by the {spoken}");
            let words = format!("{spoken} attacks table");
            self.by_square(
                Part::Leapers,
                Title::of_piece(NameRole::Leapers, &piece.name),
                *has_sides,
                (words, sentence, entries),
                Returns::new(format!("the squares that the {spoken} attacks"), "", ATTACKED),
                &format!("the {spoken}'s square"),
            );
        }
    }

    pub(super) fn rays(&mut self) {
        for slider in self.wish.sliders.iter().filter(|slider| slider.is_public) {
            let spoken = words(&slider.name);
            self.by_square(
                Part::Rays,
                Title::of_piece(NameRole::Rays, &slider.name),
                false,
                (
                    format!("{spoken} rays table"),
                    format!("Squares attacked by the {spoken} on the empty board"),
                    self.ground.reaches(&slider.piece),
                ),
                Returns::new(
                    format!("the squares that the {spoken} attacks on the empty board"),
                    "",
                    ATTACKED,
                ),
                &format!("the {spoken}'s square"),
            );
        }
    }

    pub(super) fn pawns(&mut self) {
        let board = self.ground.mapping.board();
        let pawn = Piece::of_rays("pawn", &PAWN, 1);
        let attacks =
            SIDES.iter().flat_map(|side| self.ground.reaches(&turned(&pawn, *side, board)));
        let attacks = attacks.collect();
        self.by_square(
            Part::Pawns,
            Title::of_piece(NameRole::PawnAttacks, "pawn"),
            true,
            (
                "pawn attacks table".to_owned(),
                "Squares attacked by a pawn of either side".to_owned(),
                attacks,
            ),
            Returns::new(
                "the squares that a pawn attacks",
                ", on both files beside its own",
                ATTACKED,
            ),
            "the pawn's square",
        );
        let (ground, starts) = (self.ground, self.wish.double_steps);
        let steps = |number: usize| -> Vec<SquareSet> {
            let of_side = |direction: usize, start: Option<u8>| {
                ground.by_bit(|from| {
                    let path = ground.path(from, direction);
                    let may = number == 1 || start == Some(from.rank);
                    let reached = path.get(number - 1).filter(|_| may);
                    reached.copied().map(SquareSet::of).unwrap_or_default()
                })
            };
            [of_side(0, starts[0]), of_side(4, starts[1])].concat()
        };
        let (single, double) = (steps(1), steps(2));
        let sentence = "Where a pawn of either side goes in one step, by side and square";
        let single = self.table(ground.table("pawn steps", sentence, &single));
        let sentence = "Where a pawn of either side goes in two steps, by side and square";
        let double = self.table(ground.table("pawn double steps", sentence, &double));
        let [side_at, square_at] = self.wish.order.positions();
        let mut arguments = vec![
            small(side_at, "side", SIDE, 1),
            square(self.ground.mapping, square_at, "square", "the pawn's square"),
            set(ground, 2, "occupied", "the occupied squares"),
        ];
        let mut w = ProgramWriter::on(ground, None);
        let [side, at, occupied] = [0, 1, 2].map(|at: usize| w.given(arguments[at].parameter));
        arguments.sort_by_key(|one| one.parameter.number);
        let width = self.ground.indices();
        let step = w.entry_of_pair(single, [side, at], width);
        w.name(step, "step");
        let double = w.entry_of_pair(double, [side, at], width);
        w.hint(double, "double_step");
        let blocked = w.and(step, occupied);
        w.hint(blocked, "blocked");
        let is_blocked = w.any(blocked);
        let free = w.and_not(double, is_blocked);
        w.hint(free, "allowed");
        let both = w.or(step, free);
        w.hint(both, "both");
        let result = w.and_not(both, occupied);
        w.hint(result, "pushes");
        let name = Title::of(NameRole::PawnPushes);
        let (what, how) =
            ("the empty squares to which a pawn moves", " by a single or a double step");
        let (program, returns) = (w.finish(result), Returns::new(what, how, "the squares reached"));
        self.push(Companion::new(Part::Pawns, name, arguments, program, returns));
    }

    pub(super) fn xrays(&mut self) {
        let sliders = self.wish.sliders.iter().filter(|slider| slider.slides());
        for slider in sliders.filter(|slider| slider.is_public) {
            let spoken = words(&slider.name);
            let arguments = vec![
                square(self.ground.mapping, 0, "square", &format!("the {spoken}'s square")),
                set(self.ground, 1, "occupied", "the occupied squares"),
                set(
                    self.ground,
                    2,
                    "blockers",
                    "the squares on which a first blocker is looked through",
                ),
            ];
            let mut w = ProgramWriter::on(self.ground, None);
            let through = through(&mut w, slider.lookup, &arguments);
            let returns = Returns::new(
                format!("the squares that the {spoken} attacks through its first blockers"),
                ": those that it attacks as soon as its first blockers among the given ones are gone, and not before",
                "the squares seen through blockers",
            );
            let (name, program) =
                (Title::of_piece(NameRole::Xray, &slider.name), w.finish(through));
            self.push(Companion::new(Part::Xray, name, arguments, program, returns));
        }
    }

    pub(super) fn pins(&mut self) {
        let arguments = vec![
            square(
                self.ground.mapping,
                0,
                "square",
                "the square of the king, or of any piece to which others are pinned",
            ),
            set(self.ground, 1, "occupied", "the occupied squares"),
            set(self.ground, 2, "own", "those of them whose pieces may be pinned"),
            set(self.ground, 3, "rooks", "those with the other side's rooks and queens"),
            set(self.ground, 4, "bishops", "those with the other side's bishops and queens"),
        ];
        let known = [
            ("rook", 3, ["straight", "rook_pinners"]),
            ("bishop", 4, ["diagonal", "bishop_pinners"]),
        ];
        let sliders = known.into_iter().filter_map(|(name, riders, names)| {
            Some((self.wish.slider(name)?.clone(), arguments[riders].parameter, names))
        });
        let sliders: Vec<_> = sliders.collect();
        let mut w = ProgramWriter::on(self.ground, None);
        let [at, occupied, own] = [0, 1, 2].map(|at: usize| arguments[at].parameter);
        let (occupied, own) = (w.given(occupied), w.given(own));
        let mut seen = Vec::new();
        for (slider, _, [name, _]) in &sliders {
            let attacks = w.call(slider.lookup, at, occupied);
            seen.push(w.name(attacks, name));
        }
        let Some(attacks) = seen.iter().copied().reduce(|all, one| w.or(all, one)) else { return };
        let blockers = w.and(attacks, own);
        w.name(blockers, "blockers");
        // Rays of rook and bishop have no square in common, so that both look past all blockers at once.
        let left = w.and_not(occupied, blockers);
        w.name(left, "left");
        let mut behind = Vec::new();
        for ((slider, riders, [_, name]), before) in sliders.iter().zip(seen) {
            let riders = w.given(*riders);
            let after = w.call(slider.lookup, at, left);
            w.hint(after, "further");
            let uncovered = w.binary(Binary::Xor, before, after);
            let pinners = w.and(uncovered, riders);
            behind.push(w.name(pinners, name));
        }
        let Some(pinners) = behind.into_iter().reduce(|all, one| w.or(all, one)) else { return };
        w.name(pinners, "pinners");
        let steps = |step: &(i8, i8)| sliders.iter().any(|(one, ..)| one.piece.rays.contains(step));
        let mut all = None;
        let directions = self.ground.directions().iter().enumerate();
        for (direction, _) in directions.filter(|(_, step)| steps(step)) {
            let ray = self.ray(&mut w, direction, at);
            w.name(ray, "ray");
            let rider = w.and(ray, pinners);
            w.hint(rider, "rider");
            let is_there = w.any(rider);
            let blocker = w.and(ray, blockers);
            let pinned = w.and(blocker, is_there);
            w.hint(pinned, "held");
            all = Some(all.map_or(pinned, |all| w.or(all, pinned)));
        }
        let Some(result) = all else { return };
        w.hint(result, "found");
        let returns = Returns::new(
            "the squares of pinned pieces",
            ": each piece alone stands between the square and a slider of the other side",
            "a subset of own",
        );
        let (name, program) = (Title::of(NameRole::Pinned), w.finish(result));
        self.push(Companion::new(Part::Pins, name, arguments, program, returns));
    }

    /// Adds a function that reads a table by square, or by side and square.
    fn by_square(
        &mut self,
        part: Part,
        name: Title,
        has_sides: bool,
        (words, sentence, sets): (String, String, Vec<SquareSet>),
        returns: Returns,
        what: &str,
    ) {
        let indices = self.ground.indices();
        let is_turned = has_sides
            && self.wish.is_array(name.role)
            && self.wish.order == ArgumentOrder::SquareSide;
        let sentence = match (has_sides, is_turned) {
            (false, _) => format!("{sentence}, by square"),
            (true, false) => format!("{sentence}, by side and square"),
            (true, true) => format!("{sentence}, by square and side"),
        };
        let by_square = |at: usize| sets.iter().skip(at).step_by(indices).copied();
        let turned = || (0..indices).flat_map(by_square).collect();
        let (sets, width) =
            if is_turned { (turned(), SIDES.len()) } else { (sets.clone(), indices) };
        let table = self.ground.table(words, sentence, &sets);
        let table = self.placed(&name, has_sides.then_some(width), table);
        let table = self.table(table);
        let [side_at, square_at] = self.wish.order.positions();
        let mut parameters = Vec::new();
        parameters.extend(has_sides.then(|| small(side_at, "side", SIDE, 1)));
        let square_at = if has_sides { square_at } else { 0 };
        parameters.push(square(self.ground.mapping, square_at, "square", what));
        let mut w = ProgramWriter::on(self.ground, None);
        let values: Vec<_> =
            parameters.iter().map(|argument| w.given(argument.parameter)).collect();
        parameters.sort_by_key(|one| one.parameter.number);
        let result = match values[..] {
            [side, at] if is_turned => w.entry_of_pair(table, [at, side], width),
            [side, at] => w.entry_of_pair(table, [side, at], width),
            _ => w.entry(table, values[0]),
        };
        let program = w.finish(result);
        self.push(Companion::new(part, name, parameters, program, returns));
    }

    /// The ray from a square in a direction, from the table of all rays.
    fn ray(&mut self, w: &mut ProgramWriter, direction: usize, from: Parameter) -> Value {
        let table = self.ray_table();
        let from = w.given(from);
        if direction == 0 {
            return w.entry(table, from);
        }
        let start = w.half((direction * self.ground.indices()) as u64);
        let index = w.binary(Binary::Add, from, start);
        w.entry(table, index)
    }
}

/// The squares that a lookup attacks only through its first blockers. The arguments are a square, the occupied squares
/// and the blockers.
fn through(w: &mut ProgramWriter, lookup: LookupRef, arguments: &[Argument]) -> Value {
    let [at, occupied, blockers] = [0, 1, 2].map(|at: usize| arguments[at].parameter);
    let (occupied, blockers) = (w.given(occupied), w.given(blockers));
    let before = w.call(lookup, at, occupied);
    let before = w.name(before, "attacks");
    let gone = w.and(before, blockers);
    let left = w.and_not(occupied, gone);
    w.hint(left, "left");
    let behind = w.call(lookup, at, left);
    w.hint(behind, "further");
    w.binary(Binary::Xor, before, behind)
}
