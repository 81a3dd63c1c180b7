//! Shapes beside those of `shapes.rs`: both pieces in a record, and an array for each field.

use crate::lookup::Lookup;
use crate::shapes::{
    Entry, Table, annuss_white, glaurung, magicgen_packed_79032, magicgen_shared_slots_52796,
    table, window,
};

/// Rook and bishop of a square in one line of cache, windows of a table at a constant shift.
pub struct FixedBoth;

const _: () = {
    table!(annuss_white);
    #[repr(C, align(64))]
    struct Both {
        rook: (u64, u64, &'static [u64; 4096]),
        bishop: (u64, u64, &'static [u64; 512]),
    }
    static BOTH: [Both; 64] = {
        let mut records = [const { std::mem::MaybeUninit::<Both>::uninit() }; 64];
        let mut square = 0;
        while square < 64 {
            let (rook, bishop) = (annuss_white::ROOK[square], annuss_white::BISHOP[square]);
            let table: &'static [u64] = &TABLE.0;
            records[square] = std::mem::MaybeUninit::new(Both {
                rook: (rook.mask, rook.factor, window(table.split_at(rook.offset as usize).1)),
                bishop: (
                    bishop.mask,
                    bishop.factor,
                    window(table.split_at(bishop.offset as usize).1),
                ),
            });
            square += 1;
        }
        // Safety: all 64 have been written.
        unsafe { std::mem::transmute_copy(&records) }
    };
    impl Lookup for FixedBoth {
        #[inline(always)]
        fn rook(square: usize, occupied: u64) -> u64 {
            let (mask, factor, window) = BOTH[square & 63].rook;
            window[((occupied & mask).wrapping_mul(factor) >> 52) as usize]
        }
        #[inline(always)]
        fn bishop(square: usize, occupied: u64) -> u64 {
            let (mask, factor, window) = BOTH[square & 63].bishop;
            window[((occupied & mask).wrapping_mul(factor) >> 55) as usize]
        }
    }
};

/// Rook and bishop of a square in one line of cache, windows of a table at a constant shift; the square checked.
pub struct FixedBothChecked;

const _: () = {
    table!(annuss_white);
    #[repr(C, align(64))]
    struct Both {
        rook: (u64, u64, &'static [u64; 4096]),
        bishop: (u64, u64, &'static [u64; 512]),
    }
    static BOTH: [Both; 64] = {
        let mut records = [const { std::mem::MaybeUninit::<Both>::uninit() }; 64];
        let mut square = 0;
        while square < 64 {
            let (rook, bishop) = (annuss_white::ROOK[square], annuss_white::BISHOP[square]);
            let table: &'static [u64] = &TABLE.0;
            records[square] = std::mem::MaybeUninit::new(Both {
                rook: (rook.mask, rook.factor, window(table.split_at(rook.offset as usize).1)),
                bishop: (
                    bishop.mask,
                    bishop.factor,
                    window(table.split_at(bishop.offset as usize).1),
                ),
            });
            square += 1;
        }
        // Safety: all 64 have been written.
        unsafe { std::mem::transmute_copy(&records) }
    };
    impl Lookup for FixedBothChecked {
        #[inline(always)]
        fn rook(square: usize, occupied: u64) -> u64 {
            let (mask, factor, window) = BOTH[square].rook;
            window[((occupied & mask).wrapping_mul(factor) >> 52) as usize]
        }
        #[inline(always)]
        fn bishop(square: usize, occupied: u64) -> u64 {
            let (mask, factor, window) = BOTH[square].bishop;
            window[((occupied & mask).wrapping_mul(factor) >> 55) as usize]
        }
    }
};

/// Constant shift, one array a field, among them one of windows.
pub struct FixedArraysWindow;

const _: () = {
    table!(annuss_white);
    const fn windows<const N: usize>(entries: &[Entry; 64]) -> [&'static [u64; N]; 64] {
        let table: &'static [u64] = &TABLE.0;
        let mut windows = [window(table); 64];
        let mut square = 0;
        while square < 64 {
            windows[square] = window(table.split_at(entries[square].offset as usize).1);
            square += 1;
        }
        windows
    }
    const fn field(entries: &[Entry; 64], is_mask: bool) -> [u64; 64] {
        let mut field = [0; 64];
        let mut square = 0;
        while square < 64 {
            field[square] = if is_mask { entries[square].mask } else { entries[square].factor };
            square += 1;
        }
        field
    }
    static MASKS: [[u64; 64]; 2] =
        [field(&annuss_white::ROOK, true), field(&annuss_white::BISHOP, true)];
    static FACTORS: [[u64; 64]; 2] =
        [field(&annuss_white::ROOK, false), field(&annuss_white::BISHOP, false)];
    static ROOKS: [&[u64; 4096]; 64] = windows(&annuss_white::ROOK);
    static BISHOPS: [&[u64; 512]; 64] = windows(&annuss_white::BISHOP);
    impl Lookup for FixedArraysWindow {
        #[inline(always)]
        fn rook(square: usize, occupied: u64) -> u64 {
            ROOKS[square]
                [((occupied & MASKS[0][square]).wrapping_mul(FACTORS[0][square]) >> 52) as usize]
        }
        #[inline(always)]
        fn bishop(square: usize, occupied: u64) -> u64 {
            BISHOPS[square]
                [((occupied & MASKS[1][square]).wrapping_mul(FACTORS[1][square]) >> 55) as usize]
        }
    }
};

/// Constant shift, one array a field.
pub struct FixedArrays;

const _: () = {
    table!(annuss_white);
    const fn field(entries: &[Entry; 64], which: u8) -> [u64; 64] {
        let mut field = [0; 64];
        let mut square = 0;
        while square < 64 {
            let entry = entries[square];
            field[square] = match which {
                0 => entry.mask,
                1 => entry.factor,
                _ => entry.offset as u64,
            };
            square += 1;
        }
        field
    }
    static MASKS: [[u64; 64]; 2] = [field(&annuss_white::ROOK, 0), field(&annuss_white::BISHOP, 0)];
    static FACTORS: [[u64; 64]; 2] =
        [field(&annuss_white::ROOK, 1), field(&annuss_white::BISHOP, 1)];
    static OFFSETS: [[u64; 64]; 2] =
        [field(&annuss_white::ROOK, 2), field(&annuss_white::BISHOP, 2)];
    #[inline(always)]
    fn look(piece: usize, shift: u32, square: usize, occupied: u64) -> u64 {
        let product =
            (occupied & MASKS[piece][square & 63]).wrapping_mul(FACTORS[piece][square & 63]);
        TABLE.0[((product >> shift) + OFFSETS[piece][square & 63]) as usize]
    }
    impl Lookup for FixedArrays {
        #[inline(always)]
        fn rook(square: usize, occupied: u64) -> u64 {
            look(0, 52, square, occupied)
        }
        #[inline(always)]
        fn bishop(square: usize, occupied: u64) -> u64 {
            look(1, 55, square, occupied)
        }
    }
};

const fn field(entries: &[Entry; 64], which: u8) -> [u64; 64] {
    let mut field = [0; 64];
    let mut square = 0;
    while square < 64 {
        let entry = entries[square];
        field[square] = match which {
            0 => entry.mask,
            1 => entry.factor,
            2 => entry.reach,
            _ => entry.shift as u64,
        };
        square += 1;
    }
    field
}

/// One array a field, among them one of rows, which are read without a check.
macro_rules! arrays {
    ($name:ident, $data:ident, $shift:ty, |$p:ident, $s:ident, $o:ident| $look:expr) => {
        pub struct $name;
        #[allow(dead_code)]
        const _: () = {
            table!($data);
            const fn rows(entries: &[Entry; 64]) -> [&'static u64; 64] {
                let table: &'static [u64] = &TABLE.0;
                let mut rows = [&table[0]; 64];
                let mut square = 0;
                while square < 64 {
                    rows[square] = &table[entries[square].offset as usize];
                    square += 1;
                }
                rows
            }
            const fn shifts(entries: &[Entry; 64]) -> [$shift; 64] {
                let from = field(entries, 3);
                let mut shifts = [0; 64];
                let mut square = 0;
                while square < 64 {
                    shifts[square] = from[square] as $shift;
                    square += 1;
                }
                shifts
            }
            static MASKS: [[u64; 64]; 2] = [field(&$data::ROOK, 0), field(&$data::BISHOP, 0)];
            static FACTORS: [[u64; 64]; 2] = [field(&$data::ROOK, 1), field(&$data::BISHOP, 1)];
            static REACHES: [[u64; 64]; 2] = [field(&$data::ROOK, 2), field(&$data::BISHOP, 2)];
            static SHIFTS: [[$shift; 64]; 2] = [shifts(&$data::ROOK), shifts(&$data::BISHOP)];
            static ROWS: [[&u64; 64]; 2] = [rows(&$data::ROOK), rows(&$data::BISHOP)];
            #[inline(always)]
            fn look<const P: usize>($s: usize, $o: u64) -> u64 {
                let $p = P;
                // Safety: an index is less than what the square's row holds.
                unsafe { $look }
            }
            impl Lookup for $name {
                #[inline(always)]
                fn rook(square: usize, occupied: u64) -> u64 {
                    look::<0>(square, occupied)
                }
                #[inline(always)]
                fn bishop(square: usize, occupied: u64) -> u64 {
                    look::<1>(square, occupied)
                }
            }
        };
    };
}

arrays!(FancyArraysRows, glaurung, u8, |p, s, o| {
    let index = (o & MASKS[p][s]).wrapping_mul(FACTORS[p][s]) >> (SHIFTS[p][s] & 63);
    *std::ptr::from_ref(ROWS[p][s]).add(index as usize)
});
arrays!(PackedArraysRows, magicgen_packed_79032, u8, |p, s, o| {
    let index = (o & MASKS[p][s]).wrapping_mul(FACTORS[p][s]) >> (SHIFTS[p][s] & 63);
    *std::ptr::from_ref(ROWS[p][s]).add(index as usize)
});
arrays!(PackedArraysWide, magicgen_packed_79032, u64, |p, s, o| {
    let index = (o & MASKS[p][s]).wrapping_mul(FACTORS[p][s]) >> (SHIFTS[p][s] & 63);
    *std::ptr::from_ref(ROWS[p][s]).add(index as usize)
});
arrays!(PackedArraysSafe, magicgen_packed_79032, u8, |p, s, o| {
    let index = (o & MASKS[p][s]).wrapping_mul(FACTORS[p][s]) >> (SHIFTS[p][s] & 63);
    let window = &*std::ptr::from_ref(ROWS[p][s]).cast::<[u64; 4096]>();
    window[index as usize & 4095]
});
arrays!(SharedArraysRows, magicgen_shared_slots_52796, u8, |p, s, o| {
    let index = (o & MASKS[p][s]).wrapping_mul(FACTORS[p][s]) >> (SHIFTS[p][s] & 63);
    *std::ptr::from_ref(ROWS[p][s]).add(index as usize) & REACHES[p][s]
});
