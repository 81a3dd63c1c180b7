//! Tests of lookups in functions with loops, and of calls and pointers that are followed.

use super::tests::said;

#[test]
fn lookups_in_loops_are_replaced_in_every_language() {
    for (lang, text) in [
        (
            "c",
            "U64 f(U64 b, U64 occ) { U64 r = 0; while (b) { int sq = pop(&b); r |= t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; } return r; }",
        ),
        (
            "cpp",
            "void f(U64 b, U64 occ, List& list) { for (U64 x = t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; x; x &= x - 1) list.add(x); }",
        ),
        (
            "rust",
            "static t: [[u64; 4096]; 64] = [[0; 4096]; 64];\nfn f(mut b: u64, occ: u64) -> u64 { let mut r = 0; while b != 0 { let sq = pop(&mut b); r |= t[sq][((occ & m[sq]).wrapping_mul(rookF[sq]) >> 52) as usize]; } r }",
        ),
        (
            "go",
            "var t [64][4096]uint64\n\nfunc f(b, occ uint64) (n int, err error) {\n\tfor b != 0 {\n\t\tsq := pop(&b)\n\t\tx := t[sq][((occ & m[sq]) * rookF[sq]) >> 52]\n\t\tuse(x)\n\t}\n\treturn\n}",
        ),
        (
            "java",
            "long f(long b, long occ) { for (int sq : list) { use(t[sq][(int) (((occ & m[sq]) * rookF[sq]) >>> 52)]); } return 0; }",
        ),
        (
            "csharp",
            "ulong f(ulong b, ulong occ) { foreach (var sq in list) { all |= t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; } return all; }",
        ),
        (
            "typescript",
            "function f(list: number[], occ: bigint): bigint { for (const sq of list) { r |= t[sq]![Number(BigInt.asUintN(64, (occ & m[sq]!) * rookF[sq]!) >> 52n)]!; } return r; }",
        ),
        (
            "python",
            "def f(squares, occ):\n    \"\"\"Attacks.\"\"\"\n    for sq in squares:\n        r |= t[sq][((occ & m[sq]) * rookF[sq] & MASK64) >> 52]\n    return r\n",
        ),
        (
            "zig",
            "fn f(b: u64, occ: u64) u64 { while (x != 0) : (x &= x - 1) { r |= t[sq][((occ & m[sq]) *% rookF[sq]) >> 52]; } return r; }",
        ),
        (
            "kotlin",
            "fun f(b: ULong, occ: ULong): ULong {\n    for (sq in list) {\n        r = r or t[sq][(((occ and m[sq]) * rookF[sq]) shr 52).toInt()]\n    }\n    return r\n}",
        ),
        (
            "d",
            "ulong f(ulong b, ulong occ) { foreach (sq; 0 .. 64) r |= t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; return r; }",
        ),
    ] {
        let found = said(lang, text);
        let is_it = |one: &String| one.starts_with("f: t[") && one.ends_with(" = rook(sq, occ)");
        assert!(found.len() == 1 && found.iter().all(is_it), "{lang}: {found:?}");
    }
}

#[test]
fn uses_of_entries_and_own_tables_stay() {
    let entry = "t[sq][((occ & m[sq]) * rookF[sq]) >> 52]";
    for (statement, why) in [
        (format!("{entry} = x;"), "it has a loop"),
        (format!("{entry} ^= x;"), "it has a loop"),
        (format!("{entry}++;"), "it has a loop"),
        (format!("--{entry};"), "it has a loop"),
        (format!("U64 *p = &{entry};"), "it has a loop"),
        (format!("U64& p = {entry};"), "it has a loop"),
        (format!("U64 (*t)[9] = u; x = {entry};"), "its lookup depends on `t`"),
        (format!("U64 *m = u; x = {entry};"), "its lookup depends on `m`"),
        (format!("auto [t, u] = v; x = {entry};"), "its lookup depends on `t`"),
        (format!("m = u; x = {entry};"), "its lookup depends on `m`"),
        (format!("{entry} = x; x = {entry};"), "it changes `t`"),
        (format!("rookF[sq] = u(); x = {entry};"), "it changes `rookF`"),
        (format!("f(&m[sq]); x = {entry};"), "it changes `m`"),
    ] {
        let text = format!("U64 f(int sq, U64 occ) {{ while (x) {{ {statement} }} return x; }}");
        assert_eq!(said("cpp", &text), [format!("f: {why}")], "{statement}");
    }
}

#[test]
fn functions_in_functions_are_read_once() {
    let lookup = "t[sq][((occ & m[sq]) * rookF[sq]) >> 52]";
    let text = format!(
        "U64 f(U64 b, U64 occ) {{ auto one = [&](int sq) {{ return {lookup}; }}; while (b) r |= one(pop(b)); return r; }}"
    );
    assert_eq!(said("cpp", &text), [format!("one: {lookup} = rook(sq, occ)")]);
}

#[test]
fn methods_and_pointers_are_followed() {
    for (lang, text) in [
        (
            "java",
            "class M { int index(long o) { return (int) ((o & mask) * factor >>> shift); } long get(long o) { return attacks[index(o)]; } }\n\
             long f(int sq, long occ) { return rookF[sq].get(occ); }",
        ),
        (
            "c",
            "U64 f(int sq, U64 occ) { M *m = rookF + sq; return m->attacks[((occ & m->mask) * m->magic) >> m->shift]; }",
        ),
        (
            "csharp",
            "ulong f(int sq, ulong occ) { ulong key = ((occ & m[sq]) * rookF[sq]) >> 52; return Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(t[sq]), (nint)key); }",
        ),
        ("d", "U64 f(int sq, U64 occ) => t[sq][((occ & m[sq]) * rookF[sq]) >>> 52];"),
        (
            "java",
            "long f(int sq, long occ) { occ &= m[sq]; occ *= rookF[sq]; occ >>>= 52; return t[sq][(int) occ]; }",
        ),
    ] {
        let found = said(lang, text);
        let is_it = |one: &String| one.starts_with('f') && one.ends_with(" = rook(sq, occ)");
        assert!(found.iter().any(is_it), "{lang}: {found:?}");
    }
}
