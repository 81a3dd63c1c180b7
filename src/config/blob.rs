//! The file of attack sets beside a source: what `tables = "blob"` and `byte-order` need and refuse.

use std::path::Path;

use toml::Spanned;

use super::checks::{Errors, choice};
use super::error::{ConfigError, ConfigErrorKind};
use super::job::Job;
use super::tables::OutputTable;
use crate::render::{self, Language, OptionError};
use magicgen_lookup::model::{BlobFile, ByteOrder, Tables};
use magicgen_lookup::variant::{Form, Variant};

/// The error for an output whose language has no files of attack sets, or whose variant has no tables for them; `None`
/// if there is no fault.
pub(super) fn refused(
    can: &[Tables],
    language: &'static Language,
    variant: &'static Variant,
    form: Form,
) -> Option<ConfigErrorKind> {
    let (message, help) = if !can.contains(&Tables::Blob) {
        let has = |language: &&&Language| {
            let usual = language.configure(None);
            usual.is_ok_and(|backend| backend.capabilities().tables.contains(&Tables::Blob))
        };
        let others: Vec<&str> = render::ALL.iter().filter(has).map(|other| other.id).collect();
        let here = others.contains(&language.id);
        let why = if here { " with these options" } else { "" };
        let forms: Vec<String> = can.iter().map(|form| format!("`{}`", form.id())).collect();
        let help = format!("use {}; these have it: {}", forms.join(" or "), others.join(", "));
        (format!("{} has no `tables = \"blob\"`{why}", language.id), help)
    } else if form.must_be_filled() {
        let other = "dispatch = true";
        return Some(ConfigErrorKind::Clash { key: "tables = \"blob\"", other });
    } else if !form.has_filled_tables() {
        let message = format!("`{}` has no tables of words for a binary file", variant.id);
        (message, "leave `tables` out, or choose a variant such as `fancy` or `plain`".to_owned())
    } else {
        return None;
    };
    let error = OptionError { message, help: Some(help), span: None };
    Some(ConfigErrorKind::Option { language: language.id, error })
}

/// The order of bytes in the file, as given or by default.
pub(super) fn order(
    table: &OutputTable,
    when: Tables,
    language: &'static Language,
    errors: &mut Errors,
) -> ByteOrder {
    let all = [ByteOrder::Little, ByteOrder::Big].map(|order| (order.id(), order));
    let given = table.byte_order.as_ref();
    if let Some(given) = given.filter(|_| when != Tables::Blob) {
        let error = OptionError {
            message: "`byte-order` needs `tables = \"blob\"`".to_owned(),
            help: Some("leave `byte-order` out, or add `tables = \"blob\"`".to_owned()),
            span: None,
        };
        errors.at(given.span(), ConfigErrorKind::Option { language: language.id, error });
    }
    errors.take(choice("byte order", given, &all)).flatten().unwrap_or_default()
}

/// Names the file after the source, in its folder, or refuses a name that a string of some language would spell
/// otherwise.
pub(super) fn name(job: &mut Job, table: &OutputTable) -> Result<(), ConfigError> {
    if job.printed.when != Tables::Blob {
        return Ok(());
    }
    let source = job.file_name();
    let name = Path::new(&source).with_extension("bin").to_string_lossy().into_owned();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    if !name.chars().all(is_plain) || name == source {
        let error = OptionError {
            message: format!("the source `{source}` gives no name for its file of tables"),
            help: Some(
                "use letters, digits, `.`, `_` and `-`, and not the ending `.bin`".to_owned(),
            ),
            span: None,
        };
        let kind = ConfigErrorKind::Option { language: job.language.id, error };
        let span = table.path.as_ref().map_or(job.place.clone(), Spanned::span);
        return Err(ConfigError::at(span, kind));
    }
    job.printed.blob_file.name = name;
    Ok(())
}

/// The file's name and byte order, for the job's digest; empty if there is no file.
pub(super) fn digest(job: &Job) -> Option<String> {
    let BlobFile { name, order } = &job.printed.blob_file;
    (job.printed.when == Tables::Blob).then(|| format!("{name} {}", order.id()))
}
