//! Functions of two or three squares: between, line, beyond, aligned, direction and distance.

use super::ground::joined;
use super::writer::ProgramWriter;
use super::{
    Argument, BetweenEnd, Companion, Maker, Outcome, PairSource, Returns, Title, square, table_of,
};
use crate::model::name_role::NameRole;
use magicgen_board::SquareSet;
use magicgen_ir::{LookupRef, Parameter, Program, Storage, Table, TableRef, Value};

/// The two squares of a function.
struct Two {
    from: Parameter,
    to: Parameter,
}

impl Maker<'_> {
    /// The table of the rays of all directions, which is added when it is first asked for.
    pub(super) fn ray_table(&mut self) -> TableRef {
        let words = "directed rays";
        self.table_once(words, |maker| {
            let ground = maker.ground;
            let ray = |direction| ground.by_bit(|from| joined(&ground.path(from, direction)));
            let rays: Vec<SquareSet> = (0..ground.directions().len()).flat_map(ray).collect();
            let sentence = "Rays on the empty board, by direction and square: clockwise from that towards higher ranks";
            ground.table(words, sentence, &rays)
        })
    }

    /// The table of the lines through two squares, which is added when it is first asked for.
    fn line_table(&mut self) -> TableRef {
        let words = "line table";
        self.table_once(words, |maker| {
            let sentence = "The line through two squares, by pair of squares";
            maker.ground.table(words, sentence, &maker.lines())
        })
    }

    /// The line through each pair of squares.
    fn lines(&self) -> Vec<SquareSet> {
        let ground = self.ground;
        ground.by_ray(SquareSet::EMPTY, |from, direction, path, _| {
            let back = ground.path(from, ground.opposite(direction));
            let own = ground.mapping.bit(from).map(SquareSet::of).unwrap_or_default();
            joined(path) | joined(&back) | own
        })
    }

    fn two(&self, names: [&'static str; 2]) -> (Vec<Argument>, Two) {
        let [first, second] = names;
        let arguments = vec![
            square(self.ground.mapping, 0, first, "a square"),
            square(self.ground.mapping, 1, second, "a square"),
        ];
        let two = Two { from: arguments[0].parameter, to: arguments[1].parameter };
        (arguments, two)
    }

    pub(super) fn between(&mut self) {
        let (arguments, two) = self.two(["a", "b"]);
        let end = self.wish.between_end;
        let program = match self.wish.between {
            PairSource::Table => {
                let none = SquareSet::EMPTY;
                let taken = usize::from(end != BetweenEnd::Excluded);
                let set = |path: &[u8], at: usize| joined(&path[..at + taken]);
                let mut sets = self.ground.by_ray(none, |_, _, path, at| set(path, at));
                if end == BetweenEnd::Included {
                    self.ground.with_seconds(&mut sets);
                }
                let sentence = match end {
                    BetweenEnd::Excluded => "Squares between two squares",
                    _ => "Squares from the first of two squares to the second, which is included",
                };
                self.pair_of_sets(NameRole::Between, sentence, &sets, &two)
            }
            PairSource::Computed => {
                let (mut w, between) = self.by_lookups(&two, |w, two, lookup| {
                    let (a, b) = (w.only(two.from), w.only(two.to));
                    let (from, to) = (w.call(lookup, two.from, b), w.call(lookup, two.to, a));
                    w.hint(from, "reached");
                    w.hint(to, "other");
                    let between = w.and(from, to);
                    if end == BetweenEnd::OnLine { w.or(between, b) } else { between }
                });
                let result = match end {
                    BetweenEnd::Included => {
                        let b = w.only(two.to);
                        w.or(between, b)
                    }
                    _ => between,
                };
                w.finish(result)
            }
        };
        let short = match end {
            BetweenEnd::Excluded => "the squares strictly between a and b",
            _ => "the squares from a to b, without a and with b",
        };
        let more = match (self.ground.is_hex(), end) {
            (true, BetweenEnd::Included) => {
                " on a line over edges or corners; b alone where no line has both"
            }
            (true, _) => " on a line over edges or corners; none where no line has both",
            (false, BetweenEnd::Included) => {
                " on a rank, file or diagonal; b alone where no line has both"
            }
            (false, _) => " on a rank, file or diagonal; none where no line has both",
        };
        let returns = Returns::new(short, more, "the squares between");
        self.companion(NameRole::Between, arguments, Outcome::Set, program, returns);
    }

    pub(super) fn line(&mut self) {
        let (arguments, two) = self.two(["a", "b"]);
        let program = if self.wish.is_array(NameRole::Line) {
            let sentence = "The line through two squares";
            self.pair_of_sets(NameRole::Line, sentence, &self.lines(), &two)
        } else {
            let mut w = self.writer(self.wish.line == PairSource::Computed);
            let result = self.line_of(&mut w, &two);
            w.finish(result)
        };
        let returns = Returns::new(
            "the whole line through a and b",
            ", from edge to edge and with both; none where no line has both",
            "the line's squares",
        );
        self.companion(NameRole::Line, arguments, Outcome::Set, program, returns);
    }

    /// The line through two squares.
    fn line_of(&mut self, w: &mut ProgramWriter, two: &Two) -> Value {
        match self.wish.line {
            PairSource::Table => {
                let table = self.line_table();
                let pair = [w.given(two.from), w.given(two.to)];
                w.entry_of_pair(table, pair, self.ground.indices())
            }
            PairSource::Computed => {
                let mut all = None;
                for lookup in self.lookups() {
                    let nothing = w.nothing();
                    let (from, to) =
                        (w.call(lookup, two.from, nothing), w.call(lookup, two.to, nothing));
                    w.hint(from, "reached");
                    w.hint(to, "other");
                    let others = w.and(from, to);
                    let (a, b) = (w.only(two.from), w.only(two.to));
                    let ends = w.or(a, b);
                    let line = w.or(others, ends);
                    let truth = w.has(from, two.to);
                    let is_there = w.spread(truth);
                    let line = w.and(line, is_there);
                    all = Some(all.map_or(line, |all| w.or(all, line)));
                }
                all.unwrap_or_else(|| w.nothing())
            }
        }
    }

    pub(super) fn ray_pass(&mut self) {
        let (arguments, two) = self.two(["origin", "through"]);
        let program = match self.wish.ray_pass {
            PairSource::Table => {
                let none = SquareSet::EMPTY;
                let sets = self.ground.by_ray(none, |_, _, path, at| joined(&path[at + 1..]));
                let sentence = "Squares beyond the second of two squares as seen from the first";
                self.pair_of_sets(NameRole::RayPass, sentence, &sets, &two)
            }
            PairSource::Computed => {
                let (w, beyond) = self.by_lookups(&two, |w, two, lookup| {
                    let (origin, through) = (w.only(two.from), w.only(two.to));
                    let nothing = w.nothing();
                    let reach = w.call(lookup, two.from, nothing);
                    let stopped = w.call(lookup, two.from, through);
                    let further = w.call(lookup, two.to, origin);
                    w.hint(reach, "reached");
                    w.hint(stopped, "stopped");
                    w.hint(further, "further");
                    let hidden = w.and_not(reach, stopped);
                    w.and(hidden, further)
                });
                w.finish(beyond)
            }
        };
        let returns = Returns::new(
            "the squares beyond the second square as seen from the first",
            ", to the edge; none where no line has both",
            "the rest of the ray",
        );
        self.companion(NameRole::RayPass, arguments, Outcome::Set, program, returns);
    }

    pub(super) fn half_ray(&mut self) {
        let (arguments, two) = self.two(["origin", "through"]);
        let program = match self.wish.half_ray {
            PairSource::Table => {
                let none = SquareSet::EMPTY;
                let sets = self.ground.by_ray(none, |_, _, path, _| joined(path));
                let sentence = "The ray from the first of two squares through the second";
                self.pair_of_sets(NameRole::HalfRay, sentence, &sets, &two)
            }
            PairSource::Computed => {
                let (w, ray) = self.by_lookups(&two, |w, two, lookup| {
                    let (origin, through) = (w.only(two.from), w.only(two.to));
                    let nothing = w.nothing();
                    let reach = w.call(lookup, two.from, nothing);
                    let around = w.call(lookup, two.to, origin);
                    w.hint(reach, "reached");
                    w.hint(around, "around");
                    let both = w.or(around, through);
                    w.and(reach, both)
                });
                w.finish(ray)
            }
        };
        let returns = Returns::new(
            "the ray from the first square through the second",
            ", to the edge and without the first; none where no line has both",
            "the ray's squares",
        );
        self.companion(NameRole::HalfRay, arguments, Outcome::Set, program, returns);
    }

    pub(super) fn aligned(&mut self) {
        let (mut arguments, two) = self.two(["a", "b"]);
        arguments.push(square(self.ground.mapping, 2, "c", "a square"));
        let mut w = self.writer(true);
        let line = self.line_of(&mut w, &two);
        let result = w.has(line, arguments[2].parameter);
        let what = if self.ground.is_hex() {
            "true where one line over edges or corners has all three squares"
        } else {
            "true where one rank, file or diagonal has all three squares"
        };
        let returns = Returns::new(what, ", and the first two differ", "whether they are aligned");
        self.companion(NameRole::Aligned, arguments, Outcome::Truth, w.finish(result), returns);
    }

    pub(super) fn directions(&mut self) {
        let (arguments, two) = self.two(["a", "b"]);
        let entries = self.ground.by_ray(8, |_, direction, _, _| direction as u64);
        let sentence = "Directions from one square to another, by pair of squares";
        let table = table_of("directions table", sentence, Storage::Byte, entries);
        let program = self.pair_table(NameRole::Direction, table, &two);
        let returns = Returns::new(
            "the direction from a to b",
            ": north is 0 and towards higher ranks, the others follow clockwise; none is 8, where no line has both",
            "one of nine directions",
        );
        self.companion(NameRole::Direction, arguments, Outcome::Direction, program, returns);
    }

    pub(super) fn distance(&mut self) {
        let (arguments, two) = self.two(["a", "b"]);
        let is_hex = self.ground.is_hex();
        let entries = self.ground.by_pair(0, |a, b| {
            let sum = if is_hex { (a.file + a.rank).abs_diff(b.file + b.rank) } else { 0 };
            u64::from(a.file.abs_diff(b.file).max(a.rank.abs_diff(b.rank)).max(sum))
        });
        let sentence = "Distances between two squares, by pair of squares";
        let table = table_of("distances table", sentence, Storage::Byte, entries);
        let program = self.pair_table(NameRole::Distance, table, &two);
        let how = if is_hex {
            ": steps over edges, from neighbour to neighbour"
        } else {
            ": a king's moves on the empty board"
        };
        let returns = Returns::new("the distance between a and b", how, "the number of steps");
        self.companion(NameRole::Distance, arguments, Outcome::Number, program, returns);
    }

    /// A program that reads a table of sets by pair of squares.
    fn pair_of_sets(
        &mut self,
        role: NameRole,
        sentence: &str,
        sets: &[SquareSet],
        two: &Two,
    ) -> Program {
        let sentence = format!("{sentence}, by pair of squares");
        let table = self.ground.table(format!("{} table", role.ending()), sentence, sets);
        self.pair_table(role, table, two)
    }

    /// A program that reads a table by pair of squares.
    fn pair_table(&mut self, role: NameRole, table: Table, two: &Two) -> Program {
        let table = self.placed(&Title::of(role), Some(self.ground.indices()), table);
        let table = self.table(table);
        let mut w = ProgramWriter::default();
        let pair = [w.given(two.from), w.given(two.to)];
        let result = w.entry_of_pair(table, pair, self.ground.indices());
        w.finish(result)
    }

    /// A program that computes a set by lookups where one line of the looked-up piece has both squares, and the set.
    fn by_lookups(
        &mut self,
        two: &Two,
        set: impl Fn(&mut ProgramWriter, &Two, LookupRef) -> Value,
    ) -> (ProgramWriter, Value) {
        let mut w = self.writer(true);
        let mut all = None;
        for lookup in self.lookups() {
            let set = set(&mut w, two, lookup);
            let to = w.only(two.to);
            let seen = w.call(lookup, two.from, to);
            w.hint(seen, "seen");
            let truth = w.has(seen, two.to);
            let is_there = w.spread(truth);
            let set = w.and(set, is_there);
            all = Some(all.map_or(set, |all| w.or(all, set)));
        }
        let result = all.unwrap_or_else(|| w.nothing());
        (w, result)
    }

    /// The lookups of rook and bishop.
    fn lookups(&self) -> Vec<LookupRef> {
        let sliders = ["rook", "bishop"].into_iter().filter_map(|name| self.wish.slider(name));
        sliders.map(|slider| slider.lookup).collect()
    }

    fn companion(
        &mut self,
        role: NameRole,
        parameters: Vec<Argument>,
        result: Outcome,
        program: Program,
        returns: Returns,
    ) {
        let companion = Companion::new(role.part(), Title::of(role), parameters, program, returns);
        self.push(Companion { result, ..companion });
    }
}
