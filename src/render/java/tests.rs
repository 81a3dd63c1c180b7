use std::path::Path;

use super::*;
use crate::sample::{Axes, Cell, FactorFrom, Form, Multiply, OffsetFrom, Placement};
use crate::sample::{configured, small, small_of};
use magicgen_lookup::model::NameRules;

fn names(backend: &dyn Backend, type_name: &str) -> Names {
    let rules = NameRules { type_name: Some(type_name.to_owned()), ..NameRules::default() };
    Names::new(backend.naming(), rules)
}

fn fancy(backend: &dyn Backend, emit: &[Part]) -> Module {
    small(backend, "fancy", Tables::Init, emit)
}

fn text(backend: &dyn Backend, module: &Module) -> String {
    backend.render(module, "Magics.java").remove(0).text
}

fn assert_has(text: &str, wanted: &[&str]) {
    for wanted in wanted {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
}

/// Combinations that users may make.
#[test]
fn axes_combine() {
    let backend = JAVA.configure(None).unwrap();
    let fancy = Axes::FANCY;
    let nested = Axes { offset: OffsetFrom::None, placement: Placement::Nested, ..fancy };
    let forms = [
        Axes { cell: Cell::Byte, ..nested },
        Axes { cell: Cell::Half, placement: Placement::Rows, ..nested },
        Axes { multiply: Multiply::SplitAdd, ..nested },
        Axes { factor: FactorFrom::Shared, ..nested },
    ];
    let texts = forms.map(|axes| {
        let module = small_of(&*backend, Form::Axes(axes), Tables::Full, &Part::ALL);
        text(&*backend, &module)
    });
    for line in texts.iter().flat_map(|text| text.lines()) {
        assert!(line.len() <= 100 && line.trim_end() == line, "{line}");
    }
    assert_has(
        &texts[0],
        &[
            "    static final byte[][] TABLE = new byte[20][];\n",
            "  private static void unpack(String[] constants, byte[]... rows) {\n",
            "DICTIONARY[ROOK_BASES[square] + ROOK_ATTACK_INDICES[square][index]];\n",
        ],
    );
}

#[test]
fn bytes_above_127_are_read_without_their_sign() {
    let backend = JAVA.configure(None).unwrap();
    let mut module = small(&*backend, "bytes", Tables::Full, &[Part::Attacks, Part::Lookup]);
    let is_indices = |table: &&mut Table| table.storage == Storage::Byte;
    module.tables.iter_mut().find(is_indices).unwrap().entries[1] = 200;
    assert_has(
        &text(&*backend, &module),
        &[
            ", -56, ",
            "(ATTACK_INDICES[ROOK_OFFSETS[square] + index] & 0xff)",
            "<p>Entries are unsigned: read them by {@code & 0xff}.",
        ],
    );
}

#[test]
fn parts_alone_bring_nothing_private() {
    let backend = JAVA.configure(None).unwrap();
    for (emit, fields) in [(Part::Factors, 1), (Part::Masks, 1), (Part::Squares, 0)] {
        let text = text(&*backend, &fancy(&*backend, &[emit]));
        assert_eq!(text.matches("private").count(), 1, "the constructor:\n{text}");
        assert_eq!(text.matches("[] ROOK_").count(), fields);
    }
}

#[test]
fn names_of_our_own_give_way() {
    let backend = JAVA.configure(None).unwrap();
    let mut module = fancy(&*backend, &[Part::Lookup]);
    let mut rules = NameRules { name: "attacks".to_owned(), ..NameRules::default() };
    rules.patterns.insert(NameRole::Lookup, "{piece}Index".to_owned());
    rules.patterns.insert(NameRole::Masks, "relevant{piece}".to_owned());
    module.names = Names::new(backend.naming(), rules);
    assert_has(
        &text(&*backend, &module),
        &[
            "long rookIndex(int square, long occupied)",
            "int rookIndex_(int square, long occupied)",
            "long relevant = occupied & Attacks.relevantrook[square];",
            "private static final class Attacks_ {",
        ],
    );
}

#[test]
fn options_shape_the_class() {
    let text_of = |options: &'static str| {
        let backend = configured(&JAVA, options).unwrap();
        let mut module = fancy(&*backend, &[Part::Lookup]);
        module.licence = vec!["Licence".to_owned(), String::new(), "  more".to_owned()];
        text(&*backend, &module)
    };
    let text = text_of("package = 'org.example.record'\nvisibility = 'package'\nfinal = false");
    let licence = "/*\n * Licence\n *\n *   more\n */\n\npackage org.example.record;\n\n/**\n";
    assert!(text.contains(licence) && text.contains("\n */\nclass Magics {\n"), "{text}");
    assert!(text.contains("\n  static long rookAttacks(") && !text.contains("public"));
    let text = text_of("generated-annotation = true\nrelease = 17");
    let annotated = "@javax.annotation.processing.Generated(\"magicgen\")\npublic final class";
    assert!(text.contains(annotated), "{text}");
    assert!(text_of("generated-annotation = true\nrelease = 8").contains("@javax.annotation.Gen"));
}

#[test]
fn a_class_stands_in_the_file_of_its_name() {
    let backend = configured(&JAVA, "package = 'org.example'").unwrap();
    let names_of = |name| names(&*backend, name);
    assert_eq!(backend.default_file(&names_of("Bits")), Path::new("org/example/Bits.java"));
    assert_eq!(backend.check_file_name(&names_of("Bits"), "Bits.java"), Ok(()));
    assert_eq!(
        backend.check_file_name(&names_of("Bits"), "bits.java").unwrap_err(),
        "the class `Bits` must be in a file called `Bits.java`"
    );
    assert!(backend.check_file_name(&names_of("String"), "String.java").is_err());
    for keyword in ["class", "true", "record", "_"] {
        assert!(names_of(keyword).check_one(keyword).is_err(), "{keyword}");
    }
}

#[test]
fn a_path_in_the_header_is_no_escape() {
    let backend = JAVA.configure(None).unwrap();
    let comments = backend.capabilities().comments;
    assert_eq!(comments.quoted("a \\users b \\x"), "a \\ users b \\x");
    let mut module = fancy(&*backend, &[Part::Masks]);
    module.provenance.command = vec!["--a word".to_owned(); 15];
    let text = text(&*backend, &module);
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
    assert!(
        text.contains("\n//   regenerate: --a word ") && text.contains(" \\\n//       --a word ")
    );
}

#[test]
fn batches_on_vectors_are_of_lookups_without_tables() {
    let backend = configured(&JAVA, "vectors = true\nrelease = 21").unwrap();
    let both = [Part::Lookup, Part::Batch];
    let of = |variant| {
        let batches = ["rook", "bishop", "queen"].map(str::to_owned).into();
        Module { batches, ..small(&*backend, variant, Tables::Full, &both) }
    };
    let module = of("hyperbola-reverse");
    assert_eq!(backend.check(&module), Ok(()));
    assert_has(
        &text(&*backend, &module),
        &[
            "\nimport jdk.incubator.vector.LongVector;\n",
            "LANES = LongVector.SPECIES_PREFERRED;\n",
            "        reaches[i] = ROOK_RANK_REACHES[square];\n",
            "  public static void rookBatch(byte[] squares, long[] occupied, long[] attacks) {\n",
            ".intoArray(attacks, done + i);\n",
        ],
    );
    for variant in ["fancy", "obstruction-difference", "hyperbola", "qbb"] {
        let error = backend.check(&of(variant)).unwrap_err();
        assert!(error.message.starts_with("`vectors` doesn't support"), "{variant}");
        assert!(error.help.unwrap().contains("hyperbola-reverse"));
    }
    let error = backend.check(&Module { batches: Vec::new(), ..module }).unwrap_err();
    assert_eq!(error.message, "`vectors` needs batches");
    for release in ["", "\nrelease = 18"] {
        let error = configured(&JAVA, &format!("vectors = true{release}")).unwrap_err();
        assert!(error.message.contains("release = 19"), "{}", error.message);
    }
    let loops = configured(&JAVA, "vectors = false").unwrap();
    assert!(!text(&*loops, &of("fancy")).contains("LongVector"));
}
