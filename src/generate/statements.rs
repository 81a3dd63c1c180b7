//! A word computed from another one, in the statements of a language.

use super::{Site, Solver, assemble, make};
use crate::config::JobPiece;
use crate::error::Error;
use crate::render::Language;
use magicgen_board::{Bitboard, Mapping, Piece, Standard, subsets};
use magicgen_ir::Program;
use magicgen_ir::interp::{Memory, run};
use magicgen_lookup::model::companion::Wish;
use magicgen_lookup::model::{
    BlobFile, Checks, Comments, FieldStyle, NameRules, Names, Part, Printed, Provenance, Style,
};
use magicgen_lookup::variant;
use magicgen_search::Effort;

/// The most subsets for which the printed program is run.
const MOST_COMPARED: usize = 1 << 20;

/// The statements with which a language computes `program`, which reads the occupancy alone. It is printed as a lookup
/// of the chess board would be. What is printed is compared with the program for each subset of `mask`, at most for the
/// first 2^20 of them.
pub fn statements(
    language: &Language,
    program: &Program,
    mask: Bitboard,
) -> Result<Vec<String>, Error> {
    let backend = language.configure(None).expect("a language's own options are valid");
    let mapping = Mapping::chess(Standard::ALL[0]);
    let rook = JobPiece::new(Piece::rook());
    let site = Site { mapping: &mapping, pieces: std::slice::from_ref(&rook) };
    let form = variant::find("fancy").expect("the classic lookup").form;
    let Ok(mut made) = make(form, site, &mut Solver::new(Effort::default()))? else {
        return Ok(Vec::new());
    };
    let lookup = &mut made.lookups.pieces[0];
    lookup.program = program.clone();
    lookup.fills.clear();
    let capabilities = backend.capabilities();
    let rules = NameRules { name: "magics".to_owned(), ..NameRules::default() };
    let printed = Printed {
        unions: Vec::new(),
        when: capabilities.tables[0],
        blob_file: BlobFile::default(),
        emit: vec![Part::Lookup],
        fields: FieldStyle::Arrays,
        checks: Checks::None,
        style: Style::default(),
        names: Names::new(backend.naming(), rules),
        licence: Vec::new(),
        provenance: Provenance::default(),
        machine: capabilities.machine,
        comments: Comments::default(),
        wish: Wish::default(),
    };
    let module = assemble(made, site, printed).module;
    let printed = &module.pieces[0];
    let memory = Memory { fields: &printed.fields, tables: &module.tables };
    let occupied: Vec<Bitboard> = subsets(mask).take(MOST_COMPARED).collect();
    for occupied in occupied.chunks(1 << 10) {
        let run = |program: &Program| run(program, program.result, memory, 0, occupied);
        assert_eq!(run(&printed.program), run(program), "the same for {}", language.id);
    }
    Ok(backend.lookup_text(&module, &rook.piece.name, 0).statements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::ALL;
    use magicgen_ir::{Binary, Op, Type};

    #[test]
    fn every_language_has_statements() {
        let mut program = Program::new();
        let occupied = program.push(Op::Occupied);
        let mask = program.push(Op::Const(0x0100_0081, Type::Word));
        let masked = program.push(Op::Binary(Binary::And, occupied, mask));
        let factor = program.push(Op::Const(0x4321_0000_0000_0765, Type::Word));
        program.result = program.push(Op::Binary(Binary::Mul, masked, factor));
        for language in ALL {
            let lines = statements(language, &program, 0x0100_0081).unwrap();
            let text = lines.join("\n").replace('_', "").to_lowercase();
            assert!(text.contains("1000081"), "{} {text}", language.id);
        }
    }
}
