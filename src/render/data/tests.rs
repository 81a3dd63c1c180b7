//! Templates print what languages print, and their errors point into them.

use super::build::data;
use super::statements::Spellings;
use super::template::Template;
use super::*;
use crate::render::find;
use crate::sample::chess;

fn filled_in(text: &str, includes: &[(&str, &str)]) -> Result<String, OptionError> {
    filled_in_with(text, includes, Tables::Init)
}

fn filled_in_with(
    text: &str,
    includes: &[(&str, &str)],
    when: Tables,
) -> Result<String, OptionError> {
    let module = chess(&Templated::new(text, &[])?, "fancy", when, &[Part::Lookup]);
    Templated::new(text, includes)?.template.filled_in(&data(&module))
}

impl Templated {
    fn new(text: &str, includes: &[(&str, &str)]) -> Result<Self, OptionError> {
        let first = [("a.txt.jinja", text)];
        let files = first
            .iter()
            .chain(includes)
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        Ok(Self {
            word: WordKind::Native,
            template: Template::new(files.collect(), Spellings::new())?,
        })
    }
}

fn prints_java(when: Tables) {
    let java = find("java").unwrap().configure(None).unwrap();
    let module = chess(&*java, "fancy", when, &[Part::Lookup]);
    let wanted = java.render(&module, "Magics.java").remove(0).text;
    let text = include_str!("../../../tests/data/Magics.java.jinja").replace("\r\n", "\n");
    let printed = filled_in_with(&text, &[], when).unwrap();
    for (line, (found, wanted)) in printed.lines().zip(wanted.lines()).enumerate() {
        assert_eq!(found, wanted, "line {}", line + 1);
    }
    assert_eq!(printed, wanted);
}

#[test]
fn a_template_prints_java_byte_for_byte() {
    prints_java(Tables::Init);
}

#[test]
#[ignore = "slow"]
fn a_template_prints_packed_tables_of_java_byte_for_byte() {
    prints_java(Tables::Full);
}

#[test]
fn literals_are_in_every_notation() {
    for (expression, wanted) in [
        ("\"0x00ff00000000beef\"|hex", "0x00ff00000000beef"),
        ("\"0x00ff00000000beef\"|hex(group=\"_\", upper=true)", "0x00FF_0000_0000_BEEF"),
        (
            "\"0x00ff00000000beef\"|hex(prefix=\"16#\", suffix=\"#\", digits=1)",
            "16#ff00000000beef#",
        ),
        ("\"0xffffffffffffffff\"|decimal(suffix=\"UL\")", "18446744073709551615UL"),
        ("\"0xfffffffffffffffe\"|signed", "-2"),
        ("\"0x7fffffffffffffff\"|signed(group=\"_\")", "9_223_372_036_854_775_807"),
        ("255|hex", "0xff"),
        ("255|signed(bits=8)", "-1"),
        ("1234567|decimal(group=\",\")", "1,234,567"),
        (
            "\"rook attacks\"|camel ~ (\"rook_masks\"|pascal) ~ (\"a b\"|kebab)",
            "rookAttacksRookMasksa-b",
        ),
        ("[1, 22, 333, 4]|wrapped(width=8, indent=2)", "1, 22,\n  333, 4"),
        ("[1, 255]|hex(suffix=\"u\")|wrapped", "0x1u, 0xffu"),
        ("[[1, 2]]|hex", "[[\"0x1\", \"0x2\"]]"),
        ("[1, 22]|wrapped(separator=\";\", end=\".\")", "1; 22."),
        ("board.squares[18].name ~ pieces[0].fields[0].values[18]", "c30x00040404047a0400"),
    ] {
        let text = filled_in(&format!("{{{{ {expression} }}}}"), &[]).unwrap();
        assert_eq!(text.trim_end(), wanted, "{expression}");
    }
}

#[test]
fn statements_are_spelled_as_the_template_says() {
    let text = "{% set x = {\"shr\": \"shr({a}, {b})\", \"low\": \"int({a})\", \"and\": \"band\", \
                \"cut_word\": \"cut {a}\", \"reverse_bits\": \"reversed({a})\", \"variable\": \"{name:pascal}\", \"field\": \"{of:camel}[s]\"} %}\n\
                {% set body = pieces[0].lookup|statements(x) %}\n\
                {% for one in body.variables %}\n{{ one.type }} {{ one.name }} = {{ one.value }}\n{% endfor %}\n\
                {{ body.type }} {{ body.result }}\n";
    assert_eq!(
        filled_in(text, &[]).unwrap(),
        "word Relevant = occupied band rookMasks[s]\n\
         half Index = int(shr(cut (Relevant * rookFactors[s]), rookShifts[s]))\n\
         word ATTACKS[rookOffsets[s] + Index]\n"
    );
}

#[test]
fn errors_point_into_the_template() {
    let deep = "{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}\
                {% endfor %}{% endfor %}{% endfor %}";
    let long = "{% set line = \"x\" * 99999999 %}{{ line }}{{ line }}{{ line }}";
    for (text, wanted) in [
        ("\n{{ bord.width }}", "a.txt.jinja:2: undefined value"),
        ("\n\n{{ board.widht }}", "a.txt.jinja:3: undefined value"),
        ("{% if %}", "a.txt.jinja:1: syntax error"),
        ("\n{{ 1|hexx }}", "a.txt.jinja:2: unknown filter"),
        ("{{ \"x\"|hex }}", "a.txt.jinja:1: invalid operation: `x` is no word of the data"),
        (
            "{{ -5|hex }}",
            "a.txt.jinja:1: invalid operation: -5 isn't an unsigned number of 64 bits",
        ),
        ("{{ 1|hex(grup=\"_\") }}", "a.txt.jinja:1: "),
        (
            "{{ tables[0].entries|hex }}",
            "a.txt.jinja:1: invalid operation: a table has no entries, since start-up code fills it; set `tables",
        ),
        (
            "{{ pieces[0].lookup|statements({}) }}",
            "a.txt.jinja:1: invalid operation: spellings lack `shr`; add `\"shr\": \"OPERATOR\"`",
        ),
        (
            "{{ pieces[0].lookup|statements({\"shift\": \"a\"}) }}",
            "a.txt.jinja:1: invalid operation: `shift` is no operation that can be spelled",
        ),
        ("\n{% include \"b\" %}", "b:2: undefined value"),
        ("{% include \"c\" %}", "a.txt.jinja:1: template not found"),
        (deep, "a.txt.jinja:1: engine ran out of fuel"),
        (long, "a.txt.jinja: the template prints more than 256 MiB"),
    ] {
        let error = filled_in(text, &[("b", "x\n{{ nothing }}")]).unwrap_err();
        assert!(error.message.starts_with(wanted), "{text}: {error:?}");
        assert!(error.help.is_some(), "{error:?}");
    }
}
