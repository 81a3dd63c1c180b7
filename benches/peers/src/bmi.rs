//! Hand-written forms for processors with `pext` and `pdep`, and without a table.

use crate::Peer;

/// The peers in this file that run on this processor.
pub fn peers() -> Vec<Peer> {
    let mut peers = vec![
        crate::peer::<Hyperbola>("shape hyperbola"),
        crate::peer::<HyperbolaChecked>("shape hyperbola, square checked"),
    ];
    #[cfg(target_feature = "bmi2")]
    peers.extend([
        crate::peer::<pext::Records>("shape pext, records, table checked"),
        crate::peer::<pext::Unchecked>("shape pext, records, unchecked"),
        crate::peer::<pext::Pointers>("shape pext, pointers"),
        crate::peer::<pext::PointersChecked>("shape pext, pointers, square checked"),
        crate::peer::<pext::DepositPointersChecked>("shape pext16, pointers, square checked"),
        crate::peer::<pext::WindowsChecked>("shape pext, windows, square checked, index & 4095"),
        crate::peer::<pext::ArraysRows>("shape pext, arrays of rows, square checked"),
        crate::peer::<pext::DepositArraysRows>("shape pext16, arrays of rows, square checked"),
        crate::peer::<pext::Windows>("shape pext, windows, index & 4095"),
        crate::peer::<pext::Deposit>("shape pext16, records, unchecked"),
        crate::peer::<pext::DepositPointers>("shape pext16, pointers"),
        crate::peer::<pext::DepositBoth>("shape pext16, rook and bishop in a line"),
    ]);
    peers
}

/// The masks of a square's four lines, without the square.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Lines {
    bit: u64,
    file: u64,
    diagonal: u64,
    anti: u64,
}

static LINES: [Lines; 64] = {
    let mut lines = [Lines { bit: 0, file: 0, diagonal: 0, anti: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (files, ranks) = (other % 8 - square % 8, other / 8 - square / 8);
            if other != square {
                let bit = 1 << other;
                let line = &mut lines[square as usize];
                if files == 0 {
                    line.file |= bit;
                }
                if files == ranks {
                    line.diagonal |= bit;
                }
                if files == -ranks {
                    line.anti |= bit;
                }
            }
            other += 1;
        }
        lines[square as usize].bit = 1 << square;
        square += 1;
    }
    lines
};

/// The attack sets on the first rank, by the file of the slider and the occupancy of the inner six squares.
static RANKS: [u8; 512] = {
    let mut ranks = [0; 512];
    let mut index = 0;
    while index < 512 {
        let (file, inner) = (index as i32 / 64, (index as i32 % 64) << 1);
        let (mut attacks, mut step) = (0, -1);
        while step <= 1 {
            let mut at = file + step;
            while at >= 0 && at < 8 {
                attacks |= 1 << at;
                if inner >> at & 1 == 1 {
                    break;
                }
                at += step;
            }
            step += 2;
        }
        ranks[index] = attacks as u8;
        index += 1;
    }
    ranks
};

/// Hyperbola quintessence: o ^ (o - 2s) in both directions, with a table of 512 bytes for ranks.
pub struct Hyperbola;

#[inline(always)]
fn line(occupied: u64, bit: u64, mask: u64) -> u64 {
    let forward = occupied & mask;
    let reverse = forward.swap_bytes();
    let forward = forward.wrapping_sub(bit);
    let reverse = reverse.wrapping_sub(bit.swap_bytes());
    (forward ^ reverse.swap_bytes()) & mask
}

impl crate::Lookup for Hyperbola {
    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        let lines = &LINES[square & 63];
        let shift = square & 56;
        let inner = (occupied >> (shift | 1)) as usize & 63;
        let rank = u64::from(RANKS[(square & 7) << 6 | inner]) << shift;
        line(occupied, lines.bit, lines.file) | rank
    }
    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        let lines = &LINES[square & 63];
        line(occupied, lines.bit, lines.diagonal) | line(occupied, lines.bit, lines.anti)
    }
}

/// [`Hyperbola`] with a check of the square.
pub struct HyperbolaChecked;

impl crate::Lookup for HyperbolaChecked {
    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        let lines = &LINES[square];
        let shift = square & 56;
        let inner = (occupied >> (shift | 1)) as usize & 63;
        let rank = u64::from(RANKS[(square & 7) << 6 | inner]) << shift;
        line(occupied, lines.bit, lines.file) | rank
    }
    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        let lines = &LINES[square];
        line(occupied, lines.bit, lines.diagonal) | line(occupied, lines.bit, lines.anti)
    }
}

#[cfg(target_feature = "bmi2")]
mod pext {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};
    use std::sync::LazyLock;

    use crate::lookup::Lookup;
    use crate::shapes::{Entry, glaurung};

    #[derive(Clone, Copy)]
    #[repr(C)]
    struct Record {
        mask: u64,
        reach: u64,
        offset: u32,
        end: u32,
    }

    const fn records(entries: &[Entry; 64], mut offset: u32) -> [Record; 64] {
        let mut records = [Record { mask: 0, reach: 0, offset: 0, end: 0 }; 64];
        let mut square = 0;
        while square < 64 {
            let Entry { mask, reach, .. } = entries[square];
            let end = offset + (1 << mask.count_ones());
            records[square] = Record { mask, reach, offset, end };
            offset = end;
            square += 1;
        }
        records
    }

    const RECORDS_CONST: [[Record; 64]; 2] =
        [records(&glaurung::ROOK, 0), records(&glaurung::BISHOP, 102_400)];
    static RECORDS: [[Record; 64]; 2] = RECORDS_CONST;

    const LENGTH: usize = 107_648;

    // The first check fills these tables, before anything is measured. They are statics, as in generated code.
    static mut WORDS: [u64; LENGTH + 4096] = [0; LENGTH + 4096];
    static mut HALVES: [u16; LENGTH] = [0; LENGTH];
    static FILL: LazyLock<()> = LazyLock::new(|| {
        for (piece, records) in RECORDS.iter().enumerate() {
            for (square, record) in records.iter().enumerate() {
                let look = [crate::lookup::Shakmaty::rook, crate::lookup::Shakmaty::bishop][piece];
                for index in 0..record.end - record.offset {
                    // Safety: one thread writes, before any read.
                    unsafe {
                        let attacks = look(square, _pdep_u64(u64::from(index), record.mask));
                        let at = (record.offset + index) as usize;
                        (&raw mut WORDS).cast::<u64>().add(at).write(attacks);
                        (&raw mut HALVES).cast::<u16>().add(at).write(_pext_u64(
                            attacks,
                            record.reach,
                        )
                            as u16);
                    }
                }
            }
        }
    });

    /// Fills the tables.
    pub fn fill() {
        LazyLock::force(&FILL);
    }

    macro_rules! pext {
        ($name:ident, |$square:ident, $piece:ident, $occupied:ident| $look:expr) => {
            pub struct $name;
            impl $name {
                #[inline(always)]
                fn look<const P: usize>($square: usize, $occupied: u64) -> u64 {
                    let $piece = P;
                    // Safety: the index is less than the square's number of subsets, and nothing writes after the fill.
                    unsafe { $look }
                }
            }
            impl Lookup for $name {
                #[inline(always)]
                fn rook(square: usize, occupied: u64) -> u64 {
                    Self::look::<0>(square, occupied)
                }
                #[inline(always)]
                fn bishop(square: usize, occupied: u64) -> u64 {
                    Self::look::<1>(square, occupied)
                }
            }
        };
    }

    #[derive(Clone, Copy)]
    #[repr(C)]
    struct Pointer<T> {
        mask: u64,
        reach: u64,
        row: *const T,
    }
    // Safety: nothing writes after the fill.
    unsafe impl<T> Sync for Pointer<T> {}

    const fn pointers<T>(records: &[Record; 64], table: *const T) -> [Pointer<T>; 64] {
        let mut pointers = [const { Pointer { mask: 0, reach: 0, row: std::ptr::null() } }; 64];
        let mut square = 0;
        while square < 64 {
            let Record { mask, reach, offset, .. } = records[square];
            // Safety: the offset is within the table.
            pointers[square] = Pointer { mask, reach, row: unsafe { table.add(offset as usize) } };
            square += 1;
        }
        pointers
    }

    static POINTERS: [[Pointer<u64>; 64]; 2] = [
        pointers(&RECORDS_CONST[0], (&raw const WORDS).cast()),
        pointers(&RECORDS_CONST[1], (&raw const WORDS).cast()),
    ];
    static HALF_POINTERS: [[Pointer<u16>; 64]; 2] = [
        pointers(&RECORDS_CONST[0], (&raw const HALVES).cast()),
        pointers(&RECORDS_CONST[1], (&raw const HALVES).cast()),
    ];

    #[repr(C, align(64))]
    struct Both([Pointer<u16>; 2]);
    static BOTH: [Both; 64] = {
        let rook = pointers(&RECORDS_CONST[0], (&raw const HALVES).cast());
        let bishop = pointers(&RECORDS_CONST[1], (&raw const HALVES).cast());
        let mut both =
            [const { Both([Pointer { mask: 0, reach: 0, row: std::ptr::null() }; 2]) }; 64];
        let mut square = 0;
        while square < 64 {
            both[square] = Both([rook[square], bishop[square]]);
            square += 1;
        }
        both
    };

    pext!(Records, |square, piece, occupied| {
        let record = &RECORDS[piece][square & 63];
        let words = &*(&raw const WORDS);
        words[record.offset as usize + _pext_u64(occupied, record.mask) as usize]
    });
    pext!(Unchecked, |square, piece, occupied| {
        let record = &RECORDS[piece][square & 63];
        let at = record.offset as usize + _pext_u64(occupied, record.mask) as usize;
        *(&raw const WORDS).cast::<u64>().add(at)
    });
    pext!(Pointers, |square, piece, occupied| {
        let record = &POINTERS[piece][square & 63];
        *record.row.add(_pext_u64(occupied, record.mask) as usize)
    });
    pext!(PointersChecked, |square, piece, occupied| {
        let record = &POINTERS[piece][square];
        *record.row.add(_pext_u64(occupied, record.mask) as usize)
    });
    pext!(DepositPointersChecked, |square, piece, occupied| {
        let record = &HALF_POINTERS[piece][square];
        _pdep_u64(
            u64::from(*record.row.add(_pext_u64(occupied, record.mask) as usize)),
            record.reach,
        )
    });
    pext!(Windows, |square, piece, occupied| {
        let record = &POINTERS[piece][square & 63];
        let window = &*record.row.cast::<[u64; 4096]>();
        window[_pext_u64(occupied, record.mask) as usize & 4095]
    });
    pext!(WindowsChecked, |square, piece, occupied| {
        let record = &POINTERS[piece][square];
        let window = &*record.row.cast::<[u64; 4096]>();
        window[_pext_u64(occupied, record.mask) as usize & 4095]
    });
    const fn masks(records: &[Record; 64], is_reach: bool) -> [u64; 64] {
        let mut masks = [0; 64];
        let mut square = 0;
        while square < 64 {
            masks[square] = if is_reach { records[square].reach } else { records[square].mask };
            square += 1;
        }
        masks
    }
    static MASKS: [[u64; 64]; 2] =
        [masks(&RECORDS_CONST[0], false), masks(&RECORDS_CONST[1], false)];
    static REACHES: [[u64; 64]; 2] =
        [masks(&RECORDS_CONST[0], true), masks(&RECORDS_CONST[1], true)];
    #[derive(Clone, Copy)]
    struct Row<T>(*const T);
    // Safety: nothing writes after the fill.
    unsafe impl<T> Sync for Row<T> {}
    const fn rows<T>(records: &[Record; 64], table: *const T) -> [Row<T>; 64] {
        let mut rows = [const { Row(std::ptr::null()) }; 64];
        let mut square = 0;
        while square < 64 {
            // Safety: the offset is within the table.
            rows[square] = Row(unsafe { table.add(records[square].offset as usize) });
            square += 1;
        }
        rows
    }
    static ROWS: [[Row<u64>; 64]; 2] = [
        rows(&RECORDS_CONST[0], (&raw const WORDS).cast()),
        rows(&RECORDS_CONST[1], (&raw const WORDS).cast()),
    ];
    static HALF_ROWS: [[Row<u16>; 64]; 2] = [
        rows(&RECORDS_CONST[0], (&raw const HALVES).cast()),
        rows(&RECORDS_CONST[1], (&raw const HALVES).cast()),
    ];
    pext!(ArraysRows, |square, piece, occupied| {
        *ROWS[piece][square].0.add(_pext_u64(occupied, MASKS[piece][square]) as usize)
    });
    pext!(DepositArraysRows, |square, piece, occupied| {
        let half =
            *HALF_ROWS[piece][square].0.add(_pext_u64(occupied, MASKS[piece][square]) as usize);
        _pdep_u64(u64::from(half), REACHES[piece][square])
    });
    pext!(Deposit, |square, piece, occupied| {
        let record = &RECORDS[piece][square & 63];
        let at = record.offset as usize + _pext_u64(occupied, record.mask) as usize;
        _pdep_u64(u64::from(*(&raw const HALVES).cast::<u16>().add(at)), record.reach)
    });
    pext!(DepositPointers, |square, piece, occupied| {
        let record = &HALF_POINTERS[piece][square & 63];
        _pdep_u64(
            u64::from(*record.row.add(_pext_u64(occupied, record.mask) as usize)),
            record.reach,
        )
    });
    pext!(DepositBoth, |square, piece, occupied| {
        let record = &BOTH[square & 63].0[piece];
        _pdep_u64(
            u64::from(*record.row.add(_pext_u64(occupied, record.mask) as usize)),
            record.reach,
        )
    });
}

/// Fills all tables of this file.
pub fn fill() {
    #[cfg(target_feature = "bmi2")]
    pext::fill();
}
