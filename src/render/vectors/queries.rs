//! The functions of batches, whose lanes have separate squares and occupancies: only vectors of x86 processors have them.

use super::intrinsics::Register;
use super::registers::Registers;
use super::{Operation, Tongue};
use crate::render::prelude::*;

/// The bytes of each word in the opposite order, and four bits in the opposite order, in the low and the high half of a
/// byte. The first numbers are for the upper word of a register.
const BYTES: [u64; 2] = [0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607];
const LOW: [u64; 2] = [0xf070_b030_d050_9010, 0xe060_a020_c040_8000];
const HIGH: [u64; 2] = [0x0f07_0b03_0d05_0901, 0x0e06_0a02_0c04_0800];

impl Operation {
    /// True if the operation on a register of AVX2 is several statements, in a function of its own.
    pub(super) const fn has_steps(self) -> bool {
        matches!(self, Self::LeadingZeros | Self::ReverseBits)
    }

    /// True if AVX-512 needs the instructions on bytes.
    pub(super) const fn is_of_bytes(self) -> bool {
        matches!(self, Self::ReverseBytes | Self::ReverseBits)
    }
}

impl Register {
    /// The call of an intrinsic, in AVX-512 with a mask of all lanes: without one, GCC 12 warns in its own header.
    fn called(self, name: &str, arguments: &str) -> String {
        match self {
            Self::Zmm => format!("_mm512_maskz_{name}(0xFF, {arguments})"),
            _ => format!("{}{name}({arguments})", self.affixes()[0]),
        }
    }

    /// A constant of 128 bits in each part of the register.
    fn repeated(self, name: &str, words: [u64; 2], tongue: &dyn Tongue) -> [String; 2] {
        let part = format!("{name}_part");
        let value = tongue.call("_mm_set_epi64x", &words.map(|word| tongue.signed(word)));
        let repeated = match self {
            Self::Zmm => format!("_mm512_maskz_broadcast_i32x4(0xFFFF, {part})"),
            _ => format!("_mm256_broadcastsi128_si256({part})"),
        };
        [tongue.constant("__m128i", &part, &value), tongue.constant(self.kind(), name, &repeated)]
    }

    fn shuffled(self, of: &str, by: &str) -> String {
        format!("{}shuffle_epi8({of}, {by})", self.affixes()[0])
    }

    /// The statements that count the zeros above the highest one bit. AVX2 counts in halves, by the exponents of floating
    /// point numbers; the bit below the highest one is cleared, so that no number is rounded up to the next exponent.
    pub(super) fn leading_zeros(self, tongue: &dyn Tongue) -> Vec<String> {
        if self == Self::Zmm {
            return vec![tongue.returned(&self.called("lzcnt_epi64", "x"))];
        }
        let constant = |name: &str, value: &str| tongue.constant(self.kind(), name, value);
        vec![
            constant("most", "_mm256_set1_epi32(32)"),
            constant("apart", "_mm256_andnot_si256(_mm256_srli_epi32(x, 1), x)"),
            constant("numbers", "_mm256_castps_si256(_mm256_cvtepi32_ps(apart))"),
            constant("exponents", "_mm256_srli_epi32(numbers, 23)"),
            constant("above", "_mm256_subs_epu16(_mm256_set1_epi32(158), exponents)"),
            constant("zeros", "_mm256_min_epi16(above, most)"),
            constant("upper", "_mm256_srli_epi64(zeros, 32)"),
            constant("empty", "_mm256_cmpeq_epi32(upper, most)"),
            String::new(),
            tongue.returned("_mm256_add_epi64(upper, _mm256_and_si256(zeros, empty))"),
        ]
    }

    /// The statements that reverse the bits of each word, half a byte at once.
    pub(super) fn bits_reversed(self, tongue: &dyn Tongue) -> Vec<String> {
        let constant = |name: &str, value: &str| tongue.constant(self.kind(), name, value);
        let set = if self == Self::Zmm { "set1_epi64" } else { "set1_epi64x" };
        let half = tongue.signed(0x0f0f_0f0f_0f0f_0f0f);
        let half = format!("{}{set}({half})", self.affixes()[0]);
        let shifted = self.called("srli_epi64", "x, 4");
        let masked = |of: &str| self.binary(Binary::And, of, "halves");
        let tables = [("order", BYTES), ("lows", LOW), ("highs", HIGH)];
        let tables = tables.into_iter().flat_map(|(name, of)| self.repeated(name, of, tongue));
        let last = [
            constant("halves", &half),
            constant("lower", &masked("x")),
            constant("upper", &masked(&shifted)),
            constant("low", &self.shuffled("lows", "lower")),
            constant("high", &self.shuffled("highs", "upper")),
            String::new(),
            tongue.returned(&self.shuffled(&self.binary(Binary::Or, "low", "high"), "order")),
        ];
        tables.chain(last).collect()
    }

    /// The statements before a reversal of bytes in a register of 512 bits.
    pub(super) fn wide_order(self, tongue: &dyn Tongue) -> Vec<String> {
        self.repeated("order", BYTES, tongue).into()
    }

    /// The register of squares, from the bytes in the lower half of a register.
    fn squares(self, bytes: &str) -> String {
        self.called("cvtepu8_epi64", bytes)
    }
}

impl Registers {
    /// The parameters, the result and the statements of a function of batches.
    pub(super) fn query(
        self,
        operation: Operation,
        tongue: &dyn Tongue,
    ) -> (String, Vec<String>, Vec<String>) {
        let each = self.each;
        let kind = super::vector_type(self.lanes, tongue);
        let [x, y] = ["x", "y"].map(|name| tongue.parameter(&kind, name));
        match operation {
            Operation::Squares => {
                let (parameters, value) = tongue.bytes();
                let bytes = tongue.constant("__m128i", "bytes", &value);
                let part = |at: usize, _: [&str; 2]| match at {
                    0 => each.squares("bytes"),
                    _ => each.squares(&format!("_mm_srli_si128(bytes, {})", 4 * at)),
                };
                let body = self.statements(tongue, Vec::new(), true, part);
                let guarded = tongue.guarded("the slice has eight bytes", vec![bytes]);
                (kind, parameters, [guarded, vec![String::new()], body].concat())
            }
            Operation::Gather => {
                let gathered = |_, [at, _]: [&str; 2]| tongue.gathered(each, at);
                let body = self.statements(tongue, Vec::new(), false, gathered);
                let body = tongue.guarded("each lane is the index of an entry", body);
                (kind, vec![tongue.table(), x], body)
            }
            Operation::Store => {
                let (parameters, body) = tongue.stored(each, &self.members("x"));
                let body = tongue.guarded("the slice has eight words", body);
                (tongue.nothing().to_owned(), [parameters, vec![x]].concat(), body)
            }
            Operation::Shift { is_left } => {
                let shifted = |_, [of, by]: [&str; 2]| match (each, is_left) {
                    (Register::Zmm, true) => each.called("sllv_epi64", &format!("{of}, {by}")),
                    (Register::Zmm, false) => each.called("srlv_epi64", &format!("{of}, {by}")),
                    _ => each.shifted(of, by, is_left),
                };
                (kind, vec![x, y], self.statements(tongue, Vec::new(), false, shifted))
            }
            Operation::LeadingZeros | Operation::ReverseBits if self.count() > 1 => {
                let name = operation.name(Lanes::Four, tongue);
                let called = |_, [of, _]: [&str; 2]| format!("{name}({of})");
                (kind, vec![x], self.statements(tongue, Vec::new(), false, called))
            }
            Operation::LeadingZeros => (kind, vec![x], each.leading_zeros(tongue)),
            Operation::ReverseBits => (kind, vec![x], each.bits_reversed(tongue)),
            _ => unreachable!("other functions have lanes of one query"),
        }
    }
}
