//! The pieces of a config, from `[[piece]]`, with masks that can be enumerated.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::beside::Files;
use super::checks::{number, unknown};
use super::digest::Text;
use super::error::{ConfigError, ConfigErrorKind};
use super::graph::directions;
use super::job::JobPiece;
use super::moves::{self, MoveTable, NO_WAY, wrong};
use super::tables::Config;
use super::truth::truth;
use super::zones::{BoardParts, zone};
use magicgen_board::{
    BISHOP, Board, Course, Edges, Graph, HEX_CORNERS, HEX_EDGES, HEX_KNIGHT, KING, KNIGHT, Mapping,
    Piece, PieceError, Problem, Purpose, ROOK, Step, WORD_BITS, Walk, Way, Zone, Zones, betza,
    lines,
};
use magicgen_lookup::model::companion::Leaper;
use magicgen_search::text;

/// `[[piece]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PieceTable {
    pub(super) name: Option<Spanned<String>>,
    pub(super) rays: Option<Rays>,
    pub(super) range: Option<Spanned<i128>>,
    pub(super) from: Option<Spanned<String>>,
    pub(super) sides: Option<Spanned<bool>>,
    pub(super) betza: Option<Spanned<String>>,
    pub(super) moves: Option<Spanned<Vec<Spanned<MoveTable>>>>,
    pub(super) table: Option<Spanned<String>>,
    pub(super) reverse: Option<Spanned<String>>,
    pub(super) start: Option<Spanned<Vec<Spanned<String>>>>,
    /// True if the value of some key couldn't be read.
    #[serde(skip)]
    pub(super) is_broken: bool,
}

/// The steps of rays by name, or in files and ranks, each with its place. They are read as lists, since a pair would let
/// a third number pass.
pub(super) type Rays = Spanned<RaysKey>;

/// `rays`
#[derive(Debug)]
pub(super) enum RaysKey {
    Name(String),
    Steps(Vec<Spanned<RayItem>>),
}

/// An item of `rays`: a step in files and ranks, or a direction of a graph.
#[derive(Debug)]
pub(super) enum RayItem {
    Step(Vec<i128>),
    Direction(String),
}

impl<'de> Deserialize<'de> for RayItem {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(RayItemVisitor)
    }
}

/// Reads an item of `rays`. An untagged type would have no numbers of 128 bits.
struct RayItemVisitor;

impl<'de> Visitor<'de> for RayItemVisitor {
    type Value = RayItem;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_str<E>(self, name: &str) -> Result<RayItem, E> {
        Ok(RayItem::Direction(name.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RayItem, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = list.next_element()? {
            numbers.push(number);
        }
        Ok(RayItem::Step(numbers))
    }
}

impl<'de> Deserialize<'de> for RaysKey {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(RaysVisitor)
    }
}

/// Reads `rays` with the places of the steps, which an untagged type would lose.
struct RaysVisitor;

impl<'de> Visitor<'de> for RaysVisitor {
    type Value = RaysKey;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word or a list of lists of numbers")
    }

    fn visit_str<E>(self, name: &str) -> Result<RaysKey, E> {
        Ok(RaysKey::Name(name.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RaysKey, A::Error> {
        let mut steps = Vec::new();
        while let Some(step) = list.next_element()? {
            steps.push(step);
        }
        Ok(RaysKey::Steps(steps))
    }
}

/// The pieces that outputs can name, including the built-in ones. A slider with sides is two pieces: `lance up` moves
/// towards higher ranks, `lance down` towards lower ones.
pub(super) fn pieces(
    config: &Config<'_>,
    board: Option<(&Mapping, Option<&Graph>)>,
    files: Files<'_>,
    errors: &mut Vec<ConfigError>,
) -> BTreeMap<String, Piece> {
    let mapping = board.map(|(mapping, _)| mapping);
    // On hexagons, other steps lead to neighbours, and a config may say which.
    let is_hex = config.board.is_hex();
    let built_in = match () {
        () if is_hex => moves::hex_pieces().to_vec(),
        () if config.board.is_graph() => Vec::new(),
        () => vec![Piece::rook(), Piece::bishop()],
    };
    let mut pieces: BTreeMap<String, Piece> =
        built_in.into_iter().map(|piece| (piece.name.clone(), piece)).collect();
    let places =
        board.map(|(mapping, graph)| BoardParts::new(config, mapping.board(), graph, errors));
    let mut spans: BTreeMap<String, Range<usize>> = BTreeMap::new();
    for (table, span) in &config.pieces {
        let Some(name) = &table.name else { continue };
        if is_hex && !spans.contains_key(name.get_ref()) {
            pieces.remove(name.get_ref());
        }
        let alike = |other: &&String| text::folded(other) == text::folded(name.get_ref());
        let queen = "queen".to_owned();
        let other = pieces.keys().chain(spans.keys()).chain([&queen]).find(alike).cloned();
        if let Some(other) = other {
            let name_given = name.get_ref().clone();
            let kind = if other == name_given {
                ConfigErrorKind::PieceTwice { name: name_given }
            } else {
                ConfigErrorKind::PiecesAlike { name: name_given, other: other.clone() }
            };
            let error = ConfigError::at(name.span(), kind);
            errors.push(match spans.get(&other) {
                Some(first) => error.with(first.clone(), "first here"),
                None => error,
            });
        }
        spans.entry(name.get_ref().clone()).or_insert(name.span());
        if let (of, purpose @ (Purpose::Quiet | Purpose::Capture)) =
            Purpose::of_lookup(name.get_ref())
        {
            let message =
                format!("`{}` is the name of a lookup of `{of}` for one purpose", name.get_ref());
            let help = format!(
                "call it otherwise; `for = \"{}\"` in a move makes such lookups",
                purpose.id()
            );
            errors.push(wrong(name.span(), message, &help));
        }
        let reader = PieceReader {
            table,
            span: span.clone(),
            earlier: &pieces,
            places: places.as_ref(),
            files,
        };
        // Without its board, nobody can tell the directions of a graph.
        if board.is_none() && config.board.is_graph() {
            let piece = Piece::of_rays(name.get_ref(), &[(1, 0)], u8::MAX);
            pieces.insert(name.get_ref().clone(), piece);
            continue;
        }
        let mut of_piece = Vec::new();
        let piece = reader.piece(name.get_ref(), mapping, &mut of_piece);
        // What couldn't be read isn't missing.
        of_piece.retain(|error| !table.is_broken || !is_missing(error));
        errors.append(&mut of_piece);
        let has_sides = table.sides.as_ref().is_some_and(|sides| *sides.get_ref());
        if let Some(piece) = piece.as_ref().filter(|piece| has_sides && !piece.is_leaper()) {
            let chess = Board::chess();
            let down = piece.turned(mapping.map_or(&chess, Mapping::board));
            for (side, piece) in [("up", piece.clone()), ("down", down)] {
                let name_given = name.get_ref();
                let name = format!("{name_given} {side}");
                if pieces.contains_key(&name) {
                    let message = format!("`sides` makes `{name}`, which is another piece");
                    let place = table.sides.as_ref().map_or(span.clone(), Spanned::span);
                    errors.push(wrong(place, message, "give one of them another name"));
                }
                pieces.entry(name.clone()).or_insert(Piece { name, ..piece });
            }
            continue;
        }
        // A stand-in for a wrong piece avoids further errors in outputs that name it.
        let stand_in = || Piece::of_rays(name.get_ref(), &[(1, 0)], 1);
        pieces.entry(name.get_ref().clone()).or_insert_with(|| piece.unwrap_or_else(stand_in));
    }
    pieces
}

/// True for the error about a piece or a move without moves.
fn is_missing(error: &ConfigError) -> bool {
    match &error.kind {
        ConfigErrorKind::Piece(error) => *error == PieceError::NoRays,
        ConfigErrorKind::Move { message, .. } => message == NO_WAY,
        _ => false,
    }
}

/// The leapers: knight and king, unless the config has pieces of these names, and the config's leapers.
pub(super) fn leapers(config: &Config<'_>, pieces: &BTreeMap<String, Piece>) -> Vec<Leaper> {
    let [knight, king] = if config.board.is_hex() {
        [HEX_KNIGHT.to_vec(), [HEX_EDGES, HEX_CORNERS].concat()]
    } else {
        [KNIGHT.to_vec(), KING.to_vec()]
    };
    let built_in = [("knight", knight), ("king", king)].into_iter();
    let built_in = built_in.map(|(name, steps)| Piece::of_rays(name, &steps, 1));
    let is_there = |piece: &Piece| pieces.contains_key(&piece.name) || config.board.is_graph();
    let built_in = built_in.filter(|piece| !is_there(piece));
    let mut leapers: Vec<Leaper> =
        built_in.map(|piece| Leaper { piece, has_sides: false }).collect();
    for (table, _) in &config.pieces {
        let Some(piece) = table.name.as_ref().and_then(|name| pieces.get(name.get_ref())) else {
            continue;
        };
        let has_sides = table.sides.as_ref().is_some_and(|sides| *sides.get_ref());
        if piece.is_leaper() {
            leapers.push(Leaper { piece: piece.clone(), has_sides });
        }
    }
    leapers
}

/// The data from which a piece is made.
struct PieceReader<'a> {
    table: &'a PieceTable,
    span: Range<usize>,
    earlier: &'a BTreeMap<String, Piece>,
    places: Option<&'a BoardParts<'a>>,
    files: Files<'a>,
}

impl PieceReader<'_> {
    fn piece(
        &self,
        name: &str,
        mapping: Option<&Mapping>,
        errors: &mut Vec<ConfigError>,
    ) -> Option<Piece> {
        let before = errors.len();
        let range = match &self.table.range {
            Some(given) if *given.get_ref() == 0 => {
                let zero = ConfigErrorKind::Piece(PieceError::ZeroRange);
                Err(ConfigError::at(given.span(), zero))
            }
            range => number("range", range.as_ref(), 1, i128::from(WORD_BITS) - 1),
        };
        let range = range.map_err(|error| errors.push(error)).ok().flatten().unwrap_or(63) as u8;
        let given = self.given();
        let (first, place) = given.first().cloned().unwrap_or(("rays", self.span.clone()));
        self.check_keys(&given, errors);
        let made = match first {
            "betza" => self.betza(name),
            "table" => self.truth(name),
            "reverse" => self.reverse(name),
            _ => {
                let (steps, courses) = self.moves(errors);
                // A piece with errors gets no further ones.
                if errors.len() > before {
                    return None;
                }
                if steps.is_empty() && !courses.is_empty() {
                    Ok(Piece { name: name.to_owned(), courses, range, ..Piece::default() })
                } else {
                    let piece =
                        Piece::new(name, &steps, range).map(|piece| Piece { courses, ..piece });
                    piece.map_err(|error| {
                        ConfigError::at(place.clone(), ConfigErrorKind::Piece(error))
                    })
                }
            }
        };
        let made = made.map(Piece::simplified).and_then(|piece| {
            let masks = mapping.map_or(Ok(()), |mapping| check_masks(&piece, mapping, true, place));
            masks.map(|()| piece)
        });
        made.map_err(|error| errors.push(error)).ok().filter(|_| errors.len() == before)
    }

    /// The keys that tell how the piece moves, each with its place.
    fn given(&self) -> Vec<(&'static str, Range<usize>)> {
        let table = self.table;
        let keys = [
            ("betza", table.betza.as_ref().map(Spanned::span)),
            ("table", table.table.as_ref().map(Spanned::span)),
            ("reverse", table.reverse.as_ref().map(Spanned::span)),
            ("rays", table.rays.as_ref().map(Spanned::span)),
            ("from", table.from.as_ref().map(Spanned::span)),
            ("moves", table.moves.as_ref().map(Spanned::span)),
        ];
        keys.into_iter().filter_map(|(key, span)| Some((key, span?))).collect()
    }

    /// Refuses keys that exclude each other. `moves` may stand beside `rays` or `from`.
    fn check_keys(&self, given: &[(&'static str, Range<usize>)], errors: &mut Vec<ConfigError>) {
        let is_graph = self.places.is_some_and(|places| places.directions.is_some());
        let of_ranks = [
            ("betza", self.table.betza.as_ref().map(Spanned::span)),
            ("sides", self.table.sides.as_ref().map(Spanned::span)),
        ];
        for (key, span) in of_ranks.into_iter().filter(|_| is_graph) {
            let Some(span) = span else { continue };
            let message = format!("`{key}` counts files and ranks, and a graph has none");
            errors.push(wrong(span, message, "name directions in `rays`, or use a `table`"));
        }
        let Some(((key, span), others)) = given.split_first() else { return };
        for (other, place) in others {
            if *other == "moves" && ["rays", "from"].contains(key) {
                continue;
            }
            let kind = ConfigErrorKind::Clash { key, other };
            errors.push(ConfigError::at(span.clone(), kind).with(place.clone(), "excluded by it"));
        }
        let is_whole = ["betza", "table", "reverse"].contains(key);
        if let Some(range) = self.table.range.as_ref().filter(|_| is_whole) {
            let kind = ConfigErrorKind::Clash { key: "range", other: key };
            errors.push(ConfigError::at(range.span(), kind).with(span.clone(), "excluded by it"));
        }
        if let Some(range) = self.table.range.as_ref().filter(|_| *key == "moves") {
            let message = "`range` limits `rays`, and this piece has none".to_owned();
            errors.push(wrong(range.span(), message, "give the moves a `range` instead"));
        }
        if let Some(start) = self.table.start.as_ref().filter(|_| *key != "betza") {
            let message = "`start` needs a piece in Betza's notation with `i`".to_owned();
            errors.push(wrong(start.span(), message, "write `from` in a move instead"));
        }
        let is_listed =
            *key == "table" && self.table.sides.as_ref().is_some_and(|is| *is.get_ref());
        if let Some(sides) = self.table.sides.as_ref().filter(|_| is_listed) {
            let kind = ConfigErrorKind::Clash { key: "sides", other: key };
            errors.push(ConfigError::at(sides.span(), kind).with(span.clone(), "excluded by it"));
        }
    }

    /// The rays and courses from `rays`, `from` and `moves`.
    fn moves(&self, errors: &mut Vec<ConfigError>) -> (Vec<Step>, Vec<Course>) {
        let table = self.table;
        let mut steps: Vec<Step> = Vec::new();
        let mut courses = Vec::new();
        let of_graph = self.places.and_then(|places| places.directions);
        match table.rays.as_ref().map(|rays| (rays.span(), rays.get_ref())) {
            None => {}
            Some((span, rays)) if of_graph.is_some() => {
                let given = of_graph.map_or(Ok(Vec::new()), |all| over_edges(&span, rays, all));
                let range = table.range.as_ref().map_or(u8::MAX, |range| *range.get_ref() as u8);
                let way = |next| Course::of(Way::Edges { next, skip: 0, range });
                match given {
                    Ok(given) => courses.extend(given.into_iter().map(way)),
                    Err(error) => errors.push(error),
                }
            }
            Some((span, RaysKey::Name(name))) => {
                match moves::named_steps(&Spanned::new(span, name.clone())) {
                    Ok(named) => steps.extend(named),
                    Err(error) => errors.push(error),
                }
            }
            Some((_, RaysKey::Steps(rays))) => {
                for ray in rays {
                    match step(ray) {
                        Ok(step) => steps.push(step),
                        Err(error) => errors.push(error),
                    }
                }
            }
        }
        for part in table.from.iter().flat_map(|from| from.get_ref().split('+').map(str::trim)) {
            let piece = match part {
                "queen" => Some(Piece::of_rays(part, &[ROOK, BISHOP].concat(), 63)),
                _ => self.earlier.get(part).cloned(),
            };
            let place = table.from.as_ref().map_or(self.span.clone(), Spanned::span);
            let Some(piece) = piece else {
                let known = self.earlier.keys().cloned().collect();
                let value = part.to_owned();
                let kind = ConfigErrorKind::UnknownValue { what: "piece", value, known };
                errors.push(ConfigError::at(place, kind));
                continue;
            };
            if piece.truth.is_some() {
                errors.push(listed(place, part));
            }
            let new: Vec<_> = piece.rays.into_iter().filter(|ray| !steps.contains(ray)).collect();
            steps.extend(new);
            courses.extend(piece.courses);
        }
        for item in table.moves.iter().flat_map(Spanned::get_ref) {
            courses.extend(moves::courses(item.get_ref(), &item.span(), self.places, errors));
        }
        if let Some(moves) = table.moves.as_ref().filter(|moves| moves.get_ref().is_empty()) {
            let help = "give it moves, as in `moves = [{ rays = \"rook\" }]`";
            errors.push(wrong(moves.span(), "`moves` is empty".to_owned(), help));
        }
        (steps, courses)
    }

    fn betza(&self, name: &str) -> Result<Piece, ConfigError> {
        let Some(given) = &self.table.betza else { return Ok(Piece::default()) };
        let read = betza(given.get_ref()).map_err(|error| {
            let message = format!("`{}`, {error}", given.get_ref());
            let help = "change the notation, or write the piece as `moves`";
            wrong(letter(given, error.at), message, help)
        })?;
        let start = self.start()?;
        if let Some(start) = self.table.start.as_ref().filter(|_| read.first.is_empty()) {
            let message = format!("`{}` has no `i`, which `start` is for", given.get_ref());
            return Err(wrong(start.span(), message, "remove `start`"));
        }
        if start.is_none() && !read.first.is_empty() {
            let message =
                format!("`i` in `{}` needs the squares of unmoved pieces", given.get_ref());
            return Err(wrong(given.span(), message, "name them, as in `start = [\"a2-h2\"]`"));
        }
        let first = read.first.into_iter().map(|course| {
            let zones = Zones { from: start.clone(), ..course.zones.clone() };
            Course { zones, ..course }
        });
        let courses = read.courses.into_iter().chain(first).collect();
        Ok(Piece { name: name.to_owned(), courses, ..Piece::default() })
    }

    /// The squares on which the piece stands before its first move.
    fn start(&self) -> Result<Option<Zone>, ConfigError> {
        let (Some(start), Some(places)) = (&self.table.start, self.places) else { return Ok(None) };
        let zones = start.get_ref().iter().map(|name| zone(name, places));
        let zones: Vec<Zone> = zones.collect::<Result<_, _>>()?;
        Ok(Some(zones.into_iter().flatten().collect()))
    }

    fn truth(&self, name: &str) -> Result<Piece, ConfigError> {
        let stand_in = Piece::of_rays(name, &[(1, 0)], 1);
        let (Some(table), Some(places)) = (&self.table.table, self.places) else {
            return Ok(stand_in);
        };
        let truth = Some(Arc::new(truth(table, places.board, self.files)?));
        Ok(Piece { name: name.to_owned(), truth, ..Piece::default() })
    }

    /// The piece that goes from each square to all squares from which another one reaches it.
    fn reverse(&self, name: &str) -> Result<Piece, ConfigError> {
        let Some(of) = &self.table.reverse else { return Ok(Piece::default()) };
        let Some(piece) = self.earlier.get(of.get_ref()) else {
            return Err(unknown("piece", of, self.earlier.keys().cloned().collect()));
        };
        if piece.truth.is_some() {
            return Err(listed(of.span(), of.get_ref()));
        }
        if piece.purposes().contains(&Purpose::Quiet) {
            let message = format!(
                "`{}` has moves to empty squares alone, and comes from an occupied one",
                of.get_ref()
            );
            let help = "reverse a piece that has the captures alone";
            return Err(wrong(of.span(), message, help));
        }
        let back = |course: Course| {
            let purpose = course.purpose;
            let way = Way::Back(Box::new(course));
            Course { purpose, ..Course::of(way) }
        };
        let courses = piece.all_courses().into_iter().map(back).collect();
        Ok(Piece { name: name.to_owned(), courses, ..Piece::default() })
    }
}

/// The place of a letter of a text, by its position in bytes; the whole text if it has escapes or several lines.
fn letter(text: &Spanned<String>, at: usize) -> Range<usize> {
    let (span, letters) = (text.span(), text.get_ref());
    if span.len() != letters.len() + 2 || at > letters.len() {
        return span;
    }
    let length = letters[at..].chars().next().map_or(1, char::len_utf8);
    span.start + 1 + at..span.start + 1 + at + length
}

/// The error for a piece that is made from one by truth table.
fn listed(span: Range<usize>, piece: &str) -> ConfigError {
    let message =
        format!("the moves of `{piece}` are listed in a file, so no piece is made from them");
    wrong(span, message, "list the moves of this piece in a file, too")
}

/// The edges of a graph that the rays follow.
fn over_edges(
    span: &Range<usize>,
    rays: &RaysKey,
    all: &BTreeMap<String, Arc<Edges>>,
) -> Result<Vec<Arc<Edges>>, ConfigError> {
    let names: Vec<&str> = match rays {
        RaysKey::Name(name) => vec![name],
        RaysKey::Steps(items) => {
            let names = items.iter().map(|item| match item.get_ref() {
                RayItem::Direction(name) => Ok(name.as_str()),
                RayItem::Step(_) => Err(moves::no_steps("rays", item.span())),
            });
            names.collect::<Result<_, _>>()?
        }
    };
    directions("rays", &names, span, all)
}

/// One ray's step, as (files, ranks).
fn step(ray: &Spanned<RayItem>) -> Result<(i8, i8), ConfigError> {
    let RayItem::Step(numbers) = ray.get_ref() else {
        return Err(moves::not_a_graph("rays", ray.span()));
    };
    let [files, ranks] = numbers[..] else {
        let error = PieceError::NotTwoSteps(numbers.len());
        return Err(ConfigError::at(ray.span(), ConfigErrorKind::Piece(error)));
    };
    let most = i128::from(WORD_BITS) - 1;
    // `abs` would overflow for the least number of 128 bits.
    match [files, ranks].into_iter().find(|step| !(-most..=most).contains(step)) {
        Some(value) => {
            let value = value.to_string();
            let kind = ConfigErrorKind::OutOfRange { key: "rays", value, least: -most, most };
            Err(ConfigError::at(ray.span(), kind))
        }
        None => Ok((files as i8, ranks as i8)),
    }
}

/// Refuses a piece with too many relevant squares: for all its moves at once, or for each of its lines.
pub(super) fn check_masks(
    piece: &Piece,
    mapping: &Mapping,
    is_by_line: bool,
    span: Range<usize>,
) -> Result<(), ConfigError> {
    let walk = Walk::new(piece, mapping);
    let whole = Problem::check(&walk, mapping);
    let Err(error) = whole else { return Ok(()) };
    let by_line = lines(piece)
        .iter()
        .try_for_each(|(_, numbers)| Problem::check(&walk.along(numbers), mapping));
    let error = match by_line {
        Ok(()) if is_by_line => return Ok(()),
        Err(of_line) if is_by_line => of_line,
        _ => error,
    };
    let square = mapping.name(error.bit);
    let kind = ConfigErrorKind::TooManyRelevant {
        piece: piece.name.clone(),
        square,
        count: error.count,
        most: error.most,
        fits_by_line: by_line.is_ok(),
    };
    Err(ConfigError::at(span, kind))
}

/// Writes a piece for the digest, by its rays, as far as they reach on this board, or by the paths from each square. An
/// explicit constant shift is left out, since it always equals the default.
pub(super) fn digest(text: &mut Text, piece: &JobPiece, mapping: &Mapping) {
    let JobPiece { piece, is_public, is_folded, .. } = piece;
    text.put("searched", &piece.name);
    let walk = Walk::new(piece, mapping);
    if walk.is_slide() {
        for (files, ranks) in &piece.rays {
            text.put("ray", format_args!("{files} {ranks}"));
        }
        text.put("range", walk.range);
    } else {
        text.put("moves", walk.moves_text());
    }
    text.put("public", is_public);
    text.put("folded", is_folded);
}
