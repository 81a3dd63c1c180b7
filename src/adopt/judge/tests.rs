//! Tests of the decisions on functions of many languages.

use super::*;
use crate::render::find;
use std::ops::Range;

fn examined(text: &str) -> Examined {
    let report = magicgen_read::Report::default();
    Examined { path: "a".into(), text: text.to_owned(), report }
}

fn shown(call: &Call) -> String {
    let [before, after] = call.made.clone().unwrap_or_default();
    let (square, occupied) = (&call.square.text, &call.occupied.text);
    format!("{before}{}({square}, {occupied}){after}", call.piece.name())
}

/// The functions that are changed or left: their names, with the replaced code.
pub(super) fn said(lang: &str, text: &str) -> Vec<String> {
    let language = find(lang).unwrap();
    let sources = [BlankedSource::new(0, language, text)];
    let files = [examined(text)];
    let array = |name: &str, piece| AdoptedArray {
        name: name.to_owned(),
        piece,
        path: "a".into(),
        line: 1,
    };
    let arrays = [array("rookF", Slider::Rook), array("bishF", Slider::Bishop)];
    let verdicts = Judge::new(&files, &sources, &arrays, language).verdicts(|_| true);
    let mut said = Vec::new();
    for (function, verdict) in sources[0].functions.iter().zip(&verdicts[0]) {
        let name = &function.name;
        said.push(match verdict {
            Verdict::Other => continue,
            Verdict::Left(why) => format!("{name}: {why}"),
            Verdict::Changed(Change::Whole(before, calls), _) => {
                let each = calls.iter().map(|(call, behind)| shown(call) + behind);
                format!("{name} = {before}{}", each.collect::<String>())
            }
            Verdict::Changed(Change::Parts(parts), _) => {
                let part = |(place, call): &(Range<usize>, Call)| {
                    format!("{} = {}", &text[place.clone()], shown(call))
                };
                let parts: Vec<String> = parts.iter().map(part).collect();
                format!("{name}: {}", parts.join("; "))
            }
        });
    }
    said
}

#[test]
fn lookups_are_understood_in_every_language() {
    for (lang, text) in [
        ("c", "U64 f(int sq, U64 occ) { return t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }"),
        (
            "c",
            "U64 f(int sq, U64 occ)\n{\n\tocc &= m[sq];\n\tocc *= rookF[sq];\n\tocc >>= 64 - b[sq];\n\treturn t[sq][occ];\n}",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ) { return *(t[sq] + (((occ | ~m[sq]) * rookF[sq]) >> s[sq])); }",
        ),
        ("c", "#define f(SQ, OCC) t[SQ][((OCC) & m[SQ]) * rookF[SQ] >> 52]\n"),
        ("c", "#define f(sq, occ) t[sq][((occ) & m[sq]) * rookF[sq] >> 52]\n"),
        (
            "c",
            "U64 f(int sq, U64 occ) { return t[o[sq] + (int)(((occ & m[sq]) * rookF[sq]) >> 52)]; }",
        ),
        (
            "cpp",
            "inline U64 f(Square sq, U64 occ) { const Magic& m = rookF[sq]; return m.attacks[((occ & m.mask) * m.magic) >> m.shift]; }",
        ),
        (
            "cpp",
            "struct Magic { unsigned index(U64 o) const { if (HasPext) return unsigned(pext(o, mask)); return unsigned(((o & mask) * magic) >> shift); } };\n\
             inline U64 f(Square sq, U64 occ) { return rookF[sq].attacks[rookF[sq].index(occ)]; }",
        ),
        (
            "rust",
            "fn f(&self, sq: Square, occ: Bitboard) -> Bitboard {\n    let m = &rookF[sq as usize];\n    let i = ((occ.0 & m.mask).wrapping_mul(m.factor)) >> m.shift;\n    unsafe { *T.get_unchecked(i as usize) }\n}",
        ),
        (
            "c",
            "static int index(U64 occ, Magic *m) {\n#ifdef USE_PEXT\n\treturn _pext_u64(occ, m->mask);\n#else\n\treturn ((occ & m->mask) * m->magic) >> m->shift;\n#endif\n}\n\
             U64 f(int sq, U64 occ) { return rookF[sq].offset[index(occ, &rookF[sq])]; }",
        ),
        (
            "c",
            "U64 f(U64 occ, int sq) {\n  Magic *m;\n  m = rookF + sq;\n  return m->attacks[((occ & m->mask) * m->magic) >> m->shift];\n}",
        ),
        (
            "cpp",
            "inline U64 f(int sq, U64 occ) { Hash m = rookF[sq]; return m.attacks[((occ | m.mask) * m.hash) >> (64 - 12)]; }",
        ),
        (
            "java",
            "static long f(int sq, long occ) { return t[sq][(int) (((occ & m[sq]) * rookF[sq]) >>> 52)]; }",
        ),
        (
            "go",
            "func f(sq uint8, occ uint64) uint64 {\n\tindex := ((occ & m[sq]) * rookF[sq]) >> 52\n\treturn t[sq][index]\n}",
        ),
        (
            "typescript",
            "function f(sq: number, occ: bigint): bigint { return t[sq][Number(BigInt.asUintN(64, (occ & m[sq]) * rookF[sq]) >> 52n)]; }",
        ),
        (
            "python",
            "def f(sq, occ):\n    occ = occ & m[sq]\n    return t[sq][((occ * rookF[sq]) & 0xFFFFFFFFFFFFFFFF) >> 52]\n",
        ),
        (
            "zig",
            "pub fn f(sq: u6, occ: u64) u64 { return t[sq][((occ & m[sq]) *% rookF[sq]) >> 52]; }",
        ),
        (
            "csharp",
            "static ulong f(int sq, ulong occ) { return t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }",
        ),
        (
            "kotlin",
            "fun f(sq: Int, occ: ULong): ULong { return t[sq][(((occ and m[sq]) * rookF[sq]) shr 52).toInt()] }",
        ),
    ] {
        let found = said(lang, text);
        // A macro's parameter may have parentheses, and Rust has conversions.
        let is_it = |one: &String| {
            let plain = one.to_lowercase().replace("(occ)", "occ");
            let plain = plain.replace("bitboard(rook(sq as usize, occ.0))", "rook(sq, occ)");
            one.starts_with('f') && plain.ends_with(" = rook(sq, occ)")
        };
        assert!(found.iter().any(is_it), "{text}: {found:?}");
    }
}

#[test]
fn what_is_around_a_lookup_stays() {
    let lookup = "t[sq][((occ & m[sq]) * rookF[sq]) >> 52]";
    let part = format!("f: {lookup} = rook(sq, occ)");
    for (text, wanted) in [
        (format!("U64 f(int sq, U64 occ) {{ return {lookup} & ~own; }}"), part.clone()),
        (format!("int f(int sq, U64 occ) {{ return popcount({lookup}); }}"), part.clone()),
        (
            "B f(S sq, B occ) { return t[sq.i()][((occ.b & m[sq.i()]) * rookF[sq.i()]) >> 52]; }".to_owned(),
            "f: t[sq.i()][((occ.b & m[sq.i()]) * rookF[sq.i()]) >> 52] = rook(sq.i(), occ.b)".to_owned(),
        ),
        (format!("U64 f(int sq, U64 occ, U64 own) {{ return {lookup}; }}"), part.clone()),
        (
            "U64 f(int c, U64 occ) { return t[c ^ 56][((occ & m[c ^ 56]) * rookF[c ^ 56]) >> 52]; }"
                .to_owned(),
            "f: t[c ^ 56][((occ & m[c ^ 56]) * rookF[c ^ 56]) >> 52] = rook(c ^ 56, occ)".to_owned(),
        ),
        (
            format!("U64 f(int sq, U64 occ) {{ U64 a = {lookup}; occ ^= a & own; return a ^ {lookup}; }}"),
            format!("{part}; {lookup} = rook(sq, occ)"),
        ),
    ] {
        assert_eq!(said("c", &text), [wanted], "{text}");
    }
}

#[test]
fn what_is_around_a_lookup_of_several_statements_stays() {
    let key = "U64 k = (occ & m[sq]) * rookF[sq]; k >>= 52;";
    for (lang, text, wanted) in [
        (
            "c",
            format!("U64 f(int sq, U64 occ, U64 own) {{ {key} return t[sq][k] & ~own; }}"),
            "f = rook(sq, occ) & ~own",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ, U64 own) { occ &= m[sq]; occ *= rookF[sq]; return t[sq][occ >> 52] & ~own; }"
                .to_owned(),
            "f = rook(sq, occ) & ~own",
        ),
        ("c", format!("int f(int sq, U64 occ) {{ {key} return count(t[sq][k]); }}"), "f = count(rook(sq, occ))"),
        (
            "c",
            format!("U64 f(int sq, U64 occ) {{ {key} return t[sq][k] & ~k; }}"),
            "f: it computes more than its lookup",
        ),
        (
            "c",
            format!("U64 f(int sq, U64 occ) {{ {key} U64 n = probe(sq); return t[sq][k]; }}"),
            "f: it computes more than its lookup",
        ),
        (
            "c",
            format!("U64 *f(int sq, U64 occ) {{ {key} return &t[sq][k]; }}"),
            "f: it computes something else",
        ),
        (
            "c",
            "U64 *f(int sq, U64 occ) { return &t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }".to_owned(),
            "f: line 1 uses the address of a table's entry",
        ),
        (
            "rust",
            "struct B { pub bits: u64 }\nstatic t: [[u64; 9]; 64] = x;\nfn f(sq: usize, occ: B) -> B {\n    let k = (occ.bits & m[sq]) * rookF[sq];\n    let bits = t[sq][k >> 52];\n    B { bits }\n}"
                .to_owned(),
            "f = B { bits: rook(sq, occ.bits) }",
        ),
        (
            "zig",
            "fn f(s: Square, occ: u64) u64 { const i = @intFromEnum(s); const k = (occ & m[i]) *% rookF[i]; return t[i][k >> 52]; }"
                .to_owned(),
            "f = rook(@intFromEnum(s), occ)",
        ),
    ] {
        assert_eq!(said(lang, &text).last().map(String::as_str), Some(wanted), "{text}");
    }
}

#[test]
fn choices_by_piece_are_understood() {
    let [rook, bishop] =
        ["rook", "bish"].map(|name| format!("{name}T[s][((o & {name}M[s]) * {name}F[s]) >> 52]"));
    for (lang, text) in [
        (
            "c",
            format!(
                "U64 f(int p, int s, U64 o) {{ switch (p) {{ case ROOK: return {rook}; case B: case C: return {bishop}; default: return 0; }} }}"
            ),
        ),
        ("c", format!("U64 f(int p, int s, U64 o) {{ return p == ROOK ? {rook} : {bishop}; }}")),
        (
            "cpp",
            format!(
                "template <P p> U64 f(int s, U64 o) {{ if constexpr (p == ROOK) return {rook}; else return {bishop}; }}"
            ),
        ),
        (
            "go",
            format!(
                "func f(p int, s int, o uint64) uint64 {{\n\tswitch p {{\n\tcase rook:\n\t\treturn {rook}\n\tdefault:\n\t\treturn {bishop}\n\t}}\n}}"
            ),
        ),
        (
            "rust",
            format!(
                "static rookT: [[u64; 9]; 64] = x;\nstatic bishT: [[u64; 9]; 64] = x;\nfn f(p: P, s: usize, o: u64) -> u64 {{ match p {{ P::Rook => {rook}, P::Bishop => {{ {bishop} }} }} }}"
            ),
        ),
        (
            "zig",
            format!(
                "var rookT: [64][9]u64 = x;\nvar bishT: [64][9]u64 = x;\nfn f(p: P, s: u6, o: u64) u64 {{ return switch (p) {{ .rook => {rook}, else => {bishop} }}; }}"
            ),
        ),
        (
            "java",
            format!(
                "static long f(int p, int s, long o) {{ return switch (p) {{ case 0 -> {rook}; default -> {bishop}; }}; }}"
            ),
        ),
        (
            "csharp",
            format!(
                "static ulong f(P p, int s, ulong o) => p switch {{ P.Rook => {rook}, _ => {bishop} }};"
            ),
        ),
        (
            "kotlin",
            format!(
                "fun f(p: P, s: Int, o: ULong): ULong = when (p) {{\n P.ROOK -> {rook}\n else -> {bishop}\n}}\n"
            ),
        ),
    ] {
        let wanted = format!("f: {rook} = rook(s, o); {bishop} = bishop(s, o)");
        assert_eq!(said(lang, &text).last(), Some(&wanted), "{text}");
    }
}

#[test]
fn pext_stays() {
    let index = |pext: &str| {
        format!("unsigned index(U64 o, int s) {{\n{pext}return (o & m[s]) * rookF[s] >> 52;\n}}\n")
    };
    let lookup = "U64 f(int s, U64 o) { return t[s][index(o, s)]; }";
    let condition = |text: &str| {
        let language = find("cpp").unwrap();
        let sources = [BlankedSource::new(0, language, text)];
        let files = [examined(text)];
        let judge = Judge::new(&files, &sources, &[], language);
        judge.pext_condition(sources[0].functions.last().unwrap())
    };
    let line = "#ifdef USE_PEXT\n return pext(o, m[s]);\n#endif\n";
    let text = "#ifdef USE_PEXT".to_owned();
    assert_eq!(
        condition(&(index(line) + lookup)),
        Some(PextCondition::Line { text, is_first: true })
    );
    let constant = "if constexpr (HasPext) return pext(o, m[s]);\n";
    let name = "HasPext".to_owned();
    assert_eq!(condition(&(index(constant) + lookup)), Some(PextCondition::Constant(name)));
    let unknown = "if (fast(o)) return pext(o, m[s]);\n";
    assert_eq!(condition(&(index(unknown) + lookup)), None);
    let said = said("cpp", &(index(unknown) + lookup));
    assert_eq!(said, ["index: its result is an index", "f: a call would lose its lookup by PEXT"]);
    // A lookup by PEXT alone isn't replaced.
    let alone = "U64 rook_attacks(int s, U64 o) { return t[s][pext(o, m[s])]; }";
    assert_eq!(self::said("cpp", alone), ["rook_attacks: its lookup by PEXT stays"]);
    let both = "U64 f(int s, U64 o) {\n#ifdef USE_PEXT\nreturn t[s][pext(o, m[s])];\n#else\nreturn t[s][(o & m[s]) * rookF[s] >> 52];\n#endif\n}";
    assert_eq!(self::said("cpp", both), ["f: t[s][(o & m[s]) * rookF[s] >> 52] = rook(s, o)"]);
}

#[test]
fn arrays_of_one_name_are_those_around() {
    let text = "namespace rook {\nU64 f1[64];\nU64 f(int s, U64 o) { return t[s][((o & m[s]) * f1[s]) >> 52]; }\n}\n\
                namespace b {\nU64 f1[64];\nU64 f(int s, U64 o) { return t[s][((o & m[s]) * f1[s]) >> 52]; }\n}\n";
    let language = find("cpp").unwrap();
    let sources = [BlankedSource::new(0, language, text)];
    let array = |piece, line| AdoptedArray { name: "f1".to_owned(), piece, path: "a".into(), line };
    let arrays = [array(Slider::Bishop, 6), array(Slider::Rook, 2)];
    let files = [examined(text)];
    let judge = Judge::new(&files, &sources, &arrays, language);
    let pieces: Vec<Slider> = sources[0]
        .functions
        .iter()
        .map(|function| {
            let value = sources[0].value(function, &function.variables(), None).unwrap();
            let lookup = judge.recognizer.lookup(&value).unwrap();
            judge.piece(&sources[0], function, &lookup.hash).unwrap()
        })
        .collect();
    assert_eq!(pieces, [Slider::Rook, Slider::Bishop]);
}

#[test]
fn what_is_no_set_or_not_understood_is_left() {
    for (lang, text, wanted) in [
        (
            "c",
            "unsigned rook_attacks_index(int sq, U64 occ) { return ((occ & m[sq]) * rookF[sq]) >> 52; }",
            "its result is an index",
        ),
        (
            "c",
            "int rook_moves(int sq, U64 occ) { return t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }",
            "its result isn't a set of attacked squares",
        ),
        (
            "c",
            "uint8_t t[64][4096];\nint f(int sq, U64 occ) { return 2 * t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }",
            "its result isn't a set of attacked squares",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ) { return rookXray[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }",
            "its result isn't a set of attacked squares",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ) { return t[sq][(occ * rookF[sq]) >> 52]; }",
            "it computes something else",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ) { return t[sq][((occ & m[sq ^ 7]) * rookF[sq]) >> 52]; }",
            "it computes something else",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ) { U64 *p = t[sq ^ 1]; return p[((occ & m[sq]) * rookF[sq]) >> 52]; }",
            "its lookup depends on `p`",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ, int n) { return t[sq][((occ & m[sq]) * rookF[sq]) >> (52 + n)]; }",
            "its lookup depends on `n`",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ, U64 own) { return t[sq][((m[sq] & occ & ~own) * rookF[sq]) >> 52]; }",
            "it computes something else",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ, U64 own) { return t[sq][((occ & m[sq] & own) * rookF[sq]) >> 52]; }",
            "it computes something else",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ) { return t[sq ^ 7][((occ & m[sq]) * rookF[sq]) >> 52]; }",
            "it computes something else",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ) { return t[sq][(((unsigned)occ & m[sq]) * rookF[sq]) >> 52]; }",
            "it computes something else",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ) { n++; return t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }",
            "line 1 isn't understood",
        ),
        (
            "c",
            "void f(int sq, U64 occ) { for (;;) t[sq][((occ & m[sq]) * rookF[sq]) >> 52] = 1; }",
            "it has a loop",
        ),
        (
            "c",
            "U64 bishop(int sq, U64 occ) { return t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }",
            "its names don't tell rook from bishop",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ) { int i = ((occ & m[sq]) * rookF[sq]) >> 52; if (fast) return t[sq][i]; return rookXray[sq][i]; }",
            "its result isn't a set of attacked squares",
        ),
        (
            "rust",
            "fn f(sq: Square, occ: Bitboard) -> Bitboard { T[((occ & m[sq]) * rookF[sq]) >> 52] & !self.own }",
            "the types around its lookup aren't known",
        ),
    ] {
        let found = said(lang, text);
        let [one] = found.as_slice() else { panic!("{text}: {found:?}") };
        assert!(one.ends_with(&format!(": {wanted}")), "{text}: {one}");
    }
}

#[test]
fn of_several_tables_the_one_of_attacks_is_taken() {
    let function = |name: &str, table: &str| {
        format!(
            "U64 {name}(int sq, U64 occ) {{ return {table}[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }}\n"
        )
    };
    let kept = |one, two| -> Vec<bool> {
        let why = "are read by the rook's index, and which of them holds attack sets isn't known";
        let found = said("c", &format!("{}{}", function("f", one), function("g", two)));
        found.iter().map(|one| one.ends_with(why)).collect()
    };
    assert_eq!(kept("t", "t"), [false, false]);
    assert_eq!(kept("t", "u"), [true, true]);
    assert_eq!(kept("rookAttacks", "u"), [false, true]);
    // Two definitions of one function under conditions.
    let same = said("c", &format!("{}{}", function("f", "t"), function("f", "u")));
    assert!(same.iter().all(|one| one.ends_with(" = rook(sq, occ)")), "{same:?}");
}

#[test]
fn keys_of_two_sets_are_left() {
    let key = |key: &str| {
        format!("U64 f(B& b, int sq, U64 own) {{ return t[sq][({key}) * rookF[sq] >> 52]; }}")
    };
    for (lang, text) in [
        ("cpp", key("b.occ & m[sq] & ~own")),
        ("cpp", key("b.occ() & m[sq] & ~own")),
        ("cpp", key("b.sets[ALL] & m[sq] & ~own")),
        (
            "rust",
            "fn f(sq: usize, occ: B, own: B) -> u64 { let k = occ.0 & m[sq] & !own.0; t[sq][k.wrapping_mul(rookF[sq]) >> 52] }".to_owned(),
        ),
    ] {
        assert_eq!(said(lang, &text), ["f: it computes something else"], "{text}");
    }
}

#[test]
fn masks_that_cut_an_index_are_left() {
    let masked = |rest: &str| {
        let index = "((occ & m[sq]) * rookF[sq] >> 52)";
        said("c", &format!("U64 f(int sq, U64 occ) {{ return t[sq][{index} {rest}]; }}"))
    };
    for rest in ["& 1023", "& 0xff0", "& (2048 - 1)", "+ sq & 4095"] {
        assert_eq!(masked(rest), ["f: it computes something else"], "{rest}");
    }
    for rest in ["& 4095", "& 0xfff", "& (4096 - 1)", "& ROOK_MASK"] {
        assert!(masked(rest)[0].ends_with(" = rook(sq, occ)"), "{rest}");
    }
}

#[test]
fn changes_of_the_callers_variables_are_left() {
    let body = "{ occ &= m[sq]; occ *= rookF[sq]; return t[sq][occ >> 52]; }";
    for (lang, head, wanted) in [
        ("cpp", "U64 f(int sq, U64 occ)", "f = rook(sq, occ)"),
        ("cpp", "U64 f(int sq, U64& occ)", "f: line 1 isn't understood"),
        ("cpp", "U64 f(int sq, U64 &occ)", "f: line 1 isn't understood"),
        ("csharp", "static ulong f(int sq, ref ulong occ)", "f: line 1 isn't understood"),
    ] {
        assert_eq!(said(lang, &format!("{head} {body}")), [wanted], "{head}");
    }
}
