//! Tests that configs with the same meaning give the same digest and the same bytes, and that other configs don't.

use std::path::Path;

use proptest::prelude::*;

use libtest_mimic::Trial;
use magicgen::config::{ConfigError, Request, Source, resolve};
use magicgen::generate::{Solver, generate};

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        other_words_for_the_same_change_nothing,
        something_else_has_another_digest_or_the_same_bytes
    ]
}

/// The spellings of a value of a key; the empty spelling means that the key is left out.
type Value = &'static [&'static str];

/// A key that a config may have.
struct Key {
    /// The language to which the key belongs; empty for all languages.
    lang: &'static str,
    table: &'static str,
    name: &'static str,
    values: &'static [Value],
}

const fn key(
    lang: &'static str,
    table: &'static str,
    name: &'static str,
    values: &'static [Value],
) -> Key {
    Key { lang, table, name, values }
}

const LANGUAGES: [&[&str]; 6] = [
    &["\"c\"", "'c'", "\"\\u0063\""],
    &["\"cpp\"", "\"c++\""],
    &["\"rust\""],
    &["\"java\""],
    &["\"python\""],
    &["\"javascript\"", "\"js\""],
];

/// Keys with their values, for a board of 4 x 3.
const KEYS: &[Key] = &[
    key(
        "",
        "",
        "orientation",
        &[
            &[
                "",
                "\"a1lsb\"",
                "{ lsb = \"a1\" }",
                "{ major = \"rank\", lsb = \"a1\" }",
                "{ permutation = [0, 0x1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }",
            ],
            &["\"h8lsb-file\"", "{ lsb = \"d3\", major = \"file\" }"],
            &["{ permutation = [1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }"],
        ],
    ),
    key("", "board", "stride", &[&[""], &["8", "+8", "0o10", "0b1000"]]),
    key(
        "",
        "board",
        "holes",
        &[&["", "[]", "[ ]"], &["[\"b2\", \"c1\"]", "[\n'c1', # second\n'b2',\n]"]],
    ),
    key("", "board", "word", &[&["", "64", "0x40", "6_4"]]),
    key("", "search", "effort", &[&["", "100"]]),
    key(
        "",
        "output",
        "pieces",
        &[
            &["", "[\"rook\", \"bishop\"]", "[\n\t\"rook\",\n\t\"bishop\",\n]"],
            &["[\"bishop\", \"rook\"]"],
            &["[\"rook\"]", "['rook']"],
            &["[\"queen\"]"],
            &["[\"rook\", \"lance\"]"],
        ],
    ),
    key("", "output", "variant", &[&["\"fancy\""], &["\"plain\""]]),
    key(
        "",
        "output",
        "emit",
        &[
            &["", "[\"lookup\"]", "[\"lookup\", \"lookup\"]"],
            &[
                "[\"lookup\", \"squares\"]",
                "[\"squares\", \"lookup\"]",
                "[\"lookup\", \"squares\", \"lookup\"]",
            ],
            &["[\"factors\", \"lookup\"]", "[\"lookup\", \"magics\"]"],
            &["[\"masks\"]"],
        ],
    ),
    key("", "output", "tables", &[&["\"full\""], &["\"init\""]]),
    key("", "output", "doc", &[&[""], &["\"One.\"", "'One.'", "\"\"\"\nOne.\"\"\""]]),
    key("", "output.style", "hex", &[&["", "\"lower\""], &["\"upper\""]]),
    key("", "output.style", "columns", &[&["", "\"auto\""], &["2", "0x2"]]),
    key("", "output.style", "eol", &[&["", "\"lf\""], &["\"crlf\""]]),
    key("", "output.style", "version", &[&["", "true"], &["false"]]),
    key("", "output.style", "spdx", &[&["", "\"0BSD\""], &["\"MIT\"", "'MIT'"], &["\"\""]]),
    key(
        "",
        "output.style",
        "header",
        &[
            &[""],
            &[
                "\"one\\ntwo\"", "\"one\\r\\ntwo\\n\"", "\"\"\"\none\ntwo\"\"\"",
                "'''\none\ntwo\n'''",
            ],
            &["\"one two\"", "\"\"\"one \\\n  two\"\"\""],
        ],
    ),
    key("", "output.lookup", "key", &[&["", "\"white\""]]),
    key("", "output.lookup", "post-mask", &[&["", "false"]]),
    key("", "output.lookup", "lines", &[&["", "false"]]),
    key("", "output.lookup", "fold", &[&["", "false"], &["true", "\"ranks\"", "'ranks'"]]),
    key("", "output.names", "masks", &[&[""], &["\"{piece}Blockers\"", "'{piece}Blockers'"]]),
    key("c", "output.names", "prefix", &[&["", "\"magics\"", "\"magics_\""], &["\"bb\""]]),
    key(
        "c",
        "output.names",
        "lookup",
        &[&["", "\"{prefix}_{piece}_attacks\""], &["\"look_{piece}\""]],
    ),
    key("java", "output.names", "type", &[&["", "\"Magics\""]]),
    key("c", "output.c", "std", &[&["", "\"c11\""], &["\"c99\""], &["\"c17\"", "'c17'"]]),
    key("c", "output.c", "layout", &[&["", "\"single\""], &["\"pair\""]]),
    key("c", "output.c", "static-assert", &[&["", "true"], &["false"]]),
    key("c", "output.c", "guard", &[&[""], &["\"BB_H\""]]),
    key(
        "cpp",
        "output.cpp",
        "std",
        &[&["", "\"c++17\"", "\"17\""], &["\"c++20\"", "'20'"], &["\"c++11\"", "\"11\""]],
    ),
    key("cpp", "output.cpp", "namespace", &[&["", "\"magics\""], &["\"chess::magics\""]]),
    key(
        "rust",
        "output.rust",
        "edition",
        &[&["", "\"2024\"", "2024"], &["\"2021\"", "2021", "0x7e5"]],
    ),
    key("rust", "output.rust", "visibility", &[&["", "\"pub\""], &["\"pub(crate)\""]]),
    key("java", "output.java", "release", &[&["", "8", "0o10"], &["17", "0x11"]]),
    key("java", "output.java", "final", &[&["", "true"], &["false"]]),
    key("java", "output.java", "visibility", &[&["", "\"public\""], &["\"package\""]]),
    key("python", "output.python", "minimum", &[&["", "\"3.10\""], &["\"3.12\""]]),
    key("python", "output.python", "storage", &[&["", "\"tuple\""], &["\"bytes\""]]),
    key("python", "output.python", "typed", &[&["", "true"], &["false"]]),
    key("javascript", "output.javascript", "word", &[&["", "\"pair\""], &["\"bigint\""]]),
    key("javascript", "output.javascript", "jsdoc", &[&["", "true"], &["false"]]),
];

/// The meaning of a config: a language, and a value for each key that it can have.
#[derive(Clone, Debug)]
struct Said {
    lang: usize,
    values: Vec<usize>,
}

impl Said {
    fn lang(&self) -> &'static str {
        LANGUAGES[self.lang][0].trim_matches('"')
    }

    fn keys(&self) -> impl Iterator<Item = (usize, &'static Key)> {
        let lang = self.lang();
        let keys = KEYS.iter().enumerate();
        keys.filter(move |(_, key)| key.lang.is_empty() || key.lang == lang)
    }

    /// A config with this meaning; `random` chooses among the spellings.
    fn written(&self, mut random: impl FnMut(usize) -> usize) -> String {
        let mut tables: Vec<(&str, Vec<String>)> = vec![
            ("board", vec!["width = 4".to_owned(), "height = 3".to_owned()]),
            ("output", Vec::new()),
        ];
        let spellings = LANGUAGES[self.lang];
        tables[1].1.push(format!("lang = {}", spellings[random(spellings.len())]));
        tables[1].1.push("path = \"x/\"".to_owned());
        let mut top = vec!["version = 1".to_owned()];
        for (index, key) in self.keys() {
            let spellings = key.values[self.values[index] % key.values.len()];
            let mut spelling = spellings[random(spellings.len())];
            // A permutation spells out the order without a stride.
            if spelling.contains("permutation") && self.has_stride() {
                spelling = spellings[0];
            }
            if spelling.is_empty() {
                continue;
            }
            let name =
                if random(3) == 0 { format!("\"{}\"", key.name) } else { key.name.to_owned() };
            let blanks = ["", " ", "\t"][random(3)];
            let line = format!("{name}{blanks}={blanks}{spelling}");
            match (key.table, key.table.strip_prefix("output.")) {
                ("", _) => top.push(line),
                // The key stands in the output's own table, as a dotted key.
                (_, Some(inner)) if self.is_dotted(inner) => {
                    tables[1].1.push(format!("{inner}.{line}"));
                }
                (table, _) => match tables.iter_mut().find(|(other, _)| *other == table) {
                    Some((_, lines)) => lines.push(line),
                    None => tables.push((table, vec![line])),
                },
            }
        }
        let mut text = String::new();
        let mut lines = |text: &mut String, lines: &mut Vec<String>| {
            while !lines.is_empty() {
                let line = lines.remove(random(lines.len()));
                text.push_str(["", "# a comment\n", "\n", "  \n\n"][random(4)]);
                text.push_str(&line);
                text.push_str(["\n", " # lang = \"d\"\n", "\n\n"][random(3)]);
            }
        };
        lines(&mut text, &mut top);
        // An output's tables come after it; all other tables come in any order.
        let (mut own, mut others): (Vec<_>, Vec<_>) =
            tables.into_iter().partition(|(table, _)| table.starts_with("output"));
        own[1..].sort_by_key(|(table, _)| table.len() % (2 + self.lang));
        others.push(("piece", vec!["name = \"lance\"".to_owned(), "rays = [[0, +1]]".to_owned()]));
        others.extend(own);
        for (table, mut keys) in others {
            let is_list = ["piece", "output"].contains(&table);
            let [open, close] = if is_list { ["[[", "]]\n"] } else { ["[ ", " ]\n"] };
            text.extend([open, table, close]);
            lines(&mut text, &mut keys);
        }
        text
    }

    fn has_stride(&self) -> bool {
        self.keys().any(|(index, key)| key.name == "stride" && self.values[index] % 2 == 1)
    }

    /// Decides whether a table of an output is written with dotted keys or with a header.
    fn is_dotted(&self, inner: &str) -> bool {
        inner.len() % 2 == self.lang % 2
    }
}

/// The text of which the digest in the header is made, and the files that a config gives; `None` where the config's
/// choices don't go together.
fn made(text: &str) -> Option<(String, Vec<Vec<u8>>)> {
    let request = Request { config: Some(Path::new("magicgen.toml")), ..Request::default() };
    let plan = resolve(&Source::new("magicgen.toml", text, Vec::new()), &request);
    let plan = match plan {
        Ok(plan) => plan,
        Err(errors) => {
            let of_choices =
                ["config::unsupported", "config::clash", "config::piece", "config::name"];
            let is_expected = |error: &ConfigError| of_choices.contains(&error.code());
            assert!(errors.iter().all(is_expected), "{errors:#?}\n{text}");
            return None;
        }
    };
    let mut solver = Solver::new(plan.effort);
    let generated = generate(&plan.jobs[0], &mut solver).unwrap();
    let bytes = generated.encoded(plan.jobs[0].eol).into_iter().map(std::borrow::Cow::into_owned);
    Some((plan.jobs[0].digest_text.clone(), bytes.collect()))
}

/// A linear congruential generator of numbers below a bound.
fn numbers(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (seed >> 33) as usize % below
    }
}

fn said() -> impl Strategy<Value = Said> {
    let values = proptest::collection::vec(0..6_usize, KEYS.len());
    (0..LANGUAGES.len(), values).prop_map(|(lang, values)| Said { lang, values })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    fn other_words_for_the_same_change_nothing(said in said(), one: u64, other: u64) {
        let first = said.written(numbers(one));
        let second = said.written(numbers(other));
        let made_first = made(&first);
        prop_assume!(made_first.is_some());
        for text in [second.clone(), second.replace('\n', "\r\n"), format!("\u{feff}{second}")] {
            prop_assert!(made_first == made(&text), "{}\n----\n{}", first, text);
        }
    }

    fn something_else_has_another_digest_or_the_same_bytes(said in said(), at: usize, more in 1..6_usize, seed: u64) {
        let keys: Vec<_> = said.keys().filter(|(_, key)| key.values.len() > 1).collect();
        let (index, key) = keys[at % keys.len()];
        let mut other = said.clone();
        let is = said.values[index] % key.values.len();
        other.values[index] = (is + 1 + more % (key.values.len() - 1)) % key.values.len();
        prop_assume!(other.values[index] != is);
        let (first, second) = (said.written(numbers(seed)), other.written(numbers(seed)));
        if let (Some((digest, bytes)), Some((digest_too, bytes_too))) = (made(&first), made(&second)) {
            prop_assert!(digest != digest_too || bytes == bytes_too, "{}\n----\n{}", first, second);
        }
    }
}
