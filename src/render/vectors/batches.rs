//! The statements of batches on vectors. Each lane has a separate query: a square and an occupancy.
//!
//! The functions of vectors are printed by [`queries`](super::queries); a batch calls them on vectors of eight words, which
//! are one register of AVX-512 or two of AVX2. A loop computes what remains, and everything where the compiler may use
//! neither.

use super::{Need, Operation, Tongue};
use crate::render::prelude::*;

/// The number of queries of a vector.
const LANES: Lanes = Lanes::Eight;

/// How a language writes a batch on vectors.
pub(in crate::render) struct Queries<'a> {
    pub(in crate::render) tongue: &'a dyn Tongue,
    pub(in crate::render) facts: &'a Facts<'a>,
    /// The arguments that give the addresses of squares and occupancies.
    pub(in crate::render) places: [Vec<Expr>; 2],
    /// A name of the file for the batch.
    pub(in crate::render) named: &'a dyn Fn(&str) -> Expr,
    /// A constant word.
    pub(in crate::render) constant: &'a dyn Fn(u64) -> Expr,
    /// An array of fields as an argument.
    pub(in crate::render) table: &'a dyn Fn(&str) -> Expr,
    /// The lines that declare a vector, from its name and its value.
    pub(in crate::render) declare: &'a dyn Fn(&str, &Expr) -> Vec<String>,
    /// The lines that store the sets, by a call of the function with this name.
    pub(in crate::render) store: &'a dyn Fn(Expr, &Expr) -> Vec<String>,
    /// The most characters of a line.
    pub(in crate::render) width: usize,
}

impl Operation {
    /// The operation of a scalar program's value in lanes.
    const fn in_lanes(op: Op) -> Option<Self> {
        Some(match op {
            Op::Square => Self::Squares,
            Op::Occupied => Self::Load,
            Op::Field(_) => Self::Gather,
            Op::Const(..) => Self::Splat,
            Op::Binary(binary, ..) => Self::Binary(binary),
            Op::Shl(..) => Self::Shift { is_left: true },
            Op::Shr(..) => Self::Shift { is_left: false },
            Op::ReverseBytes(_) => Self::ReverseBytes,
            Op::ReverseBits(_) => Self::ReverseBits,
            Op::Count(..) => Self::LeadingZeros,
            _ => return None,
        })
    }

    /// True for operations that only batches have.
    pub(super) const fn is_of_queries(self) -> bool {
        matches!(
            self,
            Self::Squares
                | Self::Gather
                | Self::Store
                | Self::Shift { .. }
                | Self::LeadingZeros
                | Self::ReverseBits
        )
    }
}

impl LaneBatch {
    /// The operations of the batch, each with the batch's requirement.
    pub(super) fn operations(&self) -> impl Iterator<Item = (Lanes, Operation, Need)> {
        let needed = self.program.needed(self.program.result).into_iter();
        let operations = needed.filter_map(|value| Operation::in_lanes(self.program.op(value)));
        operations.chain([Operation::Store]).map(|of| (LANES, of, Need::Gathers))
    }

    /// The statements of a round, which computes and stores a vector of sets.
    pub(in crate::render) fn round(&self, queries: &Queries<'_>) -> Vec<String> {
        let Queries { tongue, facts, places, named, constant, table, declare, store, width } =
            queries;
        let call = |operation: Operation, arguments| {
            Expr::call(named(&operation.name(LANES, *tongue)), arguments)
        };
        let mut program = self.program.clone();
        let mut given = Vec::new();
        for value in program.needed(program.result) {
            match program.op(value) {
                Op::Field(field) => {
                    let array = self.fields.iter().find(|(other, _)| *other == field);
                    let array = array.map_or("", |(_, name)| name);
                    program.name(value, "reach");
                    let gathered = vec![table(array), ORIGINS.into()];
                    given.push((value, call(Operation::Gather, gathered)));
                }
                Op::Count(..) => {
                    program.hint(value, "zeros");
                }
                _ => {}
            }
        }
        let scope = Scope::new(ORIGINS.into(), BOARDS.into());
        let dialect =
            InLanes { scope, operators: facts.operators, constant: *constant, call: &call };
        let wanted = Wanted {
            program: &program,
            value: program.result,
            given: &given,
            names_calls: true,
            bounds: None,
            writer: Writer { dialect: &dialect, style: &facts.style, case: facts.case },
        };
        let [squares, occupied] = places.clone();
        let first = [
            (ORIGINS, call(Operation::Squares, squares)),
            (BOARDS, call(Operation::Load, occupied)),
        ];
        let first = first.iter().flat_map(|(name, value)| declare(name, value));
        let stored = named(&Operation::Store.name(LANES, *tongue));
        let declared = |one: &Let| declare(&one.name, &one.value);
        let finished = |sets: &Node| store(stored.clone(), &sets.written);
        let (declare, finish) = (&declared, &finished);
        let statements = Statements { wanted, declare, finish, break_up: None, width: *width };
        first.chain(statements.written().lines).collect()
    }
}

/// The variables of squares and occupancies.
const ORIGINS: &str = "origins";
const BOARDS: &str = "boards";

/// The dialect of lanes: operations are calls.
struct InLanes<'a> {
    scope: Scope<'a>,
    operators: &'a Operators,
    constant: &'a dyn Fn(u64) -> Expr,
    call: &'a dyn Fn(Operation, Vec<Expr>) -> Expr,
}

impl Dialect for InLanes<'_> {
    fn operators(&self) -> &Operators {
        self.operators
    }

    fn scope(&self) -> &Scope<'_> {
        &self.scope
    }

    fn special(&self, node: &Node) -> Option<Expr> {
        let arguments = match node.op {
            Op::Square | Op::Occupied => return None,
            Op::Const(constant, _) => vec![(self.constant)(constant)],
            _ => node.operands.iter().map(|operand| operand.written.clone()).collect(),
        };
        Some((self.call)(Operation::in_lanes(node.op)?, arguments))
    }
}
