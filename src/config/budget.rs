//! Outputs with `max-bytes`, whose variant is chosen by size.

use toml::Spanned;

use super::checks::number;
use super::error::{ConfigError, ConfigErrorKind};
use super::job::{Job, SizeBudget};
use super::output;
use super::request::Context;
use super::tables::{Output, OutputTable};
use crate::order::fastest_first;
use magicgen_lookup::variant::Variant;

/// Fills in and checks one output. With `max-bytes`, the variant is chosen later, when sizes are known. The job then
/// has the fastest variant that the language and the other keys allow, and holds the jobs of slower ones.
pub(super) fn job(
    context: &Context<'_>,
    output: Output<'_>,
    id: &str,
) -> Result<Job, Vec<ConfigError>> {
    let max_bytes = number("max-bytes", output.table.max_bytes.as_ref(), 1, i128::from(u32::MAX));
    let (max_bytes, mut wrong) = match max_bytes {
        Ok(max_bytes) => (max_bytes, check(&output.table)),
        Err(error) => (None, vec![error]),
    };
    let Some(max_bytes) = max_bytes.filter(|_| wrong.is_empty()) else {
        return match output::job(context, output, id.to_owned()) {
            Ok(job) if wrong.is_empty() => Ok(job),
            Ok(_) => Err(wrong),
            Err(errors) => {
                wrong.extend(errors);
                Err(wrong)
            }
        };
    };
    let mut jobs = Vec::new();
    let mut refused = None;
    for variant in fastest_first() {
        match output::job(context, with_variant(&output, variant), id.to_owned()) {
            Ok(job) => jobs.push(job),
            Err(errors) => refused = refused.or(Some(errors)),
        }
    }
    let mut jobs = jobs.into_iter();
    let Some(mut first) = jobs.next() else { return Err(refused.unwrap_or_default()) };
    first.budget = Some(SizeBudget { max_bytes: max_bytes as usize, others: jobs.collect() });
    Ok(first)
}

/// Errors for keys that name a variant or change it, since they leave no choice.
fn check(table: &OutputTable) -> Vec<ConfigError> {
    let Some(max_bytes) = &table.max_bytes else { return Vec::new() };
    let variant = table.variant.as_ref().map(|variant| ("variant", variant.span()));
    let lookup = table.lookup.first_key();
    let clash = |(key, span)| {
        let kind = ConfigErrorKind::Clash { key, other: "max-bytes" };
        ConfigError::at(span, kind).with(max_bytes.span(), "excludes it")
    };
    variant.into_iter().chain(lookup).map(clash).collect()
}

fn with_variant<'a>(output: &Output<'a>, variant: &Variant) -> Output<'a> {
    let mut output = output.clone();
    let place = output.table.max_bytes.as_ref().map_or(output.span.clone(), Spanned::span);
    output.table.variant = Some(Spanned::new(place, variant.id.to_owned()));
    output
}

/// The number of bytes in `102400`, `100KiB` or `1 MB`.
pub fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim().find(|c: char| !c.is_ascii_digit()).unwrap_or(text.trim().len());
    let (number, unit) = text.trim().split_at(digits);
    let factor = match unit.trim().to_lowercase().as_str() {
        "" | "b" => Some(1),
        "k" | "kib" => Some(1 << 10),
        "m" | "mib" => Some(1 << 20),
        "kb" => Some(1000),
        "mb" => Some(1_000_000),
        _ => None,
    };
    let number: Option<u64> = number.parse().ok();
    let bytes = number.zip(factor).and_then(|(number, factor)| number.checked_mul(factor));
    bytes.ok_or_else(|| "a size is a number of bytes, e.g. 102400 or 100KiB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_bytes_have_units() {
        for (text, wanted) in [
            ("102400", Some(102_400)),
            ("100KiB", Some(102_400)),
            ("100k", Some(102_400)),
            ("2 MiB", Some(2 << 20)),
            ("2MB", Some(2_000_000)),
            ("KiB", None),
            ("1.5MiB", None),
            ("99999999999999999999", None),
            ("18446744073709551615K", None),
        ] {
            assert_eq!(bytes(text).ok(), wanted, "{text}");
        }
    }
}
