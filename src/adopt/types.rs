//! What an engine's sources say of types: of the entries of arrays, and of the engine's own types of squares and sets.

use super::code::BlankedSource;
use super::judge::{Argument, enclosing};

/// Types that are too small for a set of 64 squares.
const SMALL: [&str; 24] = [
    "int", "unsigned", "uint", "short", "ushort", "char", "byte", "sbyte", "bool", "boolean",
    "void", "u8", "u16", "u32", "i8", "i16", "i32", "usize", "isize", "size_t", "number", "float",
    "double", "Int",
];

/// Words beside the type of an array's entries.
const BESIDE: [&str; 31] = [
    "static", "const", "constexpr", "constinit", "extern", "inline", "volatile", "readonly",
    "public", "private", "protected", "internal", "final", "pub", "mut", "var", "let", "val",
    "unsafe", "std", "array", "vector", "Vec", "Box", "Array", "List", "alignas", "thread_local",
    "struct", "in", "ref",
];

/// The form of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypeForm {
    /// A number of 64 bits.
    Word,
    /// The engine's own type. `makes` is the text around a number that makes a value; `number` follows a value and gets
    /// its number. Each is `None` if the definition doesn't show it.
    Own { makes: Option<[String; 2]>, number: Option<String> },
    /// A type whose definition isn't found.
    Unknown,
}

/// The types of an engine.
#[derive(Clone, Copy)]
pub(super) struct Types<'a> {
    pub(super) sources: &'a [BlankedSource],
}

impl<'a> Types<'a> {
    /// The types in the declarations of arrays of this name.
    pub(super) fn of_array(&self, name: &str) -> impl Iterator<Item = &'a str> {
        let find = |source: &'a BlankedSource| {
            let places = places(&source.text, name);
            places.filter_map(|at| array_type(&source.text, at, name))
        };
        self.sources.iter().flat_map(find)
    }

    /// The type of an entry of an array of one of these names.
    pub(super) fn entry(&self, lang: &str, names: &str) -> Option<&'a str> {
        let of = |name: &str| self.of_array(name).find_map(|kind| entry_of(lang, kind));
        names.rsplit('.').find_map(of)
    }

    /// The form of a type by its definition, as a file may use it.
    pub(super) fn form(&self, lang: &str, kind: &str, file: usize) -> TypeForm {
        self.followed(lang, kind, file, 4)
    }

    /// A square or a side as a number; `None` if its type is the engine's own, and nothing gives its number.
    pub(super) fn number(&self, source: &BlankedSource, one: Argument) -> Option<Argument> {
        let Some(kind) = &one.kind else { return Some(one) };
        match self.form(source.lang, kind, source.file) {
            // The number may have any type.
            TypeForm::Own { number: Some(number), .. } => {
                Some(Argument { text: one.text + &number, kind: Some(String::new()) })
            }
            TypeForm::Own { number: None, .. } if source.lang == "rust" => {
                let number = self.usize_of(kind)?;
                Some(Argument { text: number.join(&one.text), kind: Some("usize".to_owned()) })
            }
            TypeForm::Own { number: None, .. } if source.lang == "cpp" => {
                let number = self.number_of_class(kind)?;
                let kind = if number.is_empty() { one.kind } else { Some(String::new()) };
                Some(Argument { text: one.text + &number, kind })
            }
            _ => Some(one),
        }
    }

    /// The text behind a value of a C++ type that gives its number; `None` if it is a class that shows no way to it.
    fn number_of_class(&self, kind: &str) -> Option<String> {
        const NUMBERS: [&str; 8] =
            ["index", "idx", "asint", "toint", "int", "number", "raw", "value"];
        let name = words_of(kind).find(|word| !BESIDE.contains(word))?;
        let class = self.sources.iter().find_map(|source| {
            places(&source.text, name).find_map(|at| {
                let before = source.text[..at].trim_end();
                let is_enum = before.ends_with("enum class") || before.ends_with("enum struct");
                match definition(source.lang, &source.text, at, name).filter(|_| !is_enum) {
                    Some(Definition::Own { inside, .. }) => Some(inside),
                    _ => None,
                }
            })
        });
        let Some(inside) = class else { return Some(String::new()) };
        let converts = inside.split("operator ").skip(1).any(|rest| {
            let kind = rest.split('(').next().unwrap_or_default();
            kind.starts_with(char::is_alphabetic) && (is_small(kind) || is_wide(kind))
        });
        if converts {
            return Some(String::new());
        }
        inside.match_indices("()").find_map(|(at, _)| {
            let before = inside[..at].trim_end();
            let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_')? + 1;
            let kind = before[..start].rsplit([';', '{', '}', ':', '\n']).next()?;
            let lower = before[start..].to_ascii_lowercase().replace('_', "");
            let is_number = NUMBERS.contains(&lower.as_str()) && is_small(kind);
            is_number.then(|| format!(".{}()", &before[start..]))
        })
    }

    /// The text around a value of one of Rust's own types that gives its number as `usize`.
    pub(super) fn usize_of(&self, kind: &str) -> Option<[String; 2]> {
        const INDICES: [&str; 6] = ["index", "to_index", "as_usize", "to_usize", "idx", "as_index"];
        let kind = kind.trim_start_matches(['&', ' ']);
        let conversion = format!("From<{kind}> for usize");
        if self.sources.iter().any(|source| source.text.contains(&conversion)) {
            return Some(["usize::from(".to_owned(), ")".to_owned()]);
        }
        self.sources.iter().find_map(|source| {
            let method = source.functions.iter().find(|function| {
                let is_of_kind = |(head, _): &(&str, usize)| {
                    head.starts_with("impl") && head.split_whitespace().last() == Some(kind)
                };
                INDICES.contains(&function.name.as_str())
                    && function.parameters.as_ref().is_some_and(Vec::is_empty)
                    && function.result == "usize"
                    && enclosing(&source.text, function.body.start).iter().any(is_of_kind)
            })?;
            Some([String::new(), format!(".{}()", method.name)])
        })
    }

    fn followed(&self, lang: &str, kind: &str, file: usize, depth: u8) -> TypeForm {
        let words: Vec<&str> = words_of(kind).filter(|word| !BESIDE.contains(word)).collect();
        let name = match words.as_slice() {
            [name] => *name,
            _ => return if is_wide(kind) { TypeForm::Word } else { TypeForm::Unknown },
        };
        for source in self.sources {
            for at in places(&source.text, name) {
                match definition(lang, &source.text, at, name) {
                    Some(Definition::Alias(kind)) if depth > 0 => {
                        return self.followed(lang, kind, file, depth - 1);
                    }
                    Some(Definition::Own { inside, is_tuple }) => {
                        return own(lang, name, inside, is_tuple, source.file == file);
                    }
                    Some(Definition::Number) => {
                        let makes = Some([format!("{name}("), ")".to_owned()]);
                        return TypeForm::Own { makes, number: None };
                    }
                    _ => {}
                }
            }
        }
        if is_wide(name) { TypeForm::Word } else { TypeForm::Unknown }
    }
}

/// The type of an entry of an array of a type.
pub(super) fn entry_of<'t>(lang: &str, kind: &'t str) -> Option<&'t str> {
    // The last type argument that has none itself: `SquareTable<SquareTable<U64>>`.
    let kind = kind.rsplit('<').next().filter(|_| lang == "cpp").unwrap_or(kind);
    let mut words = words_of(kind).filter(|word| !BESIDE.contains(word));
    // A length may be a constant: `[SQUARES][4096]Bitboard` and `[[Bitboard; 4096]; SQUARES]`.
    if matches!(lang, "go" | "zig") { words.last() } else { words.next() }
}

/// The definition of a type.
enum Definition<'t> {
    /// Another name of this type.
    Alias(&'t str),
    /// A distinct type of numbers, as in Go.
    Number,
    /// A composite type with this text between its brackets.
    Own { inside: &'t str, is_tuple: bool },
}

/// The definition of the type whose name is at a place.
fn definition<'t>(lang: &str, text: &'t str, at: usize, name: &str) -> Option<Definition<'t>> {
    let start = text[..at].rfind(['\n', ';', '{', '}']).map_or(0, |at| at + 1);
    let before = text[start..at].trim();
    let behind = text[at + name.len()..].trim_start();
    let line = &behind[..behind.find([';', '\n']).unwrap_or(behind.len())];
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let composite = |rest: &'t str| {
        let open = rest.find(['{', '(', ';'])?;
        let close = match &rest[open..=open] {
            "{" => '}',
            "(" => ')',
            _ => return None,
        };
        let end = super::functions::closing(&rest[open..], rest[open..].chars().next()?, close)?;
        let inside = &rest[open + 1..open + end];
        Some(Definition::Own { inside, is_tuple: close == ')' })
    };
    if matches!(word, "struct" | "class" | "record") {
        return composite(behind);
    }
    if let Some(kind) = before.strip_prefix("typedef ").filter(|_| behind.starts_with(';')) {
        return Some(Definition::Alias(kind));
    }
    let assigned = line.strip_prefix('=').map(str::trim);
    match (word, assigned) {
        ("using" | "type" | "alias", Some(kind)) => Some(Definition::Alias(kind)),
        ("const", Some(kind)) if lang == "zig" && kind.contains("struct") => composite(behind),
        ("const", Some(kind)) if lang == "zig" => Some(Definition::Alias(kind)),
        ("type", None) if lang == "go" && !line.starts_with("struct") => Some(Definition::Number),
        ("type", None) if lang == "go" => composite(behind),
        _ => None,
    }
}

/// The form of a composite type with one field, or with conversions.
fn own(lang: &str, name: &str, inside: &str, is_tuple: bool, is_here: bool) -> TypeForm {
    let pair = |before: String, after: &str| Some([before, after.to_owned()]);
    let fields: Vec<&str> =
        inside.split([',', ';']).map(str::trim).filter(|field| !field.is_empty()).collect();
    let (makes, number) = match lang {
        "rust" | "zig" => {
            let first = fields.first().copied().unwrap_or_default();
            let field = first.split(':').next().unwrap_or_default().trim();
            let is_seen = is_here || lang == "zig" || field.starts_with("pub");
            let field = field.rsplit(char::is_whitespace).next().unwrap_or_default();
            let has_methods = lang == "zig" && inside.contains("fn ");
            if !is_seen || fields.len() != 1 && !has_methods {
                (None, None)
            } else if is_tuple {
                (pair(format!("{name}("), ")"), Some(".0".to_owned()))
            } else {
                let dot = if lang == "zig" { "." } else { "" };
                let equal = if lang == "zig" { " =" } else { ":" };
                (pair(format!("{name}{{ {dot}{field}{equal} "), " }"), Some(format!(".{field}")))
            }
        }
        "cpp" => {
            let converts = inside.split("operator").skip(1).any(|rest| {
                let kind = rest.split('(').next().unwrap_or_default();
                is_wide(kind) || kind.contains("U64")
            });
            let is_plain =
                fields.iter().filter(|field| !field.contains(['(', ')', '}'])).count() == 1;
            let is_made = is_plain || inside.contains(&format!("{name}("));
            let makes = if is_made { pair(format!("{name}{{"), "}") } else { None };
            (makes, converts.then(String::new))
        }
        "csharp" => {
            let has = |text: &str| inside.contains(text);
            let makes = if has(&format!("implicit operator {name}(ulong")) {
                pair(String::new(), "")
            } else if has(&format!("{name}(ulong")) {
                pair(format!("new {name}("), ")")
            } else {
                None
            };
            (makes, has("implicit operator ulong(").then(String::new))
        }
        _ => (None, None),
    };
    TypeForm::Own { makes, number }
}

/// The places of a whole word in a text.
pub(super) fn places<'t>(text: &'t str, word: &str) -> impl Iterator<Item = usize> + use<'t> {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let (length, word) = (word.len(), word.to_owned());
    let mut from = 0;
    std::iter::from_fn(move || {
        while let Some(found) = text[from..].find(&word) {
            let at = from + found;
            from = at + length.max(1);
            let next = text[at + length..].chars().next();
            if !is_part(text[..at].chars().next_back()) && !is_part(next) {
                return Some(at);
            }
        }
        None
    })
}

/// Whether a type has 64 bits.
pub(super) fn is_wide(kind: &str) -> bool {
    words_of(kind).any(|word| {
        word.contains("64") || matches!(word, "long" | "ulong" | "ULong" | "Long" | "bigint")
    })
}

/// Whether a type has fewer than 64 bits.
pub(super) fn is_small(kind: &str) -> bool {
    let is = |word: &str| {
        let lower = word.to_ascii_lowercase();
        let bits = ["uint", "int"].iter().find_map(|head| lower.strip_prefix(head));
        SMALL.contains(&word) || matches!(bits, Some("8" | "16" | "32" | "8_t" | "16_t" | "32_t"))
    };
    words_of(kind).any(is) && !is_wide(kind)
}

fn words_of(kind: &str) -> impl Iterator<Item = &str> {
    // `[64]` is a length.
    let is_word = |word: &&str| !word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit());
    kind.split(|c: char| !c.is_alphanumeric() && c != '_').filter(is_word)
}

/// The type in an array's declaration at a place in a text; `None` if there is none.
pub(super) fn array_type<'t>(text: &'t str, at: usize, name: &str) -> Option<&'t str> {
    let behind = text[at + name.len()..].trim_start();
    let line = text[..at].rfind(['\n', ';', '{', '(']).map_or(0, |at| at + 1);
    let before = text[line..at].trim();
    let is_word_end = |c: char| c.is_alphanumeric() || matches!(c, '*' | ']' | '>' | '&');
    let is_own = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    // What comes after these words is used.
    let last = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    if matches!(
        last,
        "return" | "else" | "in" | "case" | "throw" | "yield" | "await" | "and" | "or"
    ) {
        return None;
    }
    let is_end = |rest: &str| rest.find(['=', '\n', ')', '{']).unwrap_or(rest.len());
    if !is_own {
        return None;
    }
    // `U64 other[64], name[64][4096]` and `var name, other [64]uint16`.
    if before.ends_with(',') {
        let first = before[..before.find([',', '='])?].trim_end();
        let first = first.split('[').next().filter(|_| first.ends_with(']')).unwrap_or(first);
        let name = first.trim_end().rfind(|c: char| !c.is_alphanumeric() && c != '_')?;
        return Some(first[..=name].trim()).filter(|kind| !kind.is_empty() && *kind != "var");
    }
    if before.contains('=') {
        return None;
    }
    if before == "var" && behind.starts_with(',') {
        let kind = behind.find('[').filter(|at| !behind[..*at].contains('\n'))?;
        return Some(&behind[kind..kind + is_end(&behind[kind..])]);
    }
    // Go's `name []uint16` as a field: nothing else has a type directly behind a bracket.
    if before.is_empty() && behind.starts_with('[') {
        let kind = &behind[..behind.find(['\n', ';', '}']).unwrap_or(behind.len())];
        let entry = kind[kind.rfind(']')? + 1..].chars().next()?;
        return entry.is_alphabetic().then_some(kind);
    }
    // `var name [64][4096]uint16`, `name: [[u16; 4096]; 64]` and `U64 name[64][4096]`.
    if before == "var" && behind.starts_with('[') {
        return Some(&behind[..is_end(behind)]);
    }
    if let Some(kind) = behind.strip_prefix(':').filter(|rest| !rest.starts_with([':', '='])) {
        return Some(&kind[..is_end(kind)]);
    }
    let is_declared = before.ends_with(is_word_end)
        && (behind.starts_with(['[', ';', ',']) || before.ends_with([']', '>']));
    is_declared.then_some(before)
}
