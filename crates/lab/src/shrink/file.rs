//! The file of a pool, which is also the checkpoint of a search: lines of words.
//!
//! ```text
//! magicgen pool 1
//! key constant
//! piece rook blake3:...
//! factor 0 0 0x00280013fda9ffff 0x7380f0609ebb8032 52
//! spread 0 61 0x2007fffdfffe5b8a 0x0000052000000000 53
//! couple 102 0 34 0xe5bfffbfc0600020 0x82001c50753c4b68 52 0 0 35 0x001fffde80180018 0x4d10000000000000 52 384
//! search fancy-overlapped-constant seed 0 units 36 gap 1 since 17
//! gain 13 74161
//! best 0 0 0x00280013fda9ffff 0x7380f0609ebb8032 52 3903
//! now 0 0 0x00280013fda9ffff 0x7380f0609ebb8032 52 3903
//! end
//! ```
//!
//! A factor has the index of its piece, the bit index of its square, the factor, the constant and the shift. The pool
//! of a square is sorted, the cheapest factor first. Behind all pools are the factors that use few slots over a long
//! range, and the couples made of them: the number of slots that a couple saves, and two factors with their slots. The
//! lines from `search` on are a checkpoint: the units that shortened the packing, and the seats of the best packing and
//! of the present one, each with the slot of its lowest index. The last line tells a whole file from a file that was
//! cut off.

use std::fmt;
use std::str::FromStr;

use super::{Couple, Factor, Ground, Seated, Shortening, ShrinkState, StateError};
use magicgen_search::{Key, Magic, Method, problem_hash};

/// The first line of the files that this version reads and writes.
const FIRST: &str = "magicgen pool 1";

/// The forms of keys, by their names.
const KEYS: [(&str, Key); 3] =
    [("white", Key::White), ("black", Key::Black), ("constant", Key::Constant)];

/// The contents of a pool's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolFile {
    /// The form of the key that the factors are for.
    pub key: Key,
    /// The name and the [`problem_hash`] of each piece.
    pub pieces: Vec<(String, String)>,
    /// The search that the file goes on with; `None` for a pool alone.
    pub search: Option<Begun>,
    /// The state of that search. In a pool alone, only its factors.
    pub state: ShrinkState,
    /// The line of the first factor, of the first seat of the best packing, and of the first one of the present one.
    lines: FileLines,
}

/// A search that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The method by which a lock keeps what it finds.
    pub method: Method,
    /// The seed.
    pub seed: u64,
}

/// Lines, counted from 1, at which parts of a file begin. Two files are equal wherever their parts begin.
#[derive(Clone, Copy, Debug, Default)]
struct FileLines {
    factors: usize,
    seats: usize,
}

impl PartialEq for FileLines {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for FileLines {}

/// Why a file isn't taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolError {
    /// The line, counted from 1, if the reason is about one.
    pub line: Option<usize>,
    /// The reason.
    pub kind: PoolErrorKind,
}

/// The reasons for which a file isn't taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoolErrorKind {
    /// The first line doesn't name a pool of this version.
    NotAPool,
    /// A line that can't be read. Holds the expected form.
    Unreadable(&'static str),
    /// The last line is missing.
    CutOff,
    /// The pieces, or the board on which they move, are others. Holds the file's pieces.
    Pieces(String),
    /// Factors for another form of key. Holds the file's form and the expected one.
    Key(&'static str, &'static str),
    /// The search in the file is another one. Holds the difference: the file's value and the expected one.
    Search(String, String),
    /// A factor that maps different attack sets to one index.
    Factor,
    /// Seats that clash, or that aren't all.
    Seats,
    /// A couple whose squares clash, or aren't two in their order.
    Couple,
}

impl fmt::Display for PoolErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPool => {
                f.write_str("the file isn't a pool of factors that this version reads")
            }
            Self::Unreadable(wanted) => write!(f, "the line can't be parsed: it needs {wanted}"),
            Self::CutOff => f.write_str("the file is cut off: its last line isn't `end`"),
            Self::Pieces(pieces) => {
                write!(f, "the pool belongs to another board or other pieces: {pieces}")
            }
            Self::Key(given, wanted) => {
                write!(f, "the pool is for the key `{given}`, not `{wanted}`")
            }
            Self::Search(given, wanted) => {
                write!(f, "the pool belongs to another search: {given}, not {wanted}")
            }
            Self::Factor => f.write_str(
                "the factor is wrong: occupancies with different attack sets have the same index",
            ),
            Self::Seats => {
                f.write_str("the packing is wrong: its squares clash, or some are missing")
            }
            Self::Couple => {
                f.write_str("the couple is wrong: its squares clash, or aren't two in order")
            }
        }
    }
}

impl PoolErrorKind {
    /// Advice.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::NotAPool => "name a file that `magicgen search -o FILE` wrote".to_owned(),
            Self::Unreadable(_) | Self::CutOff | Self::Factor | Self::Seats | Self::Couple => {
                "restore the file from a backup, or start a new one with `-o`".to_owned()
            }
            Self::Pieces(_) => "name its config with `--config`".to_owned(),
            Self::Key(given, _) => format!("search with `--key {given}`, or name another pool"),
            Self::Search(..) => {
                "start a new file with `-o`, and add this one with `--pool`".to_owned()
            }
        }
    }
}

/// The name of a form of key.
#[must_use]
pub fn key_id(key: Key) -> &'static str {
    KEYS.iter().find(|(_, known)| *known == key).map_or("", |(id, _)| id)
}

impl PoolFile {
    /// The file of a search's state.
    #[must_use]
    pub fn new(ground: &Ground, names: &[String], begun: Begun, state: ShrinkState) -> Self {
        let hashes = ground.problems.iter().map(|problem| problem_hash(problem));
        let pieces = names.iter().cloned().zip(hashes).collect();
        let key = begun.method.kind.key();
        Self { key, pieces, search: Some(begun), state, lines: FileLines::default() }
    }

    /// The pool alone.
    #[must_use]
    pub fn without_search(mut self) -> Self {
        self.search = None;
        let ShrinkState { pool, spread, couples, .. } = self.state;
        self.state = ShrinkState { pool, spread, couples, ..ShrinkState::default() };
        self
    }

    /// Refuses factors of other pieces, of another board or of another form of key.
    pub fn expect(&self, ground: &Ground, key: Key) -> Result<(), PoolError> {
        let hashes = ground.problems.iter().map(|problem| problem_hash(problem));
        if !self.pieces.iter().map(|(_, hash)| hash).eq(&hashes.collect::<Vec<_>>()) {
            let names: Vec<&str> = self.pieces.iter().map(|(name, _)| name.as_str()).collect();
            let kind = PoolErrorKind::Pieces(names.join(" and "));
            return Err(PoolError { line: Some(3), kind });
        }
        if self.key != key {
            let kind = PoolErrorKind::Key(key_id(self.key), key_id(key));
            return Err(PoolError { line: Some(2), kind });
        }
        Ok(())
    }

    /// The error for a state that can't be continued.
    #[must_use]
    pub fn wrong(&self, error: StateError) -> PoolError {
        match error {
            StateError::Factor(factor) => self.wrong_factor(factor),
            StateError::Seats => PoolError { line: None, kind: PoolErrorKind::Seats },
            StateError::Couple(couple) => {
                let line = self.line_of_couple(|known| *known == couple);
                PoolError { line, kind: PoolErrorKind::Couple }
            }
        }
    }

    /// The error for a factor of the file.
    fn wrong_factor(&self, factor: Factor) -> PoolError {
        let ShrinkState { pool, spread, .. } = &self.state;
        let in_pool = pool.iter().chain(spread).position(|known| *known == factor);
        let seats = self.state.best.iter().chain(&self.state.now);
        let seated = seats.map(|seated| seated.factor).position(|known| known == factor);
        let line = in_pool.map(|at| self.lines.factors + at);
        let has_factor = |couple: &Couple| couple.seats.iter().any(|seat| seat.factor == factor);
        let line = line.or_else(|| self.line_of_couple(has_factor));
        let line = line.or(seated.map(|at| self.lines.seats + at));
        PoolError { line, kind: PoolErrorKind::Factor }
    }

    /// The line of the first couple of this kind.
    fn line_of_couple(&self, is_it: impl FnMut(&Couple) -> bool) -> Option<usize> {
        let ShrinkState { pool, spread, couples, .. } = &self.state;
        let at = couples.iter().position(is_it)?;
        Some(self.lines.factors + pool.len() + spread.len() + at)
    }
}

impl fmt::Display for PoolFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST}\nkey {}", key_id(self.key))?;
        for (name, hash) in &self.pieces {
            writeln!(f, "piece {} {hash}", name.replace(' ', "_"))?;
        }
        for factor in &self.state.pool {
            writeln!(f, "factor {}", FactorWords(factor))?;
        }
        for factor in &self.state.spread {
            writeln!(f, "spread {}", FactorWords(factor))?;
        }
        for Couple { seats: [one, other], gain } in &self.state.couples {
            let (first, second) = (FactorWords(&one.factor), FactorWords(&other.factor));
            writeln!(f, "couple {gain} {first} {} {second} {}", one.position, other.position)?;
        }
        if let Some(Begun { method, seed }) = self.search {
            let ShrinkState { units, gap, since, is_from_nothing, .. } = self.state;
            let from = if is_from_nothing { " from-nothing" } else { "" };
            writeln!(f, "search {method} seed {seed} units {units} gap {gap} since {since}{from}")?;
            for Shortening { unit, entries } in &self.state.curve {
                writeln!(f, "gain {unit} {entries}")?;
            }
            for (word, seats) in [("best", &self.state.best), ("now", &self.state.now)] {
                for Seated { factor, position } in seats {
                    writeln!(f, "{word} {} {position}", FactorWords(factor))?;
                }
            }
        }
        writeln!(f, "end")
    }
}

/// A factor as words.
struct FactorWords<'a>(&'a Factor);

impl fmt::Display for FactorWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Factor { piece, bit, magic } = self.0;
        let Magic { factor, constant, shift, .. } = magic;
        write!(f, "{piece} {bit} {factor:#018x} {constant:#018x} {shift}")
    }
}

impl FromStr for PoolFile {
    type Err = PoolError;

    fn from_str(text: &str) -> Result<Self, PoolError> {
        let error = |line, kind| PoolError { line: Some(line), kind };
        let mut lines = text.lines().zip(1..);
        if lines.next().is_none_or(|(line, _)| line != FIRST) {
            return Err(error(1, PoolErrorKind::NotAPool));
        }
        let mut file = Self {
            key: Key::White,
            pieces: Vec::new(),
            search: None,
            state: ShrinkState::default(),
            lines: FileLines::default(),
        };
        let mut is_whole = false;
        for (line, number) in lines {
            if is_whole {
                return Err(error(number, PoolErrorKind::Unreadable("no line after `end`")));
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let words: Vec<&str> = rest.split(' ').collect();
            is_whole = line == "end";
            let read = is_whole.then_some(()).or_else(|| file.read(word, &words, number));
            read.ok_or_else(|| error(number, PoolErrorKind::Unreadable(wanted(word))))?;
        }
        if !is_whole {
            return Err(PoolError { line: None, kind: PoolErrorKind::CutOff });
        }
        Ok(file)
    }
}

/// The form of a line that begins with this word.
fn wanted(word: &str) -> &'static str {
    match word {
        "key" => "`key white`, `key black` or `key constant`",
        "piece" => "`piece NAME HASH`",
        "factor" => "`factor PIECE BIT FACTOR CONSTANT SHIFT`",
        "spread" => "`spread PIECE BIT FACTOR CONSTANT SHIFT`",
        "couple" => "`couple SLOTS` and twice `PIECE BIT FACTOR CONSTANT SHIFT SLOT`",
        "search" => "`search METHOD seed N units N gap N since N`, and perhaps `from-nothing`",
        "gain" => "`gain UNIT ENTRIES`",
        "best" | "now" => "`PIECE BIT FACTOR CONSTANT SHIFT SLOT`",
        _ => "`factor`, `spread`, `couple`, `search`, `gain`, `best`, `now` or `end`",
    }
}

impl PoolFile {
    /// Reads the words of a line; `None` if they are wrong.
    fn read(&mut self, word: &str, words: &[&str], number: usize) -> Option<()> {
        match (word, words) {
            ("key", [id]) => self.key = KEYS.iter().find(|(known, _)| known == id)?.1,
            ("piece", [name, hash]) => self.pieces.push(((*name).to_owned(), (*hash).to_owned())),
            ("factor" | "spread" | "couple", words) if self.search.is_none() => {
                if self.lines.factors == 0 {
                    self.lines.factors = number;
                }
                let ShrinkState { pool, spread, couples, .. } = &mut self.state;
                match (word, words) {
                    ("factor", words) if spread.is_empty() && couples.is_empty() => {
                        pool.push(factor(words)?);
                    }
                    ("spread", words) if couples.is_empty() => spread.push(factor(words)?),
                    ("couple", [gain, seats @ ..]) => {
                        let (one, other) = seats.split_at_checked(6)?;
                        let (seats, gain) = ([seated(one)?, seated(other)?], gain.parse().ok()?);
                        couples.push(Couple { seats, gain });
                    }
                    _ => return None,
                }
            }
            (
                "search",
                [method, "seed", seed, "units", units, "gap", gap, "since", since, from @ ..],
            ) if matches!(from, [] | ["from-nothing"]) => {
                let (method, seed) = (method.parse().ok()?, seed.parse().ok()?);
                self.search = Some(Begun { method, seed });
                self.state.units = units.parse().ok()?;
                self.state.gap = gap.parse().ok()?;
                self.state.since = since.parse().ok()?;
                self.state.is_from_nothing = !from.is_empty();
            }
            ("gain", [unit, entries]) if self.search.is_some() => {
                let (unit, entries) = (unit.parse().ok()?, entries.parse().ok()?);
                self.state.curve.push(Shortening { unit, entries });
            }
            ("best" | "now", words) if self.search.is_some() => {
                if self.lines.seats == 0 {
                    self.lines.seats = number;
                }
                let ShrinkState { best, now, .. } = &mut self.state;
                if word == "best" { best } else { now }.push(seated(words)?);
            }
            _ => return None,
        }
        Some(())
    }
}

fn seated(words: &[&str]) -> Option<Seated> {
    let (position, words) = words.split_last()?;
    // No table of use is that long, and none of that length can be held.
    let position = position.parse().ok().filter(|slot| *slot < 1 << 28)?;
    Some(Seated { factor: factor(words)?, position })
}

fn factor(words: &[&str]) -> Option<Factor> {
    let [piece, bit, factor, constant, shift] = words else { return None };
    let hex = |word: &str| u64::from_str_radix(word.strip_prefix("0x")?, 16).ok();
    let magic = Magic {
        factor: hex(factor)?,
        constant: hex(constant)?,
        before: 0,
        shift: shift.parse().ok()?,
    };
    Some(Factor { piece: piece.parse().ok()?, bit: bit.parse().ok()?, magic })
}
