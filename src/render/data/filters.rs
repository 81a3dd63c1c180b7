//! The filters of templates: literals in every notation, names in every case, lists in lines.

use std::fmt::Write as _;

use heck::{
    ToKebabCase, ToLowerCamelCase, ToShoutySnakeCase, ToSnakeCase, ToTitleCase, ToUpperCamelCase,
};
use minijinja::value::{Kwargs, Value, ValueKind};
use minijinja::{Environment, Error, ErrorKind};

/// Adds the filters to an engine.
pub(super) fn add(environment: &mut Environment<'_>) {
    environment.add_filter("hex", |value: &Value, options: Kwargs| hex(value, &options));
    environment.add_filter("decimal", |value: &Value, options: Kwargs| decimal(value, &options));
    environment.add_filter("signed", |value: &Value, options: Kwargs| signed(value, &options));
    environment.add_filter("wrapped", |value: &Value, options: Kwargs| wrapped(value, &options));
    environment.add_filter("snake", |text: &str| text.to_snake_case());
    environment.add_filter("shouty", |text: &str| text.to_shouty_snake_case());
    environment.add_filter("camel", |text: &str| text.to_lower_camel_case());
    environment.add_filter("pascal", |text: &str| text.to_upper_camel_case());
    environment.add_filter("kebab", |text: &str| text.to_kebab_case());
    environment.add_filter("mixed", |text: &str| text.to_title_case().replace(' ', "_"));
}

pub(super) fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message.into())
}

/// The number that a value of the data stands for, and whether it is a word of 64 bits.
pub(super) fn number(value: &Value) -> Result<(u64, bool), Error> {
    if let Some(text) = value.as_str() {
        let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 16);
        let number = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let number = number.ok_or_else(|| invalid(format!("`{text}` is no word of the data")))?;
        return Ok((number, true));
    }
    let number = u64::try_from(value.clone());
    number.map(|number| (number, false)).map_err(|_| match value.kind() {
        ValueKind::Seq => invalid("a list of lists has no numbers"),
        ValueKind::None => invalid(
            "a table has no entries, since start-up code fills it; set `tables = \"full\"`, or print loops that fill it",
        ),
        ValueKind::Number => invalid(format!("{value} isn't an unsigned number of 64 bits")),
        kind => invalid(format!("a {kind} is no number of the data")),
    })
}

/// The literal of a number, or of each number of a list: an array's values, or the words of a set.
fn literals(
    value: &Value,
    options: &Kwargs,
    literal: impl Fn(u64, bool) -> Result<String, Error>,
) -> Result<Value, Error> {
    let one = |value: &Value| number(value).and_then(|(number, is_word)| literal(number, is_word));
    let found = match value.kind() {
        ValueKind::Seq | ValueKind::Iterable => {
            let inner = |item: Value| match item.kind() {
                ValueKind::Seq => {
                    let words: Result<Vec<String>, Error> =
                        item.try_iter()?.map(|word| one(&word)).collect();
                    Ok(Value::from(words?))
                }
                _ => one(&item).map(Value::from),
            };
            let items: Result<Vec<Value>, Error> = value.try_iter()?.map(inner).collect();
            Value::from(items?)
        }
        _ => Value::from(one(value)?),
    };
    options.assert_all_used()?;
    Ok(found)
}

/// The option of a filter, or its default.
fn option<'a, T: minijinja::value::ArgType<'a, Output = T>>(
    options: &'a Kwargs,
    name: &'a str,
    default: T,
) -> Result<T, Error> {
    if options.has(name) { options.get(name) } else { Ok(default) }
}

/// Digits in groups of `size` from the right.
fn grouped(digits: &str, group: &str, size: usize) -> String {
    if group.is_empty() || size == 0 {
        return digits.to_owned();
    }
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(size) {
            text.push_str(group);
        }
        text.push(digit);
    }
    text
}

/// The most digits of a literal.
const MOST_DIGITS: usize = 64;

/// `hex(digits=16, prefix="0x", suffix="", upper=false, group="", size=4)`; without `digits`, a word has 16 of them.
fn hex(value: &Value, options: &Kwargs) -> Result<Value, Error> {
    let digits: Option<usize> = options.get("digits")?;
    let upper = option(options, "upper", false)?;
    let (group, size) = (option(options, "group", "")?, option(options, "size", 4)?);
    let (prefix, suffix) = (option(options, "prefix", "0x")?, option(options, "suffix", "")?);
    literals(value, options, |number, is_word| {
        let digits = digits.unwrap_or(if is_word { 16 } else { 1 }).min(MOST_DIGITS);
        let text =
            if upper { format!("{number:0digits$X}") } else { format!("{number:0digits$x}") };
        Ok(format!("{prefix}{}{suffix}", grouped(&text, group, size)))
    })
}

/// `decimal(prefix="", suffix="", group="", size=3)`
fn decimal(value: &Value, options: &Kwargs) -> Result<Value, Error> {
    let text = decimal_text(options)?;
    literals(value, options, |number, _| Ok(text(false, number)))
}

/// The same as a signed number of the same bits: 64 of a word, `bits` of another number.
fn signed(value: &Value, options: &Kwargs) -> Result<Value, Error> {
    let given: Option<u32> = options.get("bits")?;
    if given.is_some_and(|bits| !(1..=64).contains(&bits)) {
        return Err(invalid("`bits` is a number from 1 to 64"));
    }
    let text = decimal_text(options)?;
    literals(value, options, |number, is_word| {
        let unused = 64 - given.unwrap_or(if is_word { 64 } else { 32 });
        let number = ((number << unused) as i64) >> unused;
        Ok(text(number < 0, number.unsigned_abs()))
    })
}

/// Writes a number with its sign, as the options say.
fn decimal_text(options: &Kwargs) -> Result<impl Fn(bool, u64) -> String + use<'_>, Error> {
    let (group, size) = (option(options, "group", "")?, option(options, "size", 3)?);
    let (prefix, suffix) = (option(options, "prefix", "")?, option(options, "suffix", "")?);
    Ok(move |is_negative, number: u64| {
        let sign = if is_negative { "-" } else { "" };
        format!("{prefix}{sign}{}{suffix}", grouped(&number.to_string(), group, size))
    })
}

/// `wrapped(width=100, indent=0, separator=",", end="")`: the texts of a list in lines that aren't longer than `width`.
/// Each text but the last has the separator behind it, and the last one `end`.
fn wrapped(items: &Value, options: &Kwargs) -> Result<String, Error> {
    let width: usize = option(options, "width", 100)?;
    let indent: usize = option(options, "indent", 0)?;
    let separator: &str = option(options, "separator", ",")?;
    let end: &str = option(options, "end", "")?;
    options.assert_all_used()?;
    let texts: Vec<String> = items.try_iter()?.map(|item| item.to_string()).collect();
    let indent = indent.min(width);
    let mut out = String::new();
    let mut column = 0;
    for (at, text) in texts.iter().enumerate() {
        let behind = if at + 1 < texts.len() { separator } else { end };
        let length = text.chars().count() + behind.trim_end().chars().count();
        if at > 0 && column + 1 + length <= width {
            out.push(' ');
            column += 1 + length;
        } else {
            let margin = if at == 0 { 0 } else { indent };
            let line = if at == 0 { "" } else { "\n" };
            let _ = write!(out, "{line}{:margin$}", "");
            column = indent + length;
        }
        let _ = write!(out, "{text}{}", behind.trim_end());
    }
    Ok(out)
}
