use super::*;
use crate::model::Tables;
use crate::sample::{self, Board, Mapping, Order, Piece, Standard, configured};

fn text(options: &'static str, variant: &str, when: Tables, emit: &[Part]) -> String {
    let backend = configured(&CPP, options).unwrap();
    let standard = Standard::find("a1lsb").unwrap();
    let order = Order::Standard { standard, stride: 4 };
    let mapping = Mapping::new(Board::new(4, 4).unwrap(), order).unwrap();
    let pieces = [Piece::rook(), Piece::bishop()];
    let module = sample::module(&*backend, variant, &mapping, &pieces, when, emit);
    backend.render(&module, "magics.hpp").remove(0).text
}

#[test]
fn lookups_are_constants_where_the_compiler_can_compute_them() {
    let emit = [Part::Squares, Part::Lookup];
    let full = text("", "fancy", Tables::Full, &emit);
    assert!(full.contains("\n[[nodiscard]] constexpr bitboard rook_attacks(unsigned square,\n"));
    assert!(full.contains("\nstatic_assert(rook_attacks(a1, 0) == 0x000000000000111eULL);\n"));
    for (variant, when) in [("fancy", Tables::Init), ("pext", Tables::Full)] {
        let text = text("", variant, when, &emit);
        assert!(text.contains("\n[[nodiscard]] inline bitboard rook_attacks("), "{text}");
        assert!(!text.contains("static_assert(rook_attacks"), "{text}");
        assert_eq!(text.contains("inline void init() noexcept"), when == Tables::Init);
        assert_eq!(text.contains("#include <immintrin.h>"), variant == "pext");
    }
}

#[test]
fn what_is_asked_for_is_public_and_the_rest_is_not() {
    let text = text("", "fancy", Tables::Init, &[Part::Masks, Part::Attacks]);
    let (before, rest) = text.split_once("\nnamespace detail {\n").unwrap();
    let (inside, after) = rest.split_once("\n} /* namespace detail */\n").unwrap();
    assert!(before.contains(" rook_masks{{"));
    assert!(inside.contains(" rook_factors{{") && inside.contains(" attack_table{};"));
    assert!(after.contains("> &attack_table = detail::attack_table;"));
    assert!(!text.contains("rook_attacks"));
}

#[test]
fn no_line_is_long_unless_it_is_fenced() {
    for variant in ["fancy", "split32", "hyperbola", "direction"] {
        let emit = [Part::Squares, Part::Lookup, Part::SelfTest, Part::Bitscan];
        let mut is_fenced = false;
        for line in text("", variant, Tables::Full, &emit).lines() {
            is_fenced = line == "// clang-format off" || is_fenced && line != "// clang-format on";
            let most = if is_fenced { 100 } else { 80 };
            assert!(line.len() <= most || line.starts_with("//"), "{variant}: {line}");
        }
    }
}

#[test]
fn every_option_is_read() {
    let options =
        "std = 'c++20'\nnamespace = 'chess::magics'\ncase = 'camel'\nstatic-assert = false";
    let text = text(options, "fancy", Tables::Init, &[Part::Lookup, Part::SelfTest]);
    for part in [
        "#ifndef CHESS_MAGICS_HPP\n",
        "\nnamespace chess::magics {\n",
        "[[nodiscard]] inline Bitboard rookAttacks(unsigned square,\n",
        "std::optional<Difference> selfTest()",
        "inline constinit std::array<",
    ] {
        assert!(text.contains(part), "{part}");
    }
    assert!(!text.contains("static_assert"));
}

#[test]
fn nonsense_is_refused_where_it_stands() {
    for (text, wrong, message) in [
        ("namespace = 'a::class'", "'a::class'", "not the name of a namespace"),
        ("namespace = 'std'", "'std'", "not the name of a namespace"),
        ("namespace = 'a__b'", "'a__b'", "not the name of a namespace"),
        ("guard = '1A'", "'1A'", "not the name of a macro"),
        ("guard = 'uint64_t'", "'uint64_t'", "is reserved"),
        ("guard = 'lookup'", "'lookup'", "is reserved"),
        ("std = 'c++14'", "'c++14'", "unknown variant"),
        ("case = 'kebab'", "'kebab'", "unknown variant"),
        ("inline = true", "inline", "unknown field"),
    ] {
        let error = configured(&CPP, text).unwrap_err();
        assert_eq!(&text[error.span.clone().unwrap()], wrong, "{error:?}");
        assert!(error.message.contains(message), "{error:?}");
    }
}
