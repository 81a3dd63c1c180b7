//! Turns other people's projects, such as an engine's source with factors, into a commented config and a file of their
//! factors.
//!
//! Nothing here reads or writes a file: both input and output are texts with paths.

mod choose;
mod code;
mod credit;
mod folders;
mod form;
mod functions;
mod imports;
mod judge;
mod language;
mod large;
mod module;
mod new_factors;
mod numbering;
mod order;
mod project;
mod refusal;
mod removal;
mod replaced;
mod shape;
mod standard;
mod starter;
mod startup;
mod types;

use std::path::{Path, PathBuf};

pub use choose::Held;
pub use language::{SourcePlace, language_of, place_of};
pub use module::{
    AttackModule, ComputedAttacks, Fate, ModuleEdit, ModuleItem, attack_module, computed_attacks,
};
pub use new_factors::new_factors;
pub use order::order;
pub use project::{Project, project};
pub use refusal::AdoptRefusal;
pub use removal::removable;
pub use replaced::{Left, Replaced, Replacement, Unused, definitions, replaced};
pub use standard::standard;
pub use starter::{BuiltInValue, GuessedValue, Starter, StarterOutput};
pub use startup::{FileLine, Filler};

use crate::render::find;
use form::AdoptedFile;
use magicgen_read::{Report, Slider};
use magicgen_search::known::Known;
use magicgen_search::text::shown_line;

/// An examined file.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The path for messages and the config.
    pub path: PathBuf,
    /// The file's text.
    pub text: String,
    /// The report on the magics in it.
    pub report: Report,
}

impl Examined {
    /// The path with slashes.
    #[must_use]
    pub fn slashed(&self) -> String {
        self.path.to_string_lossy().replace('\\', "/")
    }

    /// The path with slashes on one line, for messages, configs and credits.
    #[must_use]
    pub fn name(&self) -> String {
        shown_line(&self.slashed()).into_owned()
    }
}

/// The user's choices, which override the sources.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The language to generate.
    pub lang: Option<String>,
    /// The order of squares.
    pub orientation: Option<String>,
    /// The name of the module, class or prefix.
    pub name: Option<String>,
    /// The path of the generated file.
    pub path: Option<String>,
    /// The names or first lines of the arrays to adopt, also behind their file and a colon.
    pub arrays: Vec<String>,
}

/// A config that generates the lookups of an engine.
#[derive(Clone, Debug)]
pub struct Adoption {
    /// The config.
    pub starter: Starter,
    /// Sentences for people on the adopted arrays, or on the choices without any.
    pub taken: Vec<String>,
    /// The arrays with factors that have names.
    pub arrays: Vec<AdoptedArray>,
    /// The pieces whose lookups are replaced without factors of the engine.
    pub looked_up: Vec<&'static str>,
}

/// An array with factors.
#[derive(Clone, Debug)]
pub struct AdoptedArray {
    /// The name.
    pub name: String,
    /// The piece.
    pub piece: Slider,
    /// The path of its file.
    pub path: PathBuf,
    /// Its first line, counted from 1.
    pub line: usize,
}

/// Adopts the factors of rook and bishop in an engine's files: the file of factors, and a config. `engine` is the credit if
/// the source has no author; `given` is the config's path to the file of factors.
pub fn adopt(
    files: &[Examined],
    wishes: &Wishes,
    engine: &str,
    given: &str,
) -> Result<(Known, Adoption), AdoptRefusal> {
    let held = choose::choose(files, &wishes.arrays).map_err(|refusal| match refusal {
        AdoptRefusal::Nothing { .. } => large::refusal(files, wishes).unwrap_or(refusal),
        _ => refusal,
    })?;
    let source = held[0].file;
    let place = place_of(source, wishes.lang.as_deref());
    let language = place.lang.and_then(find);
    let shape = language.map_or_else(Default::default, |lang| shape::shape(files, lang));
    let AdoptedFile { mut known, outputs } = form::form(&held, files, &shape.shifts)?;
    let names = sources(&held);
    known.source = names.join(", ");
    let credit = credit::credit(&source.text);
    known.author = credit.author.unwrap_or_else(|| engine.to_owned());
    known.year = credit.year;
    known.id = id(engine);
    known.note = credit::same_as(&known);
    let lang = place.lang.ok_or_else(|| AdoptRefusal::Language(source.name()))?;
    let path = wishes.path.clone().unwrap_or(place.path);
    let several = outputs.len() > 1;
    let own_name = free_name(files, lang);
    let output = |form: form::OutputForm| StarterOutput {
        id: if several { form.pieces.join("-") } else { lang.to_owned() },
        lang: GuessedValue::new(lang, &place.why),
        path: GuessedValue::new(&path, "a folder ending in /, or a file; relative to this config"),
        name: name(wishes, own_name, several.then_some(form.pieces[0])),
        variant: BuiltInValue { value: form.variant, why: form.why },
        pieces: form.pieces,
        emit: Vec::new(),
        lookup: form.lookup,
        fields: shape.fields.clone(),
        options: place.options.clone(),
        is_prefixed: lang == "go" && !place.options.is_empty(),
    };
    let outputs: Vec<StarterOutput> = outputs.into_iter().map(output).collect();
    let starter = Starter {
        is_recognised: true,
        head: vec![format!("The lookups of {}, with its own factors.", engine)],
        orientation: order(files, &held, wishes.orientation.as_deref()),
        given: Some(given.to_owned()),
        outputs,
    };
    let mut taken: Vec<String> = held.iter().map(ToString::to_string).collect();
    let is_missing = |piece: &Slider| held.iter().all(|held| held.finding.piece != *piece);
    taken.extend(
        Slider::PIECES.into_iter().filter(is_missing).map(|piece| {
            format!("{}: no factors found, so the config leaves it out", piece.name())
        }),
    );
    let named = |held: &Held<'_>| {
        let (place, piece) = (&held.finding.place, held.finding.piece);
        let name = place.name.clone().or_else(|| row_name(&held.file.text, place.first_line))?;
        let path = held.file.path.clone();
        Some(AdoptedArray { name, piece, path, line: place.first_line })
    };
    let arrays = held.iter().filter_map(named).collect();
    Ok((known, Adoption { starter, taken, arrays, looked_up: Vec::new() }))
}

/// The name of an array of arrays that has a row in a line: `magics` of `magics[2][64] = { { ...`.
fn row_name(text: &str, line: usize) -> Option<String> {
    let end = text.split_inclusive('\n').take(line).map(str::len).sum();
    let above = text.get(..end)?;
    let statement = above[..above.rfind('=')?].rsplit([';', '\n']).next()?;
    let declared = statement.split(['[', ':']).next()?.trim_end();
    let name = declared.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// The paths of the files with the factors, without duplicates.
fn sources(held: &[Held<'_>]) -> Vec<String> {
    let mut names: Vec<String> = held.iter().map(|held| held.file.name()).collect();
    names.dedup();
    names
}

/// The name of the module, class or prefix; with a piece, the name for its own output.
fn name(wishes: &Wishes, free: &str, piece: Option<&str>) -> GuessedValue {
    let name = wishes.name.as_deref().unwrap_or(free);
    let name = piece.map_or(name.to_owned(), |piece| format!("{piece} {name}"));
    GuessedValue::new(&name, "name of the module, class or prefix")
}

/// A name whose module or class no name in the engine's code hides.
fn free_name(files: &[Examined], lang: &str) -> &'static str {
    let language = find(lang).filter(|language| {
        let qualified = language.calls.qualified;
        qualified.contains("$module") || qualified.contains("$type")
    });
    let is_taken = language.is_some_and(|language| {
        let mut code = files.iter().filter(|file| language::is_in(file, lang));
        code.any(|file| {
            if !file.text.contains("agics") {
                return false;
            }
            let text = code::blanked(&language.source, &file.text);
            ["magics", "Magics"].iter().any(|name| types::places(&text, name).next().is_some())
        })
    });
    if is_taken { "slider magics" } else { "magics" }
}

/// An id made of any name.
fn id(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let id: String = name.chars().map(plain).collect();
    let id = id.trim_matches('-');
    if id.is_empty() { "engine".to_owned() } else { id.to_owned() }
}

/// The name of an engine: its folder's name, or its file's without the extension.
#[must_use]
pub fn engine_name(path: &Path) -> String {
    let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
    let name = name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if magicgen_search::text::check_line(&name).is_err() || name.is_empty() {
        return "engine".to_owned();
    }
    name
}
