//! [`Config`] in; jobs out: board, order and pieces made, every default filled in, every combination checked.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::Spanned;

use super::error::{ConfigError, ConfigErrorKind};
use super::job::{Plan, Target};
use super::load::{
    BoardTable, Config, Orientation, OrientationTable, PieceTable, SearchTable, load,
};
use super::output;
use super::source::Source;
use crate::geometry::{
    BISHOP, Board, Coordinate, Corner, Major, Mapping, MappingError, Order, Piece, PieceError,
    Problem, ROOK, Standard, WORD_BITS, Walk,
};
use crate::search::Effort;

/// What a run wants beside the config's text.
pub struct Request<'a> {
    /// The config file; `None` for a run from flags alone.
    pub config: Option<&'a Path>,
    /// The lock file that must not be overwritten.
    pub lock: Option<&'a Path>,
    /// The outputs chosen by id; all where empty.
    pub only: &'a [String],
    /// Flags that need exactly one output.
    pub single: &'a [&'static str],
    /// The command line's own path, relative to the current folder.
    pub output: Option<&'a Path>,
    /// Whether a path is a folder.
    pub is_folder: &'a dyn Fn(&Path) -> bool,
}

/// Reads and checks a whole config. All errors are reported, not the first.
pub fn resolve(source: &Source, request: &Request<'_>) -> Result<Plan, Vec<ConfigError>> {
    let (config, unread) = load(source).map_err(|error| vec![error])?;
    resolve_read(source, request, config, unread.is_empty()).map_err(|mut errors| {
        if !unread.is_empty() {
            // What could not be read may be why something else seems wrong.
            errors.retain(|error| error.kind.stands_alone());
        }
        errors.splice(0..0, unread);
        errors
    })
}

fn resolve_read(
    source: &Source,
    request: &Request<'_>,
    config: Config<'_>,
    is_whole: bool,
) -> Result<Plan, Vec<ConfigError>> {
    let mut errors = Vec::new();
    let mapping =
        mapping(&config.board, &config.orientation).map_err(|error| errors.push(error)).ok();
    let pieces = pieces(&config, mapping.as_ref(), &mut errors);
    let effort = effort(&config.search, &mut errors);
    let Config { outputs, .. } = config;
    if outputs.is_empty() {
        let example = "[[output]]\nlang = \"c\"\npath = \"magics.h\"".replace('\n', " ");
        errors.push(ConfigError::nowhere(ConfigErrorKind::Missing { key: "output", example }));
    }
    let Some(mapping) = mapping else { return Err(errors) };
    let context = output::Context { source, request, mapping: &mapping, pieces: &pieces };
    let mut jobs = Vec::new();
    let mut ids = Vec::new();
    for output in outputs {
        let span = output.span.clone();
        let id_span = output.table.id.as_ref().map_or(span.clone(), Spanned::span);
        let id =
            output.table.id.as_ref().or(output.table.lang.as_ref()).map(|id| id.get_ref().clone());
        let id = id.unwrap_or_default();
        if ids.contains(&id) && !id.is_empty() {
            errors.push(ConfigError::at(id_span, ConfigErrorKind::IdTwice { id: id.clone() }));
        }
        ids.push(id.clone());
        if request.only.is_empty() || request.only.contains(&id) {
            match output::job(&context, output, id) {
                Ok(job) => jobs.push((job, span)),
                Err(wrong) => errors.extend(wrong),
            }
        }
    }
    for only in request.only.iter().filter(|only| !ids.contains(only)) {
        let kind = ConfigErrorKind::NoSuchId { id: only.clone(), known: ids.clone() };
        errors.push(ConfigError::nowhere(kind));
    }
    let chosen =
        ids.iter().filter(|id| request.only.is_empty() || request.only.contains(id)).count();
    for flag in request.single.iter().filter(|_| chosen > 1) {
        errors
            .push(ConfigError::nowhere(ConfigErrorKind::NeedsOneOutput { flag, outputs: chosen }));
    }
    check_paths(&jobs, request, &mut errors);
    if errors.is_empty() && is_whole {
        Ok(Plan { jobs: jobs.into_iter().map(|(job, _)| job).collect(), effort })
    } else {
        Err(errors)
    }
}

/// A number of the config in its range.
pub(super) fn number(
    key: &'static str,
    given: Option<&Spanned<i64>>,
    least: i64,
    most: i64,
) -> Result<Option<i64>, ConfigError> {
    let Some(given) = given else { return Ok(None) };
    let value = *given.get_ref();
    if (least..=most).contains(&value) {
        return Ok(Some(value));
    }
    let kind = ConfigErrorKind::OutOfRange { key, value: value.to_string(), least, most };
    Err(ConfigError::at(given.span(), kind))
}

fn effort(table: &SearchTable, errors: &mut Vec<ConfigError>) -> Effort {
    let mut effort = Effort::default();
    match number("seed", table.seed.as_ref(), 0, i64::MAX) {
        Ok(Some(seed)) => effort.seed = seed as u64,
        Ok(None) => {}
        Err(error) => errors.push(error),
    }
    match number("effort", table.effort.as_ref(), 1, 1_000_000_000) {
        Ok(Some(millions)) => effort.candidates = millions as u64 * 1_000_000,
        Ok(None) => {}
        Err(error) => errors.push(error),
    }
    effort
}

fn mapping(table: &BoardTable, orientation: &Orientation) -> Result<Mapping, ConfigError> {
    let width = number("width", table.width.as_ref(), 1, 64)?.unwrap_or(8) as u8;
    let height = number("height", table.height.as_ref(), 1, 64)?.unwrap_or(8) as u8;
    if let Some(word) = &table.word
        && *word.get_ref() != 64
    {
        let value = word.get_ref().to_string();
        let kind = ConfigErrorKind::UnknownValue {
            what: "word size",
            value,
            known: vec!["64".to_owned()],
        };
        return Err(ConfigError::at(word.span(), kind));
    }
    let size_span = table.height.as_ref().or(table.width.as_ref()).map_or(0..0, Spanned::span);
    let mut board = Board::new(width, height)
        .map_err(|error| ConfigError::at(size_span, ConfigErrorKind::Board(error)))?;
    for hole in &table.holes {
        let not_here = crate::geometry::BoardError::NotASquare { text: hole.get_ref().clone() };
        let wrong = || ConfigError::at(hole.span(), ConfigErrorKind::Board(not_here.clone()));
        let at: Coordinate = hole.get_ref().parse().map_err(|_| wrong())?;
        if !board.contains(at) {
            return Err(wrong());
        }
        board.holes.insert(at);
    }
    let (order, span) = order(table, orientation, &board)?;
    let stride_span = table.stride.as_ref().map(Spanned::span);
    Mapping::new(board, order).map_err(|error| {
        let span = match error {
            MappingError::NoSquares => table.holes.first().map(Spanned::span).or(span),
            MappingError::StrideTooSmall { .. } | MappingError::BitTooLarge { .. } => {
                stride_span.or(span)
            }
            _ => span,
        };
        ConfigError { span, also: None, kind: ConfigErrorKind::Mapping(error) }
    })
}

type Span = std::ops::Range<usize>;

fn order(
    table: &BoardTable,
    orientation: &Orientation,
    board: &Board,
) -> Result<(Order, Option<Span>), ConfigError> {
    let stride = number("stride", table.stride.as_ref(), 1, 64)?.map(|stride| stride as u8);
    let standard = match orientation {
        Orientation::Default => (Standard::ALL[0], None),
        Orientation::Name(name) => (standard(name)?, Some(name.span())),
        Orientation::Table(table, span) => match &table.permutation {
            Some(permutation) => return permuted(table, permutation, stride.is_some()),
            None => (corner(table, board)?, Some(span.clone())),
        },
    };
    let (standard, span) = standard;
    let shortest = if standard.major == Major::Rank { board.width } else { board.height };
    Ok((Order::Standard { standard, stride: stride.unwrap_or(shortest) }, span))
}

fn standard(name: &Spanned<String>) -> Result<Standard, ConfigError> {
    Standard::find(name.get_ref()).ok_or_else(|| {
        let known = Standard::ALL.map(|standard| standard.id.to_owned()).to_vec();
        let kind = ConfigErrorKind::UnknownValue {
            what: "orientation",
            value: name.get_ref().clone(),
            known,
        };
        ConfigError::at(name.span(), kind)
    })
}

/// The same board in an output's own order.
pub(super) fn turned(mapping: &Mapping, name: &Spanned<String>) -> Result<Mapping, ConfigError> {
    let standard = standard(name)?;
    let board = mapping.board().clone();
    let shortest = if standard.major == Major::Rank { board.width } else { board.height };
    let stride = match mapping.order() {
        Order::Standard { stride, .. } => shortest.max(*stride),
        Order::Permutation(_) => shortest,
    };
    Mapping::new(board, Order::Standard { standard, stride })
        .map_err(|error| ConfigError::at(name.span(), ConfigErrorKind::Mapping(error)))
}

fn permuted(
    table: &OrientationTable,
    permutation: &Spanned<Vec<Spanned<i64>>>,
    has_stride: bool,
) -> Result<(Order, Option<Span>), ConfigError> {
    let clash = |other| {
        let kind = ConfigErrorKind::Clash { key: "permutation", other };
        Err(ConfigError::at(permutation.span(), kind))
    };
    if table.lsb.is_some() {
        return clash("lsb");
    }
    if table.major.is_some() {
        return clash("major");
    }
    if has_stride {
        return clash("stride");
    }
    let mut bits = Vec::new();
    for bit in permutation.get_ref() {
        let bit = number("permutation", Some(bit), 0, i64::from(WORD_BITS) - 1)?;
        bits.push(bit.unwrap_or(0) as u8);
    }
    Ok((Order::Permutation(bits), Some(permutation.span())))
}

fn corner(table: &OrientationTable, board: &Board) -> Result<Standard, ConfigError> {
    let major = match table.major.as_ref() {
        None => Major::Rank,
        Some(major) => match major.get_ref().as_str() {
            "rank" => Major::Rank,
            "file" => Major::File,
            other => {
                let known = vec!["rank".to_owned(), "file".to_owned()];
                let kind = ConfigErrorKind::UnknownValue {
                    what: "direction",
                    value: other.to_owned(),
                    known,
                };
                return Err(ConfigError::at(major.span(), kind));
            }
        },
    };
    let Some(lsb) = &table.lsb else { return Ok(Standard::of(Corner::A1, major)) };
    let corners = [Corner::A1, Corner::H1, Corner::A8, Corner::H8].map(|corner| {
        let file = if corner.mirrors_files() { board.width - 1 } else { 0 };
        let rank = if corner.mirrors_ranks() { board.height - 1 } else { 0 };
        (Coordinate { file, rank }.to_string(), corner)
    });
    let found = corners.iter().find(|(name, _)| name == lsb.get_ref());
    if let Some((_, corner)) = found {
        Ok(Standard::of(*corner, major))
    } else {
        let corners = corners.map(|(name, _)| name).to_vec();
        let kind = ConfigErrorKind::NotACorner { square: lsb.get_ref().clone(), corners };
        Err(ConfigError::at(lsb.span(), kind))
    }
}

/// The pieces that outputs can name.
fn pieces(
    config: &Config<'_>,
    mapping: Option<&Mapping>,
    errors: &mut Vec<ConfigError>,
) -> BTreeMap<String, Piece> {
    let mut pieces = BTreeMap::from([
        ("rook".to_owned(), Piece::rook()),
        ("bishop".to_owned(), Piece::bishop()),
    ]);
    for (table, span) in &config.pieces {
        match piece(table, span.clone(), &pieces, mapping) {
            Ok(piece) => {
                pieces.insert(piece.name.clone(), piece);
            }
            Err(error) => {
                // Named in an output, it is no second error; with the first one, nothing comes of it.
                let name = table.name.get_ref().clone();
                pieces.entry(name.clone()).or_insert(Piece { name, rays: vec![(1, 0)], range: 1 });
                errors.push(error);
            }
        }
    }
    pieces
}

fn piece(
    table: &PieceTable,
    span: Span,
    earlier: &BTreeMap<String, Piece>,
    mapping: Option<&Mapping>,
) -> Result<Piece, ConfigError> {
    let name = table.name.get_ref();
    if earlier.contains_key(name) || name == "queen" {
        return Err(ConfigError::at(
            table.name.span(),
            ConfigErrorKind::PieceTwice { name: name.clone() },
        ));
    }
    let range = number("range", table.range.as_ref(), i64::MIN, i64::MAX)?;
    let zero = ConfigErrorKind::Piece(PieceError::ZeroRange);
    let range = match (range, &table.range) {
        (Some(0), Some(given)) => return Err(ConfigError::at(given.span(), zero)),
        _ => {
            number("range", table.range.as_ref(), 1, i64::from(WORD_BITS) - 1)?.unwrap_or(63) as u8
        }
    };
    let (rays, rays_span) = match (&table.rays, &table.from) {
        (Some(rays), Some(_)) => {
            return Err(ConfigError::at(
                rays.span(),
                ConfigErrorKind::Clash { key: "rays", other: "from" },
            ));
        }
        (None, None) => (Vec::new(), span),
        (Some(rays), None) => {
            let mut steps = Vec::new();
            for ray in rays.get_ref() {
                let (files, ranks) = *ray.get_ref();
                let most = i64::from(WORD_BITS) - 1;
                let wrong = [files, ranks].into_iter().find(|step| step.abs() > most);
                if let Some(value) = wrong {
                    let value = value.to_string();
                    let kind =
                        ConfigErrorKind::OutOfRange { key: "rays", value, least: -most, most };
                    return Err(ConfigError::at(ray.span(), kind));
                }
                steps.push((files as i8, ranks as i8));
            }
            (steps, rays.span())
        }
        (None, Some(from)) => {
            let mut steps: Vec<(i8, i8)> = Vec::new();
            for part in from.get_ref().split('+').map(str::trim) {
                let rays = match part {
                    "queen" => [ROOK, BISHOP].concat(),
                    _ => earlier.get(part).map(|piece| piece.rays.clone()).ok_or_else(|| {
                        let known = earlier.keys().cloned().collect();
                        let value = part.to_owned();
                        let kind = ConfigErrorKind::UnknownValue { what: "piece", value, known };
                        ConfigError::at(from.span(), kind)
                    })?,
                };
                let new: Vec<_> = rays.into_iter().filter(|ray| !steps.contains(ray)).collect();
                steps.extend(new);
            }
            (steps, from.span())
        }
    };
    let piece = Piece::new(name, &rays, range)
        .map_err(|error| ConfigError::at(rays_span.clone(), ConfigErrorKind::Piece(error)))?;
    if let Some(mapping) = mapping {
        check_masks(&piece, mapping, rays_span)?;
    }
    Ok(piece)
}

pub(super) fn check_masks(piece: &Piece, mapping: &Mapping, span: Span) -> Result<(), ConfigError> {
    let walk = Walk::new(piece, mapping);
    match Problem::check(&walk, mapping.squares()) {
        Ok(()) => Ok(()),
        Err(error) => {
            let square = mapping.square(error.bit).map(|at| at.to_string()).unwrap_or_default();
            let kind = ConfigErrorKind::TooManyRelevant {
                piece: piece.name.clone(),
                square,
                count: error.count,
            };
            Err(ConfigError::at(span, kind))
        }
    }
}

fn check_paths(jobs: &[(super::Job, Span)], request: &Request<'_>, errors: &mut Vec<ConfigError>) {
    let mut seen: Vec<(PathBuf, String)> = Vec::new();
    let files = jobs.iter().filter(|(job, _)| job.target == Target::Stdout);
    let files: usize = files.map(|(job, _)| job.backend.artifacts()).sum();
    if files > 1 {
        errors.push(ConfigError::nowhere(ConfigErrorKind::ManyOnStdout { files }));
    }
    for (job, span) in jobs {
        let Target::File(path) = &job.target else { continue };
        let normal = normal(path);
        let shown = path.display().to_string();
        let own = [(request.config, "config"), (request.lock, "lock")];
        for (file, what) in own {
            if file.is_some_and(|file| self::normal(file) == normal) {
                let kind = ConfigErrorKind::PathOverwrites { path: shown.clone(), what };
                errors.push(ConfigError::at(span.clone(), kind));
            }
        }
        if let Some((_, other)) = seen.iter().find(|(path, _)| *path == normal) {
            let kind = ConfigErrorKind::PathTwice { path: shown, other: other.clone() };
            errors.push(ConfigError::at(span.clone(), kind));
        }
        seen.push((normal, job.id.clone()));
    }
}

/// A path without `.` and `x/..`, for comparing.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}
