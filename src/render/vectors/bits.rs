//! The reversal of a word's bits by instructions: GFNI reverses the bits in each byte, a shuffle reverses the bytes.

use super::{Need, OnVectors, Tongue};

/// The condition under which the compiler may use them. Only GCC, Clang and compatible compilers define these macros.
pub(super) const CONDITION: &str = "defined(__GFNI__) && defined(__SSSE3__) && defined(__x86_64__)";

/// The function's name.
fn name(tongue: &dyn Tongue) -> String {
    tongue.own_name("reverse bits by gfni")
}

/// The lines that include the header of intrinsics.
pub(super) fn include() -> [String; 3] {
    [format!("#if {CONDITION}"), "#include <immintrin.h>".to_owned(), "#endif".to_owned()]
}

/// The function under its condition. The matrix has one bit in each row, one place further than in the row before.
pub(super) fn definition(tongue: &dyn Tongue) -> Vec<String> {
    let word = tongue.word();
    let matrix = tongue.converted("0x8040201008040201", "long long");
    let given = tongue.converted("word", "long long");
    let body = vec![
        "const __m128i order = _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);".to_owned(),
        format!("const __m128i matrix = _mm_set1_epi64x({matrix});"),
        format!("const __m128i bytes = _mm_shuffle_epi8(_mm_cvtsi64_si128({given}), order);"),
        "const __m128i reversed = _mm_gf2p8affine_epi64_epi8(bytes, matrix, 0);".to_owned(),
        String::new(),
        format!("return {};", tongue.converted("_mm_cvtsi128_si64(reversed)", word)),
    ];
    let first = [
        format!("#if {CONDITION}"),
        format!("#define {}", Need::Gfni.flag(tongue)),
        String::new(),
        "/* The bits of a word in the opposite order, by GFNI. */".to_owned(),
    ];
    let function = tongue.inner(&name(tongue), &[tongue.parameter(word, "word")], word, body);
    first.into_iter().chain(function).chain(["#endif".to_owned()]).collect()
}

/// The statement that reverses the bits of `word`.
pub(in crate::render) fn reversed(tongue: &dyn Tongue) -> OnVectors {
    (Need::Gfni, vec![format!("return {}(word);", name(tongue))])
}
