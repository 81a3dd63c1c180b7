//! Tests of records, methods and overloads, as engines have them.

use super::tests::said;

/// Rust's own types, with a record by square whose method computes the index.
const RECORDS: &str = "pub struct Bitboard(pub u64);
pub enum Square { A1, B1 }
pub struct Entry { pub mask: Bitboard, pub magic: u64, pub offset: u32 }
impl Entry {
    pub const fn index(&self, all: Bitboard) -> usize {
        let all = all.0 & self.mask.0;
        self.offset as usize + (self.magic.wrapping_mul(all) >> 52) as usize
    }
}
impl<T> Index<Square> for Other<T> {
    fn index(&self, at: Square) -> &T { self.0.get(at) }
}
const rookF: [Entry; 64] = numbers();
const TABLE: [Bitboard; 102400] = filled();
";

#[test]
fn a_method_is_the_one_of_the_records_type() {
    let lookup = "impl Square {
    pub fn rook_squares(self, all: Bitboard) -> Bitboard {
        let entry = rookF[self];
        let at = entry.index(all);
        TABLE[at]
    }
}";
    let found = said("rust", &format!("{RECORDS}{lookup}"));
    assert_eq!(
        found.last().map(String::as_str),
        Some("rook_squares = Bitboard(rook(self, all.0))")
    );
}

#[test]
fn an_index_may_have_the_engines_own_type() {
    let text = "pub struct Bitboard(pub u64);
pub struct Magics { masks: Map<Bitboard>, factors: Map<Bitboard>, attacks: Map<Vec<Bitboard>> }
impl Magics {
    pub fn index(&self, sq: usize, occ: Bitboard) -> usize {
        (((occ & self.masks[sq]) * self.factors[sq]) >> 52).0 as usize
    }
}
pub static rookF: Magics = filled();
pub fn rook_attacks(sq: usize, occ: Bitboard) -> Bitboard {
    rookF.attacks[sq][rookF.index(sq, occ)]
}";
    let wanted =
        "rook_attacks: rookF.attacks[sq][rookF.index(sq, occ)] = Bitboard(rook(sq, occ.0))";
    assert_eq!(said("rust", text).last().map(String::as_str), Some(wanted));
}

#[test]
fn records_of_both_pieces_may_be_in_one_result() {
    let part = |name: &str| {
        format!("{name}.moves[(int) ((all & {name}.mask) * {name}.factor >>> {name}.shift)]")
    };
    let body = |result: &str| {
        format!(
            "static long queen(int sq, long all) {{\n\tfinal Magic one = rookF[sq];\n\tfinal Magic two = bishF[sq];\n\treturn {result};\n}}"
        )
    };
    let both = format!("{} | {}", part("one"), part("two"));
    assert_eq!(said("java", &body(&both)), ["queen = rook(sq, all) | bishop(sq, all)"]);
    // A variable that the result needs, too.
    let more = format!("{both} | one.mask");
    assert_eq!(said("java", &body(&more)), ["queen: it computes more than its lookup"]);
}

#[test]
fn of_overloads_the_one_for_sets_of_squares_is_taken() {
    let text = "static long shifted(long a, int by) { return (long) ((ulong) a >> by); }
static int shifted(int a, int by) { return (int) ((uint) a >> by); }
static long[] t;
static long f(int sq, long occ) { return t[sq][(int) shifted((occ & m[sq]) * rookF[sq], 52)]; }";
    let wanted =
        "f: t[sq][(int) shifted((occ & m[sq]) * rookF[sq], 52)] = (long)rook(sq, (ulong)occ)";
    assert_eq!(said("csharp", text).last().map(String::as_str), Some(wanted));
}
