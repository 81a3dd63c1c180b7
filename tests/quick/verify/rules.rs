//! Whole texts with one misleading detail each.

use std::fmt::Write as _;

use magicgen_read::{FailureKind, MultipliedKey, Report, Shift, Slider, Status, WarningKind};

use super::notations::as_file;
use crate::factors::{PIECES, Random, relevant, rival};
use crate::verified::examine;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        comments_and_strings_are_those_of_the_language,
        numbers_are_read_in_every_form,
        arrays_have_any_shape,
        what_is_never_compiled_is_not_read,
        an_unrelated_list_beside_makes_nothing_wrong,
        masks_show_the_key,
        a_lookup_decides_between_two_keys_that_hold,
        long_indices_are_believed_of_rooks,
        as_many_index_bits_as_a_lookup_leaves,
        folded_keys_need_the_lookup_that_folds,
        keys_are_shifted_by_a_computed_number,
        shifts_may_be_named_or_computed,
        steps_that_are_not_read_make_nothing_wrong,
        factors_of_x_rays_are_never_wrong,
        a_dead_piece_beside_a_living_one_is_wrong,
        an_orientation_is_shown_or_it_is_not,
        random_numbers_are_no_factors,
        a_search_is_told_only_where_there_is_one,
    ]
}

fn array(name: &str, numbers: &[u64]) -> String {
    let rows: Vec<String> = numbers
        .chunks(4)
        .map(|row| row.iter().map(|n| format!("{n:#x}")).collect::<Vec<_>>().join(", "))
        .collect();
    format!("const U64 {name}[64] = {{\n    {}\n}};\n", rows.join(",\n    "))
}

fn rival_text() -> String {
    let [rook, bishop] = rival();
    array("RookMagics", &rook) + &array("BishopMagics", &bishop)
}

fn both_hold(report: &Report) {
    assert_eq!(report.status(), Status::Holds, "{report}");
    for piece in PIECES {
        assert_eq!(report.holds(piece), Some(true), "{report}");
    }
}

/// A comment of one language may be code in another, and a string is neither.
fn comments_and_strings_are_those_of_the_language() {
    let c = rival_text();
    for before in [
        "void g(int (*f)(int)) { (*f)(1); }\n",
        "char *s = \"/* no comment\";\n",
        "char *s = \"// \\\" none\"; char q = '\"'; char r = '\\'';\n",
        "int x = 5; x--; y = x --> 3;\n",
        "#define STR(x) #x\n",
        "/* a comment with ' and \" */\n",
        "// an apostrophe's end\n",
    ] {
        both_hold(&as_file("a.c", &(before.to_owned() + &c)));
    }
    let rust = c.replace("const U64 ", "static ").replace("[64] = {", ": [u64; 64] = [");
    let rust = rust.replace("\n};", "\n];");
    for before in [
        "/* a /* nested */ comment */\n",
        "let s = r#\"/* \" no\"#;\n",
        "fn f<'a>(x: &'a str) {}\n",
    ] {
        both_hold(&as_file("a.rs", &(before.to_owned() + &rust)));
    }
    let [rook, bishop] = rival();
    let list = |numbers: &[u64], one: &dyn Fn(u64) -> String| {
        numbers.iter().map(|n| one(*n)).collect::<Vec<_>>().join(",\n")
    };
    let hex = |n: u64| format!("{n:#x}");
    let dollar = |n: u64| format!("${n:X}");
    let ada = |n: u64| format!("16#{n:X}#");
    for (name, open, close, one) in [
        (
            "a.py",
            "x = 7 // 2\ns = '# no'\nt = \"\"\"\n/* {\n\"\"\"\nNAME = [\n",
            "]\n",
            &hex as &dyn Fn(u64) -> String,
        ),
        ("a.lua", "--[[ {\n --]] local x = 7 // 2\nlocal NAME = {\n", "}\n", &hex),
        ("a.pas", "{ a 'comment' (* } const NAME: array[0..63] of QWord = (\n", ");\n", &dollar),
        ("a.ads", "-- it's\nNAME : constant array (0 .. 63) of U64 := (\n", ");\n", &ada),
        ("a.hs", "{- {- 1 -} -}\nNAME = [\n", "]\n", &hex),
        ("a.ml", "(* \"(*\" *) let NAME = [|\n", "|]\n", &hex),
        ("a.lisp", "; don't\n(defparameter NAME '(\n", "))\n", &|n| format!("#x{n:x} ")),
        ("a.d", "/+ /+ 1 +/ +/ ulong[64] NAME = [\n", "];\n", &hex),
        ("a.zig", "const s =\n    \\\\ { \" /*\n;\nconst NAME = [_]u64{\n", "};\n", &hex),
        ("a.go", "var s = `// \\`\nvar NAME = [64]uint64{\n", "}\n", &hex),
        ("a.js", "const s = `/* ${1}`;\nconst NAME = [\n", "];\n", &|n| format!("{n:#x}n")),
    ] {
        let mut text = String::new();
        for (piece, numbers) in [("rook", &rook), ("bishop", &bishop)] {
            text += &open.replace("NAME", piece);
            text += &list(numbers, one);
            text += close;
        }
        both_hold(&as_file(name, &text));
    }
}

fn numbers_are_read_in_every_form() {
    let [rook, bishop] = rival();
    let forms: [(&str, &dyn Fn(u64) -> String); 7] = [
        ("octal", &|n| format!("0{n:o}")),
        ("signed", &|n| (n as i64).to_string()),
        ("apart", &|n| {
            let n = n as i64;
            if n < 0 { format!("- {}L", n.unsigned_abs()) } else { format!("{n}L") }
        }),
        ("bare", &|n| format!("{n:016x}")),
        ("quoted", &|n| format!("\"{n:016X}\"")),
        ("masm", &|n| format!("0{n:X}h")),
        ("call", &|n| format!("U64({n:#x})")),
    ];
    for (form, one) in forms {
        let mut text = String::new();
        for (name, numbers) in [("rook", &rook), ("bishop", &bishop)] {
            let numbers: Vec<String> = numbers.iter().map(|n| one(*n)).collect();
            let _ = writeln!(text, "long {name}[64] = {{ {} }};", numbers.join(", "));
        }
        let report = as_file("a.c", &text);
        assert_eq!(report.status(), Status::Holds, "{form}: {report}");
        assert_eq!(report.findings.len(), 2, "{form}: {report}");
    }
    // A file of lines with sixteen digits each, as $readmemh reads it.
    let mut lines = String::new();
    for factor in &rook {
        let _ = writeln!(lines, "{factor:016x}");
    }
    assert_eq!(as_file("rook.mem", &lines).holds(Slider::Rook), Some(true));
}

fn arrays_have_any_shape() {
    let [rook, bishop] = rival();
    let mut text = String::new();
    for (name, numbers) in [("rook", &rook), ("bishop", &bishop)] {
        let rows: Vec<String> = numbers.chunks(8).map(|row| format!("{{{row:?}}}")).collect();
        let rows = rows.join(", ").replace(['[', ']'], "");
        let _ = writeln!(text, "U64 {name}[8][8] = {{ {rows} }};");
    }
    both_hold(&as_file("a.c", &text));
    // Low and high halves stand in separate arrays.
    for order in [["lo", "hi"], ["hi", "lo"]] {
        let mut text = String::new();
        for half in order {
            for (name, numbers) in [("rook", &rook), ("bishop", &bishop)] {
                let half_of = |n: &u64| if half == "hi" { n >> 32 } else { n & 0xffff_ffff };
                let halves: Vec<u64> = numbers.iter().map(half_of).collect();
                text += &array(&format!("{name}_{half}"), &halves).replace("U64", "U32");
            }
        }
        both_hold(&as_file("a.c", &text));
    }
    // The brackets with the length of an array stand on a line of their own.
    let text = rival_text().replace("[64] = ", "[64]\n=\n");
    both_hold(&as_file("a.c", &text));
}

fn what_is_never_compiled_is_not_read() {
    let noise = array("RookMagics", &[1 << 40 | 0x4d; 64]);
    let text = rival_text();
    both_hold(&as_file("a.c", &format!("#if 0\n{noise}#else\n{text}#endif\n")));
    let report = as_file("a.c", &format!("#if 0\n{text}#endif\n"));
    assert_eq!(report.status(), Status::NothingFound, "{report}");
}

/// A list of 64 numbers that has nothing to do with shifts isn't taken for them.
fn an_unrelated_list_beside_makes_nothing_wrong() {
    let mut random = Random(21);
    for round in 0..12 {
        let values: Vec<String> = (0..64)
            .map(|at| match round % 4 {
                0 => (random.below(64)).to_string(),
                1 => (5 + random.below(8)).to_string(),
                2 => (50 + random.below(14)).to_string(),
                _ => (7 * at % 64 * 1000).to_string(),
            })
            .collect();
        let list = format!("const int table[64] = {{ {} }};\n", values.join(", "));
        for text in [list.clone() + &rival_text(), rival_text() + &list] {
            let report = as_file("a.c", &text);
            both_hold(&report);
            assert!(report.findings.iter().all(|one| one.shift == Shift::Relevant), "{report}");
        }
    }
}

fn masks_show_the_key() {
    let masks = |piece| -> Vec<u64> {
        crate::factors::problem(piece).squares().iter().map(|square| square.mask).collect()
    };
    let text = array("RookMasks", &masks(Slider::Rook))
        + &array("BishopMasks", &masks(Slider::Bishop))
        + &rival_text();
    let report = as_file("a.c", &text);
    both_hold(&report);
    assert!(report.findings.iter().all(|one| one.key == MultipliedKey::White), "{report}");
}

/// Factors that hold with white and with black keys are read with the one that the source computes.
fn a_lookup_decides_between_two_keys_that_hold() {
    let problem = crate::factors::problem(Slider::Rook);
    let mut random = Random(3);
    let factors: Vec<u64> = (0..64)
        .map(|bit| {
            let mask = problem.square(bit).unwrap().mask;
            loop {
                let factor = sparse(&mut random);
                if keeps_apart(Slider::Rook, bit, 14, factor, |key| key)
                    && keeps_apart(Slider::Rook, bit, 14, factor, |key| key | !mask)
                {
                    break factor;
                }
            }
        })
        .collect();
    let list = array("magics", &factors);
    for (key, wanted) in
        [("o & mask[s]", MultipliedKey::White), ("o | ~mask[s]", MultipliedKey::Black)]
    {
        let lookup =
            format!("U64 rook(int s, U64 o) {{ return T[s][(({key}) * magics[s]) >> 50]; }}\n");
        for text in [format!("{list}{lookup}"), format!("{lookup}{list}")] {
            let report = as_file("a.c", &text);
            assert_eq!(report.status(), Status::Holds, "{report}");
            assert_eq!(report.findings[0].key, wanted, "{report}");
        }
    }
}

/// Rooks may have more index bits than a table with equal rows usually has.
fn long_indices_are_believed_of_rooks() {
    let problem = crate::factors::problem(Slider::Rook);
    for bits in [13, 14] {
        let mut random = Random(u64::from(bits) * 977);
        let factors: Vec<u64> = (0..64u8)
            .map(|bit| {
                loop {
                    let mut word =
                        || (random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64;
                    let factor = word() & word() & word();
                    let works = |bits| {
                        crate::factors::works(
                            &problem,
                            bit,
                            MultipliedKey::White,
                            magicgen_search::Hash::Multiply,
                            factor,
                            bits,
                        )
                    };
                    if works(bits) && !works(bits - 1) {
                        break factor;
                    }
                }
            })
            .collect();
        let report = as_file("a.c", &array("magics", &factors));
        assert_eq!(report.status(), Status::Holds, "{report}");
        assert_eq!(report.findings[0].shift, Shift::Fixed { bits });
    }
}

/// A number of 16 bits or so at random.
fn sparse(random: &mut Random) -> u64 {
    let mut word = || (random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64;
    word() & word() & word()
}

/// True if the factor keeps a square's attack sets apart with these keys and index bits.
fn keeps_apart(piece: Slider, bit: u8, bits: u8, factor: u64, key: impl Fn(u64) -> u64) -> bool {
    let problem = crate::factors::problem(piece);
    let square = problem.square(bit).unwrap();
    let mut slots = vec![None; 1 << bits];
    magicgen_board::subsets(square.mask).enumerate().all(|(number, subset)| {
        let index = key(subset).wrapping_mul(factor) >> (64 - bits);
        let attacks = problem.attacks(square)[number];
        *slots[index as usize].get_or_insert(attacks) == attacks
    })
}

/// 18 index bits are tried where the lookup shifts by 46, and nowhere else.
fn as_many_index_bits_as_a_lookup_leaves() {
    let mut random = Random(18);
    let factors: Vec<u64> = (0..64)
        .map(|bit| {
            loop {
                let factor = sparse(&mut random);
                let works = |bits| keeps_apart(Slider::Rook, bit, bits, factor, |key| key);
                if works(18) && (bit > 0 || !works(16)) {
                    break factor;
                }
            }
        })
        .collect();
    let list = array("magics", &factors);
    let report = as_file("a.c", &list);
    assert_ne!(report.status(), Status::Holds, "{report}");
    let lookup = "U64 rook(int s, U64 o) { return T[((o & mask[s]) * magics[s]) >> 46]; }\n";
    let report = as_file("a.c", &(list + lookup));
    assert_eq!(report.status(), Status::Holds, "{report}");
    assert_eq!(report.findings[0].shift, Shift::Fixed { bits: 18 });
}

/// Factors of folded keys hold beside a lookup that folds; without it they are no factors.
fn folded_keys_need_the_lookup_that_folds() {
    let mut random = Random(32);
    let factors: Vec<u64> = (0..64)
        .map(|bit| {
            loop {
                let factor = sparse(&mut random);
                if keeps_apart(Slider::Rook, bit, 12, factor, |key| key ^ key >> 32) {
                    break factor;
                }
            }
        })
        .collect();
    let list = array("magics", &factors);
    assert_ne!(as_file("a.c", &list).status(), Status::Holds);
    for (before, fold, shift) in [
        ("", "x ^= x >> 32;", "52"),
        ("", "x = x ^ (x >> 32);", "52"),
        ("", "x ^= x >> 32;", "shift"),
        ("#define FOLD 32\n", "x ^= x >> FOLD;", "52"),
        ("enum { FOLD = 32, SHIFT = 52 };", "x ^= x >> FOLD;", "SHIFT"),
        ("", "const int half = 32; x = x ^ (x >> half);", "52"),
    ] {
        let lookup = format!(
            "{before}U64 rook(int s, U64 o) {{ U64 x = o & mask[s]; {fold} x *= magics[s]; return T[s][x >> {shift}]; }}"
        );
        let report = as_file("a.c", &format!("{list}{lookup}\n"));
        assert_eq!(report.status(), Status::Holds, "{report}");
        assert!(report.findings[0].fold && !report.findings[0].preshift, "{report}");
        assert!(report.to_string().contains("key ^ key >> 32"), "{report}");
    }
    // One square that fails is still told.
    let wrong = list.replacen(&format!("{:#x}", factors[30]), "0x123456789", 1);
    let lookup = "U64 rook(int s, U64 o) { U64 x = o & mask[s]; x ^= x >> 32; return T[s][x * magics[s] >> 52]; }\n";
    let report = as_file("a.c", &(wrong + lookup));
    assert_eq!(report.status(), Status::Wrong, "{report}");
    assert_eq!(report.findings[0].failures.len(), 1, "{report}");
}

/// Squares share factors, and shift their keys by their file before the multiplication.
fn keys_are_shifted_by_a_computed_number() {
    let mut random = Random(7);
    let factors: Vec<u64> = (0..32)
        .map(|pair| {
            loop {
                let factor = sparse(&mut random);
                let works =
                    |bit: u8| keeps_apart(Slider::Bishop, bit, 9, factor, |key| key >> (bit & 7));
                if works(2 * pair) && works(2 * pair + 1) {
                    break factor;
                }
            }
        })
        .collect();
    let list = array("magics", &factors).replace("[64]", "[32]");
    let choices: Vec<u64> = (0..64).map(|bit| bit / 2).collect();
    let list = list + &array("which", &choices);
    assert_ne!(as_file("a.c", &list).status(), Status::Holds);
    let lookup = "U64 bishop(int s, U64 o) {\n    U64 x = (o & mask[s]) >> (s & 7);\n    return T[s][(x * magics[which[s]]) >> 55];\n}\n";
    let report = as_file("a.c", &(list + lookup));
    assert_eq!(report.status(), Status::Holds, "{report}");
    assert!(report.findings[0].preshift, "{report}");
    // The choice may be computed, too, and each square may have a factor of its own.
    let short = array("magics", &factors).replace("[64]", "[32]");
    let all: Vec<u64> = choices.iter().map(|choice| factors[*choice as usize]).collect();
    for (list, entries) in
        [(short, &["s >> 1", "s / 2", "(s & 62) >> HALF"][..]), (array("magics", &all), &["s"])]
    {
        for entry in entries {
            let lookup = lookup.replace("which[s]", entry);
            let text = format!("#define HALF 1\n{list}{lookup}");
            let report = as_file("a.c", &text);
            assert_eq!(report.status(), Status::Holds, "{text}{report}");
            assert!(report.findings[0].preshift, "{report}");
            // One factor that fails is found in its line.
            let report = as_file("a.c", &text.replacen(&format!("{:#x}", factors[30]), "0x3", 1));
            let failures = &report.findings[0].failures;
            assert!(failures.iter().any(|one| one.bit == 60 && one.factor.0 == 3), "{report}");
            let line = text.lines().position(|line| line.contains(&format!("{:#x}", factors[30])));
            assert_eq!(Some(failures[0].line), line.map(|line| line + 1), "{report}");
        }
    }
}

/// A lookup may shift its product by a constant, or by a number that is computed from the square.
fn shifts_may_be_named_or_computed() {
    let [rook, _] = rival();
    let list = array("magics", &rook);
    let report = |before: &str, shift: &str, after: &str| {
        let lookup =
            "U64 rook(int s, U64 o) { return T[s][((o & mask[s]) * magics[s]) >> SHIFT]; }";
        as_file("a.c", &format!("{before}\n{list}{}\n{after}\n", lookup.replace("SHIFT", shift)))
    };
    for (before, shift, after, bits) in [
        ("#define ROOK_SHIFT 52", "ROOK_SHIFT", "", 12),
        ("#define ROOK_SHIFT 53", "ROOK_SHIFT", "", 11),
        ("const int ROOK_SHIFT = 53;", "ROOK_SHIFT", "", 11),
        ("", "Board::ROOK_SHIFT", "const unsigned ROOK_SHIFT = 51;", 0),
        ("", "ROOK_SHIFT", "const unsigned ROOK_SHIFT = 51;", 13),
        ("enum { BITS = 11 };", "(64 - BITS)", "", 11),
    ] {
        let report = report(before, shift, after);
        let holds = bits == 0 || bits >= 12;
        assert_eq!(report.status() == Status::Holds, holds, "{before} {shift} {after}\n{report}");
        if bits > 0 {
            assert_eq!(report.findings[0].shift, Shift::Fixed { bits }, "{report}");
        }
    }
    let held = report("", "(52 - (s & 1))", "");
    assert_eq!(held.status(), Status::Holds, "{held}");
    assert_eq!(held.findings[0].bits[..4], [12, 13, 12, 13], "{held}");
    assert!(held.to_string().contains("in `52 - (s & 1)` in line 20"), "{held}");
    let wrong = report("", "(52 + (s & 1))", "");
    assert_eq!(wrong.status(), Status::Wrong, "{wrong}");
    assert!(wrong.findings[0].failures.iter().all(|one| one.bit % 2 == 1), "{wrong}");
}

/// What a lookup does with the key or the product may not be understood. Then no factor is called wrong, and a warning
/// tells it.
fn steps_that_are_not_read_make_nothing_wrong() {
    let [mut rook, _] = rival();
    let right = array("magics", &rook);
    rook[30] = 3;
    let wrong = array("magics", &rook);
    let lookup = |key: &str, shift: &str| {
        format!(
            "U64 rook(int s, U64 o) {{ U64 x = o & mask[s]; {key} return T[s][(x * magics[s]) >> {shift}]; }}\n"
        )
    };
    let unread = |report: &Report| match report.warnings.as_slice() {
        [] => None,
        [warning] => match &warning.kind {
            WarningKind::Unread { step, is_judged, .. } => Some((step.clone(), *is_judged)),
            _ => panic!("{report}"),
        },
        _ => panic!("{report}"),
    };
    for (list, key, shift, status, warned) in [
        (&right, "", "52", Status::Holds, None),
        (&wrong, "", "52", Status::Wrong, None),
        (&right, "x ^= x >> 31;", "52", Status::Holds, Some(("`x ^ x >> 31`", true))),
        (&wrong, "x ^= x >> 31;", "52", Status::NothingFound, Some(("`x ^ x >> 31`", false))),
        (&wrong, "x = x ^ (x >> n);", "52", Status::NothingFound, Some(("`x ^ x >> n`", false))),
        (&right, "", "(s & 7)", Status::Holds, Some(("the shift by `s & 7`", true))),
        (&wrong, "", "(s & 7)", Status::NothingFound, Some(("the shift by `s & 7`", false))),
        (&right, "", "(54 + n)", Status::Holds, Some(("the shift by `54 + n`", true))),
        (&wrong, "", "(54 + n)", Status::NothingFound, Some(("the shift by `54 + n`", false))),
        (&right, "", "(n - 1)", Status::Holds, Some(("the shift by `n - 1`", true))),
        (&right, "", "(n ? 52 : 54)", Status::Holds, Some(("the shift by `n ? 52 : 54`", true))),
        (&right, "int v = 54 + n;", "v", Status::Holds, Some(("the shift by `54 + n`", true))),
        (&right, "int v = 54 + n;", "(64 - v)", Status::Holds, None),
        (&right, "int v = f(n + 1);", "v", Status::Holds, None),
        (&right, "", "(32 + 20)", Status::Holds, None),
        (&right, "", "(64 - bits(n + 1))", Status::Holds, None),
        (&right, "", "(e[s]->shift)", Status::Holds, None),
    ] {
        let report = as_file("a.c", &format!("{list}{}", lookup(key, shift)));
        assert_eq!(report.status(), status, "{key} {shift}\n{report}");
        let warned = warned.map(|(step, is_judged)| (step.to_owned(), is_judged));
        assert_eq!(unread(&report), warned, "{report}");
    }
    // A list of shifts to which a number is added.
    for (shift, from, status) in [
        ("shifts[s]", 64, Status::Holds),
        ("shifts[s]", 65, Status::Wrong),
        ("(shifts[s] + 1)", 63, Status::Holds),
        ("(shifts[s] - 1)", 65, Status::Holds),
        ("(64 - shifts[s] - 1)", 1, Status::Holds),
        ("(64 - (shifts[s] + 1))", 1, Status::Holds),
    ] {
        let number = |bits: u8| if from == 1 { bits - 1 } else { from - bits };
        let numbers: Vec<u64> =
            relevant(Slider::Rook).into_iter().map(|bits| u64::from(number(bits))).collect();
        let text = format!("{}{right}{}", array("shifts", &numbers), lookup("", shift));
        let report = as_file("a.c", &text);
        assert_eq!(report.status(), status, "{shift}\n{report}");
    }
    // Short lists of factors, of which each square uses one.
    let short = array("magics", &rook[..8]).replace("[64]", "[8]");
    let text = short + &lookup("", "52").replace("magics[s]", "magics[which(s)]");
    let report = as_file("a.c", &text);
    let which = "which entry of `magics` a square uses".to_owned();
    assert_eq!(unread(&report), Some((which, false)), "{report}");
}

/// Factors for X-ray attacks needn't work for plain attacks.
fn factors_of_x_rays_are_never_wrong() {
    let [mut rook, bishop] = rival();
    rook.swap(27, 28);
    let text = array("RookXRaySeed", &rook) + &array("BishopSeed", &bishop);
    let report = as_file("a.c", &text);
    assert_eq!(report.status(), Status::Holds, "{report}");
    let report = as_file("a.c", &text.replace("XRay", ""));
    assert_eq!(report.status(), Status::Wrong, "{report}");
}

/// A rook's factors that work on no square are reported as wrong if the bishop's work.
fn a_dead_piece_beside_a_living_one_is_wrong() {
    let [rook, bishop] = rival();
    let mut dead = rook.clone();
    Random(3).shuffle(&mut dead);
    let separate = array("RookMagics", &dead) + &array("BishopMagics", &bishop);
    let rows: Vec<String> = dead.iter().chain(&bishop).map(|n| format!("{n:#x}")).collect();
    let one = format!("const U64 magics[128] = {{ {} }};\n", rows.join(",\n"));
    for text in [separate, one] {
        let report = as_file("a.c", &text);
        assert_eq!(report.status(), Status::Wrong, "{report}");
        assert_eq!(report.holds(Slider::Rook), Some(false), "{report}");
        assert_eq!(report.holds(Slider::Bishop), Some(true), "{report}");
        let failures = report.findings.iter().flat_map(|one| &one.failures);
        let clashes = failures.filter(|one| matches!(one.problem, FailureKind::Clash { .. }));
        assert!(clashes.count() > 50, "{report}");
    }
}

/// Variables with names of squares don't show an orientation.
fn an_orientation_is_shown_or_it_is_not() {
    let text = format!("double a1 = 0, c = 1.5; int key_h8 = 63;\n{}", rival_text());
    let report = as_file("a.c", &text);
    assert!(report.findings.iter().all(|one| one.orientation.only().is_none()), "{report}");
}

/// Random keys for hashing aren't factors, whatever their name is.
fn random_numbers_are_no_factors() {
    let mut random = Random(1234);
    for _ in 0..24 {
        let mut text = String::new();
        for name in ["pieces", "castling", "rookKeys"] {
            let keys: Vec<u64> = (0..64)
                .map(|_| (random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64)
                .collect();
            text += &array(name, &keys);
        }
        let report = examine(&text);
        assert_eq!(report.status(), Status::NothingFound, "{report}");
    }
    for piece in PIECES {
        let bits: Vec<u64> = relevant(piece).into_iter().map(u64::from).collect();
        assert_eq!(examine(&array("bits", &bits)).status(), Status::NothingFound);
    }
}

/// A program that only fills tables from factors in another file doesn't search.
fn a_search_is_told_only_where_there_is_one() {
    for (text, is_search) in [
        ("int main() { init_magics(); }", false),
        ("init_magics(); rand();", true),
        ("void init_magics() { PRNG rng(seeds[0]); }", true),
        ("m = find_magic(sq);", true),
        ("x = magic_seed;", false),
        ("new MagicMoveGenerator();", false),
        ("struct MagicEntry { u64 magic; };", false),
        ("struct MagicEntry e; try_magic(e);", true),
    ] {
        let report = as_file("a.c", text);
        assert_eq!(report.searched.is_some(), is_search, "{text}");
    }
}
