//! Parts of a page's text and expressions that several languages share.

use super::TestedUnion;
use crate::render::prelude::*;

/// The steps that reverse a word's bits, each as (mask, distance): the bits under the mask trade places with the bits
/// `distance` above. Last, the word's halves trade places. The final two steps alone reverse bytes.
pub const SWAPS: [(u64, u8); 5] = [
    (0x5555_5555_5555_5555, 1),
    (0x3333_3333_3333_3333, 2),
    (0x0f0f_0f0f_0f0f_0f0f, 4),
    (0x00ff_00ff_00ff_00ff, 8),
    (0x0000_ffff_0000_ffff, 16),
];

/// The expression of a word after one step of [`SWAPS`], with its mask and its distance as `lower` and `places`.
pub fn swapped(
    operators: &Operators,
    operation: impl Fn(Operator, Expr, Expr) -> Expr,
    word: Expr,
    [lower, places]: [Expr; 2],
) -> Expr {
    let up = operation(operators.and, word.clone(), lower.clone());
    let up = operation(operators.shl, up, places.clone());
    let down = operation(operators.shr, word, places);
    operation(operators.or, up, operation(operators.and, down, lower))
}

impl Page<'_> {
    /// The comment on the whole file in lines of at most `width` columns: its summary, then paragraphs. The diagram of
    /// bit indices, indented by `margin`, follows the first paragraph.
    pub fn about(&self, width: usize, margin: &str) -> Vec<String> {
        self.about_between(width, margin, &[""], &[])
    }

    /// The comment like [`about`](Self::about), with the lines `before` and `behind` around the diagram.
    pub fn about_between(
        &self,
        width: usize,
        margin: &str,
        before: &[&str],
        behind: &[&str],
    ) -> Vec<String> {
        let owned = |line: &&str| (*line).to_owned();
        let mut lines = vec![self.summary.to_owned()];
        for (at, note) in self.notes.iter().enumerate() {
            lines.push(String::new());
            lines.extend(wrap(note, width));
            if at == 0 {
                lines.extend(before.iter().map(owned));
                let diagram = self.diagram.iter();
                lines.extend(diagram.map(|line| format!("{margin}{}", line.trim_end())));
                lines.extend(behind.iter().map(owned));
            }
        }
        lines
    }
}

impl Page<'_> {
    /// The enumeration of which a companion returns a member, if it returns one.
    pub fn enumeration(&self, function: &CompanionFunction<'_>) -> Option<&Enumeration> {
        self.enumerations.iter().find(|one| one.function == function.name)
    }

    /// The names of public arrays, in the file's order.
    pub fn public_arrays(&self) -> impl Iterator<Item = &str> {
        let arrays = self.arrays.iter().filter(|array| array.is_public).map(|array| &array.name);
        let filled = self.filled.iter().filter(|table| table.is_public).map(|table| &table.name);
        arrays.chain(filled).map(String::as_str)
    }

    /// The names of public functions, in the file's order.
    pub fn public_functions(&self) -> impl Iterator<Item = &str> {
        let square = self.square.iter().map(|square| &square.name);
        let lookups = self.lookups.iter().filter(|lookup| lookup.is_public);
        let lookups = lookups.map(|lookup| &lookup.name);
        let unions = self.unions.iter().map(|union| &union.name);
        let scans = self.scans.iter().map(|scan| &scan.name);
        let companions = self.companions.iter().map(|companion| &companion.name);
        let functions = square.chain(lookups).chain(unions).chain(companions);
        let pair = self.pair.iter().map(|pair| &pair.name);
        let choice = self.choice.iter().map(|choice| &choice.name);
        let batches = self.batches.iter().map(|batch| &batch.name);
        let functions = functions.chain(pair).chain(choice).chain(batches).chain(scans);
        functions.map(String::as_str)
    }

    /// The self-test with the function that walks rays, if the config asks for a test.
    pub fn test(&self) -> Option<(&RayFunction, &SelfTest<'_>)> {
        self.walk.as_ref().zip(self.self_test.as_ref())
    }

    /// Renames the tables that are in a nested class or object: filled ones, and those with more than `most` entries.
    pub fn nest_tables(&mut self, holder: &str, most: usize) {
        for (index, table) in self.tables.iter_mut().enumerate() {
            let is_filled = self.filled.iter().any(|filled| filled.index == index);
            if is_filled || table.length > most {
                table.name = format!("{holder}.{}", table.name);
            }
        }
    }

    /// Puts columns of more than `most` numbers into the holder as well.
    pub fn nest_fields(&mut self, holder: &str, most: usize) {
        let arrays = self.arrays.iter().filter(|array| array.values.len() > most);
        let nested: Vec<&str> = arrays.map(|array| array.name.as_str()).collect();
        let functions = self.lookups.iter_mut().chain(&mut self.indices);
        for (_, name) in functions.flat_map(|function| &mut function.fields) {
            if nested.contains(&name.as_str()) {
                *name = format!("{holder}.{name}");
            }
        }
    }

    /// The loops of start-up code, each with a unique function name.
    pub fn named_fills(&self, case: Case) -> Vec<(String, &FillLoop)> {
        let mut taken = self.taken.clone();
        self.fills.iter().map(|fill| (taken.name(fill.name(case)), fill)).collect()
    }
}

impl Union {
    /// The calls, with these arguments, of the lookups that the union ors.
    pub fn calls(&self, arguments: &[&str]) -> Vec<Expr> {
        let call = |lookup: &String| Expr::call_with(lookup.as_str(), arguments);
        self.of.iter().map(call).collect()
    }

    /// The expression that the lookup returns.
    pub fn value(&self, or: Operator, arguments: &[&str]) -> Expr {
        joined(or, self.calls(arguments))
    }
}

/// Values joined by an operator.
pub fn joined(operator: Operator, values: Vec<Expr>) -> Expr {
    let join = |first, second| Expr::binary(operator, first, second);
    values.into_iter().reduce(join).unwrap_or_else(|| Expr::name(""))
}

impl RayFunction {
    /// The set of all squares.
    pub fn all_squares(&self) -> Bitboard {
        self.squares.unwrap_or(u64::MAX >> (64 - self.indices))
    }

    /// The parameters of a function on a piece's rays: the rays, the range if the function that walks takes one, and
    /// `place`.
    pub fn parameters<'p>(
        &self,
        rays: [&'p str; 2],
        range: &'p str,
        place: &[&'p str],
    ) -> Vec<&'p str> {
        let range = self.has_range.then_some(range);
        rays.into_iter().chain(range).chain(place.iter().copied()).collect()
    }

    /// The arguments of the function that walks: the arrays of a piece's rays as `pass` writes them, the range if the
    /// function takes one, and `place`: a square and an occupancy.
    pub fn arguments<'p>(
        &self,
        rays: &Rays,
        pass: impl Fn(&str) -> Expr,
        place: impl IntoIterator<Item = &'p str>,
    ) -> Vec<Expr> {
        let mut arguments = vec![pass(&rays.steps), pass(&rays.from)];
        arguments.extend(self.has_range.then(|| Expr::decimal(u64::from(rays.range))));
        arguments.extend(place.into_iter().map(Expr::from));
        arguments
    }
}

impl Scan<'_> {
    /// The width of the scanned word.
    pub const fn storage(&self) -> Storage {
        match self.width {
            8 => Storage::Byte,
            16 => Storage::Short,
            32 => Storage::Half,
            _ => Storage::Word,
        }
    }
}

impl Function<'_> {
    /// The values that the function computes itself, in order.
    pub fn computed(&self) -> Vec<Value> {
        Item::Lookup(self).computed().map(|computed| computed.values()).unwrap_or_default()
    }
}

impl SelfTest<'_> {
    /// The public lookups, unions last, each with the tested pieces whose rays a test walks for it.
    pub fn lookups(&self) -> impl Iterator<Item = TestedUnion> {
        let pieces = self.pieces.iter().enumerate().filter(|(_, piece)| piece.is_public);
        let pieces = pieces.map(|(at, piece)| TestedUnion {
            spoken: piece.spoken.clone(),
            lookup: piece.lookup.clone(),
            of: vec![at],
        });
        pieces.chain(self.unions.iter().cloned())
    }
}

/// The statements that reverse a word's bits in C and C++: by Clang's builtin, else step by step.
pub fn by_clang(steps: impl Iterator<Item = String>) -> Vec<String> {
    let native = ["#ifdef __clang__", "return __builtin_bitreverse64(word);", "#else"];
    let native = native.map(str::to_owned).into_iter();
    native.chain(steps).chain(["#endif".to_owned()]).collect()
}
