use super::*;
use crate::model::Part;
use crate::model::{NameRules, Storage};
use crate::sample::{self, Board, Mapping, Order, Piece, Standard, configured, variant};
use crate::sample::{Axes, Cell, FactorFrom, Form, Multiply, OffsetFrom, Placement, ShiftFrom};

fn names(backend: &dyn Backend, type_name: &str) -> Names {
    let rules = NameRules { type_name: Some(type_name.to_owned()), ..NameRules::default() };
    Names::new(backend.naming(), rules)
}

/// A small board of one piece, quick to search.
fn small(backend: &dyn Backend, emit: &[Part], when: Tables) -> Module {
    let standard = Standard::find("h1lsb").unwrap();
    let order = Order::Standard { standard, stride: 4 };
    let mapping = Mapping::new(Board::new(4, 3).unwrap(), order).unwrap();
    sample::module(backend, "fancy", &mapping, &[Piece::rook()], when, emit)
}

fn text(backend: &dyn Backend, module: &Module) -> String {
    backend.render(module, "Magics.java").remove(0).text
}

/// Those whose factors a sample's search finds.
const VARIANTS: [&str; 10] = [
    "fancy", "plain", "nested", "bytes", "words", "postmask", "split32", "direction", "line",
    "hyperbola",
];

/// The small board in another form of lookup.
fn form(backend: &dyn Backend, form: Form, when: Tables, emit: &[Part]) -> Module {
    let mapping = Mapping::new(
        Board::new(4, 3).unwrap(),
        Order::Standard { standard: Standard::ALL[0], stride: 8 },
    );
    let (naming, machine) = (backend.naming(), backend.capabilities().machine);
    let pieces = [Piece::rook(), Piece::bishop()];
    sample::of_form(naming, machine, form, &mapping.unwrap(), &pieces, when, emit)
}

fn lookup_of(variant: &str, when: Tables) -> String {
    let backend = JAVA.configure(None).unwrap();
    let found = variant::find(variant).unwrap().form;
    text(backend.as_ref(), &form(backend.as_ref(), found, when, &[Part::Lookup]))
}

fn assert_has(text: &str, wanted: &[&str]) {
    for wanted in wanted {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
}

#[test]
fn each_variant_reads_as_java_would_be_written() {
    let text = lookup_of("postmask", Tables::Init);
    assert_has(
        &text,
        &[
            "    return Attacks.TABLE[rookIndex(square, occupied)] & ROOK_REACHES[square];\n",
            "        table[rookIndex(square, subset)] |= walk(ROOK_STEPS, ROOK_FROM, square, subset);\n",
        ],
    );
    let text = lookup_of("direction", Tables::Init);
    assert_has(
        &text,
        &[
            "    return Attacks.TABLE[rookRankIndex(square, occupied)]\n        | Attacks.TABLE[rook",
            "        table[rookFileIndex(square, subset)] =\n            walk(ROOK_FILE_STEPS,",
            "      fillRookFile(TABLE);\n      fillBishopDiagonal(TABLE);\n",
            "  private static final int[] ROOK_FILE_STEPS = {8, -8};\n",
        ],
    );
    let text = lookup_of("nested", Tables::Init);
    assert_has(
        &text,
        &[
            "    return Attacks.ROOK[square][rookIndex(square, occupied)];\n",
            "    static final long[][] ROOK = new long[20][];\n",
            "        ROOK[square] = new long[ROOK_ROW_LENGTHS[square]];\n",
            "  private static void fillRook(long[][] table) {\n",
        ],
    );
    let text = lookup_of("bytes", Tables::Full);
    assert_has(
        &text,
        &[
            "  private static final byte[] ATTACK_INDICES = {\n",
            "    return DICTIONARY[ROOK_BASES[square] + ATTACK_INDICES[ROOK_OFFSETS[square] + index]];\n",
        ],
    );
    let text = lookup_of("hyperbola", Tables::Full);
    assert_has(
        &text,
        &[
            "    long slider = 1L << square;\n",
            "(LINE_ATTACKS[(place << 6) + inner] & 0xffL) << shift",
            "Long.reverseBytes(Long.reverseBytes(blockers) - ",
            "<p>The table of attacks along a line takes 512 bytes.",
        ],
    );
    assert!(!text.contains("class Attacks") && !text.contains("fill"), "{text}");
}

/// What users combine themselves.
#[test]
fn axes_combine() {
    let backend = JAVA.configure(None).unwrap();
    let fancy = Axes::FANCY;
    let nested = Axes { offset: OffsetFrom::None, placement: Placement::Nested, ..fancy };
    let forms = [
        Axes { cell: Cell::Byte, ..nested },
        Axes { cell: Cell::Half, placement: Placement::Rows, ..nested },
        Axes { by_line: true, shift: ShiftFrom::Constant, ..fancy },
        Axes { multiply: Multiply::SplitAdd, ..nested },
        Axes { is_post_masked: true, cell: Cell::Byte, ..fancy },
        Axes { factor: FactorFrom::Shared, ..nested },
    ];
    for axes in forms {
        for when in [Tables::Full, Tables::Init] {
            if when == Tables::Full || axes.can_be_filled() {
                let module = form(backend.as_ref(), Form::Axes(axes), when, Part::EVERY);
                let text = text(backend.as_ref(), &module);
                for line in text.lines() {
                    assert!(line.len() <= 100 && line.trim_end() == line, "{axes:?}: {line}");
                }
            }
        }
    }
    let module = form(backend.as_ref(), Form::Axes(forms[0]), Tables::Full, &[Part::Lookup]);
    let text = text(backend.as_ref(), &module);
    assert_has(
        &text,
        &[
            "    static final byte[][] ROOK_INDICES = new byte[20][];\n",
            "  private static void unpack(String[] constants, byte[]... rows) {\n",
            "DICTIONARY[ROOK_BASES[square] + Attacks.ROOK_INDICES[square][index]];\n",
        ],
    );
}

#[test]
fn bytes_above_127_are_read_without_their_sign() {
    let backend = JAVA.configure(None).unwrap();
    let mut module = {
        let found = variant::find("bytes").unwrap().form;
        form(backend.as_ref(), found, Tables::Full, &[Part::Attacks, Part::Lookup])
    };
    let is_indices = |table: &&mut crate::model::Table| table.storage == Storage::Byte;
    module.tables.iter_mut().find(is_indices).unwrap().entries[1] = 200;
    let text = text(backend.as_ref(), &module);
    assert_has(
        &text,
        &[
            ", -56, ",
            "(ATTACK_INDICES[ROOK_OFFSETS[square] + index] & 0xff)",
            "<p>Entries are unsigned: read them by {@code & 0xff}.",
        ],
    );
}

#[test]
fn bit_scans_take_words_of_each_width() {
    let backend = JAVA.configure(None).unwrap();
    let text = text(backend.as_ref(), &small(backend.as_ref(), &[Part::Bitscan], Tables::Init));
    assert_has(
        &text,
        &[
            " * Bit scans by de Bruijn multiplication.\n",
            "  public static int bitScanForward64(long word) {\n    long isolated = word & -word;\n",
            "  public static int bitScanReverse8(int word) {\n    int bits = word & 0xff;\n",
            "(isolated * 0x07edd5e59a4e28c2L) >>> 58",
            "  private static final byte[] BIT_SCAN64 = {\n",
        ],
    );
}

#[test]
fn lines_are_short_plain_and_end_once() {
    let backend = JAVA.configure(None).unwrap();
    for variant in VARIANTS {
        for when in [Tables::Init, Tables::Full] {
            if when == Tables::Init && ["bytes", "words"].contains(&variant) {
                continue;
            }
            let module = sample::chess(backend.as_ref(), variant, when, Part::EVERY);
            let text = text(backend.as_ref(), &module);
            assert!(text.is_ascii() && text.ends_with("}\n") && !text.ends_with("\n\n"));
            assert!(text.starts_with("// Code generated by magicgen 0.1.0; DO NOT EDIT.\n"));
            for line in text.lines() {
                assert!(line.len() <= 100 && line.trim_end() == line, "{variant}: {line}");
            }
        }
    }
}

#[test]
fn a_lookup_shares_its_index_with_the_fill() {
    let backend = JAVA.configure(None).unwrap();
    let text = text(backend.as_ref(), &small(backend.as_ref(), &[Part::Lookup], Tables::Init));
    for wanted in [
        "    return Attacks.TABLE[rookIndex(square, occupied)];\n",
        "    int index = (int) ((relevant * ROOK_FACTORS[square]) >>> ROOK_SHIFTS[square]);\n",
        "    return ROOK_OFFSETS[square] + index;\n",
        "        table[rookIndex(square, subset)] = walk(ROOK_STEPS, ROOK_FROM, square, subset);\n",
    ] {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
}

#[test]
fn a_printed_table_needs_no_fill() {
    let backend = JAVA.configure(None).unwrap();
    let text = text(backend.as_ref(), &small(backend.as_ref(), &[Part::Lookup], Tables::Full));
    assert!(text.contains("    return Attacks.TABLE[ROOK_OFFSETS[square] + index];\n"));
    assert!(text.contains("unpack(TABLE_PACKED, TABLE);") && !text.contains("walk"));
}

#[test]
fn parts_alone_bring_nothing_private() {
    let backend = JAVA.configure(None).unwrap();
    for (emit, fields) in [(Part::Factors, 1), (Part::Masks, 1), (Part::Squares, 0)] {
        let text = text(backend.as_ref(), &small(backend.as_ref(), &[emit], Tables::Init));
        assert_eq!(text.matches("private").count(), 1, "the constructor:\n{text}");
        assert_eq!(text.matches("[] ROOK_").count(), fields);
    }
}

#[test]
fn squares_count_down_from_the_other_end() {
    let backend = JAVA.configure(None).unwrap();
    let text = text(backend.as_ref(), &small(backend.as_ref(), &[Part::Squares], Tables::Init));
    assert!(text.contains("    return 4 * rank + (3 - file);\n"), "{text}");
    assert!(text.contains("  public static final int A1 = 3, B1 = 2, C1 = 1, D1 = 0;\n"));
}

#[test]
fn names_of_our_own_give_way() {
    let backend = JAVA.configure(None).unwrap();
    let mut module = small(backend.as_ref(), &[Part::Lookup], Tables::Init);
    let mut rules = NameRules { name: "attacks".to_owned(), ..NameRules::default() };
    rules.patterns.insert("lookup", "{piece}Index".to_owned());
    rules.patterns.insert("masks", "relevant".to_owned());
    module.names = Names::new(backend.naming(), rules);
    let text = text(backend.as_ref(), &module);
    assert!(text.contains("long rookIndex(int square, long occupied)"));
    assert!(text.contains("int rookIndex_(int square, long occupied)"));
    assert!(text.contains("long relevant = occupied & Attacks.relevant[square];"));
    assert!(text.contains("private static final class Attacks_ {"));
}

#[test]
fn options_shape_the_class() {
    let text_of = |options: &'static str| {
        let backend = configured(&JAVA, options).unwrap();
        let mut module = small(backend.as_ref(), &[Part::Lookup], Tables::Init);
        module.licence = vec!["Licence".to_owned(), String::new(), "  more".to_owned()];
        text(backend.as_ref(), &module)
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
fn wrong_options_are_refused_in_their_place() {
    let config = "package = 'org.class.chess'";
    let error = configured(&JAVA, config).unwrap_err();
    assert_eq!(error.message, "`class` in the package `org.class.chess` is a keyword");
    assert_eq!(&config[error.span.unwrap()], "'org.class.chess'");
    for wrong in [
        "package = ''",
        "package = 'org..chess'",
        "package = '1a'",
        "package = 'org/example'",
        "package = 'a._'",
        "release = 7",
        "release = 300",
        "visibility = 'private'",
        "generated-annotation = true",
        "packages = 'a'",
    ] {
        let error = configured(&JAVA, wrong).unwrap_err();
        assert!(error.span.is_some(), "{wrong}: {}", error.message);
    }
}

#[test]
fn a_class_stands_in_the_file_of_its_name() {
    let backend = configured(&JAVA, "package = 'org.example'").unwrap();
    let names_of = |name| names(backend.as_ref(), name);
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
    assert_eq!(doc::header("a \\x"), [" a \\x"]);
    let long = format!("  a: {}", "word ".repeat(25));
    let lines = doc::header(&long);
    assert!(lines.iter().all(|line| line.len() <= 98) && lines[1].starts_with("       word"));
}
