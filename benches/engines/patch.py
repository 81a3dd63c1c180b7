"""Puts generated lookups in the place of an engine's own: patch.py pikafish|fairy FOLDER.

FOLDER is a clone of Pikafish 97133ee or Fairy-Stockfish c19b5f6; FOLDER/src has generated.hpp or generated.h of the config
beside this file. `patch.py without-network FOLDER` lets Pikafish's `go perft` run without a network.
"""

import sys
from pathlib import Path


class Source:
    """A source file that is changed in place. Each text that is looked for has to be there."""

    def __init__(self, path):
        self.path = path
        self.text = path.read_text()

    def cut(self, first, end, new=""):
        """Replaces the text from `first` up to `end`, which stays."""
        start = self.text.index(first)
        stop = self.text.index(end, start)
        self.text = self.text[:start] + new + self.text[stop:]

    def end(self, first, new):
        """Replaces all from `first` on."""
        self.text = self.text[: self.text.index(first)] + new

    def replace(self, old, new):
        assert old in self.text, old
        self.text = self.text.replace(old, new, 1)

    def save(self):
        self.path.write_text(self.text)


def pikafish(folder):
    header = Source(folder / "src/attacks.h")
    header.cut("#ifdef USE_PEXT\n    #define IF_NOT_PEXT", "void         init();", """\
constexpr magics::bitboard words(Bitboard b) { return {{u64(b), u64(b >> 64)}}; }
constexpr Bitboard joined(magics::bitboard b) { return (Bitboard(b.w[1]) << 64) | b.w[0]; }

""")
    header.replace("const Magic& magic(Square s, PieceType pt);\n", "")
    pieces = {"ROOK": "rook", "CANNON": "cannon", "BISHOP": "elephant", "KNIGHT": "horse", "KNIGHT_TO": "horse_to"}
    old = "".join(f"    case {case} :\n" for case in pieces) + "        return magic(s, Pt).attack_bb(occupied);\n"
    call = "        return joined(magics::{}_attacks(unsigned(s), words(occupied)));\n"
    header.replace(old, "".join(f"    case {case} :\n" + call.format(name) for case, name in pieces.items()))
    header.replace('#include "types.h"', '#include "generated.hpp"\n#include "types.h"')
    header.save()
    source = Source(folder / "src/attacks.cpp")
    source.cut("#ifndef USE_PEXT\n    #include", "namespace Stockfish::Attacks")
    source.cut("namespace {\n\nMagic RookMagics", "void init() {")
    source.cut("    init_magics<ROOK>", "    for (Square s1")
    source.end("const Magic& magic(Square s", "}  // namespace Stockfish::Attacks\n")
    source.save()


def without_network(folder):
    """Takes the check of the network out of Pikafish's `go perft`."""
    engine = Source(folder / "src/engine.cpp")
    start = engine.text.index("Engine::perft(")
    engine.text = engine.text[:start] + engine.text[start:].replace("    verify_network();\n", "", 1)
    engine.save()


RIDERS = [
    "bishop", "rook_h", "rook_v", "cannon_h", "cannon_v", "lame_dabbaba", "horse", "elephant", "janggi_elephant",
    "cannon_diag", "nightrider", "grasshopper_h", "grasshopper_v", "grasshopper_d",
]


def fairy(folder):
    header = Source(folder / "src/bitboard.h")
    header.cut("/// Magic holds all magic bitboards relevant", "constexpr Bitboard make_bitboard() { return 0; }")
    call = "  case RIDER_{}: return joined(magics_{}_attacks(unsigned(s), set));\n"
    cases = "".join(call.format(name.upper(), name) for name in RIDERS)
    header.cut("template<RiderType R>", "/// attacks_bb(Square) returns the pseudo attacks of the give", f"""\
inline Square lsb(Bitboard b);

constexpr Bitboard joined(magics_set set) {{
  return (Bitboard(set.w[1]) << 64) | set.w[0];
}}

inline Bitboard rider_attacks_bb(RiderType R, Square s, Bitboard occupied) {{
  const magics_set set = {{{{uint64_t(occupied), uint64_t(occupied >> 64)}}}};
  switch (R)
  {{
{cases}  default: return 0;
  }}
}}

template<RiderType R>
inline Bitboard rider_attacks_bb(Square s, Bitboard occupied) {{
  return rider_attacks_bb(R, s, occupied);
}}

""")
    header.replace('#include "types.h"', '#include "generated.h"\n#include "types.h"')
    header.save()
    source = Source(folder / "src/bitboard.cpp")
    source.replace('#include "bitboard.h"', '#define MAGICS_IMPLEMENTATION\n#include "bitboard.h"')
    source.replace('#include "magic.h"\n', "")
    source.cut("Magic RookMagicsH[SQUARE_NB];", "namespace {")
    source.cut("// Some magics need to be split", "  // Rider directions")
    method = "  template <MovementType MT>\n"
    source.cut(method + "#ifdef PRECOMPUTED", method + "  Bitboard sliding_attack")
    source.cut("#ifdef PRECOMPUTED_MAGICS\n  init_magics<RIDER>", "  init_pieces();\n")
    source.end("namespace {\n\n  // init_magics() computes", "} // namespace Stockfish\n")
    source.save()


if __name__ == "__main__":
    engine, folder = sys.argv[1], Path(sys.argv[2])
    {"pikafish": pikafish, "fairy": fairy, "without-network": without_network}[engine](folder)
