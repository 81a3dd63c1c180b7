//! `magicgen adopt DIR`: the patch for an engine's folder.

use std::process::Command;

use crate::adopt::sources;
use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        lookups_of_every_language_become_calls,
        what_stands_around_a_lookup_stays,
        what_is_no_lookup_is_left_and_said,
        lookups_in_a_header_bring_a_file_that_defines_the_tables,
        what_is_written_is_config_and_factors,
        folders_that_cannot_be_adopted_are_one_error,
        new_factors_are_for_engines_without_any,
        lookups_of_other_boards_have_no_new_factors,
        computed_attacks_are_found_by_what_they_return,
    ]
}

/// The lookups of an engine, each as (file, text). The files with factors stand beside.
const LOOKUPS: [(&str, &str, &[&str]); 6] = [
    (
        "src/board.c",
        "#include <stdint.h>\n#ifdef FAST\n#include \"fast.h\"\n#endif\n\n\
         uint64_t get_rook_attacks(int sq, uint64_t occ)\n{\n\tocc &= rook_masks[sq];\n\treturn rook_table[sq][occ * rook_magics[sq] >> 52];\n}\n\
         #define BISHOP_ATTACKS(sq, occ) \\\n    bishop_table[sq][((occ) & bishop_masks[sq]) * bishop_magics[sq] >> 55]\n",
        &[
            "+#define MAGICS_IMPLEMENTATION",
            "+#include \"../magics.h\"",
            "+\treturn magics_rook_attacks((unsigned)sq, occ);",
            "+    magics_bishop_attacks((unsigned)(sq), (occ))",
        ],
    ),
    (
        "src/moves.rs",
        "use crate::board::*;\n\nimpl Square {\n    pub fn rook_attacks(sq: Square, occ: Bitboard) -> Bitboard {\n        \
         TABLE[ROOK[sq].index(occ)]\n    }\n}\n\nimpl Magic {\n    fn index(&self, occ: u64) -> usize {\n        \
         let key = occ | !self.mask;\n        self.offset + (key.wrapping_mul(self.factor) >> (64 - 12)) as usize\n    }\n}\n\nfn bishop_attacks(sq: usize, occ: u64) -> u64 { TABLE[BISHOP[sq].index(occ)] }\n",
        &[
            "+#[path = \"../magics.rs\"]",
            "+mod magics;",
            "+        Bitboard(magics::rook_attacks(sq as usize, occ.0))",
            "+fn bishop_attacks(sq: usize, occ: u64) -> u64 { magics::bishop_attacks(sq, occ) }",
        ],
    ),
    (
        "moves.go",
        "package board\n\nfunc (b *Board) RookAttacks(sq uint8, occ Bitboard) Bitboard {\n\treturn rookTable[sq][((occ&rookMasks[sq])*rookMagics[sq])>>52]\n}\n\n\
         func BishopAttacks(sq int, occ uint64) uint64 {\n\treturn bishopTable[sq][((occ&bishopMasks[sq])*bishopMagics[sq])>>55]\n}\n",
        &[
            "+\treturn Bitboard(magicsRookAttacks(int(sq), uint64(occ)))",
            "+\treturn magicsBishopAttacks(sq, occ)",
        ],
    ),
    (
        "src/org/example/chess/Moves.java",
        "package org.example.chess;\n\nclass Moves {\n  static long rookMoves(int square, long all) {\n    \
         return table[square][(int) ((all & rookMasks[square]) * rookMagics[square] >>> 52)];\n  }\n\n  \
         static long bishopMoves(int square, long all) {\n    return table[square][(int) ((all & bishopMasks[square]) * bishopMagics[square] >>> 55)];\n  }\n}\n",
        &[
            "+    return Magics.rookAttacks(square, all);",
            "+    return Magics.bishopAttacks(square, all);",
        ],
    ),
    (
        "src/moves.ts",
        "import { bishopMagics, rookMagics } from \"../magic\";\n\nexport function generateRookAttacks(occ: bigint, sq: number): bigint {\n  \
         return rookTable[sq][Number(BigInt.asUintN(64, (occ & rookMasks[sq]) * rookMagics[sq]) >> 52n)];\n}\n\nexport function bishopAttacks(occ: bigint, sq: number): bigint {\n  \
         return bishopTable[sq][Number(BigInt.asUintN(64, (occ & bishopMasks[sq]) * bishopMagics[sq]) >> 55n)];\n}\n",
        &[
            "+import * as magics from \"../magics\";",
            "+  return magics.rookAttacks(sq, occ);",
            "+  return magics.bishopAttacks(sq, occ);",
        ],
    ),
    (
        "moves.py",
        "\"\"\"Moves.\"\"\"\nfrom magic import ROOK_MAGICS, BISHOP_MAGICS\n\n\ndef rook_attacks(sq, occ):\n    occ &= MASKS[sq]\n    \
         return TABLE[sq][(occ * ROOK_MAGICS[sq] & ALL_64) >> 52]\n\n\ndef bishop_attacks(sq, occ):\n    return TABLE[sq][((occ & BISHOP_MASKS[sq]) * BISHOP_MAGICS[sq] & ALL_64) >> 55]\n",
        &[
            "+import magics",
            "+    return magics.rook_attacks(sq, occ)",
            "+    return magics.bishop_attacks(sq, occ)",
        ],
    ),
];

/// The file with factors that goes with each of [`LOOKUPS`].
fn factors(file: &str) -> (&'static str, String) {
    match file.rsplit('.').next().unwrap() {
        "c" => ("magic.c", sources::c("pradu")),
        "rs" => ("magic.rs", sources::rust("annuss-black")),
        "go" => ("magic.go", sources::go("rival")),
        "java" => ("src/org/example/chess/Numbers.java", sources::java("rival")),
        "ts" => ("magic.ts", sources::typescript("bbc")),
        _ => ("magic.py", sources::python("pradu")),
    }
}

/// An engine's folder, with a folder of builds and a hidden one beside that have other factors.
fn engine(file: &str, text: &str) -> Folder {
    let folder = Folder::new();
    let (with_factors, numbers) = factors(file);
    folder.write(&format!("engine/{with_factors}"), &numbers);
    folder.write(&format!("engine/{file}"), text);
    folder.write("engine/target/other.c", &sources::c("glaurung"));
    folder.write("engine/build/CMakeCache.txt", "");
    folder.write("engine/build/other.c", &sources::c("glaurung"));
    folder.write("engine/.cache/other.c", &sources::c("glaurung"));
    std::fs::write(folder.path().join("engine/net.c"), [0, 1, 2, 0]).unwrap();
    folder
}

fn apply(folder: &Folder, patch: &str) {
    let path = folder.write("adopt.patch", patch);
    let applied = Command::new("git")
        .args(["apply", "--directory=engine"])
        .arg(&path)
        .current_dir(folder.path())
        .env("GIT_DIR", "none")
        .output()
        .unwrap();
    assert!(applied.status.success(), "{}{patch}", String::from_utf8_lossy(&applied.stderr));
}

fn lookups_of_every_language_become_calls() {
    for (file, text, lines) in LOOKUPS {
        let folder = engine(file, text);
        let before = folder.files();
        let run = folder.succeed(&["adopt", "engine"]);
        assert_eq!(folder.files(), before, "without --write nothing is written");
        for line in lines {
            assert!(run.stdout.lines().any(|other| other == *line), "no {line} in {}", run.stdout);
        }
        assert!(
            run.stdout.contains("+++ b/magicgen.toml")
                && run.stdout.contains("+++ b/magicgen.known.toml")
        );
        assert!(run.stdout.contains(&format!("--- a/{file}")), "{}", run.stdout);
        // The patch is one for git, and what it makes generates.
        apply(&folder, &run.stdout);
        folder.succeed(&["--config", "engine/magicgen.toml", "--check", "--diff", "none"][..2]);
        folder.succeed(&["--config", "engine/magicgen.toml", "--check"]);
    }
}

/// A file of C++ with these lines behind its factors.
fn cpp(lines: &str) -> Folder {
    let folder = Folder::new();
    folder.write("engine/src/att.cpp", &(sources::c("pradu") + lines));
    folder
}

fn what_stands_around_a_lookup_stays() {
    for (lookup, call) in [
        (
            "U64 rookMoves(Square s, U64 occ) const { return rookTable[s][((occ & rookMask[s]) * rook_magics[s]) >> 52] & ~own; }",
            "U64 rookMoves(Square s, U64 occ) const { return magics::rook_attacks(static_cast<unsigned>(s), occ) & ~own; }",
        ),
        (
            "int rook_mobility(int s, U64 occ) { return popcount(rookTable[s][((occ & rookMask[s]) * rook_magics[s]) >> 52]); }",
            "int rook_mobility(int s, U64 occ) { return popcount(magics::rook_attacks(static_cast<unsigned>(s), occ)); }",
        ),
        (
            "U64 near(int s, U64 occ) { U64 a = rookTable[s][((occ & rookMask[s]) * rook_magics[s]) >> 52]; return a ^ (a & occ); }",
            "U64 near(int s, U64 occ) { U64 a = magics::rook_attacks(static_cast<unsigned>(s), occ); return a ^ (a & occ); }",
        ),
    ] {
        let folder = cpp(&format!("{lookup}\n"));
        let run = folder.succeed(&["adopt", "--lang", "cpp", "engine"]);
        let changed = format!("-{lookup}\n+{call}\n");
        assert!(run.stdout.contains(&changed), "{changed}{}", run.stdout);
    }
}

fn what_is_no_lookup_is_left_and_said() {
    for (lines, why) in [
        (
            "unsigned attack_index_rook(int s, U64 occ) { return ((occ & rookMask[s]) * rook_magics[s]) >> 52; }",
            "`attack_index_rook`: its result is an index",
        ),
        (
            "int rook_attacks(int s, U64 occ) { return rookMob[s][((occ & rookMask[s]) * rook_magics[s]) >> 52]; }",
            "`rook_attacks`: its result isn't a set of attacked squares",
        ),
        (
            "U64 rook_attacks(int s, U64 occ) { calls++; return rookTable[s][((occ & rookMask[s]) * rook_magics[s]) >> 52]; }",
            "`rook_attacks`: line LINE isn't understood",
        ),
    ] {
        let folder = cpp(&format!("{lines}\n"));
        let run = folder.succeed(&["adopt", "--lang", "cpp", "engine"]);
        let line = folder.read("engine/src/att.cpp").lines().count();
        let why = why.replace("LINE", &line.to_string());
        let said = format!("not replaced: src/att.cpp:{line}: {why}\n");
        assert!(run.stderr.contains(&said), "{said}{}", run.stderr);
        assert!(!run.stdout.contains("--- a/src/att.cpp"), "{}", run.stdout);
    }
}

/// One file of a program in C defines the tables, which a header can't.
fn lookups_in_a_header_bring_a_file_that_defines_the_tables() {
    let (_, text, _) = LOOKUPS[0];
    let folder = engine("src/board.h", &text.replace("uint64_t get", "static inline uint64_t get"));
    std::fs::remove_file(folder.path().join("engine/magic.py")).unwrap();
    folder.write("engine/magic.h", &sources::c("pradu"));
    let run = folder.succeed(&["adopt", "engine"]);
    let added =
        "+++ b/magics.c\n@@ -0,0 +1,2 @@\n+#define MAGICS_IMPLEMENTATION\n+#include \"magics.h\"\n";
    assert!(run.stdout.contains(added), "{}", run.stdout);
    let said = "new file: magics.c defines the tables: your build has to compile it\n";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    assert!(run.stdout.contains("--- a/src/board.h"), "{}", run.stdout);
    std::fs::remove_file(folder.path().join("engine/src/board.h")).unwrap();
    let run = folder.succeed(&["adopt", "engine"]);
    assert!(!run.stdout.contains("magics.c"), "{}", run.stdout);
    let call = "call `magics_rook_attacks` and `magics_bishop_attacks`";
    assert!(run.stderr.contains(call), "{}", run.stderr);
}

fn what_is_written_is_config_and_factors() {
    let (file, text, _) = LOOKUPS[0];
    let folder = engine(file, text);
    let run = folder.succeed(&["adopt", "--write", "engine"]);
    assert!(!run.stdout.contains("magicgen.toml"), "{}", run.stdout);
    assert!(run.stdout.contains("--- a/src/board.c"));
    assert_eq!(folder.read("engine/src/board.c"), text);
    assert!(folder.read("engine/magicgen.toml").contains("given = \"magicgen.known.toml\""));
    assert!(folder.read("engine/magicgen.known.toml").contains("id = \"engine\""));
    folder.succeed(&["--config", "engine/magicgen.toml"]);
    let header = folder.read("engine/magics.h");
    assert!(header.contains("from magic.c") && !header.contains("found by magicgen"), "{header}");
    // Neither file is overwritten, and files that were generated are no sources.
    for kept in ["magicgen.toml", "magicgen.known.toml"] {
        let before = folder.files();
        let run = folder.run(&["adopt", "--write", "engine"]);
        let message = format!("engine/{kept} exists already");
        assert!(run.status == 2 && run.stderr.contains(&message), "{}", run.stderr);
        assert_eq!(folder.files(), before);
        std::fs::remove_file(folder.path().join("engine").join(kept)).unwrap();
    }
    let run = folder.succeed(&["adopt", "engine"]);
    assert!(run.stderr.contains("of magic.c"), "{}", run.stderr);
    // The generated file of the first time keeps its place.
    assert!(run.stdout.contains("+name = \"slider magics\""), "{}", run.stdout);
}

fn folders_that_cannot_be_adopted_are_one_error() {
    let folder = Folder::new();
    folder.write("none/src/main.c", "int main(void) { return 0; }\n");
    folder.write("two/a.c", &sources::c("pradu"));
    folder.write("two/b.c", &sources::c("bbc"));
    folder.write("julia/magic.jl", &sources::python("pradu"));
    let before = folder.files();
    for (engine, status, says) in [
        ("none", 3, ["no factors of rook or bishop found", "magicgen adopt --new-factors FOLDER"]),
        (
            "two",
            2,
            [
                "the rook's factors hold in 2 ways: `rook_magics`",
                "`--array a.c:rook_magics` or `--array b.c:rook_magics`",
            ],
        ),
        ("julia", 2, ["the name of magic.jl doesn't show its language", "--lang"]),
        ("missing", 4, ["missing", "check the path"]),
    ] {
        for flags in [&["adopt"][..], &["adopt", "--write"]] {
            let run = folder.run(&[flags, &[engine]].concat());
            assert_eq!(run.status, status, "{engine}: {}", run.stderr);
            assert!(says.iter().all(|text| run.stderr.contains(text)), "{engine}: {}", run.stderr);
            assert_eq!(run.stderr.matches("help").count(), 1, "{}", run.stderr);
            assert_eq!(folder.files(), before);
        }
    }
}

/// Lookups of an engine that fills its arrays at start-up.
const SEARCHED: &str = "typedef unsigned long long U64;\n\
    U64 rookMask[64], rookMagic[64], rookTable[64][4096];\n\
    #define BIT(s) (1ULL << (s))\n\
    U64 rook_attacks(int s, U64 occ) { return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52]; }\n";

fn new_factors_are_for_engines_without_any() {
    let folder = Folder::new();
    folder.write("engine/src/att.c", SEARCHED);
    folder.write("engine/package.json", "{}");
    let run = folder.succeed(&["adopt", "--new-factors", "engine"]);
    for line in [
        "+lang = \"c\"                               # the language of src/att.c",
        "+path = \"src/\"                            # the folder of the engine's lookups",
        "+U64 rook_attacks(int s, U64 occ) { return magics_rook_attacks((unsigned)s, occ); }",
    ] {
        assert!(run.stdout.contains(line), "no {line} in {}", run.stdout);
    }
    assert!(!run.stdout.contains("magicgen.known.toml"), "{}", run.stdout);
    for said in ["the sources don't show their order of squares", "`--check-build CMD`"] {
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
    apply(&folder, &run.stdout);
    folder.succeed(&["--config", "engine/magicgen.toml"]);
    let run = folder.run(&["adopt", "--new-factors", "engine"]);
    assert!(run.status == 2 && run.stderr.contains("exists already"), "{}", run.stderr);
    std::fs::remove_file(folder.path().join("engine/magicgen.toml")).unwrap();
    let run = folder.succeed(&["adopt", "--new-factors", "-O", "h1lsb", "--write", "engine"]);
    assert!(run.stderr.contains("wrote magicgen.toml in engine"), "{}", run.stderr);
    assert!(!run.stderr.contains("order of squares"), "{}", run.stderr);
    assert!(folder.read("engine/magicgen.toml").contains("orientation = \"h1lsb\""));
    assert!(!folder.has("engine/magicgen.known.toml"));
}

fn lookups_of_other_boards_have_no_new_factors() {
    for (text, says) in [
        (
            SEARCHED.replace("[64]", "[81]"),
            "`rookMagic` in line 2 of src/att.c doesn't have 64 squares",
        ),
        (
            format!("#define SQUARES 90\n{}", SEARCHED.replace("[64]", "[SQUARES]")),
            "`rookMagic` in line 3 of src/att.c doesn't have 64 squares",
        ),
        (
            SEARCHED.replace("<< (s)", "<< (63 - (s))"),
            "the engine's squares aren't the numbers of their bits (line 3 of src/att.c)",
        ),
        (
            SEARCHED.replace("(1ULL << (s))", "1"),
            "the sources don't show that squares are the numbers of their bits",
        ),
    ] {
        let folder = Folder::new();
        folder.write("engine/src/att.c", &text);
        let run = folder.run(&["adopt", "--new-factors", "engine"]);
        assert!(run.status == 2 && run.stdout.is_empty(), "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(says), "{says}: {}", run.stderr);
    }
}

/// The squares of a line up to the first blocker, in Rust.
const LINE: &str = "fn line(s: u32, o: u64, mask: u64) -> u64 {\n    \
    let up = (o & mask).wrapping_sub(2 << s);\n    \
    let down = (o & mask).reverse_bits().wrapping_sub((1u64 << s).reverse_bits().wrapping_mul(2));\n    \
    (up ^ down.reverse_bits()) & mask\n}\n";

fn computed_attacks_are_found_by_what_they_return() {
    let file = "line(s, o, 0x0101010101010101u64 << (s & 7))";
    let rank = "line(s, o, 0xffu64 << (s & 56))";
    for (function, patch, says) in [
        (
            format!("fn f(o: u64, s: u32) -> u64 {{ {file} | {rank} }}"),
            "+fn f(o: u64, s: u32) -> u64 { magics::rook_attacks(s as usize, o) }",
            "removed: src/a.rs:1: `line`",
        ),
        (
            format!("fn rook_attacks(s: u32, o: u64) -> u64 {{ {file} | {rank} & !1 }}"),
            "",
            "not replaced: src/a.rs:6: `rook_attacks`: its results aren't those of `magics::rook_attacks`",
        ),
        (
            format!("fn rook_attacks(s: u32, o: u64) -> u64 {{ {file} | {rank} & !o }}"),
            "",
            "its results aren't those of `magics::rook_attacks`",
        ),
        (
            format!("fn rook_attacks(s: u32, o: u64) -> u64 {{ log(s); {file} | {rank} }}"),
            "",
            "its results can't be compared; if they are the rook's attacks, call `magics::rook_attacks` in it",
        ),
        (
            format!(
                "fn rook_attacks(s: u32, o: u64) -> u64 {{ assert!(s < 64); {file} | {rank} }}"
            ),
            "",
            "not replaced: src/a.rs:6: `rook_attacks`: it has an assertion",
        ),
        (
            format!("fn rook_count(s: u32, o: u64) -> u32 {{ {file}.count_ones() }}"),
            "",
            "found no lookup function",
        ),
    ] {
        let folder = Folder::new();
        folder.write("engine/src/a.rs", &format!("{LINE}{function}\n"));
        let run = folder.succeed(&["adopt", "--new-factors", "engine"]);
        assert_eq!(run.stdout.contains("--- a/src/a.rs"), !patch.is_empty(), "{}", run.stdout);
        assert!(run.stdout.contains(patch), "{patch}: {}", run.stdout);
        assert!(run.stderr.contains(says), "{says}: {}", run.stderr);
    }
}
