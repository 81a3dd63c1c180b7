//! Other processors, big-endian ones and ones with 32 bits: the usual driver is cross-compiled and run under qemu.

use super::{Program, program_cell};
use crate::compile::support::Cell;

/// A processor: its name, the compiler, and the tools, of which the second runs its programs.
type Host = (&'static str, &'static [&'static str], &'static [&'static str]);

/// The processors. All except ARM are big-endian, and all except s390x have words of 32 bits.
const HOSTS: [Host; 5] = [
    ("arm", &["arm-linux-gnueabihf-gcc", "-static"], &["arm-linux-gnueabihf-gcc", "qemu-arm"]),
    ("mips", &["mips-linux-gnu-gcc", "-static"], &["mips-linux-gnu-gcc", "qemu-mips"]),
    ("powerpc", &["powerpc-linux-gnu-gcc", "-static"], &["powerpc-linux-gnu-gcc", "qemu-ppc"]),
    ("m68k", &["m68k-linux-gnu-gcc", "-static"], &["m68k-linux-gnu-gcc", "qemu-m68k"]),
    ("s390x", &["s390x-linux-gnu-gcc", "-static"], &["s390x-linux-gnu-gcc", "qemu-s390x"]),
];

/// Cells for each processor and variant with words and with pairs; printed and filled tables alternate.
pub(super) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (at, (name, compiler, needs)) in HOSTS.into_iter().enumerate() {
        for (turn, variant) in
            ["fancy", "split32", "direction", "hyperbola"].into_iter().enumerate()
        {
            // A usual run takes the first of both, as the processor's way of writing a variant's operations.
            let words = [(0, "c99"), (1, "c89")];
            let pairs = [words[1], words[0]];
            for (by, std) in if (at + turn).is_multiple_of(2) { words } else { pairs } {
                // Hyperbola quintessence has nothing to fill.
                let is_init = (at + turn + by) % 2 == 1 && variant != "hyperbola";
                let program = Program::chess(compiler, std, "h1lsb").init(is_init);
                let program = Program { host: Some((name, needs[1])), ..program };
                let cell = program_cell(program, variant, "h1lsb", &[]);
                cells.push(Cell { needs, ..cell });
            }
        }
    }
    cells
}
