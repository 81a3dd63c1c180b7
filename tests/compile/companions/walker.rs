//! A walker of its own: pieces move square by square, by rules that are written down once more here.

/// A square as file and rank from 0.
pub(super) type At = (i8, i8);

const ROOK: [At; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const BISHOP: [At; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [At; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A board with its holes, and the rest of what the pieces know of it.
pub(super) struct Ground {
    pub(super) files: i8,
    pub(super) ranks: i8,
    pub(super) holes: &'static [At],
    /// The last rank of the southern zone and the first one of the northern.
    pub(super) zones: (i8, i8),
    /// The diagonals of the palace.
    pub(super) palace: [[At; 3]; 2],
    /// The bit of a square.
    pub(super) bit: fn(At) -> u8,
}

impl Ground {
    pub(super) fn squares(&self) -> impl Iterator<Item = At> {
        let all = (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (file, rank)));
        all.filter(|at| !self.holes.contains(at))
    }

    fn has(&self, at: At) -> bool {
        (0..self.files).contains(&at.0)
            && (0..self.ranks).contains(&at.1)
            && !self.holes.contains(&at)
    }

    /// The squares to which the piece of a lookup moves from `from`, as a set.
    pub(super) fn attacks(&self, lookup: &str, from: At, occupied: u64) -> u64 {
        let places = self.reached(lookup, from, occupied);
        places.into_iter().fold(0, |set, at| set | 1 << (self.bit)(at))
    }

    fn reached(&self, lookup: &str, from: At, occupied: u64) -> Vec<At> {
        let is_taken = |at: At| occupied >> (self.bit)(at) & 1 != 0;
        let slide = |start: At, step: At| {
            let mut passed = Vec::new();
            let mut at = sum(start, step);
            while self.has(at) {
                passed.push(at);
                if is_taken(at) {
                    break;
                }
                at = sum(at, step);
            }
            passed
        };
        let slides = |steps: &[At]| steps.iter().flat_map(|step| slide(from, *step)).collect();
        match lookup {
            "cannon quiets" => {
                let all: Vec<At> = slides(&ROOK);
                all.into_iter().filter(|at| !is_taken(*at)).collect()
            }
            "cannon captures" => {
                let over = |step: &At| {
                    let hurdle = slide(from, *step).pop().filter(|at| is_taken(*at))?;
                    slide(hurdle, *step).pop().filter(|at| is_taken(*at))
                };
                ROOK.iter().filter_map(over).collect()
            }
            "horse" => self.horse(from, is_taken),
            "horse to" => {
                let comes = |other: &At| self.horse(*other, is_taken).contains(&from);
                self.squares().filter(comes).collect()
            }
            "elephant" => {
                let (south, north) = self.zones;
                let side = |at: At| (at.1 <= south, at.1 >= north);
                let target = |step: &At| {
                    let (eye, to) = (sum(from, *step), sum(sum(from, *step), *step));
                    let is_home = side(from) != (false, false) && side(from) == side(to);
                    (self.has(eye) && self.has(to) && !is_taken(eye) && is_home).then_some(to)
                };
                BISHOP.iter().filter_map(target).collect()
            }
            "griffon" => {
                let mut all = Vec::new();
                for step in BISHOP {
                    let turn = sum(from, step);
                    if !self.has(turn) {
                        continue;
                    }
                    all.push(turn);
                    if !is_taken(turn) {
                        all.extend(slide(turn, (step.0, 0)));
                        all.extend(slide(turn, (0, step.1)));
                    }
                }
                all
            }
            "hopper" => {
                let over = |step: &At| {
                    let hurdle = slide(from, *step).pop().filter(|at| is_taken(*at))?;
                    Some(sum(hurdle, *step)).filter(|at| self.has(*at))
                };
                ROOK.iter().chain(&BISHOP).filter_map(over).collect()
            }
            "picket" => {
                let behind = |step: &At| {
                    let first = sum(from, *step);
                    let is_free = self.has(first) && !is_taken(first);
                    if is_free { slide(first, *step) } else { Vec::new() }
                };
                BISHOP.iter().flat_map(behind).collect()
            }
            "dragon" => {
                let mut all: Vec<At> = slides(&ROOK);
                all.extend(BISHOP.iter().map(|step| sum(from, *step)).filter(|at| self.has(*at)));
                all
            }
            "lance up" => slides(&[(0, 1)]),
            "lance down" => slides(&[(0, -1)]),
            "nightrider" => slides(&KNIGHT),
            "pao" => self.pao(from, is_taken, slide),
            "ferry" => ferry(from, is_taken),
            other => panic!("no rule for {other}"),
        }
    }

    /// One step along a rank or file to an empty square, and one diagonal step on.
    fn horse(&self, from: At, is_taken: impl Fn(At) -> bool) -> Vec<At> {
        let mut all = Vec::new();
        for to in KNIGHT.iter().map(|step| (sum(from, *step), *step)) {
            let ((to, step), half) =
                (to, |length: i8| if length.abs() == 2 { length / 2 } else { 0 });
            let beside = sum(from, (half(step.0), half(step.1)));
            if self.has(to) && self.has(beside) && !is_taken(beside) {
                all.push(to);
            }
        }
        all
    }

    /// Jumps one piece along ranks, files and the palace's diagonals, and lands on any square behind it.
    fn pao(
        &self,
        from: At,
        is_taken: impl Fn(At) -> bool,
        slide: impl Fn(At, At) -> Vec<At>,
    ) -> Vec<At> {
        let mut all = Vec::new();
        for step in ROOK {
            if let Some(hurdle) = slide(from, step).pop().filter(|at| is_taken(*at)) {
                all.extend(slide(hurdle, step));
            }
        }
        for [one, middle, other] in self.palace {
            let is_there = self.has(one) && self.has(middle) && self.has(other);
            if is_there && is_taken(middle) && (from == one || from == other) {
                all.push(if from == one { other } else { one });
            }
        }
        all
    }
}

/// The table of [`FERRY`].
fn ferry(from: At, is_taken: impl Fn(At) -> bool) -> Vec<At> {
    let ([a1, b1, a2], e5) = ([(0, 0), (1, 0), (0, 1)], (4, 4));
    match from {
        (0, 0) if is_taken(b1) && is_taken(a2) => Vec::new(),
        (0, 0) => {
            let beside = [b1, a2].into_iter().filter(|at| is_taken(*at));
            beside.chain([e5]).collect()
        }
        (4, 4) if is_taken(a1) => vec![a1],
        (4, 4) => vec![a1, b1],
        _ => Vec::new(),
    }
}

/// A piece between a1 and e5, as a truth table.
pub(super) const FERRY: &str = "# square;relevant;occupied;result\na1;b1 a2;;e5\na1;b1 a2;b1;b1 e5\na1;b1 a2;a2;a2 e5\n\
     a1;b1 a2;b1 a2;\ne5;a1;;a1 b1\ne5;a1;a1;a1\n";

const fn sum(one: At, other: At) -> At {
    (one.0 + other.0, one.1 + other.1)
}
