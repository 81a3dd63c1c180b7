//! An output's functions beside the lookups, from `emit` and `[output.companions]`.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::checks::{Errors, choice};
use super::digest::Text;
use super::error::ConfigErrorKind;
use super::job::{Job, JobPiece};
use super::own_forms::{self, ENDS, ORDERS, PieceMembers};
use super::request::Context;
use super::tables::OutputTable;
use crate::render::{Capabilities, Language};
use magicgen_board::{Order, Piece, Purpose, Walk, bits};
use magicgen_ir::LookupRef;
use magicgen_lookup::model::companion::{
    CompanionSlider, Companions, Crowded, Leaper, PairSource, Wish,
};
use magicgen_lookup::model::{Part, UnionModule};

/// `[output.companions]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CompanionsTable {
    pub(super) between: Option<Spanned<String>>,
    pub(super) line: Option<Spanned<String>>,
    pub(super) ray_pass: Option<Spanned<String>>,
    pub(super) half_ray: Option<Spanned<String>>,
    pub(super) between_end: Option<Spanned<String>>,
    pub(super) arrays: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) order: Option<Spanned<String>>,
    pub(super) pieces: Option<Spanned<PieceMembers>>,
    pub(super) double_steps: Option<Spanned<Vec<Spanned<i128>>>>,
}

const SOURCES: [(&str, PairSource); 2] =
    [("table", PairSource::Table), ("computed", PairSource::Computed)];

/// An output and its choices of companions.
pub(super) struct CompanionChoices<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) table: &'a OutputTable,
    pub(super) pieces: &'a [JobPiece],
    pub(super) unions: &'a [UnionModule],
    pub(super) language: &'static Language,
    /// The language's capabilities.
    pub(super) can: &'a Capabilities,
    /// The place of the user's type of pieces in the config, if there is one.
    pub(super) piece_type: Option<Range<usize>>,
    /// The place of the output in the config.
    pub(super) span: &'a Range<usize>,
}

impl CompanionChoices<'_> {
    /// The companions. If companions call lookups, `emit` gets the lookups too.
    pub(super) fn wish(&self, emit: &mut Vec<Part>, errors: &mut Errors) -> Wish {
        let given = &self.table.companions;
        let mut source = |key, given: &Option<Spanned<String>>| {
            errors.take(choice(key, given.as_ref(), &SOURCES)).flatten().unwrap_or_default()
        };
        let between = source("form of between", &given.between);
        let line = source("form of line", &given.line);
        let ray_pass = source("form of ray-pass", &given.ray_pass);
        let half_ray = source("form of half-ray", &given.half_ray);
        let end = choice("end of between", given.between_end.as_ref(), &ENDS);
        let order = choice("order of arguments", given.order.as_ref(), &ORDERS);
        let mut wish = Wish {
            parts: emit.clone(),
            leapers: leapers(self.context, self.pieces),
            sliders: sliders(self.pieces, self.unions),
            double_steps: self.double_steps(emit, errors),
            between,
            line,
            ray_pass,
            half_ray,
            between_end: errors.take(end).flatten().unwrap_or_default(),
            order: errors.take(order).flatten().unwrap_or_default(),
            arrays: self.arrays(emit, errors),
            numbers: BTreeMap::new(),
            members: BTreeMap::new(),
            zones: self.context.zones.clone(),
            seed: self.context.seed,
        };
        wish.numbers = self.numbers(&wish, emit, errors);
        wish.members = self.members(&wish, emit, errors);
        self.check_zones(emit, errors);
        self.check_shape(&wish, emit, errors);
        self.check_forms(&wish, errors);
        let calls: Vec<Part> =
            emit.iter().copied().filter(|part| calls_lookups(*part, &wish)).collect();
        self.check_pieces(&calls, errors);
        self.check_knights(&wish, emit, errors);
        self.check_fills(emit, errors);
        if !calls.is_empty() {
            emit.push(Part::Lookup);
            Part::arrange(emit);
        }
        wish.parts.clone_from(emit);
        wish
    }

    /// The place in the config that asks for a part.
    pub(super) fn place(&self, part: Part) -> Range<usize> {
        let parts = self.table.emit.iter().flat_map(Spanned::get_ref);
        let mut asked = parts.filter(|asked| asked.get_ref() == part.id());
        asked.next().map_or(self.span.clone(), Spanned::span)
    }

    /// Checks that the board has zones, if they are asked for.
    fn check_zones(&self, emit: &[Part], errors: &mut Errors) {
        if !emit.contains(&Part::Zones) || !self.context.zones.is_empty() {
            return;
        }
        let message = "this board has no zones for `zones`".to_owned();
        let help = "name some, as in [board] zones = { promotion = [\"a6-h8\"] }".to_owned();
        errors.at(self.place(Part::Zones), ConfigErrorKind::Companion { message, help });
    }

    /// Refuses parts and forms that make no sense on a board of hexagons.
    fn check_shape(&self, wish: &Wish, emit: &[Part], errors: &mut Errors) {
        if !self.context.mapping.board().is_hex {
            return;
        }
        for part in emit {
            let Some(why) = lack_on_hexagons(*part) else { continue };
            let message = format!("a board of hexagons has no `{}`: {why}", part.id());
            let help = match part {
                Part::Pawns => {
                    "write the pawn as a piece with `sides = true`, and add \"leapers\" to `emit`"
                }
                _ => "leave it out of `emit`",
            };
            let kind = ConfigErrorKind::Companion { message, help: help.to_owned() };
            errors.at(self.place(*part), kind);
        }
        let given = &self.table.companions;
        let forms = [(wish.between, &given.between), (wish.line, &given.line)];
        for (source, given) in forms {
            if let (PairSource::Computed, Some(given)) = (source, given) {
                let message = "on hexagons, lines of a rook in other directions meet between two squares, so \
                               that lookups don't tell the squares of one line"
                    .to_owned();
                let help = "use \"table\"".to_owned();
                errors.at(given.span(), ConfigErrorKind::Companion { message, help });
            }
        }
    }

    /// Checks that the language's functions can call lookups, if a form does.
    fn check_forms(&self, wish: &Wish, errors: &mut Errors) {
        let given = &self.table.companions;
        let forms = [
            (Part::Between, &given.between),
            (Part::Line, &given.line),
            (Part::RayPass, &given.ray_pass),
            (Part::HalfRay, &given.half_ray),
        ];
        let has_calls = (self.can.prints)(Part::Xray);
        for (part, given) in forms.into_iter().filter(|_| !has_calls) {
            if let (true, Some(given)) = (calls_lookups(part, wish), given) {
                let message = format!("this language has no `{}` computed by lookups", part.id());
                let help = format!("{} = \"table\"", part.id());
                errors.at(given.span(), ConfigErrorKind::Companion { message, help });
            }
        }
    }

    /// Checks that the pieces exist whose lookups are called.
    fn check_pieces(&self, calls: &[Part], errors: &mut Errors) {
        let takes_any = [Part::Xray, Part::AttacksOf, Part::Batch, Part::SelfTest];
        let needs_both = |part: &&Part| !takes_any.contains(*part);
        let has = |name: &&str| self.pieces.iter().any(|piece| piece.piece.name == **name);
        let missing = ["rook", "bishop"].into_iter().find(|name| !has(name));
        for (part, missing) in calls.iter().filter(needs_both).zip(missing.into_iter().cycle()) {
            let message = format!("`{}` calls the lookup of the {missing}", part.id());
            let help = format!("add \"{missing}\" to `pieces`");
            errors.at(self.place(*part), ConfigErrorKind::Companion { message, help });
        }
    }

    /// Checks that a knight can move, if its moves are needed.
    fn check_knights(&self, wish: &Wish, emit: &[Part], errors: &mut Errors) {
        let knight = wish.leapers.iter().find(|leaper| leaper.piece.name == "knight");
        let moves = |leaper: &Leaper| {
            let walk = Walk::new(&leaper.piece, self.context.mapping);
            bits(self.context.mapping.squares()).any(|square| walk.attacks(square, 0) != 0)
        };
        if !emit.contains(&Part::Cuckoo) || knight.is_some_and(moves) {
            return;
        }
        let message = "cuckoo tables need moves of knights, and knights can't move on this board";
        let help = "leave \"cuckoo\" out of `emit`".to_owned();
        let kind = ConfigErrorKind::Companion { message: message.to_owned(), help };
        errors.at(self.place(Part::Cuckoo), kind);
    }

    /// Checks that there are Zobrist keys, if they are needed.
    pub(super) fn check_keys(&self, made: &Companions, errors: &mut Errors) {
        let Some(crowded) = made.crowded else { return };
        let board = self.context.mapping.board();
        let part = [Part::Zobrist, Part::Cuckoo].into_iter().find(|part| self.asks_for(*part));
        let message = format!(
            "a board of {} x {} squares has {} reversible moves, too many for the {} slots of a cuckoo table",
            board.width,
            board.height,
            crowded.moves,
            Crowded::SLOTS
        );
        let help =
            "leave \"zobrist\" and \"cuckoo\" out of `emit`, or use a smaller board".to_owned();
        let kind = ConfigErrorKind::Companion { message, help };
        errors.at(part.map_or(self.span.clone(), |part| self.place(part)), kind);
    }

    /// True if the config's `emit` has this part.
    fn asks_for(&self, part: Part) -> bool {
        let mut parts = self.table.emit.iter().flat_map(Spanned::get_ref);
        parts.any(|asked| asked.get_ref() == part.id())
    }

    /// Checks that each step is a shift of the word, if `fills` shifts sets of sliders.
    fn check_fills(&self, emit: &[Part], errors: &mut Errors) {
        let is_permuted = matches!(self.context.mapping.order(), Order::Permutation(_));
        if is_permuted && emit.contains(&Part::Fills) {
            let message = "`fills` needs an order of squares in which each step is one shift";
            let help =
                "leave \"fills\" out of `emit`, or use one of the eight standard orders".to_owned();
            let kind = ConfigErrorKind::Companion { message: message.to_owned(), help };
            errors.at(self.place(Part::Fills), kind);
        }
    }

    /// The ranks from which pawns make double steps, by default those in chess.
    fn double_steps(&self, emit: &[Part], errors: &mut Errors) -> [Option<u8>; 2] {
        let board = self.context.mapping.board();
        let Some(given) = &self.table.companions.double_steps else {
            if emit.contains(&Part::Pawns) && !board.is_chess() {
                let message = "this board needs `double-steps` for pawns".to_owned();
                let help =
                    "give a rank for each side, or none: [output.companions] double-steps = [2, 7]";
                let kind = ConfigErrorKind::Companion { message, help: help.to_owned() };
                errors.at(self.place(Part::Pawns), kind);
            }
            return [Some(1), Some(6)];
        };
        let rank = |given: &Spanned<i128>| {
            u8::try_from(*given.get_ref()).ok().filter(|rank| (1..=board.height).contains(rank))
        };
        let message = match given.get_ref().as_slice() {
            [] => return [None, None],
            [first, second] => match [rank(first), rank(second)] {
                [Some(first), Some(second)] => return [Some(first - 1), Some(second - 1)],
                _ => format!("ranks of this board are 1 to {}", board.height),
            },
            _ => "`double-steps` needs two ranks, one for each side, or none".to_owned(),
        };
        let help = "double-steps = [2, 7]".to_owned();
        errors.at(given.span(), ConfigErrorKind::Companion { message, help });
        [None, None]
    }
}

/// The reason why a part makes no sense on a board of hexagons; `None` for parts that do.
const fn lack_on_hexagons(part: Part) -> Option<&'static str> {
    Some(match part {
        Part::Pawns => "its pawns move along files and capture over edges beside them",
        Part::Directions => "from a hexagon, lines go in twelve directions",
        Part::Ranks => "its ranks bend",
        Part::Diagonals => "its diagonals go in three directions",
        Part::Colours => "its squares have three colours",
        Part::Cuckoo => "its pieces move in other directions than those of chess",
        _ => return None,
    })
}

/// True if a part, in its form, calls lookups.
fn calls_lookups(part: Part, wish: &Wish) -> bool {
    let is_computed = match part {
        Part::Between => wish.between,
        Part::Line | Part::Aligned => wish.line,
        Part::RayPass => wish.ray_pass,
        Part::HalfRay => wish.half_ray,
        _ => PairSource::Table,
    };
    part.calls_lookups() || is_computed == PairSource::Computed
}

/// The pieces that take one step and aren't looked up.
fn leapers(context: &Context<'_>, pieces: &[JobPiece]) -> Vec<Leaper> {
    let is_free =
        |leaper: &&Leaper| !pieces.iter().any(|piece| piece.piece.name == leaper.piece.name);
    context.leapers.iter().filter(is_free).cloned().collect()
}

/// The pieces with lookups, then their unions.
fn sliders(pieces: &[JobPiece], unions: &[UnionModule]) -> Vec<CompanionSlider> {
    let of_piece = pieces.iter().map(|piece| (piece.piece.clone(), piece.is_public));
    let of_union = unions.iter().map(|union| {
        let rays = union.of.iter().flat_map(|at| pieces[*at].piece.rays.iter().copied());
        let rays: Vec<_> = rays.collect();
        let range = union.of.iter().map(|at| pieces[*at].piece.range).max().unwrap_or(1);
        (Piece::of_rays(&union.name, &rays, range), true)
    });
    let numbered = of_piece.chain(of_union).enumerate();
    let slider = |(at, (piece, is_public)): (usize, (Piece, bool))| CompanionSlider {
        name: piece.name.clone(),
        piece,
        lookup: LookupRef(at as u8),
        is_public,
    };
    // Companions are functions of attacks.
    let attacks = |slider: &CompanionSlider| Purpose::of_lookup(&slider.name).1 == Purpose::Attack;
    numbered.map(slider).filter(attacks).collect()
}

/// Writes the settings of the output's companions for the digest.
pub(super) fn digest(text: &mut Text, job: &Job) {
    let wish = &job.printed.wish;
    let has = |parts: &[Part]| parts.iter().any(|part| job.printed.emit.contains(part));
    if has(&[Part::Leapers]) {
        for leaper in &wish.leapers {
            text.put("leaper", &leaper.piece.name);
            for (files, ranks) in &leaper.piece.rays {
                text.put("ray", format_args!("{files} {ranks}"));
            }
            text.put("sides", leaper.has_sides);
        }
    }
    if has(&[Part::Pawns]) {
        for rank in wish.double_steps {
            text.put("double-step", rank.map_or("none".to_owned(), |rank| rank.to_string()));
        }
    }
    if has(&[Part::Zones]) {
        for (name, zone) in &wish.zones {
            text.put("zone", name);
            for at in zone {
                text.put("square", at);
            }
        }
    }
    let forms = [
        (Part::Between, wish.between),
        (Part::Line, wish.line),
        (Part::Aligned, wish.line),
        (Part::RayPass, wish.ray_pass),
        (Part::HalfRay, wish.half_ray),
    ];
    for (part, source) in forms.into_iter().filter(|(part, _)| has(&[*part])) {
        text.put(part.id(), source == PairSource::Computed);
    }
    if has(&[Part::Zobrist, Part::Cuckoo]) {
        text.put("seed", wish.seed);
    }
    own_forms::digest(text, wish);
}
