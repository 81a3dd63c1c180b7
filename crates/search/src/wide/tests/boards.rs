//! Boards and masks for the tests of wide indices, made by walking squares.

use magicgen_board::SquareSet;

/// A board of files and ranks with the bit index of each square.
pub(super) struct Grid {
    pub(super) name: &'static str,
    files: i32,
    ranks: i32,
    bit: fn(i32, i32) -> i32,
    /// True where a square isn't on the board.
    hole: fn(i32, i32) -> bool,
}

fn none(_: i32, _: i32) -> bool {
    false
}

const fn grid(name: &'static str, files: i32, ranks: i32, bit: fn(i32, i32) -> i32) -> Grid {
    Grid { name, files, ranks, bit, hole: none }
}

pub(super) const BOARDS: [Grid; 7] = [
    grid("9x10", 9, 10, |file, rank| 9 * rank + file),
    grid("9x9", 9, 9, |file, rank| 9 * rank + file),
    grid("63+18", 9, 9, |file, rank| 9 * file + rank + i32::from(file >= 7)),
    grid("10x8", 10, 8, |file, rank| 10 * rank + file),
    grid("10x10", 10, 10, |file, rank| 10 * rank + file),
    grid("12x10", 12, 10, |file, rank| 12 * rank + file),
    grid("11x11", 11, 11, |file, rank| 11 * rank + file),
];

fn is_cut(file: i32, rank: i32) -> bool {
    !(3..11).contains(&file) && !(3..11).contains(&rank)
}

pub(super) const WIDER: [Grid; 3] = [
    grid("12x12", 12, 12, |file, rank| 12 * rank + file),
    Grid { name: "14x14", files: 14, ranks: 14, bit: |file, rank| 14 * rank + file, hole: is_cut },
    grid("16x16", 16, 16, |file, rank| 16 * rank + file),
];

type Step = (i32, i32);

const ROOK: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const BISHOP: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

impl Grid {
    fn has(&self, (file, rank): Step) -> bool {
        (0..self.files).contains(&file)
            && (0..self.ranks).contains(&rank)
            && !(self.hole)(file, rank)
    }

    fn squares(&self) -> impl Iterator<Item = Step> {
        let all = (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (file, rank)));
        all.filter(|square| self.has(*square))
    }

    pub(super) fn words(&self) -> usize {
        let last = self.squares().map(|square| self.bit(square)).max().unwrap();
        usize::from(last) / 64 + 1
    }

    fn bit(&self, (file, rank): Step) -> u8 {
        (self.bit)(file, rank) as u8
    }

    /// The squares of a ray but its last, since a piece there hides nothing.
    fn ray(&self, (file, rank): Step, (right, up): Step) -> SquareSet {
        let steps = (1..).map(|step| (file + step * right, rank + step * up));
        let squares: Vec<Step> = steps.take_while(|square| self.has(*square)).collect();
        squares.iter().rev().skip(1).map(|square| self.bit(*square)).collect()
    }

    /// The squares on the ways that are on the board to their targets.
    fn ways(&self, from: Step, steps: &[(Step, Step)]) -> SquareSet {
        let sum = |a: Step, b: Step| (a.0 + b.0, a.1 + b.1);
        let mut mask = SquareSet::EMPTY;
        for (straight, diagonal) in steps {
            let way = [sum(from, *straight), sum(sum(from, *straight), *diagonal)];
            let target = sum(way[1], *diagonal);
            if way.into_iter().chain([target]).all(|square| self.has(square)) {
                mask |= way.iter().map(|square| self.bit(*square)).collect();
            }
        }
        mask
    }

    fn mask(&self, piece: &str, from: Step) -> SquareSet {
        let rays = |steps: &[Step]| {
            steps.iter().fold(SquareSet::EMPTY, |mask, step| mask | self.ray(from, *step))
        };
        let leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        // A straight step, and a diagonal one that goes on in its direction.
        let bent = leaps.map(|(right, up): Step| {
            let straight = if right.abs() > up.abs() { (right / 2, 0) } else { (0, up / 2) };
            (straight, (right.signum(), up.signum()))
        });
        match piece {
            "rook" => rays(&ROOK),
            "rank" => rays(&[(1, 0), (-1, 0)]),
            "file" => rays(&[(0, 1), (0, -1)]),
            "bishop" => rays(&BISHOP),
            "diagonal" => rays(&[(1, 1), (-1, -1)]),
            "antidiagonal" => rays(&[(1, -1), (-1, 1)]),
            "nightrider" => rays(&leaps),
            "elephant" => self.ways(from, &bent),
            "horse" => {
                let free = |(straight, diagonal): (Step, Step)| {
                    let to = (from.0 + straight.0 + diagonal.0, from.1 + straight.1 + diagonal.1);
                    let leg = (from.0 + straight.0, from.1 + straight.1);
                    (self.has(to) && self.has(leg)).then(|| self.bit(leg))
                };
                bent.into_iter().filter_map(free).collect()
            }
            _ => unreachable!(),
        }
    }

    /// The masks of all squares of a piece or of one of its lines.
    pub(super) fn masks(&self, piece: &str) -> Vec<(u8, SquareSet)> {
        self.squares().map(|square| (self.bit(square), self.mask(piece, square))).collect()
    }
}
