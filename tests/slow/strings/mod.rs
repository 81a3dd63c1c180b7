//! Tries hostile texts for all keys of a config. Each must either give an error or stay within comments and strings of
//! the generated file.
//!
//! The keys aren't listed here, but taken from the reader's error messages, so that new keys are tried as well.

mod lexer;

use std::path::Path;

use magicgen::config::{ConfigErrorKind, Place, Request, Setting, SettingValue, Source, resolve};
use magicgen::generate::{Solver, generate};
use magicgen::render;
use magicgen_lookup::model::Part;
use magicgen_search::text::is_hidden;
use proptest::prelude::*;
use proptest::sample::select;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = trials![
        every_key_is_tried,
        no_text_of_every_second_key_gets_into_code,
        no_text_of_every_other_key_gets_into_code,
        no_option_of_a_language_gets_into_code,
        no_name_of_a_piece_gets_into_code,
        no_path_gets_into_code,
        case_belongs_to_literals,
        no_mixture_gets_into_code,
    ];
    trials.extend(lexer::trials());
    trials
}

/// The word that must not occur in code.
const MARKER: &str = "pwned";

/// Texts that end a comment or a string in some language, or have an effect within one, or are invisible, each with the
/// marker after it.
const HOSTILE: &[&str] = &[
    "*/ int pwned(void) { return 1; } /*",
    "* /*/ pwned",
    "/* pwned",
    "/*/**/*/ pwned",
    "\\u002a/ int pwned; /\\u002a",
    "\\\\\\u000aint pwned;",
    "\\uuu000a int pwned;",
    "\\\\u000a pwned",
    "*) procedure pwned; (*",
    "} procedure pwned; {",
    "{$I pwned}",
    "]] pwned() --[[",
    "]=] pwned() --[=[",
    "[[ pwned",
    "[==[ pwned",
    ";) (func $pwned) (;",
    "+/ int pwned; /+",
    "\"\"\"\nimport pwned\n\"\"\"",
    "\"\"\"; import pwned; \"\"\"",
    "\"\"\"\" + pwned + \"",
    "pwned\"",
    "\\\"\"\" + pwned",
    "'''; pwned; '''",
    "\"; pwned(); \"",
    "'; pwned(); '",
    "` + pwned + `",
    "`define pwned",
    "${pwned}",
    "{{ pwned }}",
    "{% pwned %}",
    "{piece}*/ pwned",
    "\npwned();",
    "\n\n\n#define pwned",
    "\r\npwned();",
    "\rpwned();",
    "\u{85}pwned();",
    "\u{2028}pwned();",
    "\u{2029}pwned();",
    "\u{b}pwned",
    "\u{c}pwned",
    "??/\npwned();",
    "pwned ??/",
    "\\\npwned();",
    "pwned \\",
    "pwned \\ ",
    "pwned\\\\",
    "a \\ pwned",
    "\\\\\npwned",
    "-- pwned",
    "// pwned",
    "# pwned",
    ";; pwned",
    "+build pwned",
    " +build pwned",
    "x\n+build pwned",
    "@ts-nocheck pwned",
    "verilator pwned",
    "synthesis translate_off pwned",
    "cython: pwned",
    "type: ignore pwned",
    "-*- coding: utf-7 -*- pwned",
    "<script>pwned()</script>",
    "</pre> pwned {@link pwned}",
    "\u{202e}pwned\u{2066}",
    "pwn\u{200b}ed pwned",
    "\u{feff}pwned",
    "\u{e0041}pwned",
    "\u{1b}[31mpwned\u{1b}]0;x\u{7}",
    "\u{9b}31mpwned",
    "pwned\0",
    "pwned\tpwned",
    "$(pwned)",
    "; pwned",
    ";pwned=1#",
    ".x;pwned=1",
    ".x\",\"aw\",@pwned#",
    "pwned pwned",
    "pwned-pwned",
    "pwned.pwned()",
    "a::pwned!{}",
    "pub(in crate::pwned{})",
    "pub(crate) fn pwned() {}",
    "../pwned/*/",
    "x*/pwned/y\\",
    "päwned pwned é",
    "\u{1f3f4}pwned",
];

/// A config with a small board and one piece, for which a file takes a millisecond.
fn base(lang: &str, piece: &str) -> String {
    format!(
        "version = 1\n[board]\nwidth = 3\nheight = 2\n[[piece]]\n{piece}\nrays = [[1, 0], [0, 1]]\n\
         [[output]]\nlang = \"{lang}\"\n"
    )
}

/// The settings of every run. A later setting of the same key overrides them.
fn usual(lang: &str, piece: &str) -> Vec<Setting> {
    let list = |texts: &[&str]| SettingValue::List(texts.iter().map(|&text| text.into()).collect());
    let mut parts = vec!["lookup", "squares", "masks", "self-test"];
    let language = render::find(lang).expect("a language");
    let prints = language.configure(None).expect("its defaults").capabilities().prints;
    parts.retain(|part| *part != "self-test" || prints(Part::SelfTest));
    vec![
        Setting::flag("output.path", "-D", SettingValue::Text("./".to_owned())),
        Setting::flag("output.pieces", "--piece", list(&[piece])),
        // Some languages have another one by default, which has no masks.
        Setting::flag("output.variant", "--variant", SettingValue::Text("fancy".to_owned())),
        Setting::flag("output.emit", "--emit", list(&parts)),
    ]
}

type Made = Result<Vec<(String, String)>, Vec<ConfigErrorKind>>;

/// The files of one output, or the error.
fn make(text: &str, settings: Vec<Setting>, request: &Request<'_>) -> Made {
    let source = Source::new("magicgen.toml", text, settings);
    let plan = match resolve(&source, request) {
        Ok(plan) => plan,
        Err(errors) => {
            assert!(!errors.is_empty());
            for error in &errors {
                assert!(
                    !error.to_string().is_empty() && !error.to_string().contains('\n'),
                    "{error:?}"
                );
                let _ = error.help();
                if let Some(span) = &error.span {
                    let Place { text, span, .. } = source.place(span);
                    assert!(text.get(span).is_some(), "{error:?}");
                }
            }
            return Err(errors.into_iter().map(|error| error.kind).collect());
        }
    };
    let mut files = Vec::new();
    for job in &plan.jobs {
        let generated = generate(job, &mut Solver::new(plan.effort.clone())).unwrap();
        files.extend(generated.artifacts.into_iter().map(|file| (file.name, file.text)));
    }
    Ok(files)
}

/// The keys of a table, from the error message about the unknown key `zz`.
fn keys_of(table: &str, lang: &str) -> Option<Vec<String>> {
    let key = if table.is_empty() { "zz".to_owned() } else { format!("{table}.zz") };
    let mut settings = usual(lang, "lance");
    settings.push(Setting::flag(&key, "-D", SettingValue::Toml("1".to_owned())));
    let made = make(&base(lang, "name = \"lance\""), settings, &Request::default());
    made.err()?.into_iter().find_map(|kind| match kind {
        ConfigErrorKind::UnknownKey { key, known } if key == "zz" => Some(known),
        _ => None,
    })
}

/// All keys of all tables that `-D` can set, including the language's own.
fn keys(lang: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let mut tables = vec![String::new()];
    while let Some(table) = tables.pop() {
        for key in keys_of(&table, lang).unwrap_or_default() {
            let key = if table.is_empty() { key } else { format!("{table}.{key}") };
            let is_table = keys_of(&key, lang).is_some();
            if is_table {
                tables.push(key.clone());
            }
            keys.push(key);
        }
        if table == "output" {
            tables.push(format!("output.{lang}"));
        }
    }
    keys
}

/// Checks that files have no invisible characters, and no marker in code unless the text is a valid name.
fn check(lang: &str, said: &str, value: &str, files: &[(String, String)]) {
    let is_name = value.chars().all(|c| c.is_ascii_alphanumeric() || " -_".contains(c));
    for (name, text) in files {
        let odd =
            text.chars().find(|c| (c.is_control() && !matches!(c, '\n' | '\t')) || is_hidden(*c));
        assert_eq!(odd, None, "{lang} {name}: {said}");
        let code = lexer::code(lang, text).to_lowercase();
        let line = code.lines().find(|line| line.contains(MARKER));
        assert!(is_name || line.is_none(), "{lang} {name}: {said}\n{text}");
    }
}

/// Tries a value for a key, and returns whether it is accepted.
fn attempt(lang: &str, key: &str, value: &str) -> bool {
    let list = SettingValue::List(vec!["lance".to_owned(), value.to_owned()]);
    let mut is_taken = false;
    for given in [SettingValue::Text(value.to_owned()), list] {
        let mut settings = usual(lang, "lance");
        settings.push(Setting::flag(key, "-D", given));
        let made = make(&base(lang, "name = \"lance\""), settings, &Request::default());
        let Ok(mut files) = made else { continue };
        is_taken = true;
        if key == "output.path" {
            files.iter_mut().for_each(without_guard);
        }
        check(lang, &format!("{key} = {value:?}"), value, &files);
        if key == "output.style.header" {
            let language = magicgen::render::find(lang).expect("a language");
            let comments = language.configure(None).expect("its defaults").capabilities().comments;
            for line in value.replace("\r\n", "\n").lines() {
                // A language that reads strings in comments gets a line without them.
                let line =
                    if comments.reads_strings { comments.quoted(line) } else { line.to_owned() };
                assert!(files[0].1.contains(line.trim_end()), "{lang} {key}: {line:?} is lost");
            }
        }
    }
    is_taken
}

/// Removes the include guard, which is made of the file's name in capitals.
fn without_guard(file: &mut (String, String)) {
    file.1 = file.1.replace("PWNED", "");
}

fn every_key_is_tried() {
    let keys = keys("c");
    for known in [
        "orientation", "output.doc", "output.id", "output.names.lookup", "output.style.header",
        "output.c.section", "output.lookup.key", "search.known", "board.holes",
    ] {
        assert!(keys.iter().any(|key| key == known), "{known} is not in {keys:?}");
    }
    assert!(keys.len() > 50, "{keys:?}");
}

/// Tries every second key with every hostile text in one language. An accepted text is tried in other languages too, and in
/// all languages if the key takes free text. A part is one of two halves, which two cores take side by side.
fn try_texts_of_a_config(part: usize) {
    let mut at = part * HOSTILE.len();
    let mut taken = std::collections::BTreeMap::new();
    let mut keys = keys("c");
    keys.retain(|key| !key.starts_with("output.c."));
    let keys: Vec<String> = keys.into_iter().skip(part).step_by(2).collect();
    for key in &keys {
        for value in HOSTILE {
            at += 1;
            let lang = render::ALL[at % render::ALL.len()].id;
            if attempt(lang, key, value) {
                *taken.entry(key.clone()).or_insert(0) += 1;
                // All languages accept free text, and each has comments of its own.
                let is_free =
                    ["output.doc", "output.style.header", "output.path"].contains(&key.as_str());
                let others = render::ALL.iter().filter(|other| other.id != lang);
                let others = others.step_by(if is_free { 1 } else { 8 });
                for other in others {
                    attempt(other.id, key, value);
                }
            }
        }
        // The languages of the next key are those that follow on the other half's.
        at += HOSTILE.len();
    }
    // Keys of free text must accept most visible texts, else nothing was tested.
    let free = ["output.doc", "output.style.header"].map(str::to_owned);
    for key in free.iter().filter(|key| keys.contains(key)) {
        assert!(taken.get(key).is_some_and(|count| *count > 30), "{key}: {taken:?}");
    }
}

fn no_text_of_every_second_key_gets_into_code() {
    try_texts_of_a_config(0);
}

fn no_text_of_every_other_key_gets_into_code() {
    try_texts_of_a_config(1);
}

fn no_option_of_a_language_gets_into_code() {
    for language in render::ALL {
        let own = format!("output.{}.", language.id);
        for key in keys(language.id).into_iter().filter(|key| key.starts_with(&own)) {
            for value in HOSTILE {
                attempt(language.id, &key, value);
            }
        }
    }
}

/// The name of a piece may only consist of words, in any language.
fn no_name_of_a_piece_gets_into_code() {
    for language in render::ALL {
        for value in HOSTILE {
            let quoted: Vec<String> =
                value.chars().map(|c| format!("\\U{:08X}", u32::from(c))).collect();
            let quoted = quoted.concat();
            let made = make(
                &base(language.id, &format!("name = \"{quoted}\"")),
                usual(language.id, value),
                &Request::default(),
            );
            let is_words = value.chars().all(|c| c.is_ascii_alphanumeric() || " -_".contains(c));
            let is_words = is_words && !value.starts_with(['-', ' ']);
            assert_eq!(made.is_ok(), is_words, "{} {value:?}: {:?}", language.id, made.err());
        }
    }
}

/// Tries hostile names for the generated file and for the config, which headers repeat.
fn no_path_gets_into_code() {
    for language in render::ALL {
        let lang = language.id;
        let ending = match lang {
            "c" => "h",
            "cpp" => "hpp",
            "verilog" => "v",
            other => ending(other),
        };
        for value in HOSTILE {
            let config = format!("{value}.toml");
            let request = Request { config: Some(Path::new(&config)), ..Request::default() };
            let files = make(&base(lang, "name = \"lance\""), usual(lang, "lance"), &request);
            if let Ok(files) = files {
                check(lang, &format!("the config {value:?}"), value, &files);
            }
            let path = format!("{value}.{ending}");
            let request = Request { output: Some(Path::new(&path)), ..Request::default() };
            if let Ok(mut files) =
                make(&base(lang, "name = \"lance\""), usual(lang, "lance"), &request)
            {
                files.iter_mut().for_each(without_guard);
                check(lang, &format!("the path {value:?}"), value, &files);
            }
        }
    }
}

fn ending(lang: &str) -> &'static str {
    match lang {
        "javascript" => "mjs",
        "typescript" => "ts",
        "lua" => "lua",
        "nim" => "nim",
        "ocaml" => "ml",
        "rust" => "rs",
        "csharp" => "cs",
        "kotlin" => "kt",
        "wat" => "wat",
        "zig" => "zig",
        "go" => "go",
        "python" => "py",
        _ => "x",
    }
}

/// The option for upper case changes literals only: no text of the user, no prefix, and nothing that isn't a number.
fn case_belongs_to_literals() {
    let header = "0xabcdef $abcdef 64'habcdef 16#abcdef# abcdef";
    for language in render::ALL {
        let lang = language.id;
        let [lower, upper] = ["lower", "upper"].map(|hex| {
            let mut settings = usual(lang, "lance");
            let text = |text: &str| SettingValue::Text(text.to_owned());
            // On this board the set of all squares is a number with letters among its digits.
            for (key, value) in [("board.width", "4"), ("board.stride", "8")] {
                settings.push(Setting::flag(key, "-D", SettingValue::Toml(value.to_owned())));
            }
            settings.push(Setting::flag("output.style.hex", "-D", text(hex)));
            settings.push(Setting::flag("output.style.header", "-D", text(header)));
            let request =
                Request { config: Some(Path::new("magicgen.toml")), ..Request::default() };
            make(&base(lang, "name = \"lance\""), settings, &request).unwrap()
        });
        let mut changed = 0;
        for ((name, lower), (_, upper)) in lower.iter().zip(&upper) {
            assert!(!upper.contains("0X"), "{lang} {name}");
            // The header has another digest of the config, and names the settings in its command.
            let is_same = |line: &str| !line.contains(", config ") && !line.contains(" -D ");
            let lines = lower.lines().zip(upper.lines()).filter(|(line, _)| is_same(line));
            for (lower, upper) in lines {
                assert!(lower.eq_ignore_ascii_case(upper), "{lang} {name}: {lower} became {upper}");
                let letters =
                    lower.chars().zip(upper.chars()).filter(|(lower, upper)| lower != upper);
                for (lower, _) in letters {
                    assert!(matches!(lower, 'a'..='f'), "{lang} {name}: {upper}");
                    changed += 1;
                }
            }
        }
        assert!(upper[0].1.contains(header), "{lang}");
        // These two languages write all digits in upper case by default.
        assert_eq!(changed > 0, !["ada", "python"].contains(&lang), "{lang}: {changed}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Random sequences of hostile texts and their parts, as a sentence, a licence, an id or a name.
    fn no_mixture_gets_into_code(
        parts in prop::collection::vec(prop_oneof![
            select(HOSTILE).prop_map(str::to_owned),
            select(vec!["*", "/", "\\", "\"", "'", "(", ")", "[", "]", "{", "}", "-", "+", ";", "?", "#", "u000a",
                "u002a", " ", "\n", "`", "$", "@", ":", "|", "<", ">", "!"]).prop_map(str::to_owned),
            "\\PC{0,4}",
        ], 1..8),
        key in select(vec!["output.doc", "output.style.header", "output.doc", "output.style.header", "output.id",
            "output.name", "output.path", "output.names.prefix", "output.names.lookup", "output.names.type"]),
        language in 0..render::ALL.len(),
    ) {
        let value = parts.concat() + MARKER;
        attempt(render::ALL[language].id, key, &value);
    }
}
