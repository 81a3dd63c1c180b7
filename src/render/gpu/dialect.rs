//! What OpenCL C and CUDA C++ write differently: types, qualifiers and counts of bits.

use crate::model::{Count, Op, Storage, Type};
use crate::render::code::expr::{Cast, CastForm, Expr};
use crate::render::code::node::{Node, Operators};
use crate::render::page::Words;

/// A language for kernels that is written as C is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    OpenCl,
    Cuda,
}

const fn to(kind: &'static str) -> Cast {
    Cast { to: kind, form: CastForm::Prefix }
}

/// Shorter integers are promoted to signed ones, so that they are converted before.
const OPENCL_OPERATORS: Operators = Operators {
    half: to("uint"),
    word: to("ulong"),
    has_short: true,
    suffixes: ["U", "UL"],
    ..Operators::C
};

const OPENCL_WORDS: Words = Words {
    index: "uint",
    signed: "char",
    widths: ["uchar", "ushort", "uint", "ulong"],
    ..Words::PLAIN
};

/// `__brevll` turns the bits of a word round.
const CUDA_OPERATORS: Operators = Operators {
    half: to("unsigned"),
    word: to("unsigned long long"),
    suffixes: ["U", "ULL"],
    reverse_bits: Some("__brevll"),
    ..OPENCL_OPERATORS
};

/// The types that need no header, which a compiler at run time (NVRTC) may not have.
const CUDA_WORDS: Words = Words {
    index: "unsigned",
    signed: "signed char",
    widths: ["unsigned char", "unsigned short", "unsigned", "unsigned long long"],
    ..OPENCL_WORDS
};

impl Dialect {
    /// The counts of bits that the language has.
    pub(super) const fn counts(self) -> &'static [Count] {
        match self {
            // `ctz` is new in OpenCL C 2.0.
            Self::OpenCl => &[Count::LeadingZeros, Count::PopulationCount],
            Self::Cuda => &Count::ALL,
        }
    }

    pub(super) const fn operators(self) -> &'static Operators {
        match self {
            Self::OpenCl => &OPENCL_OPERATORS,
            Self::Cuda => &CUDA_OPERATORS,
        }
    }

    pub(super) const fn words(self) -> &'static Words {
        match self {
            Self::OpenCl => &OPENCL_WORDS,
            Self::Cuda => &CUDA_WORDS,
        }
    }

    /// What the names of files end in.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::OpenCl => "cl",
            Self::Cuda => "cuh",
        }
    }

    /// What a function begins with.
    pub(super) const fn inline(self) -> &'static str {
        match self {
            Self::OpenCl => "static inline",
            Self::Cuda => "static __device__ __inline__",
        }
    }

    /// What an array in constant memory begins with.
    pub(super) const fn constant(self) -> &'static str {
        match self {
            Self::OpenCl => "__constant",
            Self::Cuda => "static __constant__ const",
        }
    }

    /// The end of a sentence on what is in global memory.
    pub(super) const fn about_global(self) -> &'static str {
        match self {
            Self::OpenCl => {
                ", or in constant memory too where the language has no tables in another: before OpenCL C 2.0"
            }
            Self::Cuda => "",
        }
    }

    /// The number of bits of a kind, as a half.
    pub(super) fn counted(self, count: Count, of: &Node) -> Expr {
        let is_word = of.kind == Type::Word;
        let call = |name: &'static str, of| Expr::call(name, vec![of]);
        let number = match (self, count) {
            (Self::OpenCl, Count::PopulationCount) => call("popcount", of.written.clone()),
            (Self::OpenCl, _) => call("clz", of.written.clone()),
            (Self::Cuda, Count::PopulationCount) => {
                call(if is_word { "__popcll" } else { "__popc" }, of.written.clone())
            }
            (Self::Cuda, _) => {
                let [leading, reversed] =
                    if is_word { ["__clzll", "__brevll"] } else { ["__clz", "__brev"] };
                let is_leading = count == Count::LeadingZeros;
                // `__ffsll` gives no 64 for 0.
                let of = of.written.clone();
                call(leading, if is_leading { of } else { call(reversed, of) })
            }
        };
        let is_half = self == Self::OpenCl && !is_word;
        if is_half { number } else { number.cast(self.operators().half) }
    }

    /// An entry of a table. The type of an index that is read is no matter.
    pub(super) fn entry(self, (table, storage): (&str, Storage), at: &Node) -> Expr {
        let operators = self.operators();
        let is_read = matches!(at.op, Op::Field(_) | Op::Load(..));
        let bare = at.written.cast_from(operators.half).filter(|_| is_read);
        operators.entry(table, bare.unwrap_or(&at.written).clone(), storage)
    }

    /// The expression of an operation, where it isn't written as in most languages.
    pub(super) fn special(self, node: &Node) -> Option<Expr> {
        let operators = self.operators();
        let places = || {
            let by = node.b();
            by.cast_from(operators.half).cloned().unwrap_or(by)
        };
        Some(match node.op {
            Op::Count(count, _) => self.counted(count, node.first()),
            // The type of a number of places is no matter.
            Op::Shl(..) => Expr::binary(operators.shl, node.a(), places()),
            Op::Shr(..) => Expr::binary(operators.shr, node.a(), places()),
            _ => return None,
        })
    }

    /// Words of the language that aren't C's or C++'s, and functions that files call.
    pub(super) const fn keywords(self) -> &'static [&'static str] {
        match self {
            Self::OpenCl => &[
                "__constant", "__generic", "__global", "__kernel", "__local", "__private",
                "__read_only", "__read_write", "__write_only", "clz", "constant", "event_t",
                "generic", "global", "half", "image1d_t", "image2d_t", "image3d_t", "kernel",
                "local", "pipe", "popcount", "private", "read_only", "read_write", "sampler_t",
                "size_t", "uchar", "uint", "ulong", "uniform", "ushort", "vec_step", "write_only",
            ],
            Self::Cuda => &[
                "__brev", "__brevll", "__clz", "__clzll", "__constant__", "__device__",
                "__global__", "__host__", "__inline__", "__managed__", "__popc", "__popcll",
                "__restrict__", "__shared__", "blockDim", "blockIdx", "gridDim", "threadIdx",
                "warpSize",
            ],
        }
    }
}
