//! The two programs of a bit scan, from its factor and table.

use super::ScanModule;
use magicgen_ir::{Binary, Op, Program, Rows, Storage, Table, TableRole, Type, Value};
use magicgen_search::BitScan;

impl ScanModule {
    /// The programs and the table that they read, which is to stand at `index` among the module's tables.
    #[must_use]
    pub fn new(scan: &BitScan, index: usize) -> (Self, Table) {
        let table = Table {
            role: TableRole::Scan(scan.width),
            piece: None,
            rows: Rows::No,
            storage: Storage::Byte,
            entries: scan.table.iter().map(|bit| u64::from(*bit)).collect(),
            title: None,
        };
        let module = Self {
            width: scan.width,
            forward: program(scan, &table, index, lowest),
            reverse: program(scan, &table, index, highest),
        };
        (module, table)
    }

    /// The type of the word that is scanned.
    #[must_use]
    pub const fn kind(&self) -> Type {
        if self.width == 64 { Type::Word } else { Type::Half }
    }
}

fn program(
    scan: &BitScan,
    table: &Table,
    index: usize,
    isolate: fn(&mut Program, Value, u8) -> Value,
) -> Program {
    let mut program = Program::new();
    let p = &mut program;
    let kind = if scan.width == 64 { Type::Word } else { Type::Half };
    let word = p.push(if kind == Type::Word { Op::Occupied } else { Op::Square });
    let isolated = isolate(p, word, scan.width);
    p.name(isolated, "isolated");
    let factor = p.push(Op::Const(scan.factor, kind));
    let mut product = p.push(Op::Binary(Binary::Mul, isolated, factor));
    if scan.width < 32 {
        // The value has more bits than the word, so that the product has bits above it.
        let bits = p.push(Op::Const((1 << scan.width) - 1, kind));
        product = p.push(Op::Binary(Binary::And, product, bits));
    }
    let by = p.push(Op::Const(u64::from(scan.shift), Type::Half));
    let shifted = p.push(Op::Shr(product, by));
    let index_value = if kind == Type::Word { p.push(Op::Low(shifted)) } else { shifted };
    p.name(index_value, "index");
    p.result = p.push(Op::Load(table.at(index), index_value));
    program
}

fn lowest(p: &mut Program, word: Value, _: u8) -> Value {
    let zero = p.push(Op::Const(0, p.type_of(word)));
    let negative = p.push(Op::Binary(Binary::Sub, zero, word));
    p.push(Op::Binary(Binary::And, word, negative))
}

fn highest(p: &mut Program, word: Value, width: u8) -> Value {
    let mut filled = word;
    let mut by = 1;
    while by < width {
        let places = p.push(Op::Const(u64::from(by), Type::Half));
        let shifted = p.push(Op::Shr(filled, places));
        filled = p.push(Op::Binary(Binary::Or, filled, shifted));
        p.name(filled, "filled");
        by *= 2;
    }
    let one = p.push(Op::Const(1, Type::Half));
    let below = p.push(Op::Shr(filled, one));
    p.push(Op::Binary(Binary::Xor, filled, below))
}

#[cfg(test)]
mod tests {
    use super::super::lower::to_halves;
    use super::*;
    use magicgen_ir::Fields;
    use magicgen_ir::interp::{Memory, run};
    use magicgen_search::bit_scan;

    #[test]
    fn programs_find_the_lowest_and_the_highest_bit() {
        let fields = Fields::default();
        for width in BitScan::WIDTHS {
            let (scan, table) = ScanModule::new(&bit_scan(width).unwrap(), 0);
            let tables = [table];
            let memory = Memory { fields: &fields, tables: &tables };
            for bit in 0..width {
                for noise in [0, 0x5a5a_5a5a_5a5a_5a5a_u64, u64::MAX] {
                    let low = 1 << bit | noise << bit & (u64::MAX >> (64 - width));
                    let high = 1 << bit | noise & ((1 << bit) - 1);
                    for (program, word) in [(&scan.forward, low), (&scan.reverse, high)] {
                        for program in [program.clone(), to_halves(program, &fields)] {
                            // Words of up to 32 bits are the parameter `Square`, but the interpreter takes only 8 bits
                            // for it: these words are put into the program as a constant instead.
                            let program = with_word(&program, word);
                            let found = run(&program, program.result, memory, 0, &[word]);
                            assert_eq!(found, Ok(vec![u64::from(bit)]), "{width} {word:#x}");
                        }
                    }
                }
            }
        }
    }

    fn with_word(program: &Program, word: u64) -> Program {
        let mut out = Program::new();
        let mut moved: Vec<Value> = Vec::new();
        for value in program.values() {
            let op = match program.op(value) {
                Op::Square => Op::Const(word, Type::Half),
                op => op.map(|operand| moved[usize::from(operand.0)]),
            };
            moved.push(out.push(op));
        }
        out.result = moved[usize::from(program.result.0)];
        out
    }
}
