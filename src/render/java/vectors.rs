//! Batches on vectors of jdk.incubator.vector: each lane has a square and an occupancy of its own.
//!
//! Only lookups without tables are printed so, and only short ones. A vector gathers entries of tables more slowly than a
//! loop reads them, few processors count zeros in lanes, and HotSpot leaves a method on vectors slower than a loop once it has
//! inlined as many operations as it does in one method (docs/vectors.md has figures). For the last reason a union's batch
//! calls those of its pieces, which are too long to be inlined into it.

use super::syntax::OPERATORS;
use super::view::Class;
use crate::model::{Binary, FieldStyle, Module, Op, Program, Role, Type, Value};
use crate::render::code::expr::{Expr, Number};
use crate::render::code::node::{Dialect, Let, Node, Operators, Wanted};
use crate::render::code::scope::Scope;
use crate::render::code::statements::Statements;
use crate::render::jvm::WIDTH;
use crate::render::page::{Function, Item, Manner as _, Shared as _};
use crate::render::text::taken::Taken;

/// The release whose vectors reverse bits.
pub(super) const SINCE: i64 = 19;

/// Classes that are imported.
pub(super) const CLASSES: [&str; 3] = ["LongVector", "VectorOperators", "VectorSpecies"];

/// The most operations of a lookup on vectors: those of two lines by `hyperbola-reverse`.
const MOST: usize = 24;

/// True where a module's batches can be on vectors.
pub(super) fn are_possible(module: &Module) -> bool {
    let mut pieces = module.pieces.iter();
    module.fields == FieldStyle::Arrays && pieces.all(|piece| is_short(&piece.program))
}

/// True for a lookup of few operations, each of which vectors have.
fn is_short(program: &Program) -> bool {
    let needed = program.needed(program.result);
    let is_vector = |value: &Value| match program.op(*value) {
        Op::Square | Op::Occupied | Op::Const(..) => true,
        Op::Field(field) => field.role == Role::Reach,
        Op::Binary(binary, ..) => program.type_of(*value) == Type::Word && binary != Binary::OrNot,
        Op::Shl(..) | Op::Shr(..) => program.type_of(*value) == Type::Word,
        Op::ReverseBytes(a) | Op::ReverseBits(a) => program.type_of(a) == Type::Word,
        _ => false,
    };
    let is_counted = |value: &&Value| {
        matches!(program.op(**value), Op::Field(_)) || !program.op(**value).is_given()
    };
    needed.iter().all(is_vector) && needed.iter().filter(is_counted).count() <= MOST
}

/// The names of the constants that batches on vectors read.
pub(super) struct Constants {
    /// The kind of vectors.
    pub(super) lanes: String,
    /// The number of squares that are widened at once.
    pub(super) block: String,
    /// The batches of pieces that have no public ones, each with the name of the lookup.
    private: Vec<(String, String)>,
}

/// A batch on vectors.
pub(super) struct VectorBatch<'a> {
    pub(super) name: &'a str,
    pub(super) is_public: bool,
    /// The lookup of one square.
    pub(super) lookup: &'a str,
    /// The batches whose sets are united; none for a piece's own.
    pub(super) of: Vec<&'a str>,
    /// The statements that refuse a square.
    pub(super) checks: Vec<String>,
    /// The arrays of fields, each with the name of what a block's squares read there.
    pub(super) fields: Vec<(String, &'a str)>,
    /// The statements that look up and store.
    pub(super) lines: Vec<String>,
}

impl Constants {
    pub(super) fn new(class: &Class<'_>, taken: &mut Taken) -> Self {
        let page = class.page();
        let (lanes, block) = (taken.name("LANES"), taken.name("BLOCK"));
        let has_batch = |name: &String| page.batches.iter().any(|batch| batch.lookup == *name);
        let hidden = page.lookups.iter().map(|lookup| &lookup.name).filter(|name| !has_batch(name));
        let private = hidden.map(|name| (taken.name(format!("{name}Batch")), name.clone()));
        Self { lanes, block, private: private.collect() }
    }
}

impl<'a> Class<'a> {
    /// The batches, if they are on vectors.
    pub(super) fn vector_batches<'b>(&'b self, constants: &'b Constants) -> Vec<VectorBatch<'b>> {
        let page = self.page();
        let public = page.batches.iter().map(|batch| (&batch.name, &batch.lookup, true));
        let private = constants.private.iter().map(|(name, lookup)| (name, lookup, false));
        let all: Vec<_> = public.chain(private).collect();
        let name_of = |lookup: &String| {
            let found = all.iter().find(|(_, other, _)| *other == lookup);
            found.map(|(name, ..)| name.as_str())
        };
        let batch = |&(name, lookup, is_public): &(&'b String, &'b String, bool)| {
            let function = page.lookups.iter().find(|function| function.name == *lookup);
            let union = page.unions.iter().find(|union| union.name == *lookup);
            let (fields, lines) = function.map_or_else(Default::default, |function| {
                self.on_vectors(function, &constants.lanes)
            });
            let checks = function.map(|function| self.shared().checks(Item::Lookup(function)));
            VectorBatch {
                name,
                is_public,
                lookup,
                of: union.iter().flat_map(|union| &union.of).filter_map(name_of).collect(),
                checks: checks.unwrap_or_default(),
                fields,
                lines,
            }
        };
        all.iter().map(batch).collect()
    }

    /// What a block's squares read, and the statements that look up the sets of as many squares as a vector has lanes and
    /// store them.
    fn on_vectors<'b>(
        &'b self,
        function: &'b Function<'_>,
        lanes: &str,
    ) -> (Vec<(String, &'b str)>, Vec<String>) {
        let mut program = function.program.clone();
        let (mut fields, mut given) = (Vec::new(), Vec::new());
        for value in function.program.needed(function.wanted) {
            // A constant is a vector where a method of it is called, and a number elsewhere.
            if let Some(first) = program.op(value).operands().next()
                && let Op::Const(constant, kind) = program.op(first)
                && given.iter().all(|(other, _)| *other != first)
            {
                program.name(first, "bits");
                let arguments = vec![Expr::name(lanes), literal(constant, kind)];
                given.push((first, Expr::call("LongVector.broadcast", arguments)));
            }
            let Op::Field(field) = program.op(value) else { continue };
            let number = fields.len() + 1;
            let name = if number == 1 { "reaches".to_owned() } else { format!("reaches{number}") };
            program.name(value, "reach");
            given.push((value, Expr::call_with("LongVector.fromArray", &[lanes, &name, "i"])));
            fields.push((name, function.field(field)));
        }
        let dialect = Lanes(Scope::new("origins".into(), "boards".into()));
        let wanted = Wanted {
            program: &program,
            value: function.wanted,
            given: &given,
            names_calls: true,
            bounds: Some(&function.bounds),
            writer: self.shared().writer(&dialect),
        };
        let width = WIDTH - "        ".len();
        let declare = |one: &Let| {
            let (head, value) = (format!("LongVector {} =", one.name), self.text(&one.value));
            let is_long = head.len() + value.len() + " ;".len() > width;
            if is_long {
                vec![head, format!("    {value};")]
            } else {
                vec![format!("{head} {value};")]
            }
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

/// Operations as methods of vectors.
struct Lanes<'a>(Scope<'a>);

impl Lanes<'_> {
    /// A value as an operand behind the first: a constant is the same in all lanes.
    fn operand(node: &Node) -> Expr {
        match node.constant() {
            Some(constant) => literal(constant, node.kind),
            None => node.written.clone(),
        }
    }

    fn lanewise(node: &Node, operation: &str) -> Expr {
        let operation = Expr::name(format!("VectorOperators.{operation}"));
        let others = node.operands[1..].iter().map(|operand| Self::operand(operand));
        node.a().method("lanewise", [operation].into_iter().chain(others).collect())
    }
}

/// A number with the suffix of its type.
fn literal(constant: u64, kind: Type) -> Expr {
    let [half, word] = OPERATORS.suffixes;
    let suffix = if kind == Type::Half { half } else { word };
    Number::constant(constant, kind).suffixed(suffix).into()
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
            Op::Const(constant, kind) => literal(constant, kind),
            Op::Binary(binary, ..) => match binary {
                Binary::And => method("and"),
                Binary::Or => method("or"),
                Binary::Add => method("add"),
                Binary::Sub => method("sub"),
                Binary::Mul => method("mul"),
                Binary::Xor => Self::lanewise(node, "XOR"),
                Binary::AndNot | Binary::OrNot => Self::lanewise(node, "AND_NOT"),
            },
            Op::Shl(..) => Self::lanewise(node, "LSHL"),
            Op::Shr(..) => Self::lanewise(node, "LSHR"),
            Op::ReverseBits(_) => Self::lanewise(node, "REVERSE"),
            Op::ReverseBytes(_) => Self::lanewise(node, "REVERSE_BYTES"),
            _ => return None,
        })
    }
}
