//! Hand-written forms of one lookup with published factors. Their measurements decide the form of generated Rust.

use crate::lookup::Lookup;

/// The numbers of a square, written by the build script.
#[derive(Clone, Copy)]
pub struct Entry {
    pub mask: u64,
    pub reach: u64,
    pub factor: u64,
    pub shift: u8,
    pub offset: i64,
}

#[repr(C, align(64))]
pub struct Table<const LENGTH: usize>(pub [u64; LENGTH]);

include!(concat!(env!("OUT_DIR"), "/known.rs"));

/// Makes a table for a shape. Each shape has its own table, so that it doesn't profit from cache that another has
/// filled.
macro_rules! table {
    ($data:ident) => {
        // Safety: the bytes are words that the build script wrote for this machine.
        static TABLE: Table<{ $data::LENGTH }> =
            Table(unsafe { std::mem::transmute(*$data::BYTES) });
    };
}

/// Makes a shape: records of squares, made at compile time, and lookups in a table.
///
/// If a record refers to its window of `N` words, the compiler sees from the index's range that no bounds check is
/// needed.
macro_rules! shape {
    ($name:ident, $data:ident, $record:ident { $($field:ident : $type:ty = $value:expr),* },
     |$r:ident, $entry:ident, $rest:ident, $table:ident, $occupied:ident, $bits:ident, $length:ident| $look:expr,
     $align:literal, $square:ident => $at:expr) => {
        pub struct $name;
        const _: () = {
            table!($data);
            #[repr(C, align($align))]
            struct Record<const N: usize> { $($field: $type),* }
            const fn make<const N: usize>($entry: Entry, $rest: &'static [u64]) -> Record<N> {
                let _ = $rest;
                Record { $($field: $value),* }
            }
            const fn all<const N: usize>(entries: &[Entry; 64]) -> [Record<N>; 64] {
                let mut records = [const { std::mem::MaybeUninit::<Record<N>>::uninit() }; 64];
                let mut square = 0;
                while square < 64 {
                    let entry = entries[square];
                    let table: &'static [u64] = &TABLE.0;
                    let rest = table.split_at(entry.offset as usize).1;
                    records[square] = std::mem::MaybeUninit::new(make::<N>(entry, rest));
                    square += 1;
                }
                // Safety: all 64 records have been written.
                unsafe { std::mem::transmute_copy(&records) }
            }
            static ROOK: [Record<4096>; 64] = all(&$data::ROOK);
            static BISHOP: [Record<512>; 64] = all(&$data::BISHOP);
            #[inline(always)]
            fn look<const $bits: u32, const $length: usize>($r: &'static Record<$length>, $occupied: u64) -> u64 {
                let $table = &TABLE.0;
                let _ = $table;
                $look
            }
            impl Lookup for $name {
                #[inline(always)]
                fn rook($square: usize, occupied: u64) -> u64 {
                    look::<52, 4096>(&ROOK[$at], occupied)
                }
                #[inline(always)]
                fn bishop($square: usize, occupied: u64) -> u64 {
                    look::<55, 512>(&BISHOP[$at], occupied)
                }
            }
        };
    };
}

/// The window of `N` words at the start of a slice.
const fn window<const N: usize>(rest: &'static [u64]) -> &'static [u64; N] {
    match rest.first_chunk::<N>() {
        Some(window) => window,
        None => panic!("the table is too short"),
    }
}

shape!(FixedChecked, annuss_white,
    R { mask: u64 = e.mask, factor: u64 = e.factor, offset: usize = e.offset as usize },
    |r, e, rest, table, occupied, SHIFT, N| table[((occupied & r.mask).wrapping_mul(r.factor) >> SHIFT) as usize + r.offset],
    8, square => square);
shape!(FixedMasked, annuss_white,
    R { mask: u64 = e.mask, factor: u64 = e.factor, offset: usize = e.offset as usize },
    |r, e, rest, table, occupied, SHIFT, N| table[((occupied & r.mask).wrapping_mul(r.factor) >> SHIFT) as usize + r.offset],
    8, square => square & 63);
shape!(FixedUnchecked, annuss_white,
    R { mask: u64 = e.mask, factor: u64 = e.factor, offset: usize = e.offset as usize },
    |r, e, rest, table, occupied, SHIFT, N| unsafe { *table.get_unchecked(((occupied & r.mask).wrapping_mul(r.factor) >> SHIFT) as usize + r.offset) },
    8, square => square & 63);
shape!(FixedWindow, annuss_white,
    R { mask: u64 = e.mask, factor: u64 = e.factor, window: &'static [u64; N] = window(rest) },
    |r, e, rest, table, occupied, SHIFT, N| r.window[((occupied & r.mask).wrapping_mul(r.factor) >> SHIFT) as usize],
    8, square => square & 63);
shape!(FixedWindowChecked, annuss_white,
    R { mask: u64 = e.mask, factor: u64 = e.factor, window: &'static [u64; N] = window(rest) },
    |r, e, rest, table, occupied, SHIFT, N| r.window[((occupied & r.mask).wrapping_mul(r.factor) >> SHIFT) as usize],
    8, square => square);
shape!(FixedWindow32, annuss_white,
    R { mask: u64 = e.mask, factor: u64 = e.factor, window: &'static [u64; N] = window(rest) },
    |r, e, rest, table, occupied, SHIFT, N| r.window[((occupied & r.mask).wrapping_mul(r.factor) >> SHIFT) as usize],
    32, square => square & 63);
shape!(FixedWindowUnchecked, annuss_white,
    R { mask: u64 = e.mask, factor: u64 = e.factor, window: &'static [u64; N] = window(rest) },
    |r, e, rest, table, occupied, SHIFT, N| r.window[((occupied & r.mask).wrapping_mul(r.factor) >> SHIFT) as usize],
    8, square => { unsafe { std::hint::assert_unchecked(square < 64) }; square });
shape!(BlackMasked, annuss_black,
    R { rest: u64 = !e.mask, factor: u64 = e.factor, offset: usize = e.offset as usize },
    |r, e, rest, table, occupied, SHIFT, N| table[((occupied | r.rest).wrapping_mul(r.factor) >> SHIFT) as usize + r.offset],
    8, square => square & 63);
shape!(BlackWindow, annuss_black,
    R { rest: u64 = !e.mask, factor: u64 = e.factor, window: &'static [u64; N] = window(rest) },
    |r, e, rest, table, occupied, SHIFT, N| r.window[((occupied | r.rest).wrapping_mul(r.factor) >> SHIFT) as usize],
    8, square => square & 63);
shape!(Black84326Window, magicgen_black_84326,
    R { rest: u64 = !e.mask, factor: u64 = e.factor, window: &'static [u64; N] = window(rest) },
    |r, e, rest, table, occupied, SHIFT, N| r.window[((occupied | r.rest).wrapping_mul(r.factor) >> SHIFT) as usize],
    8, square => square & 63);
shape!(FancyMasked, glaurung,
    R { mask: u64 = e.mask, factor: u64 = e.factor, offset: u32 = e.offset as u32, shift: u32 = e.shift as u32 },
    |r, e, rest, table, occupied, SHIFT, N| table[((occupied & r.mask).wrapping_mul(r.factor) >> r.shift) as usize + r.offset as usize],
    8, square => square & 63);
shape!(FancyUnchecked, glaurung,
    R { mask: u64 = e.mask, factor: u64 = e.factor, offset: u32 = e.offset as u32, shift: u32 = e.shift as u32 },
    |r, e, rest, table, occupied, SHIFT, N| unsafe { *table.get_unchecked(((occupied & r.mask).wrapping_mul(r.factor) >> (r.shift & 63)) as usize + r.offset as usize) },
    8, square => square & 63);
shape!(PackedWindow, magicgen_packed_79032,
    R { mask: u64 = e.mask, factor: u64 = e.factor, window: &'static [u64; N] = window(rest), shift: u64 = e.shift as u64 },
    |r, e, rest, table, occupied, SHIFT, N| r.window[((occupied & r.mask).wrapping_mul(r.factor) >> (r.shift & 63)) as usize & (N - 1)],
    32, square => square & 63);
shape!(PackedUnchecked, magicgen_packed_79032,
    R { mask: u64 = e.mask, factor: u64 = e.factor, offset: u32 = e.offset as u32, shift: u32 = e.shift as u32 },
    |r, e, rest, table, occupied, SHIFT, N| unsafe { *table.get_unchecked(((occupied & r.mask).wrapping_mul(r.factor) >> (r.shift & 63)) as usize + r.offset as usize) },
    8, square => square & 63);
shape!(PackedMasked, magicgen_packed_79032,
    R { mask: u64 = e.mask, factor: u64 = e.factor, offset: u32 = e.offset as u32, shift: u32 = e.shift as u32 },
    |r, e, rest, table, occupied, SHIFT, N| table[((occupied & r.mask).wrapping_mul(r.factor) >> (r.shift & 63)) as usize + r.offset as usize],
    8, square => square & 63);
shape!(FancyPointers, glaurung,
    R { mask: u64 = e.mask, factor: u64 = e.factor, row: &'static u64 = &rest[0], shift: u32 = e.shift as u32 },
    |r, e, rest, table, occupied, SHIFT, N| unsafe { *std::ptr::from_ref(r.row).add(((occupied & r.mask).wrapping_mul(r.factor) >> (r.shift & 63)) as usize) },
    8, square => square);
shape!(PackedPointers, magicgen_packed_79032,
    R { mask: u64 = e.mask, factor: u64 = e.factor, row: &'static u64 = &rest[0], shift: u32 = e.shift as u32 },
    |r, e, rest, table, occupied, SHIFT, N| unsafe { *std::ptr::from_ref(r.row).add(((occupied & r.mask).wrapping_mul(r.factor) >> (r.shift & 63)) as usize) },
    8, square => square);
shape!(SharedPointers, magicgen_shared_slots_52796,
    R { mask: u64 = e.mask, factor: u64 = e.factor, row: &'static u64 = &rest[0], reach: u64 = e.reach, shift: u32 = e.shift as u32 },
    |r, e, rest, table, occupied, SHIFT, N| unsafe { *std::ptr::from_ref(r.row).add(((occupied & r.mask).wrapping_mul(r.factor) >> (r.shift & 63)) as usize) } & r.reach,
    8, square => square);
shape!(FixedPointers, annuss_white,
    R { mask: u64 = e.mask, factor: u64 = e.factor, row: &'static u64 = &rest[0] },
    |r, e, rest, table, occupied, SHIFT, N| unsafe { *std::ptr::from_ref(r.row).add(((occupied & r.mask).wrapping_mul(r.factor) >> SHIFT) as usize) },
    8, square => square);
shape!(BlackWindowChecked, annuss_black,
    R { rest: u64 = !e.mask, factor: u64 = e.factor, window: &'static [u64; N] = window(rest) },
    |r, e, rest, table, occupied, SHIFT, N| r.window[((occupied | r.rest).wrapping_mul(r.factor) >> SHIFT) as usize],
    8, square => square);
shape!(PackedWindowChecked, magicgen_packed_79032,
    R { mask: u64 = e.mask, factor: u64 = e.factor, window: &'static [u64; N] = window(rest), shift: u64 = e.shift as u64 },
    |r, e, rest, table, occupied, SHIFT, N| r.window[((occupied & r.mask).wrapping_mul(r.factor) >> (r.shift & 63)) as usize & (N - 1)],
    8, square => square);
shape!(FancyWindowChecked, glaurung,
    R { mask: u64 = e.mask, factor: u64 = e.factor, window: &'static [u64; N] = window(rest), shift: u64 = e.shift as u64 },
    |r, e, rest, table, occupied, SHIFT, N| r.window[((occupied & r.mask).wrapping_mul(r.factor) >> (r.shift & 63)) as usize & (N - 1)],
    8, square => square);
shape!(SharedUncheckedChecked, magicgen_shared_slots_52796,
    R { mask: u64 = e.mask, factor: u64 = e.factor, reach: u64 = e.reach, offset: u32 = e.offset as u32, shift: u32 = e.shift as u32 },
    |r, e, rest, table, occupied, SHIFT, N| unsafe { *table.get_unchecked(((occupied & r.mask).wrapping_mul(r.factor) >> (r.shift & 63)) as usize + r.offset as usize) } & r.reach,
    32, square => square);
// The shift is in the lowest 6 bits of the offset, since in the upper 6 bits of the factor it would change the product.
shape!(PackedShiftInOffset, magicgen_packed_79032,
    R { mask: u64 = e.mask, factor: u64 = e.factor, offset: u64 = (e.offset as u64) << 6 | e.shift as u64 },
    |r, e, rest, table, occupied, SHIFT, N| unsafe { *table.get_unchecked((((occupied & r.mask).wrapping_mul(r.factor) >> (r.offset & 63)) + (r.offset >> 6)) as usize) },
    8, square => square & 63);
shape!(SharedUnchecked, magicgen_shared_slots_52796,
    R { mask: u64 = e.mask, factor: u64 = e.factor, reach: u64 = e.reach, offset: u32 = e.offset as u32, shift: u32 = e.shift as u32 },
    |r, e, rest, table, occupied, SHIFT, N| unsafe { *table.get_unchecked(((occupied & r.mask).wrapping_mul(r.factor) >> (r.shift & 63)) as usize + r.offset as usize) } & r.reach,
    32, square => square & 63);
shape!(SharedWindow, magicgen_shared_slots_52796,
    R { mask: u64 = e.mask, factor: u64 = e.factor, reach: u64 = e.reach, offset: u32 = e.offset as u32, shift: u32 = e.shift as u32 },
    |r, e, rest, table, occupied, SHIFT, N| table[((occupied & r.mask).wrapping_mul(r.factor) >> (r.shift & 63)) as usize + r.offset as usize] & r.reach,
    32, square => square & 63);
