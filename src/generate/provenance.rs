//! Collects the facts in a generated file's header, such as variant, size and authors of factors.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::solver::{FoundComponents, Origin};
use crate::config::Job;
use crate::known;
use magicgen_lookup::axes::Axes;
use magicgen_lookup::layout::Component;
use magicgen_lookup::model::Provenance;
use magicgen_search::FactorKind;
use magicgen_search::known::Known;

/// The facts for a file's header: the config's, and those of the factors. Sizes are added when the module is built.
pub(super) fn provenance(job: &Job, found: &FoundComponents) -> Provenance {
    let mut digest = blake3::Hasher::new();
    let (mut notes, mut chosen) = (Vec::new(), Vec::new());
    for (piece, components) in job.pieces.iter().zip(&found.pieces) {
        for Component { problem, solution, offsets, .. } in components {
            digest.update(solution.method.id().as_bytes());
            for (bit, magic) in &solution.magics {
                digest.update(&[*bit, magic.shift]).update(&magic.factor.to_le_bytes());
                if magic.constant != 0 {
                    digest.update(&magic.constant.to_le_bytes());
                }
            }
            for offset in offsets.iter().flatten() {
                digest.update(&offset.to_le_bytes());
            }
            let wider: Vec<String> = solution
                .wider(problem)
                .filter_map(|(bit, more)| Some(format!("{} ({more})", job.mapping.square(bit)?)))
                .collect();
            // No note warns of wide ranges in packings: ranges with many holes overlap well, so packings prefer them.
            let is_packed =
                matches!(solution.method.kind, FactorKind::Overlapped(_) | FactorKind::Shared(_));
            let list = if is_packed { &mut chosen } else { &mut notes };
            if !wider.is_empty() {
                list.push(format!(
                    "More index bits than relevant squares for the {} on {}.",
                    piece.piece.name,
                    wider.join(", ")
                ));
            }
        }
    }
    let made = origins(job, found).into_iter().map(|(_, sentence)| sentence);
    let given = job.printed.provenance.clone();
    let has_lookups = job.printed.emit.iter().any(|part| part.is_of_lookups());
    let credits = made.chain(notes.iter().cloned()).chain(chosen);
    let credits = given.credits.iter().cloned().chain(credits.filter(|_| has_lookups)).collect();
    let short = |hash: blake3::Hash| hash.to_hex()[..8].to_owned();
    Provenance {
        variant: variant_text(job),
        orientation: job.orientation(),
        config_digest: short(blake3::hash(job.digest_text.as_bytes())),
        magics_digest: if has_lookups { short(digest.finalize()) } else { String::new() },
        credits,
        notes,
        ..given
    }
}

/// A sentence for each source of factors, with the names of its pieces.
pub(super) fn origins<'a>(job: &'a Job, found: &FoundComponents) -> Vec<(Vec<&'a str>, String)> {
    let mut by_origin: BTreeMap<&Origin, Vec<&str>> = BTreeMap::new();
    for (piece, origin) in job.pieces.iter().zip(&found.origins) {
        if let Some(origin) = origin {
            let pieces = by_origin.entry(origin).or_default();
            if !pieces.contains(&piece.of()) {
                pieces.push(piece.of());
            }
        }
    }
    let made = by_origin.into_iter().map(|(origin, pieces)| {
        let sentence = sentence(origin, &listed(&pieces));
        (pieces, sentence)
    });
    made.collect()
}

fn sentence(origin: &Origin, pieces: &str) -> String {
    if let Some(credit) = &origin.given {
        return format!("Factors of {pieces} from {credit}.");
    }
    if origin.known.is_empty() {
        return format!("Factors of {pieces} found by magicgen (seed {}).", origin.seed);
    }
    let known = origin.known.iter().map(|id| known::find(id).map_or(id.clone(), Known::credit));
    let known: Vec<String> = known.collect();
    format!(
        "Factors of {pieces} from {}; what others there are, found by magicgen (seed {}).",
        known.join("; "),
        origin.seed
    )
}

/// The names as a list in prose, such as `rook, lance and bishop`.
fn listed(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// The preset's name, with the axes that differ from it.
pub(crate) fn variant_text(job: &Job) -> String {
    let mut text = job.variant.id.to_owned();
    if let (Some(axes), Some(preset)) = (job.form.axes(), job.variant.form.axes()) {
        let changes = changes(axes, preset);
        if !changes.is_empty() {
            let _ = write!(text, " ({})", changes.join(", "));
        }
    }
    if job.pieces.iter().any(|piece| piece.is_folded) {
        text.push_str(" with folded halves for the bishop");
    }
    text
}

/// The differences from the preset's axes, as in a config.
fn changes(axes: Axes, preset: Axes) -> Vec<String> {
    let mut changes = Vec::new();
    let mut note = |key: &str, value: &'static str, is_changed: bool| {
        if is_changed {
            changes.push(format!("{key} {value}"));
        }
    };
    note("combine", axes.multiply.id(), axes.multiply != preset.multiply);
    note("key", axes.key.id(), axes.key != preset.key);
    note("factor", axes.factor.id(), axes.factor != preset.factor);
    note("shift", axes.shift.id(), axes.shift != preset.shift);
    note("offset", axes.offset.id(), axes.offset != preset.offset);
    note("cell", axes.cell.id(), axes.cell != preset.cell);
    note("placement", axes.placement.id(), axes.placement != preset.placement);
    let on_or_off = |is_on: bool| if is_on { "on" } else { "off" };
    note("post-mask", on_or_off(axes.is_post_masked), axes.is_post_masked != preset.is_post_masked);
    note("lines", on_or_off(axes.by_line), axes.by_line != preset.by_line);
    note("dispatch", "on", axes.is_dispatched);
    note("fold", axes.fold.id(), axes.fold != preset.fold);
    changes
}
