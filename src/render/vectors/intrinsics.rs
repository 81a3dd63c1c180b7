//! The kinds of vector registers, and the intrinsics of each.

use super::{Need, Operation, Tongue};
use crate::render::prelude::*;

/// A kind of registers, with the instructions that come with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::render) enum Target {
    Avx512,
    Avx2,
    Ssse3,
    Neon,
}

impl Target {
    /// All kinds, the most preferred first.
    pub(super) const ALL: [Self; 4] = [Self::Avx512, Self::Avx2, Self::Ssse3, Self::Neon];

    /// True if these registers meet the need.
    pub(super) fn meets(self, need: Need) -> bool {
        match need {
            Need::Any => true,
            Need::Gathers => matches!(self, Self::Avx512 | Self::Avx2),
            Need::Shifts | Need::Gfni => self != Self::Ssse3,
        }
    }

    /// False if the operation is the same with the next kind of registers.
    pub(super) fn is_for(self, lanes: Lanes, operation: Operation) -> bool {
        let is_faster = matches!(operation, Operation::ShiftApart | Operation::BelowHighest(_));
        self != Self::Avx512 || lanes == Lanes::Eight || is_faster
    }

    /// The instructions that their functions need; with those of AVX-512 on bytes if `has_bytes` is true.
    pub(super) const fn features(self, has_bytes: bool) -> &'static [&'static str] {
        match self {
            Self::Avx512 if has_bytes => &["avx512bw", "avx512cd", "avx512vl"],
            Self::Avx512 => &["avx512cd", "avx512vl"],
            Self::Avx2 => &["avx2"],
            Self::Ssse3 => &["ssse3"],
            Self::Neon => &["neon"],
        }
    }

    /// The condition under which the compiler may use registers with these instructions.
    pub(super) fn condition(self, features: &[&str]) -> String {
        if self == Self::Neon {
            return "defined(__ARM_NEON) && defined(__aarch64__)".to_owned();
        }
        let defined = |feature: &&str| format!("defined(__{}__)", feature.to_uppercase());
        let arch = "(defined(__x86_64__) || defined(_M_X64))".to_owned();
        features.iter().map(defined).chain([arch]).collect::<Vec<_>>().join(" && ")
    }

    /// The header of their intrinsics.
    pub(super) const fn header(self) -> &'static str {
        match self {
            Self::Avx512 | Self::Avx2 => "immintrin.h",
            Self::Ssse3 => "tmmintrin.h",
            Self::Neon => "arm_neon.h",
        }
    }

    pub(in crate::render) const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "AVX-512",
            Self::Avx2 => "AVX2",
            Self::Ssse3 => "SSSE3",
            Self::Neon => "NEON",
        }
    }
}

/// One register.
///
/// Some AVX-512 intrinsics get a mask of all lanes: without one, GCC 12 warns in its own header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::render) enum Register {
    /// 128 bits of an x86 processor.
    Xmm,
    /// 256 bits.
    Ymm,
    /// 512 bits.
    Zmm,
    /// 128 bits of an ARM processor.
    Neon,
}

impl Register {
    /// The widest register that a vector fills.
    pub(super) const fn of(target: Target, lanes: Lanes) -> Self {
        match (target, lanes) {
            (Target::Avx512, Lanes::Eight) => Self::Zmm,
            (Target::Avx512 | Target::Avx2, Lanes::Four | Lanes::Eight) => Self::Ymm,
            (Target::Avx512 | Target::Avx2 | Target::Ssse3, _) => Self::Xmm,
            (Target::Neon, _) => Self::Neon,
        }
    }

    /// The number of words.
    pub(in crate::render) const fn words(self) -> u8 {
        match self {
            Self::Xmm | Self::Neon => 2,
            Self::Ymm => 4,
            Self::Zmm => 8,
        }
    }

    /// Its type.
    pub(super) const fn kind(self) -> &'static str {
        match self {
            Self::Xmm => "__m128i",
            Self::Ymm => "__m256i",
            Self::Zmm => "__m512i",
            Self::Neon => "uint64x2_t",
        }
    }

    /// The prefix of its intrinsics' names, and the suffix of the bitwise ones.
    pub(in crate::render) const fn affixes(self) -> [&'static str; 2] {
        match self {
            Self::Xmm => ["_mm_", "si128"],
            Self::Ymm => ["_mm256_", "si256"],
            Self::Zmm => ["_mm512_", "si512"],
            Self::Neon => ["v", "q_u64"],
        }
    }

    /// The register loaded with words from memory.
    pub(super) fn load(self, from: &str, tongue: &dyn Tongue) -> String {
        let [begin, end] = self.affixes();
        if self == Self::Neon {
            return format!("vld1q_u64({from})");
        }
        let from = tongue.converted(from, "const void *");
        let from = tongue.converted(&from, &format!("const {} *", self.kind()));
        format!("{begin}loadu_{end}({from})")
    }

    /// The register with one word in all lanes.
    pub(super) fn splat(self, word: &str, tongue: &dyn Tongue) -> String {
        let signed = || tongue.converted(word, "long long");
        match self {
            Self::Neon => format!("vdupq_n_u64({word})"),
            Self::Zmm => format!("_mm512_set1_epi64({})", signed()),
            Self::Xmm | Self::Ymm => format!("{}set1_epi64x({})", self.affixes()[0], signed()),
        }
    }

    /// The register with several numbers, the first in lane 0, as signed words.
    pub(super) fn numbers(self, numbers: &[String], tongue: &dyn Tongue) -> String {
        let last_first = || numbers.iter().rev().cloned().collect::<Vec<_>>();
        match self {
            Self::Neon => {
                format!("vcombine_s64(vdup_n_s64({}), vdup_n_s64({}))", numbers[0], numbers[1])
            }
            Self::Zmm => tongue.call("_mm512_set_epi64", &last_first()),
            Self::Xmm | Self::Ymm => {
                tongue.call(&format!("{}set_epi64x", self.affixes()[0]), &last_first())
            }
        }
    }

    /// The register with several words, the first in lane 0.
    pub(super) fn words_in_lanes(self, words: &[&str], tongue: &dyn Tongue) -> String {
        if let (Self::Neon, [a, b]) = (self, words) {
            return format!("vcombine_u64(vcreate_u64({a}), vcreate_u64({b}))");
        }
        let word = |word: &&str| tongue.converted(word, "long long");
        self.numbers(&words.iter().map(word).collect::<Vec<_>>(), tongue)
    }

    pub(super) fn binary(self, binary: Binary, a: &str, b: &str) -> String {
        let [begin, end] = self.affixes();
        let name = match (binary, self) {
            (Binary::And, _) => "and",
            (Binary::AndNot, Self::Neon) => "bic",
            // This intrinsic complements its first operand.
            (Binary::AndNot, Self::Zmm) => {
                return format!("_mm512_maskz_andnot_epi64(0xFF, {b}, {a})");
            }
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

    /// The statements before a reversal of bytes.
    pub(super) fn order(self, tongue: &dyn Tongue) -> Vec<String> {
        if self == Self::Zmm {
            return self.wide_order(tongue);
        }
        let [last, first] = [0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607];
        let [last, first] = [last, first].map(|half| tongue.literal(half));
        let order = format!("_mm_set_epi64x({last}, {first})");
        let order = tongue.constant("__m128i", "order", &order);
        if self == Self::Neon { Vec::new() } else { vec![order] }
    }

    /// The register with the bytes of each word in the opposite order.
    pub(super) fn reversed(self, of: &str) -> String {
        match self {
            Self::Xmm => format!("_mm_shuffle_epi8({of}, order)"),
            Self::Ymm => {
                format!("_mm256_shuffle_epi8({of}, _mm256_broadcastsi128_si256(order))")
            }
            Self::Neon => {
                format!("vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64({of})))")
            }
            Self::Zmm => format!("_mm512_shuffle_epi8({of}, order)"),
        }
    }

    /// The word in a lane.
    pub(super) fn lane(self, of: &str, lane: u8, tongue: &dyn Tongue) -> String {
        let word = match (self, lane) {
            (Self::Neon, _) => return format!("vgetq_lane_u64({of}, {lane})"),
            (Self::Ymm, _) => format!("_mm256_extract_epi64({of}, {lane})"),
            (Self::Zmm, _) => unreachable!("lookups have vectors of four words at the most"),
            (Self::Xmm, 0) => format!("_mm_cvtsi128_si64({of})"),
            (Self::Xmm, _) => format!("_mm_cvtsi128_si64(_mm_unpackhi_epi64({of}, {of}))"),
        };
        tongue.converted(&word, tongue.word())
    }

    /// The register with its lanes shifted by the numbers in the lanes of `by`.
    pub(super) fn shifted(self, of: &str, by: &str, is_left: bool) -> String {
        match (self, is_left) {
            (Self::Neon, true) => format!("vshlq_u64({of}, {by})"),
            (Self::Neon, false) => format!("vshlq_u64({of}, vnegq_s64({by}))"),
            (_, true) => format!("{}sllv_epi64({of}, {by})", self.affixes()[0]),
            (_, false) => format!("{}srlv_epi64({of}, {by})", self.affixes()[0]),
        }
    }

    /// The type of shift amounts.
    pub(super) const fn numbers_kind(self) -> &'static str {
        match self {
            Self::Neon => "int64x2_t",
            _ => self.kind(),
        }
    }

    /// The register with its lanes rotated by the signed amounts in the lanes of `by`.
    pub(super) fn rotated(self, of: &str, by: &str) -> String {
        match self {
            Self::Zmm => format!("_mm512_maskz_rolv_epi64(0xFF, {of}, {by})"),
            _ => format!("{}rolv_epi64({of}, {by})", self.affixes()[0]),
        }
    }

    /// The statements that return the union of the register's lanes.
    pub(super) fn union(self, of: &str, tongue: &dyn Tongue) -> Vec<String> {
        let halved = |half: Self, name: &str, [low, high]: [String; 2]| {
            let or = half.binary(Binary::Or, &low, &high);
            let first = tongue.constant(half.kind(), name, &or);
            [vec![first], half.union(name, tongue)].concat()
        };
        match self {
            Self::Neon => {
                let [first, second] = [0, 1].map(|lane| self.lane(of, lane, tongue));
                vec![tongue.returned(&format!("{first} | {second}"))]
            }
            Self::Zmm => {
                let half = |at: u8| format!("_mm512_maskz_extracti64x4_epi64(0xFF, {of}, {at})");
                halved(Self::Ymm, "four", [half(0), half(1)])
            }
            Self::Ymm => {
                let low = format!("_mm256_castsi256_si128({of})");
                let high = format!("_mm256_extracti128_si256({of}, 1)");
                halved(Self::Xmm, "two", [low, high])
            }
            Self::Xmm => {
                let both = self.binary(Binary::Or, of, &format!("_mm_unpackhi_epi64({of}, {of})"));
                vec![tongue.returned(&self.lane(&both, 0, tongue))]
            }
        }
    }
}
