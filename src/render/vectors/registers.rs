//! The kinds of registers, and the intrinsics that compute with them.

use super::{Operation, Tongue, vector_type};
use crate::model::{Binary, Lanes};

/// A kind of registers, with the instructions that come with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Avx2,
    Ssse3,
    Neon,
}

impl Target {
    /// All kinds, in the order in which they are preferred.
    pub(super) const ALL: [Self; 3] = [Self::Avx2, Self::Ssse3, Self::Neon];

    /// The condition under which the compiler may use them.
    pub(super) const fn condition(self) -> &'static str {
        match self {
            Self::Avx2 => "defined(__AVX2__) && (defined(__x86_64__) || defined(_M_X64))",
            Self::Ssse3 => "defined(__SSSE3__) && (defined(__x86_64__) || defined(_M_X64))",
            Self::Neon => "defined(__ARM_NEON) && defined(__aarch64__)",
        }
    }

    /// The header of their intrinsics.
    pub(super) const fn header(self) -> &'static str {
        match self {
            Self::Avx2 => "immintrin.h",
            Self::Ssse3 => "tmmintrin.h",
            Self::Neon => "arm_neon.h",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Avx2 => "AVX2",
            Self::Ssse3 => "SSSE3",
            Self::Neon => "NEON",
        }
    }
}

/// One register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Register {
    /// 128 bits of a processor that computes as Intel's do.
    Xmm,
    /// 256 bits.
    Ymm,
    /// 128 bits of ARM's.
    Neon,
}

impl Register {
    /// The widest register that a vector fills.
    const fn of(target: Target, lanes: Lanes) -> Self {
        match (target, lanes) {
            (Target::Avx2, Lanes::Four) => Self::Ymm,
            (Target::Avx2 | Target::Ssse3, _) => Self::Xmm,
            (Target::Neon, _) => Self::Neon,
        }
    }

    /// The number of words.
    const fn words(self) -> u8 {
        match self {
            Self::Xmm | Self::Neon => 2,
            Self::Ymm => 4,
        }
    }

    /// Its type.
    const fn kind(self) -> &'static str {
        match self {
            Self::Xmm => "__m128i",
            Self::Ymm => "__m256i",
            Self::Neon => "uint64x2_t",
        }
    }

    /// What the names of its intrinsics begin with, and what those on bits end in.
    const fn affixes(self) -> [&'static str; 2] {
        match self {
            Self::Xmm => ["_mm_", "si128"],
            Self::Ymm => ["_mm256_", "si256"],
            Self::Neon => ["v", "q_u64"],
        }
    }

    /// The register with words of memory.
    fn load(self, from: &str, tongue: &dyn Tongue) -> String {
        let [begin, end] = self.affixes();
        if self == Self::Neon {
            return format!("vld1q_u64({from})");
        }
        let from = tongue.converted(from, "const void *");
        let from = tongue.converted(&from, &format!("const {} *", self.kind()));
        format!("{begin}loadu_{end}({from})")
    }

    /// The register with a word in each lane.
    fn splat(self, word: &str, tongue: &dyn Tongue) -> String {
        let [begin, _] = self.affixes();
        if self == Self::Neon {
            return format!("vdupq_n_u64({word})");
        }
        format!("{begin}set1_epi64x({})", tongue.converted(word, "long long"))
    }

    fn binary(self, binary: Binary, a: &str, b: &str) -> String {
        let [begin, end] = self.affixes();
        let name = match (binary, self) {
            (Binary::And, _) => "and",
            (Binary::AndNot, Self::Neon) => "bic",
            // The complement is that of the first operand.
            (Binary::AndNot, _) => return format!("{begin}andnot_{end}({b}, {a})"),
            (Binary::Or, Self::Neon) => "orr",
            (Binary::Xor, Self::Neon) => "eor",
            (Binary::Or, _) => "or",
            (Binary::Xor, _) => "xor",
            (Binary::Add, _) => "add",
            (Binary::Sub, _) => "sub",
            (Binary::OrNot | Binary::Mul, _) => unreachable!("vectors have no such operation"),
        };
        match (binary, self) {
            (_, Self::Neon) => format!("{begin}{name}{end}({a}, {b})"),
            (Binary::Add | Binary::Sub, _) => format!("{begin}{name}_epi64({a}, {b})"),
            _ => format!("{begin}{name}_{end}({a}, {b})"),
        }
    }

    /// The statement before a reversal of bytes.
    fn order(self) -> Option<String> {
        let order = "_mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607)";
        (self != Self::Neon).then(|| format!("const __m128i order = {order};"))
    }

    /// The register with the bytes of each word in the opposite order.
    fn reversed(self, of: &str) -> String {
        match self {
            Self::Xmm => format!("_mm_shuffle_epi8({of}, order)"),
            Self::Ymm => {
                format!("_mm256_shuffle_epi8({of}, _mm256_broadcastsi128_si256(order))")
            }
            Self::Neon => {
                format!("vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64({of})))")
            }
        }
    }

    /// The word in a lane.
    fn lane(self, of: &str, lane: u8, tongue: &dyn Tongue) -> String {
        let word = match (self, lane) {
            (Self::Neon, _) => return format!("vgetq_lane_u64({of}, {lane})"),
            (Self::Ymm, _) => format!("_mm256_extract_epi64({of}, {lane})"),
            (Self::Xmm, 0) => format!("_mm_cvtsi128_si64({of})"),
            (Self::Xmm, _) => format!("_mm_cvtsi128_si64(_mm_unpackhi_epi64({of}, {of}))"),
        };
        tongue.converted(&word, tongue.word())
    }
}

/// The registers that a vector fills.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registers {
    lanes: Lanes,
    each: Register,
}

/// The names of the registers of a vector that has more than one.
const MEMBERS: [&str; 2] = ["lo", "hi"];

impl Registers {
    pub(super) const fn of(target: Target, lanes: Lanes) -> Self {
        Self { lanes, each: Register::of(target, lanes) }
    }

    const fn count(self) -> usize {
        (self.lanes.count() / self.each.words()) as usize
    }

    /// Says what the type is.
    pub(super) fn comment(self, target: Target) -> String {
        let (words, name) = (self.lanes.count(), target.name());
        match self.count() {
            1 => format!("/* {words} words in a register of {name}. */"),
            count => format!("/* {words} words in {count} registers of {name}. */"),
        }
    }

    /// The definition of the type.
    pub(super) fn definition(self, name: &str) -> String {
        let kind = self.each.kind();
        match self.count() {
            1 => format!("typedef {kind} {name};"),
            count => {
                format!("typedef struct {{ {kind} {}; }} {name};", MEMBERS[..count].join(", "))
            }
        }
    }

    /// The statements that make a vector, of which `each` makes a register: it gets the register's number, and how the
    /// same register of the parameters `x` and `y` is written. `first` is a statement before them.
    fn statements(
        self,
        first: Option<String>,
        each: impl Fn(usize, [&str; 2]) -> String,
    ) -> Vec<String> {
        let first = first.map(|line| vec![line, String::new()]).unwrap_or_default();
        if self.count() == 1 {
            return [first, vec![format!("return {};", each(0, ["x", "y"]))]].concat();
        }
        let members = MEMBERS[..self.count()].iter().enumerate();
        let made = |(at, member): (usize, &&str)| {
            let [x, y] = ["x", "y"].map(|name| format!("{name}.{member}"));
            format!("{x} = {};", each(at, [&x, &y]))
        };
        first.into_iter().chain(members.map(made)).chain(["return x;".to_owned()]).collect()
    }

    /// The function of an operation.
    pub(super) fn function(self, operation: Operation, tongue: &dyn Tongue) -> Vec<String> {
        let (word, name) = (tongue.word(), operation.name(self.lanes, tongue));
        let kind = vector_type(self.lanes, tongue);
        let each = self.each;
        let (x, y) = (format!("{kind} x"), format!("{kind} y"));
        let of_words = usize::from(each.words());
        let declared = (self.count() > 1).then(|| format!("{x};"));
        let (result, parameters, body) = match operation {
            Operation::Load => {
                let place = |at| if at == 0 { "at".to_owned() } else { format!("&at[{at}]") };
                let load = |at, _: [&str; 2]| each.load(&place(at * of_words), tongue);
                let body = self.statements(declared, load);
                (&*kind, vec![format!("const {word} *at")], body)
            }
            Operation::Splat => {
                let body = self.statements(declared, |_, _| each.splat("word", tongue));
                (&*kind, vec![format!("{word} word")], body)
            }
            Operation::Binary(binary) => {
                let body = self.statements(None, |_, [a, b]| each.binary(binary, a, b));
                (&*kind, vec![x, y], body)
            }
            Operation::ReverseBytes => {
                let body = self.statements(each.order(), |_, [of, _]| each.reversed(of));
                (&*kind, vec![x], body)
            }
            Operation::Lane(lane) => {
                let member = MEMBERS[usize::from(lane / each.words())];
                let of = if self.count() == 1 { "x" } else { &format!("x.{member}") };
                let lane = each.lane(of, lane % each.words(), tongue);
                (word, vec![x], vec![format!("return {lane};")])
            }
        };
        tongue.inner(&format!("{result} {name}"), &parameters, body)
    }
}
