//! Moves engines without factors, which search them at start-up or compute attacks, to magicgen's own factors.

use super::code::{BlankedSource, Evaluator};
use super::judge::{Judge, Verdict, piece_of};
use super::language::{is_in, place_of};
use super::module::{SourceArray, arrays as numbers_of, file_with_attacks};
use super::numbering::{Numbering, numbering};
use super::order::shown_order;
use super::project::{Project, project};
use super::replaced::sources;
use super::shape::all_lookups;
use super::types::{array_type, places};
use super::{AdoptRefusal, AdoptedArray, Adoption, Examined, GuessedValue, Wishes, free_name};
use crate::render::{self, find};
use magicgen_read::Slider;

/// The config that `init` makes for a project, with the generated file beside the engine's lookups.
pub fn new_factors(
    found: &Project,
    files: &[Examined],
    wishes: &Wishes,
    engine: &str,
) -> Result<Adoption, AdoptRefusal> {
    let is_order_given = wishes.orientation.is_some();
    let mut starter = project(found, files, wishes, engine);
    let lang = starter.outputs.first().map(|output| output.lang.value.clone());
    let mut lookups = lang.map_or_else(
        || Ok(EngineLookups::default()),
        |id| lookups_in(files, &id, is_order_given),
    )?;
    if lookups.source.is_none() && wishes.lang.is_none() {
        // The lookups may be in another language than most sources.
        let languages = render::ALL.iter().map(|language| language.id);
        for id in languages.filter(|id| files.iter().any(|file| is_in(file, id))) {
            lookups = lookups_in(files, id, is_order_given)?;
            if lookups.source.is_some() {
                let wishes = Wishes { lang: Some(id.to_owned()), ..wishes.clone() };
                starter = project(found, files, &wishes, engine);
                break;
            }
        }
    }
    starter.head = vec![format!("The lookups of {engine}, with magicgen's own factors.")];
    if let Some(output) = starter.outputs.first_mut() {
        // A pair would add a file to the engine's build; each config of `adopt` gets the standard.
        output.options.retain(|option| !["layout", "std"].contains(&option.key));
        if let Some(source) = lookups.source {
            let place = place_of(source, wishes.lang.as_deref());
            output.lang = GuessedValue::new(&output.lang.value, &place.why);
            if wishes.path.is_none() {
                output.path = GuessedValue::new(&place.path, "the folder of the engine's lookups");
            }
            output.is_prefixed = output.lang.value == "go" && !place.options.is_empty();
            output.options = place.options;
        }
        if wishes.name.is_none() {
            output.name.value = free_name(files, &output.lang.value).to_owned();
        }
    }
    let taken = order_said(files, wishes).into_iter().collect();
    let EngineLookups { arrays, pieces: looked_up, .. } = lookups;
    Ok(Adoption { starter, taken, arrays, looked_up })
}

/// A sentence on the order of squares, if nothing shows it.
fn order_said(files: &[Examined], wishes: &Wishes) -> Option<String> {
    if shown_order(files, &[], wishes.orientation.as_deref()).is_some() {
        return None;
    }
    let text = "the sources don't show their order of squares: lookups of rook and bishop are the same in the \
                eight standard orders; for other parts, give it with `--orientation`";
    Some(text.to_owned())
}

/// Lookups in a language.
#[derive(Default)]
struct EngineLookups<'f> {
    /// The first file with a lookup that a call can replace, or else with a function that seems to compute attacks.
    source: Option<&'f Examined>,
    /// The arrays that lookups read, if their names tell a piece.
    arrays: Vec<AdoptedArray>,
    /// The pieces of the lookups that calls can replace.
    pieces: Vec<&'static str>,
}

/// The lookups in a language. Without the user's order of squares, the sources have to show how bits are numbered.
fn lookups_in<'f>(
    files: &'f [Examined],
    lang: &str,
    is_order_given: bool,
) -> Result<EngineLookups<'f>, AdoptRefusal> {
    let Some(language) = find(lang) else { return Ok(EngineLookups::default()) };
    let sources = sources(files, language);
    let mut names: Vec<String> =
        all_lookups(&sources).into_iter().flat_map(|lookup| lookup.hash.names).collect();
    names.sort();
    names.dedup();
    let numbers: Vec<Vec<SourceArray>> = sources.iter().map(numbers_of).collect();
    let evaluator = Evaluator::new(&sources, &numbers);
    let mut arrays = Vec::new();
    for name in names {
        let Some((source, at)) = declared(&sources, &name) else { continue };
        let (file, line) = (&files[source.file], source.line(at));
        if !may_have_squares(&evaluator, &source.text[at + name.len()..]) {
            let place = format!("`{name}` in line {line} of {}", file.name());
            return Err(AdoptRefusal::Squares(place));
        }
        if let Some(piece) = piece_of(&name) {
            arrays.push(AdoptedArray { name, piece, path: file.path.clone(), line });
        }
    }
    let verdicts = Judge::new(files, &sources, &arrays, language).verdicts(|_| true);
    let (mut source, mut pieces) = (None, Vec::new());
    for (of, verdicts) in sources.iter().zip(&verdicts) {
        let changes = verdicts.iter().flat_map(|verdict| match verdict {
            Verdict::Changed(change, _) => change.pieces(),
            _ => Vec::new(),
        });
        let before = pieces.len();
        pieces.extend(changes.map(Slider::name));
        source = source.or((pieces.len() > before).then_some(of.file));
    }
    if !pieces.is_empty() {
        match numbering(&sources, &numbers, &evaluator) {
            Numbering::Other(file, line) => {
                let place = format!("line {line} of {}", files[file].name());
                return Err(AdoptRefusal::Numbering(Some(place)));
            }
            Numbering::Unknown if !is_order_given => return Err(AdoptRefusal::Numbering(None)),
            Numbering::Unknown | Numbering::Same => {}
        }
        pieces.push("queen");
    }
    let source = source.or_else(|| file_with_attacks(&sources)).map(|file| &files[file]);
    Ok(EngineLookups { source, arrays, pieces })
}

/// The place at which an array is declared.
fn declared<'s>(sources: &'s [BlankedSource], name: &str) -> Option<(&'s BlankedSource, usize)> {
    sources.iter().find_map(|source| {
        let is_declared = |at: &usize| array_type(&source.text, *at, name).is_some();
        Some((source, places(&source.text, name).find(is_declared)?))
    })
}

/// Whether the lengths in the declaration behind an array's name allow for 64 squares, or aren't known.
fn may_have_squares(evaluator: &Evaluator<'_>, declared: &str) -> bool {
    let (mut depth, mut lengths) = (0_usize, Vec::new());
    for (at, c) in declared.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => {
                // A length is the last word before a bracket: `[64]`, `[[u64; 4096]; SQUARES]`.
                let inside = declared[..at].trim_end();
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                let word = &inside[inside.trim_end_matches(is_word).len()..];
                let number = word.trim_end_matches(|c: char| c.is_alphabetic()).parse().ok();
                let constant = || Some(word).filter(|word| !word.is_empty());
                lengths.push(number.or_else(|| evaluator.constant(constant()?, 0)));
                depth = depth.saturating_sub(1);
            }
            ',' | ';' | '{' | '\n' if depth == 0 => break,
            _ => {}
        }
    }
    let Some(lengths) = lengths.into_iter().collect::<Option<Vec<u64>>>() else { return true };
    // The attack sets of all squares may be in one table, of any length.
    lengths.is_empty() || lengths.iter().any(|length| length % 64 == 0 || *length > 1000)
}
