//! The moves of a piece, from `moves` in `[[piece]]`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::checks::{choice, number, unknown};
use super::error::{ConfigError, ConfigErrorKind};
use super::graph::directions;
use super::zones::{BoardParts, lines, zone};
use magicgen_board::{
    BISHOP, Course, Edges, HEX_CORNERS, HEX_EDGES, KING, Landing, Leg, Piece, Purpose, ROOK, Step,
    WORD_BITS, Way, Zones,
};

/// An item of `moves`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MoveTable {
    rays: Option<Spanned<StepsKey>>,
    leaps: Option<Spanned<StepsKey>>,
    along: Option<Spanned<String>>,
    range: Option<Spanned<i128>>,
    skip: Option<Spanned<i128>>,
    over: Option<Spanned<i128>>,
    land: Option<Spanned<String>>,
    via: Option<Spanned<ViaKey>>,
    then: Option<Spanned<String>>,
    r#for: Option<Spanned<String>>,
    from: Option<Spanned<Vec<Spanned<String>>>>,
    to: Option<Spanned<Vec<Spanned<String>>>>,
    stay: Option<Spanned<Vec<Spanned<String>>>>,
}

// Numbers of 128 bits would be refused here: a value that may be of several kinds is kept with at most 64.

/// `rays` and `leaps`: steps by name, or each with its files and ranks.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a word or a list of pairs of numbers")]
enum StepsKey {
    Name(String),
    Steps(Vec<Vec<i64>>),
    /// Directions of a graph.
    Directions(Vec<String>),
}

/// `via`: the squares of each leap that have to be empty.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a word or, for each leap, a list of pairs of numbers")]
enum ViaKey {
    Name(String),
    Squares(Vec<Vec<Vec<i64>>>),
}

/// How a leap reaches its square step by step.
#[derive(Clone, Copy)]
enum Via {
    /// Along a rank or file first, then on along a diagonal.
    Orthogonal,
    /// Along a diagonal first, then on along a rank or file.
    Diagonal,
    /// Over the square in the middle.
    Middle,
}

const VIA: [(&str, Via); 5] = [
    ("orthogonal", Via::Orthogonal),
    ("orthogonal-then-diagonal", Via::Orthogonal),
    ("diagonal", Via::Diagonal),
    ("diagonal-then-orthogonal", Via::Diagonal),
    ("middle", Via::Middle),
];

/// The names of steps: the lengths of the step in files and ranks, in either order.
const STEPS: [(&str, [i8; 2]); 11] = [
    ("wazir", [0, 1]),
    ("ferz", [1, 1]),
    ("dabbaba", [0, 2]),
    ("knight", [1, 2]),
    ("alfil", [2, 2]),
    ("threeleaper", [0, 3]),
    ("camel", [1, 3]),
    ("zebra", [2, 3]),
    ("tripper", [3, 3]),
    ("giraffe", [1, 4]),
    ("fourleaper", [0, 4]),
];

/// The courses of one item of `moves`; none if it has errors.
pub(super) fn courses(
    table: &MoveTable,
    span: &Range<usize>,
    places: Option<&BoardParts<'_>>,
    errors: &mut Vec<ConfigError>,
) -> Vec<Course> {
    let before = errors.len();
    let mut take = |result: Result<Option<i128>, ConfigError>| {
        result.map_err(|error| errors.push(error)).ok().flatten().map(|number| number as u8)
    };
    let longest = i128::from(WORD_BITS) - 1;
    let range = take(number("range", table.range.as_ref(), 1, longest));
    let skip = take(number("skip", table.skip.as_ref(), 1, longest - 1)).unwrap_or(0);
    let hurdles = take(number("over", table.over.as_ref(), 0, 15)).unwrap_or(0);
    let landings = [("beyond", Landing::Beyond), ("next", Landing::Next)];
    let landing = choice("landing", table.land.as_ref(), &landings);
    let landing = landing.map_err(|error| errors.push(error)).ok().flatten().unwrap_or_default();
    let purposes = Purpose::ALL.map(|purpose| (purpose.id(), purpose));
    let purpose = choice("purpose", table.r#for.as_ref(), &purposes);
    let purpose = purpose.map_err(|error| errors.push(error)).ok().flatten().unwrap_or_default();
    if let Err(error) = check_keys(table, span, hurdles) {
        errors.push(error);
    }
    let ways = ways(table, span, places, range.unwrap_or(u8::MAX), skip);
    let ways = ways.map_err(|error| errors.push(error)).unwrap_or_default();
    let mut zone_of = |key: &Option<Spanned<Vec<Spanned<String>>>>| {
        let (key, places) = (key.as_ref()?, places?);
        if key.get_ref().is_empty() {
            let help = "name zones, squares or ranges, as in `[\"d1-f3\"]`, or remove it";
            errors.push(wrong(key.span(), "a list of squares is empty".to_owned(), help));
        }
        let zones = key.get_ref().iter().map(|name| zone(name, places));
        let zones: Vec<_> =
            zones.filter_map(|zone| zone.map_err(|e| errors.push(e)).ok()).collect();
        Some(zones)
    };
    let mut whole = |key| zone_of(key).map(|zones| zones.into_iter().flatten().collect());
    let (from, to) = (whole(&table.from), whole(&table.to));
    let stay = zone_of(&table.stay).unwrap_or_default();
    if errors.len() > before {
        return Vec::new();
    }
    let zones = Zones { from, to, stay };
    let course = |way| Course { way, hurdles, landing, purpose, zones: zones.clone() };
    ways.into_iter().map(course).collect()
}

/// The message for a move that has neither rays, leaps nor lines.
pub(super) const NO_WAY: &str = "a move needs `rays`, `leaps` or `along`";

/// An error about the moves of a piece.
pub(super) fn wrong(span: Range<usize>, message: String, help: &str) -> ConfigError {
    ConfigError::at(span, ConfigErrorKind::Move { message, help: help.to_owned() })
}

/// Refuses keys that don't go together.
fn check_keys(table: &MoveTable, span: &Range<usize>, hurdles: u8) -> Result<(), ConfigError> {
    let kinds = [
        ("rays", table.rays.as_ref().map(Spanned::span)),
        ("leaps", table.leaps.as_ref().map(Spanned::span)),
        ("along", table.along.as_ref().map(Spanned::span)),
    ];
    let mut given = kinds.iter().filter_map(|(key, span)| Some((*key, span.clone()?)));
    let Some((kind, first)) = given.next() else {
        let help = "write `rays = \"rook\"` or `leaps = \"knight\"`";
        return Err(wrong(span.clone(), NO_WAY.to_owned(), help));
    };
    if let Some((other, place)) = given.next() {
        let clash = ConfigErrorKind::Clash { key: other, other: kind };
        return Err(ConfigError::at(place, clash).with(first, "excluded by it"));
    }
    let of_rays = [
        ("range", table.range.as_ref().map(Spanned::span).filter(|_| table.then.is_none())),
        ("skip", table.skip.as_ref().map(Spanned::span)),
    ];
    let of_leaps = [
        ("via", table.via.as_ref().map(Spanned::span)),
        ("then", table.then.as_ref().map(Spanned::span)),
    ];
    let others = if kind == "leaps" { of_rays } else { of_leaps };
    if let Some((key, Some(place))) = others.into_iter().find(|(_, span)| span.is_some()) {
        let message = format!("`{key}` doesn't belong to a move with `{kind}`");
        return Err(wrong(place, message, "remove it, or give it a move of its own"));
    }
    if let (Some(via), Some(_)) = (&table.via, &table.then) {
        let clash = ConfigErrorKind::Clash { key: "via", other: "then" };
        return Err(ConfigError::at(via.span(), clash));
    }
    if let Some(land) = table.land.as_ref().filter(|_| hurdles == 0) {
        let message = "`land` needs a hurdle to jump".to_owned();
        return Err(wrong(land.span(), message, "write `over = 1`, or remove it"));
    }
    let is_free_leap = kind == "leaps" && table.via.is_none() && table.then.is_none();
    if let Some(over) = table.over.as_ref().filter(|_| is_free_leap && hurdles > 0) {
        let message = "a leap of one step has no square to jump".to_owned();
        return Err(wrong(
            over.span(),
            message,
            "name the squares between in `via`, or use `rays`",
        ));
    }
    Ok(())
}

/// The ways of a move.
fn ways(
    table: &MoveTable,
    span: &Range<usize>,
    places: Option<&BoardParts<'_>>,
    range: u8,
    skip: u8,
) -> Result<Vec<Way>, ConfigError> {
    if table.rays.is_some() && range <= skip {
        let message = format!("a range of {range} ends before the squares that are skipped");
        return Err(wrong(span.clone(), message, "give it a longer `range`"));
    }
    if let Some(all) = places.and_then(|places| places.directions)
        && table.along.is_none()
    {
        return over_edges(table, all, (skip, range));
    }
    if let Some(rays) = &table.rays {
        let legs = |step: Step| {
            let skipped = Leg { step, times: skip, lands: false };
            let ride = Leg { step, times: range - skip, lands: true };
            [skipped, ride].into_iter().filter(|leg| leg.times > 0).collect()
        };
        return Ok(steps("rays", rays)?.into_iter().map(|step| Way::Legs(legs(step))).collect());
    }
    if let Some(leaps) = &table.leaps {
        let steps = steps("leaps", leaps)?;
        let legs = match (&table.via, &table.then) {
            (Some(via), _) => lame(&steps, via)?,
            (None, Some(then)) => bent(&steps, then, range)?,
            (None, None) => steps.into_iter().map(|step| vec![Leg::leap(step)]).collect(),
        };
        return Ok(legs.into_iter().map(Way::Legs).collect());
    }
    let (Some(along), Some(places)) = (&table.along, places) else { return Ok(Vec::new()) };
    let both = lines(along, places)?.iter().flat_map(|line| {
        let back = line.iter().rev().copied().collect();
        [line.clone(), back]
    });
    // A line that is as long as the range needs no shorter one.
    Ok(both.map(|squares| Way::Along { squares, range }).collect())
}

/// The ways over the edges of a graph.
fn over_edges(
    table: &MoveTable,
    all: &BTreeMap<String, Arc<Edges>>,
    (skip, range): (u8, u8),
) -> Result<Vec<Way>, ConfigError> {
    let of_files = [
        ("via", table.via.as_ref().map(Spanned::span)),
        ("then", table.then.as_ref().map(Spanned::span)),
    ];
    if let Some((key, Some(span))) = of_files.into_iter().find(|(_, span)| span.is_some()) {
        let message = format!("`{key}` counts files and ranks, and a graph has none");
        return Err(wrong(span, message, "use `rays`, `leaps` or `along` alone, or a `table`"));
    }
    let (key, range, given) = match (&table.rays, &table.leaps) {
        (Some(rays), _) => ("rays", range, rays),
        (None, Some(leaps)) => ("leaps", 1, leaps),
        (None, None) => return Ok(Vec::new()),
    };
    let names: Vec<&str> = match given.get_ref() {
        StepsKey::Name(name) => vec![name],
        StepsKey::Directions(names) => names.iter().map(String::as_str).collect(),
        StepsKey::Steps(steps) if steps.is_empty() => Vec::new(),
        StepsKey::Steps(_) => return Err(no_steps(key, given.span())),
    };
    let edges = directions(key, &names, &given.span(), all)?;
    Ok(edges.into_iter().map(|next| Way::Edges { next, skip, range }).collect())
}

/// The error for names of directions on a board that has none.
pub(super) fn not_a_graph(key: &str, span: Range<usize>) -> ConfigError {
    let message = format!("`{key}` names directions, which only a graph has");
    wrong(span, message, "write one word, such as \"rook\", or steps, as in `[[1, 0], [0, 1]]`")
}

/// The error for steps in files and ranks on a graph.
pub(super) fn no_steps(key: &str, span: Range<usize>) -> ConfigError {
    let message = format!("`{key}` counts files and ranks, and a graph has none");
    wrong(span, message, "name directions of `edges`, or \"all\"")
}

/// Steps by name, or as they are listed.
fn steps(key: &'static str, given: &Spanned<StepsKey>) -> Result<Vec<Step>, ConfigError> {
    let listed = match given.get_ref() {
        StepsKey::Name(name) => return named_steps(&Spanned::new(given.span(), name.clone())),
        StepsKey::Steps(listed) => listed,
        StepsKey::Directions(_) => return Err(not_a_graph(key, given.span())),
    };
    let mut steps = Vec::new();
    for step in listed {
        let step = pair(step, &given.span())?;
        if step == (0, 0) || steps.contains(&step) {
            let why = if step == (0, 0) { "has no step" } else { "is given twice" };
            let message = format!("[{}, {}] in `{key}` {why}", step.0, step.1);
            return Err(wrong(given.span(), message, "remove it"));
        }
        steps.push(step);
    }
    if steps.is_empty() {
        let message = format!("`{key}` is empty");
        return Err(wrong(given.span(), message, "give it steps, as in `[[1, 0], [0, 1]]`"));
    }
    Ok(steps)
}

/// The steps that have this name, or an error with the names that there are.
pub(super) fn named_steps(name: &Spanned<String>) -> Result<Vec<Step>, ConfigError> {
    named(name.get_ref()).ok_or_else(|| {
        let several = ["rook", "bishop", "queen", "king", "hex-edges", "hex-corners"];
        let known = several.into_iter().chain(STEPS.iter().map(|(name, _)| *name));
        unknown("kind of step", name, known.map(str::to_owned).collect())
    })
}

/// Rook and bishop on a board of hexagons.
pub(super) fn hex_pieces() -> [Piece; 2] {
    [("rook", HEX_EDGES), ("bishop", HEX_CORNERS)]
        .map(|(name, steps)| Piece::of_rays(name, steps, WORD_BITS - 1))
}

/// The steps that have this name.
fn named(name: &str) -> Option<Vec<Step>> {
    match name {
        "rook" => Some(ROOK.to_vec()),
        "bishop" => Some(BISHOP.to_vec()),
        "queen" => Some([ROOK, BISHOP].concat()),
        "king" => Some(KING.to_vec()),
        "hex-edges" => Some(HEX_EDGES.to_vec()),
        "hex-corners" => Some(HEX_CORNERS.to_vec()),
        _ => STEPS.iter().find(|(known, _)| *known == name).map(|(_, lengths)| turned(*lengths)),
    }
}

/// All steps of these lengths, in every direction.
fn turned([short, long]: [i8; 2]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (files, ranks) in [(short, long), (long, short)] {
        for (by_file, by_rank) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
            let step = (files * by_file, ranks * by_rank);
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

fn pair(numbers: &[i64], span: &Range<usize>) -> Result<Step, ConfigError> {
    let most = i64::from(WORD_BITS) - 1;
    if let [files, ranks] = numbers
        && [files, ranks].into_iter().all(|number| (-most..=most).contains(number))
    {
        return Ok((*files as i8, *ranks as i8));
    }
    let message = format!("{numbers:?} isn't a step in files and ranks");
    Err(wrong(span.clone(), message, &format!("write two numbers from -{most} to {most}")))
}

/// Leaps that are hindered by occupied squares on their way.
fn lame(steps: &[Step], via: &Spanned<ViaKey>) -> Result<Vec<Vec<Leg>>, ConfigError> {
    let legs = |passed: &[Step], target: Step| {
        let mut at = (0, 0);
        let mut legs = Vec::new();
        for next in passed.iter().copied().chain([target]) {
            let step = (next.0 - at.0, next.1 - at.1);
            legs.push(if next == target { Leg::leap(step) } else { Leg::pass(step) });
            at = next;
        }
        legs
    };
    let listed = match via.get_ref() {
        ViaKey::Name(name) => {
            let name = Spanned::new(via.span(), name.clone());
            let way = choice("way of a leap", Some(&name), &VIA)?.unwrap_or(Via::Middle);
            let passed = |step: &Step| {
                passed(*step, way).ok_or_else(|| {
                    let message = format!(
                        "a leap of [{}, {}] has no square between on the way `{}`",
                        step.0,
                        step.1,
                        name.get_ref()
                    );
                    wrong(
                        via.span(),
                        message,
                        "list the squares of each leap, as in `via = [[[0, 1]]]`",
                    )
                })
            };
            return steps.iter().map(|step| Ok(legs(&passed(step)?, *step))).collect();
        }
        ViaKey::Squares(listed) => listed,
    };
    if listed.len() != steps.len() {
        let message = format!("`via` has {} lists for {} leaps", listed.len(), steps.len());
        return Err(wrong(via.span(), message, "give it a list of squares for each leap"));
    }
    let both = steps.iter().zip(listed);
    both.map(|(target, squares)| {
        let squares = squares.iter().map(|square| pair(square, &via.span()));
        let squares: Vec<Step> = squares.collect::<Result<_, _>>()?;
        if squares.contains(target) || squares.contains(&(0, 0)) {
            let message = "`via` names the square where a leap begins or ends".to_owned();
            return Err(wrong(via.span(), message, "list the squares between"));
        }
        Ok(legs(&squares, *target))
    })
    .collect()
}

/// The squares between on the way of a leap, from the piece's square.
fn passed((files, ranks): Step, way: Via) -> Option<Vec<Step>> {
    let (by_file, by_rank) = (files.signum(), ranks.signum());
    let (width, height) = (files.abs(), ranks.abs());
    let (short, long) = (width.min(height), width.max(height));
    if matches!(way, Via::Middle) {
        return (files % 2 == 0 && ranks % 2 == 0).then(|| vec![(files / 2, ranks / 2)]);
    }
    let straight = if width > height { (by_file, 0) } else { (0, by_rank) };
    let straight = std::iter::repeat_n(straight, (long - short) as usize);
    let diagonal = std::iter::repeat_n((by_file, by_rank), short as usize);
    let steps: Vec<Step> = match way {
        Via::Orthogonal => straight.chain(diagonal).collect(),
        _ => diagonal.chain(straight).collect(),
    };
    let mut at = (0, 0);
    let between = steps.iter().take(steps.len() - 1).map(|step| {
        at = (at.0 + step.0, at.1 + step.1);
        at
    });
    let between: Vec<Step> = between.collect();
    (!between.is_empty()).then_some(between)
}

/// Leaps after which the piece may ride on, away from its square: along rank and file after a diagonal step, and along
/// the diagonals after a straight one.
fn bent(steps: &[Step], then: &Spanned<String>, range: u8) -> Result<Vec<Vec<Leg>>, ConfigError> {
    choice("continuation", Some(then), &[("outward", ())])?;
    let bent = |(files, ranks): Step| {
        let (by_file, by_rank) = (files.signum(), ranks.signum());
        let on = match (by_file, by_rank) {
            (_, 0) => [(by_file, 1), (by_file, -1)],
            (0, _) => [(1, by_rank), (-1, by_rank)],
            _ => [(by_file, 0), (0, by_rank)],
        };
        on.map(|step| vec![Leg::leap((files, ranks)), Leg { times: range, ..Leg::ride(step) }])
    };
    Ok(steps.iter().flat_map(|step| bent(*step)).collect())
}
