//! Batches on vectors of jdk.incubator.vector: each lane has a separate square and occupancy.
//!
//! Only lookups without tables have batches on vectors: a vector gathers entries of tables more slowly than a loop
//! reads them. So fields by square are also read in a loop, a block at once, into consecutive arrays. Lookups that
//! count zeros are left out too, since few processors count zeros in lanes (docs/vectors.md has figures).

use super::syntax::OPERATORS;
use super::view::Class;
use crate::render::others::jvm::WIDTH;
use crate::render::prelude::*;

/// The first release whose vectors reverse bits.
pub(super) const SINCE: i64 = 19;

/// Classes that are imported.
pub(super) const CLASSES: [&str; 3] = ["LongVector", "VectorOperators", "VectorSpecies"];

/// True if a module's batches can compute on vectors.
pub(super) fn are_possible(module: &Module) -> bool {
    let computes = |piece: &PieceModule| {
        let needed = piece.program.needed(piece.program.result);
        needed.iter().all(|value| is_on_vectors(&piece.program, *value))
    };
    // United programs name fields without the piece.
    let fields = |union: &UnionModule| {
        let pieces = union.of.iter().map(|at| &module.pieces[*at]);
        let mut fields: Vec<Field> = pieces.flat_map(|piece| piece.program.fields()).collect();
        let all = fields.len();
        fields.sort_unstable();
        fields.dedup();
        fields.len() == all
    };
    let is_arrays = module.fields == FieldStyle::Arrays;
    is_arrays && module.pieces.iter().all(computes) && module.unions.iter().all(fields)
}

/// True for values that vectors compute at full speed.
fn is_on_vectors(program: &Program, value: Value) -> bool {
    let is_word = |value: Value| program.type_of(value) == Type::Word;
    match program.op(value) {
        Op::Square | Op::Occupied | Op::Const(..) => true,
        Op::Field(field) => field.role == Role::Reach,
        Op::Binary(binary, ..) => is_word(value) && binary != Binary::OrNot,
        Op::Shl(a, _) | Op::Shr(a, _) | Op::ReverseBytes(a) | Op::ReverseBits(a) => is_word(a),
        _ => false,
    }
}

/// The names of constants that batches on vectors read.
pub(super) struct Constants {
    /// The constant of the vector species.
    pub(super) lanes: String,
    /// The constant of a block's length: the squares whose fields are read at once.
    pub(super) block: String,
}

pub(super) struct VectorBatch<'a> {
    pub(super) name: &'a str,
    /// The lookup of one square.
    pub(super) lookup: &'a str,
    /// The statements that check a square.
    pub(super) checks: Vec<String>,
    /// The arrays with the fields of a block's squares, each with the field's array by square.
    pub(super) fields: Vec<(String, &'a str)>,
    /// The statements that compute and store the sets.
    pub(super) lines: Vec<String>,
}

impl Constants {
    pub(super) fn new(taken: &Taken) -> Self {
        let mut taken = taken.clone();
        Self { lanes: taken.name("LANES"), block: taken.name("BLOCK") }
    }
}

impl Class<'_> {
    /// A batch, computed on vectors.
    pub(super) fn on_vectors<'b>(
        &'b self,
        Batch { name, lookup, .. }: &'b Batch,
        constants: &Constants,
    ) -> VectorBatch<'b> {
        let page = self.page();
        let union = page.unions.iter().find(|union| union.name == *lookup);
        let of = union.map_or(std::slice::from_ref(lookup), |union| &union.of);
        let is_of = |function: &&Function<'_>| of.contains(&function.name);
        let functions: Vec<&Function<'_>> = page.lookups.iter().filter(is_of).collect();
        let checks = functions.first().map(|of| self.checks(Item::Lookup(of)));
        let (fields, lines) = self.united_on_vectors(&functions, &constants.lanes);
        VectorBatch { name, lookup, checks: checks.unwrap_or_default(), fields, lines }
    }

    /// The arrays of fields, and the statements that compute and store one vector of sets. The sets of several lookups
    /// are or-ed.
    fn united_on_vectors<'f>(
        &self,
        functions: &[&'f Function<'_>],
        lanes: &str,
    ) -> (Vec<(String, &'f str)>, Vec<String>) {
        let mut program = Program::new();
        let sets: Vec<Value> = functions.iter().map(|of| program.append(of.program)).collect();
        let or = |one, other| program.push(Op::Binary(Binary::Or, one, other));
        program.result = sets.into_iter().reduce(or).unwrap_or(program.result);
        let (mut fields, mut given) = (Vec::new(), Vec::new());
        for value in program.needed(program.result) {
            // A constant is a vector if a method of it is called, else a number.
            if let Some(first) = program.op(value).operands().next()
                && let Op::Const(constant, kind) = program.op(first)
                && given.iter().all(|(other, _)| *other != first)
            {
                program.name(first, "bits");
                let arguments = vec![Expr::name(lanes), OPERATORS.constant(constant, kind)];
                given.push((first, Expr::call("LongVector.broadcast", arguments)));
            }
            let Op::Field(field) = program.op(value) else { continue };
            let number = fields.len() + 1;
            let name = if number == 1 { "reaches".to_owned() } else { format!("reaches{number}") };
            program.name(value, "reach");
            given.push((value, Expr::call_with("LongVector.fromArray", &[lanes, &name, "i"])));
            let mut arrays = functions.iter().map(|function| function.field(field));
            fields.push((name, arrays.find(|array| !array.is_empty()).unwrap_or_default()));
        }
        let dialect = Lanes(Scope::new("origins".into(), "boards".into()));
        let wanted = Wanted {
            program: &program,
            value: program.result,
            given: &given,
            names_calls: true,
            bounds: None,
            writer: self.writer(&dialect),
        };
        let width = WIDTH - "        ".len();
        let declare = |one: &Let| {
            let (head, value) = (format!("LongVector {} =", one.name), self.text(&one.value));
            Calls { width, ..Calls::WHOLE }.behind("", &head, &format!("{value};"))
        };
        let finish = |result: &Node| {
            let place = ["attacks", "done + i"].map(Expr::name).into();
            let stored = result.written.clone().method("intoArray", place);
            vec![format!("{};", self.text(&stored))]
        };
        let (declare, finish) = (&declare, &finish);
        let statements = Statements { wanted, declare, finish, break_up: None, width };
        (fields, statements.written().lines)
    }
}

/// The dialect of vectors: operations are methods.
struct Lanes<'a>(Scope<'a>);

impl Lanes<'_> {
    /// A value as an argument; a constant applies to all lanes.
    fn operand(node: &Node) -> Expr {
        match node.constant() {
            Some(constant) => OPERATORS.constant(constant, node.kind),
            None => node.written.clone(),
        }
    }

    fn lanewise(node: &Node, operation: &str) -> Expr {
        let operation = Expr::name(format!("VectorOperators.{operation}"));
        let others = node.operands[1..].iter().map(|operand| Self::operand(operand));
        node.a().method("lanewise", [operation].into_iter().chain(others).collect())
    }
}

impl Dialect for Lanes<'_> {
    fn operators(&self) -> &Operators {
        &OPERATORS
    }

    fn scope(&self) -> &Scope<'_> {
        &self.0
    }

    fn special(&self, node: &Node) -> Option<Expr> {
        let method = |name: &str| node.a().method(name, vec![Self::operand(node.second())]);
        Some(match node.op {
            Op::Const(constant, kind) => OPERATORS.constant(constant, kind),
            Op::Binary(binary, ..) => match binary {
                Binary::And => method("and"),
                Binary::Or => method("or"),
                Binary::Add => method("add"),
                Binary::Sub => method("sub"),
                Binary::Mul => method("mul"),
                Binary::Xor => Self::lanewise(node, "XOR"),
                Binary::AndNot => Self::lanewise(node, "AND_NOT"),
                Binary::OrNot => return None,
            },
            Op::Shl(..) => Self::lanewise(node, "LSHL"),
            Op::Shr(..) => Self::lanewise(node, "LSHR"),
            Op::ReverseBits(_) => Self::lanewise(node, "REVERSE"),
            Op::ReverseBytes(_) => Self::lanewise(node, "REVERSE_BYTES"),
            _ => return None,
        })
    }
}
