//! Calls companions of boards with more than 64 squares in several languages, and compares them with a walk by rules of its
//! own.
//!
//! A driver calls each function for every square, with seven further arguments, and prints a digest of all results.

use crate::folder::Folder;
use crate::installed::has_tool;
use drivers::{Driver, FUNCTIONS};
use libtest_mimic::{Failed, Trial};
use std::fmt::Write as _;
use std::process::Command;

mod apart;
mod chips;
mod drivers;

/// A place on a board: its file, and how high it stands there. On hexagons, neighbours on a file are two apart.
type At = (i16, i16);

/// A set of squares in words, the lowest first.
type Set = [u64; 3];

/// A board, with the bits of its squares.
struct Ground {
    name: &'static str,
    /// The config above its output, and the output's keys.
    config: &'static str,
    keys: &'static str,
    words: usize,
    squares: fn() -> Vec<(At, u16)>,
    is_hex: bool,
    /// Lookups in the variant that has the smaller table of those that the language has.
    has_codes: bool,
}

/// A man steps forward, and sideways once it is on the farther half: the pawn of xiangqi.
const MAN: &str = "moves = [{ leaps = [[0, 1]] }, { leaps = [[1, 0], [-1, 0]], from = [\"far\"] }]";

/// A board of squares in rows.
fn rows(width: i16, height: i16, bit: impl Fn(At) -> Option<i16>) -> Vec<(At, u16)> {
    let all = (0..height).flat_map(|rank| (0..width).map(move |file| (file, rank)));
    all.filter_map(|at| Some((at, bit(at)? as u16))).collect()
}

static GROUNDS: [Ground; 5] = [
    Ground {
        name: "xiangqi",
        config: "orientation = { preset = \"xiangqi\" }\n\
                 board = { width = 9, height = 10, zones = { far = [\"a5-i9\"] } }\n",
        keys: "double-steps = [4, 7]",
        words: 2,
        squares: || rows(9, 10, |(file, rank)| Some(rank * 9 + file)),
        is_hex: false,
        has_codes: false,
    },
    // A zone that no man of the other side reaches is its own: the ranks are counted from each side.
    Ground {
        name: "shogi",
        config: "orientation = { preset = \"shogi-63\" }\n\
                 board = { width = 9, height = 9, zones = { far = [\"1a-9c\"] } }\n",
        keys: "double-steps = [2, 8]\nbetween = \"computed\"\nline = \"computed\"\nray-pass = \"computed\"",
        words: 2,
        squares: || {
            rows(9, 9, |(file, rank)| {
                let number = (8 - file) * 9 + 8 - rank;
                Some(number + i16::from(number > 62))
            })
        },
        is_hex: false,
        has_codes: false,
    },
    Ground {
        name: "fairy",
        config: "orientation = { preset = \"fairy\" }\n\
                 board = { width = 12, height = 10, zones = { far = [\"a6-l10\"] } }\n",
        keys: "double-steps = []",
        words: 2,
        squares: || rows(12, 10, |(file, rank)| Some(rank * 12 + file)),
        is_hex: false,
        has_codes: false,
    },
    Ground {
        name: "four",
        config: "orientation = { preset = \"compact\" }\n\
                 board = { width = 14, height = 14, corners = 3, zones = { far = [\"a8-n14\"] } }\n",
        keys: "double-steps = [2, 13]",
        words: 3,
        squares: || {
            let is_square = |(file, rank): At| {
                let is_edge = |at: i16| !(3..11).contains(&at);
                !(is_edge(file) && is_edge(rank))
            };
            let places = rows(14, 14, |(file, rank)| Some(rank * 14 + file));
            let squares = places.into_iter().map(|(at, _)| at).filter(|at| is_square(*at));
            squares.zip(0..).collect()
        },
        is_hex: false,
        has_codes: true,
    },
    Ground {
        name: "glinski",
        config: "board = { shape = \"hex\", radius = 6 }\n",
        keys: "",
        words: 2,
        squares: || {
            let places = (-5..=5).flat_map(|file: i16| {
                let top = 10 - file.abs();
                (-top..=top).step_by(2).map(move |height| (file, height))
            });
            places.zip(0..).collect()
        },
        is_hex: true,
        has_codes: false,
    },
];

/// The arguments of a call.
struct Given {
    squares: [u16; 3],
    side: i16,
    sets: [Set; 4],
}

impl Ground {
    fn straight(&self) -> Vec<At> {
        if self.is_hex {
            return vec![(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];
        }
        vec![(0, 1), (1, 0), (0, -1), (-1, 0)]
    }

    fn diagonal(&self) -> Vec<At> {
        if self.is_hex {
            return vec![(1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3)];
        }
        vec![(1, 1), (1, -1), (-1, -1), (-1, 1)]
    }

    fn knight(&self) -> Vec<At> {
        let lengths: &[At] =
            if self.is_hex { &[(1, 5), (2, 4), (3, 1)] } else { &[(1, 2), (2, 1)] };
        let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        lengths
            .iter()
            .flat_map(|step| signs.map(|sign| (step.0 * sign.0, step.1 * sign.1)))
            .collect()
    }

    fn functions(&self, driver: &Driver, has_lookups: bool) -> Vec<&'static str> {
        // What a rectangle alone has, what calls lookups, and numbers, which are in tables.
        let count = if self.is_hex { 12 } else { FUNCTIONS.len() };
        let calls = |function: &str| function.contains("xray") || function.contains("pinned");
        let has = |function: &&str| {
            (has_lookups || !calls(function)) && (driver.has_pairs || !function.starts_with('#'))
        };
        FUNCTIONS[..count].iter().copied().filter(has).collect()
    }

    fn config(&self, driver: &Driver, has_lookups: bool) -> String {
        let Self { config, keys, is_hex, .. } = self;
        let man = if *is_hex { "rays = [[1, 0], [-1, 1]]\nrange = 1" } else { MAN };
        let more = if *is_hex { "" } else { ", \"pawns\", \"zones\", \"files\"" };
        let pairs = match (driver.has_pairs, is_hex) {
            (false, _) => "",
            (true, true) => ", \"distance\"",
            (true, false) => ", \"distance\", \"directions\"",
        };
        let calls = if has_lookups { ", \"lookup\", \"xray\", \"pins\"" } else { "" };
        let word = driver.word;
        let word = if word.is_empty() { String::new() } else { format!("word = \"{word}\"\n") };
        let variant = match (self.has_codes && has_lookups, driver.has_pairs) {
            (_, false) => "slide-arithmetic",
            (true, true) => "pext-lines",
            (false, true) => "direction",
        };
        format!(
            "version = 1\n{config}[[piece]]\nname = \"man\"\nsides = true\n{man}\n[[output]]\n\
             lang = \"{}\"\npath = \"{}\"\nvariant = \"{variant}\"\npieces = [\"rook\", \"bishop\"]\n\
             emit = [\"leapers\", \"rays\", \"between\", \"line\", \"ray-pass\", \"aligned\"{pairs}{more}{calls}]\n\
             {word}[output.companions]\n{keys}\n",
            driver.lang, driver.file
        )
    }

    fn test(&self, driver: &Driver) -> Result<(), Failed> {
        let has_lookups = driver.has_calls && (!self.has_codes || driver.has_pext);
        let folder = Folder::with_config(&self.config(driver, has_lookups));
        folder.succeed(&[]);
        let walk = Walk { ground: self, squares: (self.squares)() };
        let mut calls = String::new();
        for function in self.functions(driver, has_lookups) {
            let _ = write!(calls, "{} ", driver.written(function));
        }
        let mut arrays = String::new();
        for array in ["files", "far zone"].into_iter().filter(|_| !self.is_hex) {
            let last = walk.squares.iter().map(|(at, _)| at.0).max().unwrap_or(0);
            let count = if array == "files" { last + 1 } else { 2 }.to_string();
            let _ = writeln!(arrays, "{}", (driver.array)(array).replace("COUNT", &count));
        }
        let mut bits: Vec<String> = walk.squares.iter().map(|(_, bit)| bit.to_string()).collect();
        bits.sort_by_key(|bit| bit.parse::<u16>().unwrap());
        let text = driver.text.replace("SETS", driver.sets);
        let text = text.replace("SQUARES", &bits.join(", ")).replace("CALLS", &calls);
        let text = text.replace("ARRAYS", &arrays).replace("WORDS", &self.words.to_string());
        let sized: Vec<String> = bits.iter().map(|bit| format!("8'd{bit}")).collect();
        let most = walk.squares.iter().map(|(_, bit)| bit + 1).max().unwrap_or(0);
        let text = text.replace("SIZED", &sized.join(", ")).replace("BITS", &most.to_string());
        folder.write(driver.main, &apart::in_words(text, self.words));
        let output =
            Command::new("sh").args(["-c", driver.command]).current_dir(folder.path()).output()?;
        let found = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        let right = walk.digest(&self.functions(driver, has_lookups)).to_string();
        if found != right {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{found}, not {right}\n{errors}").into());
        }
        Ok(())
    }
}

/// A board whose pieces are walked.
struct Walk<'g> {
    ground: &'g Ground,
    squares: Vec<(At, u16)>,
}

impl Walk<'_> {
    fn at(&self, bit: u16) -> At {
        self.squares.iter().find(|(_, other)| *other == bit).expect("a square").0
    }

    fn set(&self, places: impl IntoIterator<Item = At>) -> Set {
        let mut set = [0; 3];
        for place in places {
            if let Some((_, bit)) = self.squares.iter().find(|(at, _)| *at == place) {
                set[usize::from(bit / 64)] |= 1 << (bit % 64);
            }
        }
        set
    }

    fn is_in(&self, set: &Set, place: At) -> bool {
        let bits = self.squares.iter().filter(|(at, _)| *at == place).map(|(_, bit)| *bit);
        bits.into_iter().any(|bit| set[usize::from(bit / 64)] >> (bit % 64) & 1 != 0)
    }

    /// The squares in a direction, up to the edge or a hole.
    fn ray(&self, from: At, step: At) -> Vec<At> {
        let places = (1..).map(|times| (from.0 + times * step.0, from.1 + times * step.1));
        places.take_while(|place| self.squares.iter().any(|(at, _)| at == place)).collect()
    }

    /// The squares of a slider's rays up to the first occupied ones.
    fn slide(&self, from: At, steps: &[At], occupied: impl Fn(At) -> bool) -> Vec<At> {
        let mut reached = Vec::new();
        for step in steps {
            for at in self.ray(from, *step) {
                reached.push(at);
                if occupied(at) {
                    break;
                }
            }
        }
        reached
    }

    /// The step from one square towards another, and the squares strictly between.
    fn way(&self, from: At, to: At) -> Option<(At, Vec<At>)> {
        let steps = [self.ground.straight(), self.ground.diagonal()].concat();
        steps.into_iter().find_map(|step| {
            let ray = self.ray(from, step);
            let place = ray.iter().position(|at| *at == to)?;
            Some((step, ray[..place].to_vec()))
        })
    }

    fn line(&self, a: At, b: At) -> Vec<At> {
        let Some((step, _)) = self.way(a, b) else { return Vec::new() };
        [vec![a], self.ray(a, step), self.ray(a, (-step.0, -step.1))].concat()
    }

    fn xray(&self, from: At, steps: &[At], occupied: &Set, blockers: &Set) -> Vec<At> {
        let mut seen = Vec::new();
        for step in steps {
            let mut ray = self.ray(from, *step).into_iter();
            if ray
                .by_ref()
                .find(|at| self.is_in(occupied, *at))
                .is_some_and(|at| self.is_in(blockers, at))
            {
                for at in ray {
                    seen.push(at);
                    if self.is_in(occupied, at) {
                        break;
                    }
                }
            }
        }
        seen
    }

    fn pinned(&self, from: At, [occupied, own, rooks, bishops]: &[Set; 4]) -> Vec<At> {
        let mut pinned = Vec::new();
        for (steps, riders) in [(self.ground.straight(), rooks), (self.ground.diagonal(), bishops)]
        {
            for step in steps {
                let ray = self.ray(from, step).into_iter();
                let met: Vec<At> = ray.filter(|at| self.is_in(occupied, *at)).take(2).collect();
                if let [first, second] = met[..]
                    && self.is_in(own, first)
                    && self.is_in(riders, second)
                {
                    pinned.push(first);
                }
            }
        }
        pinned
    }

    /// The results of a function, in words.
    fn value(&self, function: &str, given: &Given) -> Vec<u64> {
        let [a, b, c] = given.squares.map(|bit| self.at(bit));
        let up = if given.side == 0 { 1 } else { -1 };
        let [s0, s1, ..] = &given.sets;
        let ground = self.ground;
        let beside = |steps: &[At]| steps.iter().map(|step| (a.0 + step.0, a.1 + step.1)).collect();
        let height = self.squares.iter().map(|(at, _)| at.1).max().unwrap_or(0);
        let rank = if up == 1 { a.1 } else { height - a.1 };
        let places: Vec<At> = match function {
            "knight attacks" => beside(&ground.knight()),
            "king attacks" => beside(&[ground.straight(), ground.diagonal()].concat()),
            "man attacks" if ground.is_hex => beside(&[(1, up), (-1, up)]),
            "man attacks" => {
                let is_far = rank >= if ground.name == "shogi" { 6 } else { height / 2 + 1 };
                beside(if is_far { &[(0, 0), (1, 0), (-1, 0)][1..] } else { &[] })
                    .into_iter()
                    .chain([(a.0, a.1 + up)])
                    .collect()
            }
            "pawn attacks" => beside(&[(1, up), (-1, up)]),
            "pawn pushes" => {
                let double = match ground.name {
                    "fairy" => None,
                    "xiangqi" => Some(3),
                    _ => Some(1),
                };
                let steps = if double == Some(rank) { 2 } else { 1 };
                let ahead = self.ray(a, (0, up)).into_iter().take(steps);
                ahead.take_while(|at| !self.is_in(s0, *at)).collect()
            }
            "rook rays" => self.slide(a, &ground.straight(), |_| false),
            "between" => self.way(a, b).map(|(_, between)| between).unwrap_or_default(),
            "line" => self.line(a, b),
            "ray pass" => self.way(a, b).map(|(step, _)| self.ray(b, step)).unwrap_or_default(),
            "rook xray" => self.xray(a, &ground.straight(), s0, s1),
            "bishop xray" => self.xray(a, &ground.diagonal(), s0, s1),
            "pinned" => self.pinned(a, &given.sets),
            "aligned" => return vec![u64::from(self.line(a, b).contains(&c))],
            "direction" => {
                let clockwise =
                    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
                let number = |(step, _): (At, _)| clockwise.iter().position(|one| *one == step);
                return vec![self.way(a, b).and_then(number).unwrap_or(8) as u64];
            }
            "distance" => return vec![self.distance(a, b)],
            other => panic!("no rule for {other}"),
        };
        self.set(places)[..ground.words].to_vec()
    }

    /// The steps of a king that nothing hinders, or of a wanderer over edges.
    fn distance(&self, a: At, b: At) -> u64 {
        let (files, heights) = ((b.0 - a.0).unsigned_abs(), (b.1 - a.1).unsigned_abs());
        if self.ground.is_hex {
            // Each step to another file goes half a hexagon up or down.
            return u64::from(files + heights.saturating_sub(files) / 2);
        }
        u64::from(files.max(heights))
    }

    /// The digest of the arrays and of all calls.
    fn digest(&self, functions: &[&str]) -> u64 {
        let (mut state, mut digest) = (1_u64, 0_u64);
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state
        };
        let mut add = |words: &[u64]| {
            for word in words {
                digest = digest.wrapping_mul(31).wrapping_add(*word);
            }
        };
        let places = || self.squares.iter().map(|(at, _)| *at);
        let words = self.ground.words;
        if !self.ground.is_hex {
            let last = places().map(|at| at.0).max().unwrap_or(0);
            for file in 0..=last {
                add(&self.set(places().filter(|at| at.0 == file))[..words]);
            }
            let height = places().map(|at| at.1).max().unwrap_or(0);
            let first = if self.ground.name == "shogi" { 6 } else { height / 2 + 1 };
            add(&self.set(places().filter(|at| at.1 >= first))[..words]);
            add(&self.set(places().filter(|at| height - at.1 >= first))[..words]);
        }
        let mut bits: Vec<u16> = self.squares.iter().map(|(_, bit)| *bit).collect();
        bits.sort_unstable();
        for a in &bits {
            for turn in 0..8 {
                let mut pick = || bits[(next() >> 33) as usize % bits.len()];
                let squares = [*a, pick(), pick()];
                let mut some = || {
                    let mut set = [0; 3];
                    set[..words].fill_with(|| {
                        let one = next();
                        one & next()
                    });
                    set
                };
                // Pieces stand on occupied squares.
                let occupied = some();
                let mut of = || {
                    let set = some();
                    std::array::from_fn(|word| set[word] & occupied[word])
                };
                let sets = [occupied, of(), of(), of()];
                let given = Given { squares, side: turn % 2, sets };
                for function in functions {
                    let named: Vec<&str> = function.split(' ').skip(1).collect();
                    let name: Vec<&str> =
                        named.into_iter().take_while(|word| !drivers::is_argument(word)).collect();
                    add(&self.value(&name.join(" "), &given));
                }
            }
        }
        digest
    }
}

/// A test of each board in each language.
pub(crate) fn trials() -> Vec<Trial> {
    let all = || drivers::DRIVERS.iter().chain(&apart::DRIVERS).chain(&chips::DRIVERS);
    let pairs = GROUNDS.iter().flat_map(|ground| all().map(move |one| (ground, one)));
    let is_short = |ground: &Ground| ["xiangqi", "four"].contains(&ground.name);
    let pairs = pairs.filter(|(ground, driver)| !driver.is_slow || is_short(ground));
    // Lookups compute lines.
    let is_computed = |ground: &Ground| ground.keys.contains("computed");
    let pairs = pairs.filter(|(ground, driver)| driver.has_calls || !is_computed(ground));
    let pairs = pairs.filter(|(ground, driver)| driver.has_pairs || is_computed(ground));
    let pairs = pairs.filter(|(ground, driver)| ground.words == 2 || driver.word.is_empty());
    let trial = |(ground, driver): (&'static Ground, &'static Driver)| {
        let Driver { lang, word, .. } = driver;
        let kind = if word.is_empty() { "" } else { "::" };
        let name = format!("wide_companions::{}::{lang}{kind}{word}", ground.name);
        let test = Trial::test(name, || ground.test(driver));
        test.with_ignored_flag(!has_tool(driver.tool))
    };
    pairs.map(trial).collect()
}
