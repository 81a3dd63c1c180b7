//! Tests of the functions and the start-up code that are run.

use super::evaluate::Evaluator;
use super::run::Entries;
use super::value::BlankedSource;
use crate::render::find;

/// What an evaluator finds in a source: a function's results for 0 to 3, and the filled arrays with their numbers of
/// entries and the sum of these.
fn found(lang: &str, text: &str, name: &str) -> (Vec<Option<u64>>, Vec<String>) {
    let sources = [BlankedSource::new(0, find(lang).unwrap(), text)];
    let arrays = [Vec::new()];
    let evaluator = Evaluator::new(&sources, &arrays).started();
    let function = sources[0].functions.iter().find(|one| one.name == name).unwrap();
    let results = match evaluator.runnable(&sources[0], function) {
        Some(one) => (0..4).map(|value| evaluator.result(&one, &[value])).collect(),
        None => Vec::new(),
    };
    let filled = evaluator.filled();
    let say = |(name, entries): (&String, &Entries)| {
        format!("{name} {} {}", entries.len(), entries.values().sum::<u64>())
    };
    (results, filled.iter().map(say).collect())
}

#[test]
fn loops_of_every_language_are_run() {
    let numbers = [Some(0), Some(1), Some(3), Some(7)];
    for (lang, text) in [
        (
            "c",
            "u64 f(int n) { u64 all = 0; for (int i = 0; i < n; ++i) all |= 1ULL << i; return all; }",
        ),
        (
            "c",
            "u64 f(int n)\n{\n    u64 all = 0;\n    int i;\n    i = n - 1;\n    while (i >= 0) { all |= 1ULL << i; i--; }\n    return all;\n}\n",
        ),
        (
            "c",
            "u64 f(int n) { u64 all = 0; do { if (n == 0) break; n--; all = all * 2 + 1; } while (1); return all; }",
        ),
        (
            "cpp",
            "u64 f(int n) { auto all = u64(0); for (auto i{0}; i < n; i++) { if (i == 9) continue; all ^= (1ULL << i); } return all; }",
        ),
        (
            "java",
            "class A { static long f(int n) { long all = 0L; for (int i = 0, j = 1; i < n; i += j) { all |= 1L << i; } return all; } }",
        ),
        (
            "csharp",
            "class A { static ulong f(int n) { ulong all = 0; for (int i = 0; i < n; i++) { all = n > 9 ? 0 : all | 1UL << i; } return all; } }",
        ),
        (
            "go",
            "func f(n int) uint64 {\n\tvar all uint64\n\tall = 0\n\tfor i := 0; i < n; i++ {\n\t\tall |= 1 << i\n\t}\n\treturn all\n}\n",
        ),
        (
            "rust",
            "fn f(n: usize) -> u64 { let mut all = 0u64; for i in 0..n { all |= 1 << i; } all }",
        ),
        (
            "rust",
            "const fn f(n: usize) -> u64 { let mut all: u64 = 0; let mut i = 0; while i < n { all |= 1 << i; i += 1; } if all == 9 { 0 } else { all } }",
        ),
        (
            "typescript",
            "function f(n: number): bigint { let all = 0n; for (let i = 0; i < n; i++) { all |= 1n << BigInt(i); } return all; }",
        ),
        (
            "zig",
            "fn f(n: u64) u64 { var all: u64 = 0; var i: u64 = 0; while (i < n) : (i += 1) { all |= one << i; } return all; }\nconst one: u64 = 1;\n",
        ),
        (
            "kotlin",
            "fun f(n: Int): Long { var all = 0L\n for (i in 0 until n) { all = all or (1L shl i) }\n return all\n}\n",
        ),
    ] {
        assert_eq!(found(lang, text, "f").0, numbers, "{text}");
    }
}

#[test]
fn a_run_ends() {
    let endless = "u64 f(int n) { while (n < 9) { n = n & 3; } return n; }";
    assert_eq!(found("c", endless, "f").0, [None; 4]);
    let unknown = "u64 f(int n) { for (int i = 0; i < n; ++i) other(i); return 1; }";
    assert_eq!(found("c", unknown, "f").0, [Some(1), None, None, None]);
}

#[test]
fn calls_change_variables_by_pointers_references_and_macros() {
    let numbers = [Some(0), Some(1), Some(3), Some(7)];
    let set =
        "u64 f(int n) { u64 all = 0; for (int i = 0; i < n; ++i) { put(ARG, i); } return all; }\n";
    for (lang, put, argument) in [
        ("c", "void put(u64 *b, int i) { *b |= 1ULL << i; }\n", "&all"),
        ("cpp", "void put(u64& b, int i) { b |= 1ULL << i; }\n", "all"),
        ("c", "#define put(b, i) ((b) |= 1ULL << (i))\n", "all"),
        (
            "c",
            "#define odd(b) b) + (1\n#define put(b, i) do { (b) ^= 1ULL << (i); } while (0)\n",
            "all",
        ),
    ] {
        let text = format!("{put}{}", set.replace("ARG", argument));
        assert_eq!(found(lang, &text, "f").0, numbers, "{text}");
    }
    let by_value = "void put(u64 b, int i) { b |= 1ULL << i; }\n";
    let text = format!("{by_value}{}", set.replace("ARG", "all"));
    assert_eq!(found("cpp", &text, "f").0, [Some(0); 4]);
    let entries = "u64 a[4];\nu64 f(int s) { return a[s]; }\nvoid put(u64 *b, int i) { *b |= 1ULL << i; }\n\
        void init() { for (int s = 0; s < 4; ++s) { for (int i = 0; i < s; ++i) put(&a[s], i); } }\n";
    let macros = entries
        .replace(
            "void put(u64 *b, int i) { *b |= 1ULL << i; }",
            "#define put(b, i) ((b) |= 1ULL << (i))",
        )
        .replace("&a[s]", "a[s]");
    for (text, argument) in [(entries, "&a[s]"), (&macros, "a[s]")] {
        assert_eq!(found("c", text, "f").1, ["a 3 11"]);
        let also = format!("{text}void other(int s) {{ put({argument}, 9); }}\n");
        assert_eq!(found("c", &also, "f").0, [None; 4]);
    }
}

#[test]
fn only_functions_without_a_result_fill_and_do_nothing_else() {
    for (result, count) in [("", 1), (" return 1;", 0)] {
        let text = format!("u64 a[1];\nint init(void) {{ a[0] = 1;{result} }}\n");
        let sources = [BlankedSource::new(0, find("c").unwrap(), &text)];
        let arrays = [Vec::new()];
        let evaluator = Evaluator::new(&sources, &arrays).started();
        assert_eq!(evaluator.filling.len(), count, "{text}");
        assert_eq!(evaluator.filled().len(), 1, "{text}");
    }
}

#[test]
fn variables_that_may_change_are_unknown() {
    for (text, is_known) in [
        ("static const u64 one = 1;\nu64 f(int s) { return one; }", true),
        ("static u64 one = 1;\nu64 f(int s) { return one; }", false),
        ("u64 one;\nvoid init(void) { one = 1; }\nu64 f(int s) { return one; }", false),
        (
            "u64 one;\nu64 a[1];\nvoid init(void) { one = 1; a[0] = 1; }\nu64 f(int s) { return one; }",
            false,
        ),
    ] {
        let wanted = if is_known { Some(1) } else { None };
        assert_eq!(found("c", text, "f").0, [wanted; 4], "{text}");
    }
    let rust = "static ONE: u64 = 1;\nfn f(s: usize) -> u64 { ONE }";
    assert_eq!(found("rust", rust, "f").0, [Some(1); 4]);
    let rust = "static mut ONE: u64 = 1;\nfn f(s: usize) -> u64 { unsafe { ONE } }";
    assert_eq!(found("rust", rust, "f").0, [None; 4]);
}

#[test]
fn arrays_are_filled_by_all_code_or_not_at_all() {
    let f = "u64 a[4];\nu64 f(int s) { return a[s]; }\n";
    let fills = "void init(void) { for (int s = 0; s < 4; ++s) a[s] = s + 1; }\n";
    let numbers = [Some(1), Some(2), Some(3), Some(4)];
    for (more, is_known) in [
        ("", true),
        ("void all(void) { start(9); init(); }\n", true),
        ("void set(int s) { a[s] = 0; }\n", false),
        ("void other(void) { memory(a); }\n", false),
        ("void other(void) { change(&a[3]); }\n", false),
        ("void other(void) { goto end; a[3] = 9; }\n", false),
        ("u64 *other = a;\n", false),
    ] {
        let text = format!("{f}{fills}{more}");
        let wanted = if is_known {
            (numbers.to_vec(), vec!["a 4 10".to_owned()])
        } else {
            (vec![None; 4], Vec::new())
        };
        assert_eq!(found("c", &text, "f"), wanted, "{more}");
    }
    let by =
        "void put(int s) { a[s] |= s + 1; }\nvoid init() { for (int s = 0; s < 4; ++s) put(s); }\n";
    assert_eq!(found("c", &format!("{f}{by}"), "f").0, numbers);
    let also = format!("{f}{by}void more(int s) {{ put(s * s); }}\n");
    assert_eq!(found("c", &also, "f").0, [None; 4]);
    let go = "var a [4]uint64\n\nfunc f(s int) uint64 { return a[s] }\n\nfunc init() {\n\tfor s := 0; s < 4; s++ {\n\t\ta[s] = uint64(s) + 1\n\t}\n}\n";
    assert_eq!(found("go", go, "f").0, numbers);
    let java = "class A {\n    static long[] a = new long[4];\n    static {\n        for (int s = 0; s < 4; s++) { a[s] = s + 1; }\n    }\n    static long f(int s) { return a[s]; }\n}\n";
    assert_eq!(found("java", java, "f").0, numbers);
}
