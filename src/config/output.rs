//! Fills in and checks one `[[output]]`, which becomes a [`Job`].

use toml::Spanned;

use super::blob;
use super::board::turned;
use super::checks::{Errors, choice, given, unknown};
use super::companions::CompanionChoices;
use super::courses::ChosenLookup;
use super::digest;
use super::error::{ConfigError, ConfigErrorKind};
use super::guessed::Guessed;
use super::identifiers::{NamedItems, check_names, names};
use super::job::{Job, JobPiece};
use super::lookup::{check_fold, form};
use super::own_forms;
use super::request::Context;
use super::settle::Broken;
use super::style::{fields, header, licence, style};
use super::tables::{Output, OutputTable};
use super::target::{command, target};
use super::template::with_template;
use super::values::configure;
use super::word::{check_words, with_word};
use crate::render::{
    self, Backend, Capabilities, Language, is_for_wide_boards, lack_on_wide_boards,
};
use magicgen_ir::WordCount;
use magicgen_lookup::axes::Axes;
use magicgen_lookup::model::{BlobFile, Checks, FieldStyle, Part, Printed, Tables, UnionModule};
use magicgen_lookup::variant;
use magicgen_lookup::variant::{Form, Variant};

/// Fills in and checks one output.
#[expect(clippy::too_many_lines, reason = "one key of the output after the other")]
pub(super) fn job(
    context: &Context<'_>,
    output: Output<'_>,
    id: String,
) -> Result<Job, Vec<ConfigError>> {
    let Output { table, mut languages, span, broken } = output;
    let mut errors = Errors::default();
    let language = errors.take(language(&table, &span));
    let mut guessed = Guessed::new(&table, &broken, language.is_some());
    // If the language is unknown, another one stands in, so that further errors are found.
    let language = language.unwrap_or(render::ALL[0]);
    let options = languages.remove(language.id);
    let (mut wrong, mut broken_options) = (Vec::new(), Broken::default());
    for (key, options) in languages {
        if let (true, Some(other)) = (guessed.language, render::find_output(&key)) {
            configure(other, Some(options), &mut wrong, &mut Broken::default());
            continue;
        }
        errors.at(
            options.span(),
            ConfigErrorKind::Option {
                language: language.id,
                error: render::OptionError {
                    message: format!("`{key}` has no effect, since this output is {}", language.id),
                    help: Some(format!("remove `[output.{key}]`")),
                    span: None,
                },
            },
        );
    }
    let is_wide = context.mapping.is_wide();
    let options = with_template(options, (&table, &span), language, context, &mut wrong);
    let options = with_word(options, table.word.as_ref(), language, is_wide, &mut wrong);
    let backend = configure(language, options, &mut wrong, &mut broken_options);
    guessed.options = broken_options.any();
    errors.all.extend(wrong);
    let backend = backend.or_else(|| language.configure(None).ok());
    let Some(backend) = backend else { return Err(errors.all) };
    errors.option = backend.limit();
    let can = backend.capabilities();
    let default = if context.mapping.is_wide() { can.wide_variant } else { can.default_variant };
    let variant = errors.take(variant(&table, default));
    let style = style(&table.style, &mut errors);
    let own_mapping =
        table.orientation.as_ref().and_then(|name| errors.take(turned(context.mapping, name)));
    let context = &Context { mapping: own_mapping.as_ref().unwrap_or(context.mapping), ..*context };
    let (mut pieces, unions, asked_for) = pieces(context, &table, &span, &mut errors);
    guessed.variant |= variant.is_none();
    let variant = variant.unwrap_or(&variant::ALL[0]);
    let variant_span = table.variant.as_ref().map_or(span.clone(), Spanned::span);
    let form = form(&table.lookup, variant, &mut pieces, &variant_span, is_wide, &mut errors);
    let pext_key = table.lookup.pext_key(form).filter(|_| !variant.form.needs_pext());
    if let (Some(key), false) = (&pext_key, can.has_pext) {
        let what = "PEXT and PDEP".to_owned();
        errors.unsupported(key.clone(), &table, language, what, Vec::new());
    } else if form.needs_pext() && !can.has_pext {
        let others = variant::ALL.iter().filter(|other| !other.form.needs_pext());
        let mut instead: Vec<String> = others.map(|other| other.id.to_owned()).collect();
        // The nearest one comes first: the same table by a product, or tables of the same size.
        let nearest = match variant.id {
            "pext-lines" => "direction",
            "pext16" => "words",
            _ => "fancy",
        };
        instead.sort_by_key(|id| id != nearest);
        let what = "PEXT and PDEP".to_owned();
        errors.unsupported(variant_span.clone(), &table, language, what, instead);
    }
    if form.is_switch() && !can.fields.contains(&FieldStyle::Switch) {
        let others = variant::ALL.iter().filter(|other| !other.form.is_switch());
        let instead = others.map(|other| other.id.to_owned()).collect();
        let what = "switch with a case for each square".to_owned();
        errors.unsupported(variant_span.clone(), &table, language, what, instead);
    }
    if let Some(dispatch) = &table.lookup.dispatch
        && form.must_be_filled()
        && can.has_pext
        && !can.has_dispatch
    {
        let what = "`dispatch = true`".to_owned();
        errors.unsupported(dispatch.span(), &table, language, what, Vec::new());
    }
    if context.choices.is_kannan && !form.is_fancy() {
        let kind = ConfigErrorKind::Clash { key: "search.method = \"kannan\"", other: variant.id };
        errors.at(variant_span.clone(), kind);
    }
    guessed.lookup |= errors.all.iter().any(|error| error.kind.is_of_lookup());
    let chosen = ChosenLookup { table: &table, span: &span, variant, form };
    chosen.check_pieces(&pieces, context.mapping, &mut errors);
    check_shifts(context, &pieces, form, &variant_span, &mut errors);
    let fold_span = table.lookup.fold.as_ref().map_or(variant_span, Spanned::span);
    check_fold(context.mapping, &pieces, form, &fold_span, &mut errors);
    let when = tables(&table, &*backend, language, variant, form, &mut errors);
    if when.is_some_and(|when| when != Tables::Init)
        && let Some(place) = backend.filling()
    {
        errors.at(place, fills_nothing(language, form));
    }
    let when = chosen.when(when.unwrap_or(can.tables[0]), &pieces, context.mapping, &mut errors);
    let order = blob::order(&table, when, language, &mut errors);
    let fields = fields(&table, &can, (when, form), language, &mut errors);
    let checks = checks(&table, &can, language, &mut errors);
    let mut emit = emit(&table, backend.as_ref(), language, variant, form, &pieces, &mut errors);
    chosen.check_parts(&emit, &pieces, context.mapping, &mut errors);
    let asked = emit.clone();
    // Companions of wide boards are refused below, and can't even be made.
    emit.retain(|part| !is_wide || is_for_wide_boards(*part));
    let asking = CompanionChoices {
        context,
        table: &table,
        pieces: &pieces,
        unions: &unions,
        language,
        can: &can,
        piece_type: backend.piece_type(),
        span: &span,
    };
    let wish = asking.wish(&mut emit, &mut errors);
    let names = names(&table, &*backend, context.request.output);
    let has_squares = emit.contains(&Part::Squares);
    let board = context.mapping.board();
    let squares = board.squares().filter(|_| has_squares).map(|at| board.name(at)).collect();
    let named = NamedItems {
        language,
        backend: &*backend,
        pieces: &pieces,
        unions: &unions,
        form,
        squares,
        emit: &emit,
        companions: magicgen_lookup::model::companion::companions(&wish, context.mapping, 0),
        words: WordCount::of_bits(context.mapping.indices())
            .filter(|_| backend.capabilities().machine.sets == Some(0)),
    };
    asking.check_keys(&named.companions, &mut errors);
    let identifiers = check_names(&table, &names, &named, &span, &mut errors);
    check_words(&*backend, language, context.mapping, &mut errors);
    if is_wide {
        let has_own = given(&*backend, &names, "bitboard-type");
        let lack = lack_on_wide_boards(language.id, &*backend, when, &asked, has_own);
        errors.wide(&span, &table, language, lack);
    }
    let licence = licence(&table.style, &*backend, language, &mut errors);
    let mut provenance = header(&table, &*backend, language, &mut errors);
    let target = errors.take(target(context, &table, &span, &*backend, &names));
    let (Some(target), true) = (target, errors.all.is_empty()) else {
        errors.all.retain(|error| guessed.holds(&error.kind));
        let is_given = |error: &ConfigError| match &error.kind {
            ConfigErrorKind::Missing { key, .. } => !broken.has(key),
            _ => true,
        };
        errors.all.retain(is_given);
        return Err(errors.all);
    };
    let is_configs_path = context.request.output.is_none()
        && table.path.as_ref().is_some_and(|path| !context.source.is_setting(&path.span()));
    provenance.pieces = asked_for;
    provenance.command = command(context, &id, language, &table);
    let printed = Printed {
        unions,
        when,
        blob_file: BlobFile { name: String::new(), order },
        emit,
        fields,
        checks,
        wish,
        style: style.literals,
        names,
        licence,
        provenance,
        machine: can.machine,
        comments: can.comments,
    };
    let mut job = Job {
        id,
        language,
        backend,
        target,
        is_configs_path,
        mapping: context.mapping.clone(),
        pieces,
        variant,
        place: table.variant.as_ref().map_or(span, Spanned::span),
        form,
        printed,
        eol: style.eol,
        digest_text: String::new(),
        budget: None,
    };
    blob::name(&mut job, &table).map_err(|error| vec![error])?;
    job.digest_text = digest::text(&job, &identifiers);
    Ok(job)
}

/// Whether tables are printed or filled: the output's choice, or else the language's default if the variant allows it.
/// `None` if the output's choice is unknown.
fn tables(
    table: &OutputTable,
    backend: &dyn Backend,
    language: &'static Language,
    variant: &'static Variant,
    form: Form,
    errors: &mut Errors,
) -> Option<Tables> {
    let can = backend.capabilities().tables;
    let chosen = errors.take(choice("form of tables", table.tables.as_ref(), &TABLES)).flatten();
    let Some(given) = &table.tables else {
        let is_switch = |fields: &Spanned<String>| fields.get_ref() == FieldStyle::Switch.id();
        let is_switch = table.style.fields.as_ref().is_some_and(is_switch);
        return Some(match form {
            _ if form.must_be_filled() => Tables::Init,
            _ if is_switch || !form.can_be_filled() => Tables::Full,
            _ => can[0],
        });
    };
    let chosen = chosen?;
    if chosen == Tables::Blob {
        if let Some(kind) = blob::refused(can, language, variant, form) {
            errors.at(given.span(), kind);
        }
    } else if !can.contains(&chosen) {
        let instead = can.iter().map(|tables| tables.id().to_owned()).collect();
        let what = format!("`tables = \"{}\"`", chosen.id());
        errors.unsupported(given.span(), table, language, what, instead);
    } else if chosen == Tables::Full && form.must_be_filled() {
        let (key, other) = ("tables = \"full\"", "dispatch = true");
        errors.at(given.span(), ConfigErrorKind::Clash { key, other });
    } else if chosen == Tables::Init && !form.can_be_filled() {
        errors.at(given.span(), ConfigErrorKind::CannotFill { variant: variant.id });
    }
    Some(chosen)
}

const CHECKS: [(&str, Checks); 2] =
    [(Checks::None.id(), Checks::None), (Checks::Assert.id(), Checks::Assert)];

/// Whether functions refuse squares out of range.
fn checks(
    table: &OutputTable,
    can: &Capabilities,
    language: &'static Language,
    errors: &mut Errors,
) -> Checks {
    let chosen = errors.take(choice("form of checks", table.checks.as_ref(), &CHECKS)).flatten();
    if let (Some(given), Some(Checks::Assert), false) = (&table.checks, chosen, can.has_checks) {
        let what = "`checks = \"assert\"`".to_owned();
        errors.unsupported(given.span(), table, language, what, vec!["none".to_owned()]);
    }
    chosen.unwrap_or_default()
}

/// The error for an option about filling tables, if tables are printed.
fn fills_nothing(language: &'static Language, form: Form) -> ConfigErrorKind {
    let filled = if form.can_be_filled() { ", or set `tables = \"init\"`" } else { "" };
    let error = render::OptionError {
        message: "`lazy` needs tables that are filled at start-up".to_owned(),
        help: Some(format!("leave `lazy` out{filled}")),
        span: None,
    };
    ConfigErrorKind::Option { language: language.id, error }
}

fn language(
    table: &OutputTable,
    span: &std::ops::Range<usize>,
) -> Result<&'static Language, ConfigError> {
    let Some(lang) = &table.lang else {
        let kind = ConfigErrorKind::Missing { key: "lang", example: "lang = \"c\"".to_owned() };
        return Err(ConfigError::at(span.clone(), kind));
    };
    render::find_output(lang.get_ref()).ok_or_else(|| {
        if let Some(id) = render::LACKING.iter().find(|id| *id == lang.get_ref()) {
            return ConfigError::at(lang.span(), lacking(id, "languages"));
        }
        if let Some(id) = render::LACKING_DATA.iter().find(|id| *id == lang.get_ref()) {
            return ConfigError::at(lang.span(), lacking(id, "data"));
        }
        let data = render::DATA.iter().map(|data| data.id);
        unknown("language", lang, render::ids().chain(data).map(str::to_owned).collect())
    })
}

/// The error for a language or a kind of data that this build lacks, for want of a feature.
fn lacking(language: &'static str, feature: &str) -> ConfigErrorKind {
    let what = if feature == "data" { "prints no data" } else { "supports only C and Rust" };
    let error = render::OptionError {
        message: format!("this build of magicgen {what}"),
        help: Some(format!("add `features = [\"{feature}\"]` to magicgen in Cargo.toml")),
        span: None,
    };
    ConfigErrorKind::Option { language, error }
}

fn variant(table: &OutputTable, default: &'static str) -> Result<&'static Variant, ConfigError> {
    let known = || variant::ALL.iter().map(|variant| variant.id.to_owned()).collect();
    match &table.variant {
        Some(id) => variant::find(id.get_ref()).ok_or_else(|| unknown("variant", id, known())),
        None => Ok(variant::find(default).unwrap_or(&variant::ALL[0])),
    }
}

const TABLES: [(&str, Tables); 3] =
    [("full", Tables::Full), ("init", Tables::Init), ("blob", Tables::Blob)];

/// The searched pieces, their unions, and the names in the config.
fn pieces(
    context: &Context<'_>,
    table: &OutputTable,
    span: &std::ops::Range<usize>,
    errors: &mut Errors,
) -> (Vec<JobPiece>, Vec<UnionModule>, Vec<String>) {
    // A graph has the config's own pieces alone, of which leapers need no lookup.
    let has_rook = context.pieces.contains_key("rook");
    let is_leaper = |name: &str| context.leapers.iter().any(|leaper| leaper.piece.name == name);
    let own = || context.pieces.keys().map(String::as_str);
    let all_leap = own().all(is_leaper);
    let default = if has_rook {
        vec!["rook", "bishop"]
    } else {
        own().filter(|name| all_leap || !is_leaper(name)).collect()
    };
    let default: Vec<Spanned<String>> =
        default.into_iter().map(|name| Spanned::new(span.clone(), name.to_owned())).collect();
    let asked: &[Spanned<String>] =
        table.pieces.as_ref().map_or(&default, |pieces| pieces.get_ref());
    if asked.is_empty() {
        let kind =
            ConfigErrorKind::Missing { key: "pieces", example: "pieces = [\"rook\"]".to_owned() };
        errors.at(table.pieces.as_ref().map_or(span.clone(), Spanned::span), kind);
    }
    let mut searched: Vec<JobPiece> = Vec::new();
    let mut wants_queen = false;
    for name in asked {
        if name.get_ref() == "queen" && has_rook {
            if wants_queen {
                let kind = ConfigErrorKind::PieceTwice { name: name.get_ref().clone() };
                errors.at(name.span(), kind);
            }
            wants_queen = true;
            continue;
        }
        let named = context.named(name.get_ref());
        if named.is_empty() {
            let queen = has_rook.then(|| "queen".to_owned());
            let known = context.pieces.keys().cloned().chain(queen).collect();
            errors.all.push(unknown("piece", name, known));
        }
        for piece in named.into_iter().flat_map(JobPiece::by_purpose) {
            if searched.iter().any(|other| other.piece == piece.piece) {
                let kind = ConfigErrorKind::PieceTwice { name: name.get_ref().clone() };
                errors.at(name.span(), kind);
                break;
            }
            searched.push(piece);
        }
    }
    let mut of = Vec::new();
    for name in ["rook", "bishop"] {
        let index = searched.iter().position(|piece| piece.piece.name == name);
        let index = index.or_else(|| {
            wants_queen.then(|| {
                let piece = context.pieces[name].clone();
                searched.push(JobPiece { is_public: false, ..JobPiece::new(piece) });
                searched.len() - 1
            })
        });
        of.extend(index);
    }
    let unions =
        if of.len() == 2 { vec![UnionModule { name: "queen".to_owned(), of }] } else { Vec::new() };
    (searched, unions, asked.iter().map(|name| name.get_ref().clone()).collect())
}

fn emit(
    table: &OutputTable,
    backend: &dyn Backend,
    language: &'static Language,
    variant: &'static Variant,
    form: Form,
    pieces: &[JobPiece],
    errors: &mut Errors,
) -> Vec<Part> {
    let Some(given) = &table.emit else { return Part::DEFAULT.to_vec() };
    if given.get_ref().is_empty() {
        let kind =
            ConfigErrorKind::Missing { key: "emit", example: "emit = [\"lookup\"]".to_owned() };
        errors.at(given.span(), kind);
    }
    let mut emit = Vec::new();
    for part in given.get_ref() {
        let id = part.get_ref().as_str();
        let id = match id {
            "magics" => "factors",
            "occupancy-attacks" => "attack-sets",
            id => id,
        };
        let Some(found) = Part::ALL.into_iter().find(|known| known.id() == id) else {
            let known = Part::ALL.iter().map(|part| part.id().to_owned()).collect();
            errors.all.push(unknown("part", part, known));
            continue;
        };
        let prints = backend.capabilities().prints;
        if !prints(found) && found == Part::Batch && errors.option.is_none() {
            errors.at(part.span(), no_batch(language));
        } else if !prints(found) && found == Part::PseudoAttacks {
            let message = own_forms::lack(language, errors.option, "arrays by piece and square");
            let help = "leave \"pseudo-attacks\" out of `emit`".to_owned();
            errors.at(part.span(), ConfigErrorKind::Companion { message, help });
        } else if !prints(found) {
            let others = Part::ALL.into_iter().filter(|part| prints(*part));
            let instead = others.map(|part| part.id().to_owned()).collect();
            let what = format!("`{id}`");
            errors.unsupported(part.span(), table, language, what, instead);
        }
        if !has_part(form, pieces, found) {
            errors.at(
                part.span(),
                ConfigErrorKind::NoSuchPart { variant: variant.id, part: found.id() },
            );
        }
        emit.push(found);
    }
    // A self-test calls lookups.
    if emit.contains(&Part::SelfTest) {
        emit.push(Part::Lookup);
    }
    Part::arrange(&mut emit);
    emit
}

/// The error for a language without `batch`, where callers write the loop.
fn no_batch(language: &Language) -> ConfigErrorKind {
    let help = match language.id {
        "python" => {
            "leave \"batch\" out of `emit`; with `[output.python] word = \"numpy\"`, lookups accept arrays"
        }
        "cuda" | "opencl" | "wgsl" => {
            "leave \"batch\" out of `emit`, and call a lookup in each thread of a kernel"
        }
        _ => "leave \"batch\" out of `emit`, and call lookups in a loop",
    };
    let message = format!(
        "{} has no `batch`; C, C++, C#, D, Go, Java, Kotlin, Rust and Zig have it",
        language.id
    );
    ConfigErrorKind::Companion { message, help: help.to_owned() }
}

/// True if the variant has the part.
fn has_part(form: Form, pieces: &[JobPiece], part: Part) -> bool {
    let columns = pieces.iter().flat_map(|piece| form.columns(piece.searched()));
    match part {
        Part::Masks | Part::Shifts | Part::Offsets => {
            columns.into_iter().any(|field| Part::of(field) == Some(part))
        }
        Part::Factors => form.axes().is_some_and(Axes::has_factor),
        _ => true,
    }
}

/// Checks that explicit constant shifts equal the ones that the widest masks need.
fn check_shifts(
    context: &Context<'_>,
    pieces: &[JobPiece],
    form: Form,
    span: &std::ops::Range<usize>,
    errors: &mut Errors,
) {
    let Some(axes) = form.axes() else { return };
    for piece in pieces {
        let Some(given) = piece.shift else { continue };
        let walk = magicgen_board::Walk::new(&piece.piece, context.mapping);
        let masks = magicgen_board::bits(context.mapping.squares()).map(|bit| walk.mask(bit));
        let bits = masks.map(u64::count_ones).max().unwrap_or(0) as u8;
        let wanted = axes.hash().shift(bits);
        if given != wanted {
            let piece = piece.piece.name.clone();
            errors.at(span.clone(), ConfigErrorKind::Shift { piece, given, wanted, bits });
        }
    }
}
