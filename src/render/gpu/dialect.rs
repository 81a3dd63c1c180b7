//! The differences of OpenCL C and CUDA C++: types, qualifiers and counts of bits.

use crate::render::prelude::*;

/// A language for kernels with the syntax of C.
#[derive(Debug)]
pub(super) struct Dialect {
    pub(super) operators: Operators,
    pub(super) words: Words,
    /// The text around the words of a set of two, three and four words.
    pub(super) sets: [[&'static str; 2]; 3],
    /// The syntax that makes a set of its words.
    pub(super) pack: CastForm,
    /// The members that are a set's words.
    pub(super) parts: fn(Expr, u8) -> Expr,
    /// The bit counts that the language has.
    pub(super) counts: &'static [Count],
    /// The expression of a bit count.
    counted: fn(Count, &Node) -> Expr,
    /// The ending of file names.
    pub(super) ending: &'static str,
    /// The specifiers of a function.
    pub(super) inline: &'static str,
    /// The specifiers of an array in constant memory.
    pub(super) constant: &'static str,
    /// The specifiers in global memory; `None` if a macro decides, since not all versions of the language have tables
    /// there.
    pub(super) global: Option<&'static str>,
    /// The end of the note on global memory.
    pub(super) about_global: &'static str,
    /// Keywords that C and C++ lack, and functions that files call.
    pub(super) keywords: &'static [&'static str],
}

const fn to(kind: &'static str) -> Cast {
    Cast { to: kind, form: CastForm::PREFIX }
}

/// Shorter integers promote to signed ones, so they are converted first.
const OPERATORS: Operators = Operators {
    half: to("uint"),
    word: to("ulong"),
    has_short: true,
    suffixes: ["U", "UL"],
    ..Operators::C
};

pub(super) static OPENCL: Dialect = Dialect {
    operators: OPERATORS,
    words: Words {
        index: "uint",
        signed: "char",
        widths: ["uchar", "ushort", "uint", "ulong"],
        sets: ["ulong2", "ulong3", "ulong4"],
        ..Words::PLAIN
    },
    sets: [["(ulong2)(", ")"], ["(ulong3)(", ")"], ["(ulong4)(", ")"]],
    pack: CastForm::new("Vector", "($to)(", ")", CastOperand::Enclosed),
    parts: |set, word| set.member(format!("s{word}")),
    // `ctz` needs OpenCL C 2.0.
    counts: &[Count::LeadingZeros, Count::PopulationCount],
    counted: |count, of| {
        let name = if count == Count::PopulationCount { "popcount" } else { "clz" };
        let number = Expr::call(name, vec![of.written.clone()]);
        if of.kind == Type::Word { number.cast(OPERATORS.half) } else { number }
    },
    ending: "cl",
    inline: "static inline",
    constant: "__constant",
    global: None,
    about_global: ", or in constant memory too where the language has no tables in another: before OpenCL C 2.0",
    keywords: &[
        "__constant", "__generic", "__global", "__kernel", "__local", "__private", "__read_only",
        "__read_write", "__write_only", "clz", "constant", "event_t", "generic", "global", "half",
        "image1d_t", "image2d_t", "image3d_t", "kernel", "local", "pipe", "popcount", "private",
        "read_only", "read_write", "sampler_t", "size_t", "uchar", "uint", "ulong", "uniform",
        "ushort", "vec_step", "write_only",
    ],
};

pub(super) static CUDA: Dialect = Dialect {
    // `__brevll` reverses the bits of a word.
    operators: Operators {
        half: to("unsigned"),
        word: to("unsigned long long"),
        suffixes: ["U", "ULL"],
        reverse_bits: Some("__brevll"),
        ..OPERATORS
    },
    // Types that need no header: a run-time compiler (NVRTC) may have none.
    words: Words {
        index: "unsigned",
        signed: "signed char",
        widths: ["unsigned char", "unsigned short", "unsigned", "unsigned long long"],
        sets: ["ulonglong2", "ulonglong3", "ulonglong4"],
        ..Words::PLAIN
    },
    sets: [["{", "}"]; 3],
    pack: CastForm::new("Make", "make_$to(", ")", CastOperand::Enclosed),
    parts: |set, word| set.member(["x", "y", "z", "w"][usize::from(word)]),
    counts: &Count::ALL,
    counted: |count, of| {
        let is_word = of.kind == Type::Word;
        let call = |word, half, of| Expr::call(if is_word { word } else { half }, vec![of]);
        let of = of.written.clone();
        let number = match count {
            Count::PopulationCount => call("__popcll", "__popc", of),
            Count::LeadingZeros => call("__clzll", "__clz", of),
            // `__ffsll` doesn't return 64 for 0.
            Count::TrailingZeros => call("__clzll", "__clz", call("__brevll", "__brev", of)),
        };
        number.cast(CUDA.operators.half)
    },
    ending: "cuh",
    inline: "static __device__ __inline__",
    constant: "static __constant__ const",
    global: Some("static __device__ const"),
    about_global: "",
    keywords: &[
        "__brev", "__brevll", "__clz", "__clzll", "__constant__", "__device__", "__global__",
        "__host__", "__inline__", "__managed__", "__popc", "__popcll", "__restrict__",
        "__shared__", "blockDim", "blockIdx", "gridDim", "threadIdx", "warpSize",
    ],
};

impl Dialect {
    /// An entry of a table. An index that is read needs no cast.
    pub(super) fn entry(&self, (table, storage): (&str, Storage), at: &Node) -> Expr {
        let operators = &self.operators;
        let is_read = matches!(at.op, Op::Field(_) | Op::Load(..));
        let bare = at.written.cast_from(operators.half).filter(|_| is_read);
        operators.entry(table, bare.unwrap_or(&at.written).clone(), storage)
    }

    /// An operation's expression, if these languages differ from most.
    pub(super) fn special(&self, node: &Node) -> Option<Expr> {
        let operators = &self.operators;
        let places = || {
            let by = node.b();
            by.cast_from(operators.half).cloned().unwrap_or(by)
        };
        Some(match node.op {
            Op::Count(count, _) => (self.counted)(count, node.first()),
            // A shift amount may have any type.
            Op::Shl(..) => Expr::binary(operators.shl, node.a(), places()),
            Op::Shr(..) => Expr::binary(operators.shr, node.a(), places()),
            _ => return None,
        })
    }
}
