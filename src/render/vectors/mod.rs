//! Lookups on vectors, for languages whose compilers have intrinsics: C, C++ and Rust.
//!
//! A function computes on vectors if the compiler may use them, and on words everywhere else. Its vector operations are
//! calls of functions that the file defines once for each kind of registers, so the file has the function itself once.
//! A vector wider than a register is several registers.
//!
//! Each lookup computes the whole vector and extracts its lanes. If a function has two lookups of one square and
//! occupancy, GCC sees that the vector is the same. Clang narrows the vector in each lookup first, so a union and the
//! pair of rook and bishop compute it once themselves.

mod batches;
pub(super) mod bits;
pub(super) mod dispatch;
mod intrinsics;
mod queries;
mod registers;
mod tongue;

pub(super) use self::batches::Queries;
pub(super) use self::intrinsics::Register;
pub(super) use self::intrinsics::Target;
use self::registers::Registers;
pub(super) use self::tongue::Tongue;
use crate::render::prelude::*;

/// An operation of a function on vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Operation {
    Load,
    Splat,
    Binary(Binary),
    ReverseBytes,
    Vector,
    ShiftApart,
    BelowHighest(Places),
    Lane(u8),
    OrLanes,
    OrHalf(u8),
    /// A vector of squares from an array of bytes.
    Squares,
    /// The entries of a table at the squares in the lanes.
    Gather,
    Store,
    /// Lanes shifted by the numbers in the lanes of another vector.
    Shift {
        is_left: bool,
    },
    LeadingZeros,
    ReverseBits,
}

impl Operation {
    /// The operation of a value that is a vector or is extracted from one, and the vector's width. `first` is the type
    /// of the first operand.
    const fn of(op: Op, kind: Type, first: Option<Type>) -> Option<(Lanes, Self)> {
        let operation = match op {
            Op::LoadLanes(..) => Self::Load,
            Op::Splat(..) => Self::Splat,
            Op::Binary(binary, ..) => Self::Binary(binary),
            Op::ReverseBytes(_) => Self::ReverseBytes,
            Op::Vector(_) => Self::Vector,
            Op::ShiftApart(..) => Self::ShiftApart,
            Op::BelowHighest(_, places) => Self::BelowHighest(places),
            Op::Lane(_, lane) => Self::Lane(lane),
            Op::OrLanes(_) => Self::OrLanes,
            Op::OrHalf(_, half) => Self::OrHalf(half),
            _ => return None,
        };
        match (kind, first) {
            (Type::Lanes(lanes), _) | (_, Some(Type::Lanes(lanes))) => Some((lanes, operation)),
            _ => None,
        }
    }

    /// The name of the operation's function.
    fn name(self, lanes: Lanes, tongue: &dyn Tongue) -> String {
        let words = match self {
            Self::Load => "load",
            Self::Splat => "splat",
            Self::Binary(Binary::And) => "and",
            Self::Binary(Binary::AndNot) => "and not",
            Self::Binary(Binary::Or) => "or",
            Self::Binary(Binary::Xor) => "xor",
            Self::Binary(Binary::Add) => "add",
            Self::Binary(Binary::Sub) => "sub",
            Self::Binary(Binary::OrNot | Binary::Mul) => {
                unreachable!("vectors have no such operation")
            }
            Self::ReverseBytes => "reverse bytes",
            Self::Vector => "words",
            Self::ShiftApart => "shift apart",
            Self::BelowHighest(places) => {
                let places = &places[..usize::from(lanes.count())];
                let places: Vec<String> = places.iter().map(u8::to_string).collect();
                &format!("below highest by {}", places.join(" "))
            }
            Self::Lane(lane) => &format!("lane {lane}"),
            Self::OrLanes => "or lanes",
            Self::OrHalf(half) => &format!("or half {half}"),
            Self::Squares => "squares",
            Self::Gather => "gather",
            Self::Store => "store",
            Self::Shift { is_left: true } => "shift left",
            Self::Shift { is_left: false } => "shift right",
            Self::LeadingZeros => "leading zeros",
            Self::ReverseBits => "reverse bits",
        };
        tongue.own_name(&format!("{words} of {}", lanes.count()))
    }
}

/// The name of the type of a vector.
pub(super) fn vector_type(lanes: Lanes, tongue: &dyn Tongue) -> String {
    tongue.own_type(&format!("vector of {}", lanes.count()))
}

/// The requirements of functions on vectors. Each has a macro, which is defined if the compiler may use registers that
/// meet it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    /// Operations of all kinds of registers.
    Any,
    /// Shifts with a separate amount per lane.
    Shifts,
    /// Gathers, for batches whose lanes have separate squares.
    Gathers,
    /// The reversal of the bits in each byte, by GFNI.
    Gfni,
}

impl Need {
    /// The requirements of programs.
    const OF_PROGRAMS: [Self; 3] = [Self::Any, Self::Shifts, Self::Gathers];

    fn of(program: &Program) -> Self {
        if program.has(Op::has_two_ways) { Self::Shifts } else { Self::Any }
    }

    /// The macro's name.
    pub(super) fn flag(self, tongue: &dyn Tongue) -> String {
        tongue.own_macro(match self {
            Self::Any => "vectors",
            Self::Shifts => "vector shifts",
            Self::Gathers => "vector batches",
            Self::Gfni => "gfni",
        })
    }
}

/// The call of an operation on vectors; `named` writes a name of the file for the function.
pub(super) fn call(
    tongue: &dyn Tongue,
    scope: &Scope<'_>,
    node: &Node,
    named: impl Fn(&str) -> Expr,
) -> Option<Expr> {
    let first = node.operands.first().map(|of| of.kind);
    let (lanes, operation) = Operation::of(node.op, node.kind, first)?;
    let arguments = match node.op {
        Op::LoadLanes(table, ..) => tongue.place(named(scope.table(table).0), node.a()),
        Op::ShiftApart(_, places) => {
            let places = &places[..usize::from(lanes.count() / 2)];
            let places = places.iter().map(|places| Expr::decimal((*places).into()));
            [node.a()].into_iter().chain(places).collect()
        }
        _ => node.operands.iter().map(|operand| operand.written.clone()).collect(),
    };
    Some(Expr::call(named(&operation.name(lanes, tongue)), arguments))
}

/// The operations on vectors of a program.
fn operations(program: &Program) -> impl Iterator<Item = (Lanes, Operation)> {
    let kind = |value: Value| program.type_of(value);
    program.needed(program.result).into_iter().filter_map(move |value| {
        let op = program.op(value);
        Operation::of(op, kind(value), op.operands().next().map(kind))
    })
}

/// True if a program computes on vectors.
pub(super) fn has_lanes(program: &Program) -> bool {
    operations(program).next().is_some()
}

/// The operations on vectors of a file's functions, each with the function's requirement.
fn needed(page: &Page<'_>) -> Vec<(Lanes, Operation, Need)> {
    let lookups = page.lookups.iter().filter_map(|lookup| lookup.lanes.as_ref());
    let companions = page.companions.iter().filter_map(|companion| companion.lanes.as_ref());
    let lookups = lookups.map(|lanes| lanes.program);
    let united = page.united.iter().map(|united| united.function.program);
    let programs = lookups.chain(united).chain(companions.map(|lanes| lanes.0));
    let of = |program| operations(program).map(|(lanes, of)| (lanes, of, Need::of(program)));
    let batches = page.batches.iter().filter_map(|batch| batch.lanes.as_ref());
    let batches = batches.filter(|lanes| !lanes.is_chosen).flat_map(LaneBatch::operations);
    let mut needed: Vec<_> = programs.flat_map(of).chain(batches).collect();
    needed.sort_unstable();
    needed.dedup();
    needed
}

/// A kind of registers for which the file has functions.
#[derive(Debug)]
pub(super) struct RegisterKind {
    pub(super) target: Target,
    /// The operations of the functions on these registers.
    operations: Vec<(Lanes, Operation)>,
    /// The functions' requirements that these registers meet.
    needs: Vec<Need>,
}

impl RegisterKind {
    /// The functions on these registers of the operations that they can do; none if others do as well.
    fn with(target: Target, needed: &[(Lanes, Operation, Need)]) -> Option<Self> {
        let met = needed.iter().filter(|(_, _, need)| target.meets(*need));
        let mut operations: Vec<_> =
            met.map(|(lanes, operation, _)| (*lanes, *operation)).collect();
        if target == Target::Avx2 {
            let steps = operations.iter().filter(|(_, of)| of.has_steps());
            let steps: Vec<_> = steps.map(|(_, of)| (Lanes::Four, *of)).collect();
            operations.extend(steps);
            operations.sort_unstable();
        }
        operations.dedup();
        let is_met = |of: &Need| target.meets(*of) && needed.iter().any(|(.., need)| need == of);
        let needs: Vec<Need> = Need::OF_PROGRAMS.into_iter().filter(is_met).collect();
        let is_of_use = operations.iter().any(|(lanes, of)| target.is_for(*lanes, *of));
        is_of_use.then_some(Self { target, operations, needs })
    }

    /// The names of the functions.
    fn names(&self, tongue: &dyn Tongue) -> impl Iterator<Item = String> {
        self.operations.iter().map(|(lanes, of)| of.name(*lanes, tongue))
    }

    /// True if the functions need the instructions of AVX-512 on bytes.
    pub(super) fn has_bytes(&self) -> bool {
        let is_wide = |of: &(Lanes, Operation)| of.0 == Lanes::Eight && of.1.is_of_bytes();
        self.target == Target::Avx512 && self.operations.iter().any(is_wide)
    }

    /// The instructions that the functions need.
    fn features(&self) -> &'static [&'static str] {
        self.target.features(self.has_bytes())
    }

    /// The condition under which the compiler may use these registers.
    fn condition(&self) -> String {
        self.target.condition(self.features())
    }

    /// The types and functions of vectors of these registers.
    pub(super) fn definitions(&self, tongue: &dyn Tongue) -> Vec<String> {
        let mut lines = Vec::new();
        for of_width in self.operations.chunk_by(|one, other| one.0 == other.0) {
            let lanes = of_width[0].0;
            let registers = Registers::of(self.target, lanes);
            lines.extend([String::new(), tongue.comment(&registers.comment())]);
            lines.extend(registers.definition(&vector_type(lanes, tongue), tongue));
            for (_, operation) in of_width {
                lines.push(String::new());
                lines.extend(registers.function(*operation, tongue));
            }
        }
        lines
    }
}

/// The kinds of registers for which the file has functions, if the compiler may use them.
pub(super) fn printed(page: &Page<'_>) -> Vec<RegisterKind> {
    let needed = needed(page);
    let on = |target: Target| RegisterKind::with(target, &needed);
    Target::ALL.into_iter().filter_map(on).collect()
}

/// The names of the functions on vectors of a file.
pub(super) fn names(page: &Page<'_>, tongue: &dyn Tongue) -> Vec<String> {
    let names = needed(page).into_iter().flat_map(|(lanes, operation, _)| {
        let steps = operation.has_steps().then_some(Lanes::Four);
        [lanes].into_iter().chain(steps).map(move |lanes| (lanes, operation))
    });
    let names = names.map(|(lanes, operation)| operation.name(lanes, tongue));
    names.chain(dispatch::names(page, tongue)).collect()
}

/// True if functions of a file may compute on vectors.
pub(super) fn has_vectors(page: &Page<'_>) -> bool {
    page.reversals.bits.is_some() || !needed(page).is_empty()
}

/// Groups of lines in `#if` branches, each with its condition; empty without any.
fn chosen(lines: Vec<(String, Vec<String>)>) -> Vec<String> {
    let end = if lines.is_empty() { None } else { Some("#endif".to_owned()) };
    let branch = |(at, (condition, lines)): (usize, (String, Vec<String>))| {
        let word = if at == 0 { "#if" } else { "#elif" };
        [broken(format!("{word} {condition}")), lines].concat()
    };
    lines.into_iter().enumerate().flat_map(branch).chain(end).collect()
}

/// A condition in two lines where it is too long for one, as clang-format breaks it.
fn broken(line: String) -> Vec<String> {
    const WIDTH: usize = 80;
    const AND: &str = " && ";
    let place = line.get(..WIDTH - 1).filter(|_| line.len() > WIDTH);
    let Some(at) = place.and_then(|start| start.rfind(AND)) else { return vec![line] };
    let (first, rest) = (&line[..at + AND.len()], &line[at + AND.len()..]);
    vec![format!("{first:0$}\\", WIDTH - 1), format!("    {rest}")]
}

/// The lines that include the header of intrinsics; none in a file without vectors.
pub(super) fn includes(page: &Page<'_>) -> Vec<String> {
    let include = |kind: RegisterKind| {
        (kind.condition(), vec![format!("#include <{}>", kind.target.header())])
    };
    let mut lines = chosen(printed(page).into_iter().map(include).collect());
    lines.extend(dispatch::includes(page));
    if page.reversals.bits.is_some() {
        lines.extend(bits::include());
    }
    lines
}

/// The types and functions of vectors, for each kind of registers; none in a file without vectors.
pub(super) fn definitions(page: &Page<'_>, tongue: &dyn Tongue) -> Vec<String> {
    let defined = |printed: RegisterKind| {
        let flag = |need: &Need| format!("#define {}", need.flag(tongue));
        let mut lines: Vec<String> = printed.needs.iter().map(flag).collect();
        lines.extend(printed.definitions(tongue));
        lines.push(String::new());
        (printed.condition(), lines)
    };
    let mut lines = chosen(printed(page).into_iter().map(defined).collect());
    lines.extend(dispatch::definitions(page, tongue));
    if page.reversals.bits.is_some() {
        lines.extend(bits::definition(tongue));
    }
    lines
}

/// A statement, on several lines if it is too long.
pub(super) fn folded(line: &str) -> Vec<String> {
    Document::few(4).list(line.trim_start().split(' '), "").lines_from(4, 92)
}

/// Statements on vectors if there are any and the compiler may use them, else statements on words.
pub(super) fn in_both_forms(
    tongue: &dyn Tongue,
    on_vectors: Option<OnVectors>,
    words: Vec<String>,
) -> Vec<String> {
    match on_vectors {
        Some((need, vectors)) => tongue.chosen(&need.flag(tongue), vectors, words),
        None => words,
    }
}

/// Writes the statements of a function.
pub(super) type Write<'w> = &'w dyn Fn(Item<'_>, Wanted<'_>) -> Vec<String>;

/// Writes the statements that store two sets, behind the declarations of variables.
pub(super) type Stored<'w> = &'w dyn Fn(&[Let], [Expr; 2]) -> Vec<String>;

/// Statements on vectors, and their requirement.
pub(super) type OnVectors = (Need, Vec<String>);

impl dyn Manner<'_> + '_ {
    /// The statements that compute a function on vectors, if it can, written by `write`.
    pub(super) fn on_vectors(&self, item: Item<'_>, write: Write<'_>) -> Option<OnVectors> {
        match item {
            Item::Lookup(function) => Some(self.written(function.lanes.as_deref()?, write)),
            Item::Union(union) => self.united_on_vectors(&union.of, write),
            Item::Companion(function) => {
                let dialect = self.dialect(self.scope_of(function), item);
                let wanted = function.on_lanes(self.writer(&*dialect))?;
                Some((Need::of(wanted.program), write(item, wanted)))
            }
            _ => None,
        }
    }

    /// The statements that compute several lookups on vectors at once, if possible. On words the function calls the
    /// lookups, which refuse squares out of range; here it checks squares itself.
    pub(super) fn united_on_vectors(&self, of: &[String], write: Write<'_>) -> Option<OnVectors> {
        let united = &self.page().united.iter().find(|united| united.of == of)?.function;
        let (need, lines) = self.written(united, write);
        Some((need, [self.checks(Item::Lookup(united)), lines].concat()))
    }

    /// The statements of the function that returns the sets of rook and bishop, in both forms if one vector can compute
    /// both. `stored` writes variables and the two sets, which are `calls` on words.
    pub(super) fn pair_in_both_forms(
        &self,
        tongue: &dyn Tongue,
        pair: &PairLookup,
        calls: [Expr; 2],
        stored: Stored<'_>,
    ) -> Vec<String> {
        let write = |_: Item<'_>, wanted: Wanted<'_>| {
            let Body { lets, result } = wanted.body(true);
            stored(&lets, [result.a(), result.b()])
        };
        let of = [pair.rook.clone(), pair.bishop.clone()];
        in_both_forms(tongue, self.united_on_vectors(&of, &write), stored(&[], calls))
    }

    fn written(&self, lanes: &Function<'_>, write: Write<'_>) -> OnVectors {
        let (item, names) = (Item::Lookup(lanes), self.words());
        let scope = self.scope([names.square, names.occupied], true, &lanes.fields);
        let dialect = self.dialect(scope, item);
        let wanted = lanes.wanted(&[], self.writer(&*dialect));
        (Need::of(lanes.program), write(item, wanted))
    }
}
