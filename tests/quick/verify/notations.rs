//! Factors that are found in notations of all kinds: strings and their radix, halves and parts of words, lists that run
//! together, and arrays with entries off the board.

use std::fmt::Write as _;
use std::path::Path;

use magicgen_read::{Report, Shift, Status};

use crate::ROOT;
use crate::factors::{PIECES, relevant, rival};
use crate::verified::examine_files;

use libtest_mimic::Trial;

/// How a number is written.
type Notation<'n> = &'n dyn Fn(u64) -> String;

/// How entries off the board are put into a list.
type Padding<'p> = &'p dyn Fn(&[u64]) -> Vec<u64>;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        kept_files_hold,
        strings_are_read_by_their_radix,
        digits_in_strings_are_words,
        dashes_are_no_signs,
        words_are_put_together,
        lists_that_run_together_are_told_apart,
        entries_off_the_board_are_left_out,
    ]
}

pub(super) fn as_file(name: &str, text: &str) -> Report {
    examine_files(&[(Path::new(name), text)])
}

/// A file of `tests/data/verify`, examined by its name.
pub(super) fn kept(name: &str) -> Report {
    let path = Path::new(ROOT).join("tests/data/verify").join(name);
    as_file(name, &std::fs::read_to_string(path).unwrap())
}

fn both_hold(name: &str, text: &str) -> Report {
    let report = as_file(name, text);
    assert_eq!(report.status(), Status::Holds, "{report}\n{text}");
    assert_eq!(report.findings.len(), 2, "{report}\n{text}");
    for piece in PIECES {
        assert_eq!(report.holds(piece), Some(true), "{report}\n{text}");
    }
    report
}

/// The right shifts of both pieces.
fn shifts() -> [Vec<u64>; 2] {
    PIECES.map(|piece| relevant(piece).iter().map(|bits| 64 - u64::from(*bits)).collect())
}

fn join<T: Copy>(numbers: &[T], one: impl Fn(T) -> String, between: &str) -> String {
    numbers.iter().map(|number| one(*number)).collect::<Vec<_>>().join(between)
}

/// An array for each piece, in a form where `NAME` and `LIST` stand for its name and its numbers.
fn arrays(form: &str, one: impl Fn(u64) -> String, between: &str) -> String {
    let [rook, bishop] = rival();
    let array = |name: &str, numbers: &[u64]| {
        form.replace("NAME", name).replace("LIST", &join(numbers, &one, between))
    };
    array("rook", &rook) + &array("bishop", &bishop)
}

fn kept_files_hold() {
    for name in [
        "hex-strings-with-radix.kt",
        "four-lists.txt",
        "two-inserts.sql",
        "halves-by-expression.c",
        "padded-65.lua",
        "x88.c",
        "mailbox120.c",
        "hex-lines-in-text.scala",
        "one-hex-string.js",
        "bytes.h",
        "radix-r.st",
    ] {
        let report = kept(name);
        assert_eq!(report.status(), Status::Holds, "{name}: {report}");
        for piece in PIECES {
            assert_eq!(report.holds(piece), Some(true), "{name}: {report}");
        }
    }
    let shifts = kept("four-lists.txt").findings.into_iter().map(|finding| finding.shift);
    assert!(shifts.into_iter().all(|shift| matches!(shift, Shift::Shift { out_of: 64, .. })));
}

fn strings_are_read_by_their_radix() {
    for (name, form, call) in [
        ("a.c", "u64 NAME[64] = {LIST};\n", "strtoull(\"X\", NULL, 16)"),
        ("a.c", "u64 NAME[64] = {LIST};\n", "strtoull(\"X\", 0, 16)"),
        ("a.java", "long[] NAME = {LIST};\n", "Long.parseUnsignedLong(\"X\", 16)"),
        ("a.py", "NAME = [LIST]\n", "int(\"X\", 16)"),
        ("a.swift", "let NAME: [UInt64] = [LIST]\n", "UInt64(\"X\", radix: 16)!"),
        ("a.rb", "NAME = [LIST]\n", "\"X\".hex"),
        ("a.rb", "NAME = [LIST]\n", "\"X\".to_i(16)"),
        ("a.pl", "my @NAME = (LIST);\n", "hex(\"X\")"),
        ("a.cs", "ulong[] NAME = {LIST};\n", "ulong.Parse(\"X\", NumberStyles.HexNumber)"),
        ("a.clj", "(def NAME [LIST])\n", "16rX"),
        ("a.sh", "NAME=(LIST)\n", "16#X"),
        ("a.m", "NAME = {LIST};\n", "16^^X"),
    ] {
        both_hold(name, &arrays(form, |n| call.replace('X', &format!("{n:x}")), ",\n "));
    }
}

fn digits_in_strings_are_words() {
    let words = |n: u64| format!("{n:x}");
    for (name, form, between) in [
        ("a.py", "NAME = \"\"\"\nLIST\n\"\"\"\n", "\n"),
        ("a.go", "var NAME = `\nLIST\n`\n", "\n"),
        ("a.py", "NAME = \"LIST\".split(',')\n", ","),
        ("a.rb", "NAME = <<~X\nLIST\nX\n", "\n"),
        ("a.rb", "NAME = %w[LIST].map(&:hex)\n", " "),
        ("a.rb", "NAME = %w[\nLIST\n].map { |x| x.to_i(16) }\n", "\n"),
        ("a.pl", "my @NAME = map { hex } qw(LIST);\n", " "),
        ("a.pl", "my @NAME = map { hex } qw(\nLIST\n);\n", "\n"),
        ("a.js", "const NAME = [\"LIST\"].map(x => BigInt('0x' + x));\n", "\", \""),
        ("a.txt", "NAME\nLIST\n", "\n"),
        ("a.txt", "LIST\n", " "),
    ] {
        both_hold(name, &arrays(form, words, between));
    }
    let [rook, bishop] = rival();
    let digits = |n: u64| format!("{n:016x}");
    both_hold("a.js", &arrays("const NAME = \"LIST\";\n", digits, ""));
    let of_four = |numbers: &[u64]| {
        let lines: Vec<String> = numbers.chunks(4).map(|four| join(four, digits, "")).collect();
        lines.join("\" +\n  \"")
    };
    let [rook, bishop] = [rook, bishop].map(|numbers| of_four(&numbers));
    both_hold("a.js", &format!("const rook = \"{rook}\";\nconst bishop = \"{bishop}\";\n"));
}

/// Dashes of lists in YAML and Markdown, and digits-only entries, don't make true sets wrong.
fn dashes_are_no_signs() {
    for (name, form, between) in [
        ("a.yaml", "NAME:\n  - LIST\n", "\n  - "),
        ("a.yml", "NAME:\n- LIST\n", "\n- "),
        ("a.md", "# NAME\n\n- LIST\n\n", "\n- "),
        ("a.md", "# NAME\n\n- `LIST`\n\n", "`\n- `"),
    ] {
        both_hold(name, &arrays(form, |n| format!("{n}"), between));
        both_hold(name, &arrays(form, |n| format!("{n:#x}"), between));
    }
    let rows = |row: &dyn Fn(usize, u64, u64) -> String| {
        let mut text = String::new();
        for ((name, factors), shifts) in ["rook", "bishop"].into_iter().zip(rival()).zip(shifts()) {
            let _ = write!(text, "# {name}\n\n");
            for (at, (factor, shift)) in factors.into_iter().zip(shifts).enumerate() {
                text += &row(at, factor, shift);
            }
            text.push('\n');
        }
        text
    };
    both_hold("a.txt", &rows(&|at, factor, _| format!("{at} - {factor:#x}\n")));
    both_hold("a.txt", &rows(&|at, factor, _| format!(" {at} | {factor}\n")));
    both_hold("a.md", &rows(&|at, factor, _| format!("{}. {factor}\n", at + 1)));
    both_hold("a.md", &rows(&|at, factor, shift| format!("| {at} | {factor:#x} | {shift} |\n")));
    let report = both_hold(
        "a.yaml",
        &rows(&|_, factor, shift| format!("  - magic: {factor}\n    shift: {shift}\n")),
    );
    assert!(matches!(report.findings[0].shift, Shift::Shift { .. }), "{report}");
}

fn words_are_put_together() {
    let (low, high) = (|n: u64| n as u32, |n: u64| (n >> 32) as u32);
    let signed = |n: u64| format!("{}, {}", low(n) as i32, high(n) as i32);
    both_hold("a.java", &arrays("int[] NAME = {LIST};\n", signed, ", "));
    let expressions: [(&str, &str, Notation); 8] = [
        ("a.java", "long[] NAME = {LIST};\n", &|n| {
            format!("({}L << 32) | ({} & 0xffffffffL)", high(n) as i32, low(n) as i32)
        }),
        ("a.js", "const NAME = [LIST];\n", &|n| {
            format!("({:#x}n << 32n) | {:#x}n", high(n), low(n))
        }),
        ("a.kt", "val NAME = longArrayOf(LIST)\n", &|n| {
            format!("({:#x}L shl 32) or {:#x}L", high(n), low(n))
        }),
        ("a.c", "u64 NAME[64] = {LIST};\n", &|n| {
            format!("{:#x}ULL | (uint64_t)\n{:#x} << 32", low(n), high(n))
        }),
        ("a.lua", "local NAME = {LIST}\n", &|n| format!("{:#x} * 2^32 + {:#x}", high(n), low(n))),
        ("a.pas", "const NAME: array[0..63] of QWord = (LIST);\n", &|n| {
            format!("(QWord(${:X}) shl 32) or ${:X}", high(n), low(n))
        }),
        ("a.lua", "local NAME = {LIST}\n", &|n| {
            format!("bit.bor(bit.lshift({:#x}ULL, 32), {:#x}ULL)", high(n), low(n))
        }),
        ("a.cpp", "u64 NAME[64] = {LIST};\n", &|n| {
            format!("(static_cast<u64>({:#x}) << 32) + UINT32_C({:#x})", high(n), low(n))
        }),
    ];
    for (name, form, one) in expressions {
        both_hold(name, &arrays(form, one, ",\n "));
    }
    let bytes = |n: u64| join(&n.to_le_bytes(), |byte| byte.to_string(), ", ");
    let signed = |n: u64| join(&n.to_be_bytes(), |byte| (byte as i8).to_string(), ", ");
    both_hold("a.c", &arrays("unsigned char NAME[512] = {LIST};\n", bytes, ", "));
    both_hold("a.java", &arrays("byte[] NAME = {LIST};\n", signed, ", "));
    both_hold("a.c", &arrays("char NAME[64][8] = {{LIST}};\n", bytes, "}, {"));
    let parts = |n: u64| join(&[0, 16, 32, 48], |at| format!("{:#x}", n >> at & 0xffff), ", ");
    both_hold("a.c", &arrays("uint16_t NAME[256] = {LIST};\n", parts, ", "));
    both_hold("a.c", &arrays("uint16_t NAME[64][4] = {{LIST}};\n", parts, "}, {"));
}

fn lists_that_run_together_are_told_apart() {
    let ([rook, bishop], [rook_shifts, bishop_shifts]) = (rival(), shifts());
    let flat = |lists: &[&Vec<u64>], between: &str| {
        let all: Vec<u64> = lists.iter().copied().flatten().copied().collect();
        join(&all, |n| n.to_string(), between)
    };
    let four = [&rook, &bishop, &rook_shifts, &bishop_shifts];
    let by_piece = [&rook, &rook_shifts, &bishop, &bishop_shifts];
    for lists in [four, by_piece] {
        for text in [
            flat(&lists, "\n"),
            format!("u64 all[256] = {{ {} }};\n", flat(&lists, ", ")),
            lists.map(|list| flat(&[list], " ")).join("\n"),
        ] {
            let report = both_hold("a.txt", &text);
            for finding in &report.findings {
                assert!(matches!(finding.shift, Shift::Shift { out_of: 64, .. }), "{report}");
            }
        }
    }
    let pairs = |factors: &[u64], shifts: &[u64]| {
        let pairs: Vec<(u64, u64)> = factors.iter().copied().zip(shifts.iter().copied()).collect();
        join(&pairs, |(factor, shift)| format!("{factor:#x}, {shift}"), ", ")
    };
    let text = format!(
        "u64 rook[128] = {{ {} }};\nu64 bishop[128] = {{ {} }};\n",
        pairs(&rook, &rook_shifts),
        pairs(&bishop, &bishop_shifts)
    );
    let report = both_hold("a.c", &text);
    assert!(matches!(report.findings[1].shift, Shift::Shift { .. }), "{report}");
    let rows = |numbers: &[u64]| {
        let rows: Vec<(usize, u64)> = numbers.iter().copied().enumerate().collect();
        join(&rows, |(at, n)| format!("({at}, {n})"), ", ")
    };
    let text = format!(
        "INSERT INTO rook (square, magic) VALUES {}; INSERT INTO bishop (square, magic) VALUES {};",
        rows(&rook),
        rows(&bishop)
    );
    let report = both_hold("a.sql", &text);
    assert_eq!(report.findings[1].place.name.as_deref(), Some("bishop"));
}

fn entries_off_the_board_are_left_out() {
    let x88 = |list: &[u64]| -> Vec<u64> {
        list.chunks(8).flat_map(|rank| [rank, &[0; 8]].concat()).collect()
    };
    let mailbox = |list: &[u64]| -> Vec<u64> {
        let ranks = list.chunks(8).flat_map(|rank| [&[0], rank, &[0]].concat());
        [0; 20].into_iter().chain(ranks).chain([0; 20]).collect()
    };
    let first = |list: &[u64]| [&[0], list].concat();
    let last = |list: &[u64]| [list, &[0]].concat();
    let forms: [Padding; 4] = [&x88, &mailbox, &first, &last];
    for form in forms {
        let mut text = String::new();
        for ((name, factors), shifts) in ["rook", "bishop"].into_iter().zip(rival()).zip(shifts()) {
            let [factors, shifts] = [form(&factors), form(&shifts)];
            let hex = join(&factors, |n| format!("{n:#x}"), ", ");
            let _ = writeln!(text, "{name}_magics = {{ {hex} }};");
            let shifts = join(&shifts, |n| n.to_string(), ", ");
            let _ = writeln!(text, "{name}_shifts = {{ {shifts} }};");
        }
        let report = both_hold("a.c", &text);
        for finding in &report.findings {
            assert!(matches!(finding.shift, Shift::Shift { out_of: 64, .. }), "{report}");
        }
    }
}
