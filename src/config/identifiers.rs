//! The identifiers of an output, from `[output.names]`, and their checks.

use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;

use super::checks::Errors;
use super::error::ConfigErrorKind;
use super::job::JobPiece;
use super::patterns::GivenPattern;
use super::tables::OutputTable;
use crate::render::{Backend, Language};
use magicgen_ir::{TableRole, WordCount};
use magicgen_lookup::model::companion::Companions;
use magicgen_lookup::model::{
    Identified, Identifier, NameError, NameRole, NameRules, Names, PIECES, Part, UnionModule, words,
};
use magicgen_lookup::variant::Form;
use magicgen_search::BitScan;

/// The naming rules for an output, with its language's conventions. Where none of its names is given, and the language
/// ties one to the file's, the file's name is the name.
pub(super) fn names(table: &OutputTable, backend: &dyn Backend, output: Option<&Path>) -> Names {
    let name = table.name.as_ref().map_or("magics", |name| name.get_ref());
    let usual = named(table, backend, name);
    let is_free = table.name.is_none() && table.names.type_name.is_none();
    let path = output.or(table.path.as_ref().map(|path| Path::new(path.get_ref())));
    let file = path.filter(|_| is_free).and_then(Path::file_name).and_then(OsStr::to_str);
    let Some((file, (stem, _))) = file.and_then(|file| Some((file, file.split_once('.')?))) else {
        return usual;
    };
    if backend.check_file_name(&usual, file).is_ok() {
        return usual;
    }
    let of_file = named(table, backend, stem);
    if backend.check_file_name(&of_file, file).is_ok() { of_file } else { usual }
}

fn named(table: &OutputTable, backend: &dyn Backend, name: &str) -> Names {
    let given = &table.names;
    let mut rules = NameRules {
        name: words(name),
        prefix: given.prefix.as_ref().map(|prefix| prefix.get_ref().clone()),
        type_name: given.type_name.as_ref().map(|name| name.get_ref().clone()),
        ..NameRules::default()
    };
    given.add_to(&mut rules);
    Names::new(backend.naming(), rules)
}

/// The items of a file that have names.
pub(super) struct NamedItems<'a> {
    pub(super) language: &'static Language,
    pub(super) backend: &'a dyn Backend,
    pub(super) pieces: &'a [JobPiece],
    pub(super) unions: &'a [UnionModule],
    pub(super) form: Form,
    /// The names of squares, if the file has constants for them.
    pub(super) squares: Vec<String>,
    pub(super) emit: &'a [Part],
    pub(super) companions: Companions,
    /// The number of words of a set, if each has a lookup function.
    pub(super) words: Option<WordCount>,
}

/// Checks every identifier, and returns all. An error points at the text from which a name was made.
pub(super) fn check_names(
    table: &OutputTable,
    names: &Names,
    named: &NamedItems<'_>,
    span: &Range<usize>,
    errors: &mut Errors,
) -> Vec<Identifier> {
    let NamedItems { language, backend, pieces, unions, form, squares, emit, companions, words } =
        named;
    let mut wrong = |place: Range<usize>, error| {
        errors.at(place, ConfigErrorKind::Name { language: language.id, error });
    };
    let naming = names.naming();
    let type_place = table.names.type_name.as_ref().or(table.name.as_ref()).map(Spanned::span);
    if !naming.is_prefixed
        && let Err(error) = names.check_one(&names.type_name)
    {
        wrong(type_place.unwrap_or(span.clone()), error);
    }
    let mut bad_prefix = None;
    if let Some(prefix) = table.names.prefix.as_ref().filter(|_| naming.is_prefixed)
        && let Err(error) = names.check_identifier(prefix.get_ref())
    {
        wrong(prefix.span(), error);
        bad_prefix = Some(names.prefix.to_lowercase());
    }
    let searched: Vec<&str> = pieces.iter().map(|piece| piece.piece.name.as_str()).collect();
    let looked_up: Vec<&str> =
        searched.iter().copied().chain(unions.iter().map(|union| union.name.as_str())).collect();
    let fields: Vec<_> = pieces.iter().map(|piece| form.columns(piece.searched())).collect();
    let mut tables = form.tables(pieces.len());
    let scans: &[u8] = if emit.contains(&Part::Bitscan) { &BitScan::WIDTHS } else { &[] };
    tables.extend(scans.iter().map(|width| (None, TableRole::Scan(*width))));
    let mut identifiers = names.identifiers(&Identified {
        pieces: &searched,
        fields: &fields,
        lookups: &looked_up,
        tables: &tables,
        squares,
        scans,
        words: *words,
        has_self_test: emit.contains(&Part::SelfTest),
    });
    identifiers.extend(companions.identifiers(names, *words));
    // An invalid name already has an error.
    let beside = looked_up.iter().filter_map(|lookup| {
        let name = Some(names.lookup(lookup)).filter(|name| names.check_one(name).is_ok())?;
        let (how, name) = backend.beside(&name, *form)?;
        Some((format!("the {lookup}'s lookup {how}"), name))
    });
    let beside: Vec<(String, String)> = beside.collect();
    let all = identifiers.iter().map(|one| (one.what.as_str(), one.name.as_str()));
    let beside = beside.iter().map(|(what, name)| (what.as_str(), name.as_str()));
    let checked = names.check(all.chain(beside));
    let mut told: Vec<(Range<usize>, NameError)> = Vec::new();
    for error in checked {
        // An invalid prefix already has an error; names that begin with it get none.
        let name = error.name().to_lowercase();
        if bad_prefix.as_ref().is_some_and(|prefix| name.starts_with(prefix.as_str())) {
            continue;
        }
        let place = place(table, &identifiers, error.name()).unwrap_or(span.clone());
        let error = without_piece(table, &identifiers, error);
        // A wrong text makes many wrong names. Only the first one is reported.
        let is_told = |(at, other): &(Range<usize>, NameError)| {
            let is_form = |error: &NameError| {
                matches!(error, NameError::NotAnIdentifier { .. } | NameError::Capital { .. })
            };
            let is_same = other.name() == error.name() || is_form(other) && is_form(&error);
            *at == place && is_same
        };
        if !told.iter().any(is_told) {
            told.push((place.clone(), error.clone()));
            wrong(place, error);
        }
    }
    identifiers
}

/// The patterns that may have made an identifier, its own first.
fn makers<'t>(table: &'t OutputTable, one: &Identifier) -> Vec<GivenPattern<'t>> {
    let roles = one.role.into_iter().chain(one.role.and_then(NameRole::instead));
    let patterns = || table.names.patterns().into_iter();
    roles.flat_map(|role| patterns().filter(move |pattern| pattern.role == role)).collect()
}

/// The error of two items with one name; if one pattern without a place for the piece made both, it says so.
fn without_piece(table: &OutputTable, identifiers: &[Identifier], error: NameError) -> NameError {
    let NameError::Twice { name, first, second } = error else { return error };
    let key = |what: &str| {
        let one = identifiers.iter().find(|one| one.what == what && one.name == name)?;
        let makers = makers(table, one);
        let maker = makers.iter().find(|pattern| pattern.piece.is_none())?;
        let has_place = PIECES.iter().any(|place| maker.text.contains(place));
        (!has_place).then(|| maker.role.key())
    };
    match (key(&first), key(&second)) {
        (Some(key), Some(other)) if key == other => {
            NameError::WithoutPiece { name, first, second, key }
        }
        _ => NameError::Twice { name, first, second },
    }
}

/// The place of the text from which a name was made: a pattern, a piece or the output's name.
fn place(table: &OutputTable, identifiers: &[Identifier], name: &str) -> Option<Range<usize>> {
    let given = identifiers.iter().filter(|one| one.name == name);
    let given = given.flat_map(|one| makers(table, one)).map(|pattern| pattern.place).next();
    let given = given.or(table.pieces.as_ref().and_then(|pieces| {
        let is_in = |piece: &&Spanned<String>| {
            name.to_lowercase().contains(&piece.get_ref().replace('-', "_").to_lowercase())
        };
        pieces.get_ref().iter().find(is_in).map(Spanned::span)
    }));
    given.or(table.name.as_ref().map(Spanned::span))
}
