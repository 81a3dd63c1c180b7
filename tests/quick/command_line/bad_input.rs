//! Bad input gives one clear error with its place and with advice, and nothing is written.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        each_gets_one_error_with_its_place_and_nothing_is_written,
        what_is_nested_too_deep_is_pointed_at,
        a_word_as_long_as_a_config_is_not_repeated,
        printed_tables_that_no_lookup_fills_may_be_said,
        a_guard_that_the_file_calls_something_else_is_refused,
        one_run_reports_all_errors,
        a_wrong_flag_is_pointed_at_on_the_command_line,
        an_error_as_json_is_one_object_with_its_place,
        #[cfg(unix)]
        what_cannot_be_written_leaves_the_old_file_whole,
        #[cfg(unix)]
        places_are_compared_not_only_paths,
    ]
}

/// A config, parts of the error's text, and the line that it must point at.
struct Case {
    name: &'static str,
    config: &'static str,
    says: &'static [&'static str],
    line: usize,
}

const CASES: &[Case] = &[
    Case {
        name: "unknown key",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nvarient = \"plain\"\n",
        says: &["unknown key `varient`", "did you mean `variant`?"],
        line: 5,
    },
    Case {
        name: "unknown top-level key",
        config: "version = 1\norientatoin = \"a1lsb\"\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["unknown key `orientatoin`", "did you mean `orientation`?"],
        line: 2,
    },
    Case {
        name: "unknown key of a language",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n[output.c]\nstandard = \"c11\"\n",
        says: &["unknown key `standard`"],
        line: 6,
    },
    Case {
        name: "another language's table",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n[output.java]\nrelease = 11\n",
        says: &["this output is c", "remove `[output.java]`"],
        line: 5,
    },
    Case {
        name: "unknown language",
        config: "version = 1\n[[output]]\nlang = \"jave\"\npath = \"m.h\"\n",
        says: &["unknown language `jave`", "did you mean `java`?"],
        line: 3,
    },
    Case {
        name: "unknown variant",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"fancee\"\n",
        says: &["unknown variant `fancee`", "did you mean `fancy`?"],
        line: 5,
    },
    Case {
        name: "unknown orientation",
        config: "version = 1\norientation = \"a1lbs\"\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["unknown orientation `a1lbs`", "did you mean `a1lsb`?"],
        line: 2,
    },
    Case {
        name: "a number beyond its range",
        config: "version = 1\n[search]\nseed = -1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["-1 is outside of the range of `seed`"],
        line: 3,
    },
    Case {
        name: "a width of 0",
        config: "version = 1\n[board]\nwidth = 0\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["0 is outside of the range of `width`"],
        line: 3,
    },
    Case {
        name: "an unknown config version",
        config: "version = 7\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["unknown config version `7`", "use one of `1`"],
        line: 1,
    },
    Case {
        name: "a permutation with a bit twice",
        config: "version = 1\n[board]\nwidth = 2\nheight = 2\n[orientation]\npermutation = [0, 1, 1, 3]\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["not a permutation: bit 1 is given to both b1 and a2"],
        line: 6,
    },
    Case {
        name: "a permutation that is too short",
        config: "version = 1\n[orientation]\npermutation = [0, 1, 2]\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["a permutation of this board needs 64 entries, not 3"],
        line: 3,
    },
    Case {
        name: "a permutation with a bit beyond the word",
        config: "version = 1\n[board]\nwidth = 2\nheight = 1\n[orientation]\npermutation = [0, 256]\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["256 is outside of the range of `permutation`, 0 to 255"],
        line: 6,
    },
    Case {
        name: "a companion on a board of several words",
        config: "version = 1\n[board]\nwidth = 9\nheight = 10\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nemit = [\"lookup\", \"fills\"]\n",
        says: &["c has no `fills` for boards of more than 64 squares"],
        line: 6,
    },
    Case {
        name: "parts of rectangles on hexagons",
        config: "version = 1\n[board]\nshape = \"hex\"\nradius = 4\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"colours\"]\n",
        says: &[
            "a board of hexagons has no `colours`: its squares have three colours",
            "leave it out of `emit`",
        ],
        line: 8,
    },
    Case {
        name: "computed lines on hexagons",
        config: "version = 1\n[board]\nshape = \"hex\"\nradius = 4\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"between\"]\n\
                 [output.companions]\nbetween = \"computed\"\n",
        says: &["lines of a rook in other directions meet between two squares", "use \"table\""],
        line: 10,
    },
    Case {
        name: "zones of a board without zones",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"zones\"]\n",
        says: &["this board has no zones for `zones`", "zones = { promotion = [\"a6-h8\"] }"],
        line: 5,
    },
    Case {
        name: "a variant of one word on a board of several",
        config: "version = 1\n[board]\nwidth = 9\nheight = 10\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"fixed\"\n",
        says: &["`fixed` serves boards of up to 64 bits", "`direction`", "`ray-reverse`"],
        line: 8,
    },
    Case {
        name: "a piece that turns where rays are computed",
        config: "version = 1\n[board]\nwidth = 9\nheight = 10\n[[piece]]\nname = \"horse\"\n\
                 moves = [{ leaps = \"knight\", via = \"orthogonal\" }]\n[[output]]\nlang = \"c\"\n\
                 path = \"m.h\"\nvariant = \"slide-arithmetic\"\npieces = [\"rook\", \"horse\"]\n",
        says: &["the horse moves otherwise", "`direction`"],
        line: 12,
    },
    Case {
        name: "a board of hexagons without its size",
        config: "version = 1\n[board]\nshape = \"hex\"\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["a board of hexagons needs `radius`"],
        line: 3,
    },
    Case {
        name: "a radius of a rectangle",
        config: "version = 1\n[board]\nradius = 6\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["`radius` belongs to a board of hexagons"],
        line: 3,
    },
    Case {
        name: "a preset of another board",
        config: "version = 1\n[orientation]\npreset = \"draughts-scan\"\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["`draughts-scan` is an order of 10 x 10 squares"],
        line: 3,
    },
    Case {
        name: "corners that leave no hexagon",
        config: "version = 1\n[board]\nshape = \"hex\"\nradius = 6\ncorners = 6\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["6 is outside of the range of `corners`, 1 to 5"],
        line: 5,
    },
    Case {
        name: "a board of more squares than a set has bits",
        config: "version = 1\n[board]\nwidth = 20\nheight = 20\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["a board of 20 x 20 has 400 squares, more than the 256"],
        line: 4,
    },
    Case {
        name: "a stride that leaves the word",
        config: "version = 1\n[board]\nstride = 9\nword = 64\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["would be bit 64"],
        line: 3,
    },
    Case {
        name: "a hole that is no square",
        config: "version = 1\n[board]\nholes = [\"z9\"]\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["`z9` isn't the name of a square"],
        line: 3,
    },
    Case {
        name: "a piece with no rays",
        config: "version = 1\n[[piece]]\nname = \"statue\"\nrays = []\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["a piece needs at least one ray"],
        line: 4,
    },
    Case {
        name: "a ray of three numbers",
        config: "version = 1\n[[piece]]\nname = \"x\"\nrays = [[1, 0, 2]]\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["a ray needs two numbers, the step in files and the step in ranks, not 3"],
        line: 4,
    },
    Case {
        name: "a number beyond 64 bits",
        config: "version = 1\n[search]\nseed = 99999999999999999999\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &[
            "99999999999999999999 is outside of the range of `seed`, 0 to 18446744073709551615",
        ],
        line: 3,
    },
    Case {
        name: "a piece without rays at all",
        config: "version = 1\n[[piece]]\nname = \"statue\"\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["a piece needs at least one ray"],
        line: 2,
    },
    Case {
        name: "an unknown piece",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\npieces = [\"rok\"]\n",
        says: &["unknown piece `rok`", "did you mean `rook`?"],
        line: 5,
    },
    Case {
        name: "a mask of more than 16 squares",
        config: "version = 1\n[[piece]]\nname = \"lady\"\nfrom = \"rook+bishop\"\n[[output]]\nlang = \"c\"\npath = \"m.h\"\npieces = [\"lady\"]\n",
        says: &["relevant squares, more than 16", "variant = \"direction\""],
        line: 8,
    },
    Case {
        name: "a built-in piece whose mask is too large on this board",
        config: "version = 1\n[board]\nwidth = 64\nheight = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\npieces = [\"rook\"]\n",
        says: &["the rook on a1 has 62 relevant squares, more than 16"],
        line: 8,
    },
    Case {
        name: "a name that is no identifier",
        config: "version = 1\n[[output]]\nlang = \"java\"\npath = \"./\"\n[output.names]\ntype = \"9Lives\"\n",
        says: &["`9Lives` isn't an identifier in java"],
        line: 6,
    },
    Case {
        name: "a name that is a keyword",
        config: "version = 1\n[[output]]\nlang = \"java\"\npath = \"./\"\n[output.names]\ntype = \"class\"\n",
        says: &["`class` is a keyword or reserved in java"],
        line: 6,
    },
    Case {
        name: "a lookup that is a keyword",
        config: "version = 1\n[[piece]]\nname = \"match\"\nrays = [[0, 1]]\n[[output]]\nlang = \"rust\"\npath = \"./\"\npieces = [\"match\"]\n[output.names]\nlookup = \"{piece}\"\n",
        says: &["`match` is a keyword or reserved in rust"],
        line: 10,
    },
    Case {
        name: "two things of one name",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\n[output.names]\nlookup = \"attacks\"\n",
        says: &["have the same name, `attacks`"],
        line: 6,
    },
    Case {
        name: "arrays in a language without them",
        config: "version = 1\n[[output]]\nlang = \"lua\"\npath = \"./\"\nemit = [\"between\"]\n[output.companions]\narrays = [\"between\"]\n",
        says: &[
            "lua has no arrays in the place of functions; c, cpp, csharp, go, java, rust and zig have them",
            "leave `arrays` out",
        ],
        line: 7,
    },
    Case {
        name: "attacks by piece and square in a language without such arrays",
        config: "version = 1\n[[output]]\nlang = \"d\"\npath = \"./\"\nemit = [\"pseudo-attacks\"]\n",
        says: &[
            "d has no arrays by piece and square; c, cpp, csharp, go, java, rust and zig have them",
        ],
        line: 5,
    },
    Case {
        name: "an array of a companion that isn't there",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"line\"]\n[output.companions]\narrays = [\"between\"]\n",
        says: &["`between` isn't in `emit`", "add \"between\" to `emit`"],
        line: 7,
    },
    Case {
        name: "an array that is computed",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"line\"]\n[output.companions]\nline = \"computed\"\narrays = [\"line\"]\n",
        says: &["`line` is computed, and an array isn't"],
        line: 8,
    },
    Case {
        name: "the number of a piece that isn't there",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"pseudo-attacks\"]\n[output.companions]\npieces = { knight = 2, unicorn = 3 }\n",
        says: &["`unicorn` has no number: it is no piece of this output", "`pawn up`"],
        line: 7,
    },
    Case {
        name: "two pieces of one number",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"pseudo-attacks\"]\n[output.companions]\npieces = { knight = 2, rook = 2 }\n",
        says: &["the rook and the knight have the same number"],
        line: 7,
    },
    Case {
        name: "names of members without their type",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"attacks-of\"]\n[output.companions]\npieces = { rook = \"ROOK\" }\n",
        says: &["names of members need the type that has them", "[output.c]"],
        line: 7,
    },
    Case {
        name: "names of members in a language without own types of pieces",
        config: "version = 1\n[[output]]\nlang = \"python\"\npath = \"./\"\nemit = [\"attacks-of\"]\n[output.companions]\npieces = { rook = \"ROOK\" }\n",
        says: &["names of members need the type that has them", "python has no `piece-type`"],
        line: 7,
    },
    Case {
        name: "the member of a piece without a function",
        config: "version = 1\n[[output]]\nlang = \"rust\"\npath = \"./\"\nemit = [\"attacks-of\"]\n[output.companions]\npieces = { knight = \"Knight\" }\n[output.rust]\npiece-type = \"crate::Piece\"\n",
        says: &["`attacks-of` has no function of a piece called `knight`", "leapers"],
        line: 7,
    },
    Case {
        name: "the member of two pieces",
        config: "version = 1\n[[output]]\nlang = \"rust\"\npath = \"./\"\nemit = [\"attacks-of\"]\n[output.companions]\npieces = { rook = \"R\", bishop = \"R\" }\n[output.rust]\npiece-type = \"crate::Piece\"\n",
        says: &["`R` is the member of two pieces"],
        line: 7,
    },
    Case {
        name: "a member with its type",
        config: "version = 1\n[[output]]\nlang = \"rust\"\npath = \"./\"\nemit = [\"attacks-of\"]\n[output.companions]\npieces = { rook = \"Piece::Rook\" }\n[output.rust]\npiece-type = \"crate::Piece\"\n",
        says: &["`Piece::Rook` isn't the name of a member"],
        line: 7,
    },
    Case {
        name: "a type of pieces without a function of pieces",
        config: "version = 1\n[[output]]\nlang = \"rust\"\npath = \"./\"\n[output.rust]\npiece-type = \"crate::Piece\"\n",
        says: &["only the function of `attacks-of` has a piece as a parameter"],
        line: 6,
    },
    Case {
        name: "numbers of pieces in a language without them",
        config: "version = 1\n[[output]]\nlang = \"python\"\npath = \"./\"\nemit = [\"attacks-of\"]\n[output.companions]\npieces = { rook = 2 }\n",
        says: &[
            "pieces of `attacks-of` have no numbers in python; c, cpp, csharp, d, go, rust and zig have them",
        ],
        line: 7,
    },
    Case {
        name: "functions of several pieces by one name",
        config: "version = 1\n[[output]]\nlang = \"go\"\npath = \"./\"\nemit = [\"leapers\"]\n[output.names]\nleapers = \"Attacks\"\n",
        says: &[
            "the knight's lookup and the king's lookup have the same name, `Attacks`, since the pattern `leapers` has no `{piece}`",
            "put `{piece}` into the pattern, or give a name for each piece: `leapers = { rook = \"...\" }`",
        ],
        line: 7,
    },
    Case {
        name: "a companion that is a keyword",
        config: "version = 1\n[[output]]\nlang = \"rust\"\npath = \"./\"\nemit = [\"between\"]\n[output.names]\nbetween = \"match\"\n",
        says: &["`match` is a keyword or reserved in rust"],
        line: 7,
    },
    Case {
        name: "a companion that is called as a lookup is",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"lookup\", \"between\"]\n[output.names]\nbetween = \"magics_rook_attacks\"\n",
        says: &[
            "the rook's lookup and the function of between have the same name, `magics_rook_attacks`",
        ],
        line: 7,
    },
    Case {
        name: "batches of a module that ask the processor",
        config: "version = 1\n[[output]]\nlang = \"cpp\"\npath = \"./\"\nvariant = \"slide-arithmetic\"\nemit = [\"lookup\", \"batch\"]\n[output.cpp]\nstd = \"c++20\"\nmodule = \"magics\"\ndispatch-batches = true\n",
        says: &["GCC can't compile a function for another processor in a module"],
        line: 10,
    },
    Case {
        name: "batches of Rust on words that ask the processor",
        config: "version = 1\n[[output]]\nlang = \"rust\"\npath = \"./\"\nvariant = \"slide-arithmetic\"\nemit = [\"lookup\", \"batch\"]\n[output.rust]\ndispatch-batches = true\n",
        says: &["`dispatch-batches` needs `vectors = true`"],
        line: 8,
    },
    Case {
        name: "batches without a standard library that ask the processor",
        config: "version = 1\n[[output]]\nlang = \"rust\"\npath = \"./\"\nvariant = \"slide-arithmetic\"\nemit = [\"lookup\", \"batch\"]\n[output.rust]\nvectors = true\nno-std = true\ndispatch-batches = true\n",
        says: &[
            "asks the processor by the standard library",
            "leave `no-std` or `dispatch-batches` out",
        ],
        line: 10,
    },
    Case {
        name: "a lookup that is called as another one's function on words is",
        config: "version = 1\n[[piece]]\nname = \"bishop on words\"\nrays = [[1, 1]]\n[[output]]\nlang = \"rust\"\npath = \"./\"\nvariant = \"hyperbola-dual\"\npieces = [\"bishop\", \"bishop on words\"]\n[output.names]\nlookup = \"{piece}\"\n[output.rust]\nvectors = true\n",
        says: &[
            "the bishop on words's lookup and the bishop's lookup on words have the same name, `bishop_on_words`",
        ],
        line: 11,
    },
    Case {
        name: "a table that is called as a square is",
        config: "version = 1\n[[output]]\nlang = \"java\"\npath = \"./\"\npieces = [\"rook\"]\nemit = [\"lookup\", \"squares\"]\n[output.names]\nmasks = \"A1\"\n",
        says: &["the square a1 and the rook's masks have the same name, `A1`"],
        line: 8,
    },
    Case {
        name: "pawns on a board without ranks to start from",
        config: "version = 1\n[board]\nwidth = 5\nheight = 12\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"pawns\"]\n",
        says: &["this board needs `double-steps` for pawns", "double-steps = [2, 7]"],
        line: 8,
    },
    Case {
        name: "fills where a step isn't a shift",
        config: "version = 1\n[board]\nwidth = 2\nheight = 2\n[orientation]\npermutation = [0, 3, 1, 2]\n[[output]]\nlang = \"c\"\npath = \"./\"\n\
                 emit = [\"fills\"]\n",
        says: &[
            "`fills` needs an order of squares in which each step is one shift",
            "leave \"fills\" out of `emit`",
        ],
        line: 10,
    },
    Case {
        name: "cuckoo tables where no knight moves",
        config: "version = 1\n[board]\nwidth = 9\nheight = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"cuckoo\"]\n",
        says: &["knights can't move on this board", "leave \"cuckoo\" out of `emit`"],
        line: 8,
    },
    Case {
        name: "a computed line without bishops",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\npieces = [\"rook\"]\nemit = [\"line\"]\n[output.companions]\nline = \"computed\"\n",
        says: &["`line` calls the lookup of the bishop", "add \"bishop\" to `pieces`"],
        line: 6,
    },
    Case {
        name: "a pair without rooks",
        config: "version = 1\n[[output]]\nlang = \"go\"\npath = \"./\"\npieces = [\"bishop\"]\nemit = [\"pair\", \"attacks-of\"]\n",
        says: &["`pair` calls the lookup of the rook", "add \"rook\" to `pieces`"],
        line: 6,
    },
    Case {
        name: "batches in a language without them",
        config: "version = 1\n[[output]]\nlang = \"python\"\npath = \"./\"\npieces = [\"rook\"]\nemit = [\"batch\"]\n",
        says: &[
            "has no `batch`; C, C++, C#, D, Go, Java, Kotlin, Rust and Zig have it",
            "word = \"numpy\"",
        ],
        line: 6,
    },
    Case {
        name: "batches of a kernel",
        config: "version = 1\n[[output]]\nlang = \"opencl\"\npath = \"./\"\npieces = [\"rook\"]\nemit = [\"batch\"]\n",
        says: &["opencl has no `batch`", "leave \"batch\" out of `emit`"],
        line: 6,
    },
    Case {
        name: "batches of a shader",
        config: "version = 1\n[[output]]\nlang = \"wgsl\"\npath = \"./\"\npieces = [\"rook\"]\nemit = [\"batch\"]\n",
        says: &["wgsl has no `batch`", "leave \"batch\" out of `emit`"],
        line: 6,
    },
    Case {
        name: "a piece whose lookup is called as the function of any piece",
        config: "version = 1\n[[output]]\nlang = \"rust\"\npath = \"./\"\npieces = [\"rook\"]\nemit = [\"attacks-of\"]\n[output.names]\nlookup = \"attacks_of\"\n",
        says: &[
            "the rook's lookup and the function of attacks of have the same name, `attacks_of`",
        ],
        line: 8,
    },
    Case {
        name: "a form of between that there isn't",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"between\"]\n[output.companions]\nbetween = \"tables\"\n",
        says: &["unknown form of between `tables`"],
        line: 7,
    },
    Case {
        name: "a rank to start from that there isn't",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\nemit = [\"pawns\"]\n[output.companions]\ndouble-steps = [2, 9]\n",
        says: &["ranks of this board are 1 to 8"],
        line: 7,
    },
    Case {
        name: "x-rays in hardware",
        config: "version = 1\n[[output]]\nlang = \"verilog\"\npath = \"./\"\nemit = [\"xray\"]\n",
        says: &["verilog has no `xray`"],
        line: 5,
    },
    Case {
        name: "a licence text that ends its comment",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\n[output.style]\nheader = \"free */ for all\"\n",
        says: &["would end its comment in c", "*/"],
        line: 6,
    },
    Case {
        name: "an output over the config",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"x/../magicgen.toml\"\n",
        says: &["would overwrite the config"],
        line: 2,
    },
    Case {
        name: "an output over the lock",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"magicgen.lock\"\n",
        says: &["would overwrite the lock"],
        line: 2,
    },
    Case {
        name: "two outputs of one path",
        config: "version = 1\n[[output]]\nid = \"a\"\nlang = \"c\"\npath = \"m.h\"\n[[output]]\nid = \"b\"\nlang = \"c\"\npath = \"./m.h\"\n",
        says: &["is written by output `a` too"],
        line: 6,
    },
    Case {
        name: "two outputs of one id",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"a.h\"\n[[output]]\nlang = \"c\"\npath = \"b.h\"\n",
        says: &["there are two outputs `c`"],
        line: 5,
    },
    Case {
        name: "a combination that the language can't express",
        config: "version = 1\n[[output]]\nlang = \"java\"\npath = \"./\"\n[output.style]\nfields = \"pointers\"\n",
        says: &["java has no `fields = \"pointers\"`", "chosen here", "use one of `arrays`"],
        line: 6,
    },
    Case {
        name: "a part that the variant doesn't have",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"./\"\nvariant = \"plain\"\nemit = [\"offsets\"]\n",
        says: &["the variant `plain` has no offsets"],
        line: 6,
    },
    Case {
        name: "a Java file that isn't named after its class",
        config: "version = 1\n[[output]]\nlang = \"java\"\nname = \"magics\"\npath = \"Tables.java\"\n",
        says: &["Magics"],
        line: 5,
    },
    Case {
        name: "a missing path",
        config: "version = 1\n[[output]]\nlang = \"c\"\n",
        says: &["`path` is missing"],
        line: 2,
    },
    Case {
        name: "a piece whose name is no words",
        config: "version = 1\n[[piece]]\nname = \"x */ int pwned(void); /*\"\nrays = [[1, 0]]\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["the text of `name` isn't made of words", "`short-rook`"],
        line: 3,
    },
    Case {
        name: "two pieces of one name in code",
        config: "version = 1\n[[piece]]\nname = \"short rook\"\nrays = [[1, 0]]\n[[piece]]\nname = \"ShortRook\"\nrays = [[0, 1]]\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["the pieces `short rook` and `ShortRook` have the same name in code"],
        line: 6,
    },
    Case {
        name: "an id that a shell would take for more",
        config: "version = 1\n[[output]]\nid = \"$(x)\"\nlang = \"c\"\npath = \"m.h\"\n",
        says: &["the text of `id` isn't an id"],
        line: 3,
    },
    Case {
        name: "a sentence that turns the direction of writing",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\ndoc = \"a\\u202Eb\"\n",
        says: &["the text of `doc` has the invisible character U+202E", "write it without U+202E"],
        line: 5,
    },
    Case {
        name: "a sentence that ends its comment",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\ndoc = \"a */ b\"\n",
        says: &["\"*/\" in the text of `doc` would end its comment in c"],
        line: 5,
    },
    Case {
        name: "a file name with a quote",
        config: "version = 1\n[[output]]\nlang = \"javascript\"\npath = \"a';pwned();'.mjs\"\n",
        says: &["a file's name can't contain"],
        line: 4,
    },
    Case {
        name: "a file that Windows takes for a device",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"src/Aux.h\"\n",
        says: &["`Aux.h` is the name of a device on Windows", "rename the file"],
        line: 4,
    },
    Case {
        name: "a folder that Windows takes for a device",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"con/m.h\"\n",
        says: &["`con` is the name of a device on Windows"],
        line: 4,
    },
    Case {
        name: "a file whose name ends in a dot",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h.\"\n",
        says: &["`m.h.` ends in a dot or a blank, which Windows removes"],
        line: 4,
    },
    Case {
        name: "a file that its name makes a device",
        config: "version = 1\n[[output]]\nlang = \"c\"\nname = \"nul\"\npath = \"./\"\n",
        says: &["`nul.h` is the name of a device on Windows"],
        line: 5,
    },
    Case {
        name: "a guard that is a type of the header's",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n[output.c]\nguard = \"uint64_t\"\n",
        says: &["the guard `uint64_t` is reserved", "as in `MAGICS_H`"],
        line: 6,
    },
    Case {
        name: "when tables are filled that aren't",
        config: "version = 1\n[[output]]\nlang = \"zig\"\npath = \"m.zig\"\n[output.zig]\nlazy = false\n",
        says: &["`lazy` needs tables that are filled at start-up", "set `tables = \"init\"`"],
        line: 6,
    },
    Case {
        name: "when tables are filled, beside a word for no form of tables",
        config: "version = 1\n[[output]]\nlang = \"zig\"\npath = \"m.zig\"\ntables = \"int\"\n[output.zig]\nlazy = false\n",
        says: &["unknown form of tables `int`", "did you mean `init`?"],
        line: 5,
    },
    Case {
        name: "a module that fills late what is printed",
        config: "version = 1\n[[output]]\nlang = \"javascript\"\npath = \"m.mjs\"\ntables = \"full\"\n[output.javascript]\nlazy = true\n",
        says: &["`lazy` needs tables that are filled at start-up", "or set `tables = \"init\"`"],
        line: 7,
    },
    Case {
        name: "a typed module that fills late what is printed",
        config: "version = 1\n[[output]]\nlang = \"typescript\"\npath = \"m.ts\"\ntables = \"full\"\n[output.typescript]\nlazy = true\n",
        says: &["`lazy` needs tables that are filled at start-up", "or set `tables = \"init\"`"],
        line: 7,
    },
    Case {
        name: "a module that fills late what nothing can fill",
        config: "version = 1\n[[output]]\nlang = \"javascript\"\npath = \"m.mjs\"\nvariant = \"bytes\"\n[output.javascript]\nlazy = true\n",
        says: &["`lazy` needs tables that are filled at start-up", "leave `lazy` out\n"],
        line: 7,
    },
    Case {
        name: "a section that the assembler would read on",
        config: "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n[output.c]\nsection = \".x;pwned=1\"\n",
        says: &["isn't the name of a section"],
        line: 6,
    },
    Case { name: "not TOML", config: "version = 1\n[[output]\nlang = \"c\"\n", says: &[], line: 2 },
    Case {
        name: "a value of the wrong type",
        config: "version = 1\n[[output]]\nlang = 3\npath = \"m.h\"\n",
        says: &["invalid type"],
        line: 3,
    },
];

fn each_gets_one_error_with_its_place_and_nothing_is_written() {
    for Case { name, config, says, line } in CASES {
        let folder = Folder::with_config(config);
        let before = folder.files();
        let run = folder.run(&[]);
        assert_eq!(run.status, 2, "{name}\n{}", run.stderr);
        assert_eq!(run.stdout, "", "{name}");
        for says in *says {
            assert!(run.stderr.contains(says), "{name}: {says:?} is not in\n{}", run.stderr);
        }
        assert!(run.stderr.contains(&format!("magicgen.toml:{line}:")), "{name}\n{}", run.stderr);
        assert!(run.stderr.contains('^'), "{name}: no caret\n{}", run.stderr);
        assert_eq!(
            run.stderr.matches("error").count(),
            1,
            "{name}: more than one error\n{}",
            run.stderr
        );
        assert_eq!(folder.files(), before, "{name}: something was written");
    }
}

/// The reader of TOML ends at some depth, and says for a key not even where.
fn what_is_nested_too_deep_is_pointed_at() {
    let dots = vec!["a"; 3000].join(".");
    let brackets = "[".repeat(3000) + &"]".repeat(3000);
    for deep in [format!("{dots} = 1"), format!("[{dots}]"), format!("holes = {brackets}")] {
        let folder = Folder::with_config(&format!("version = 1\n[board]\n{deep}\n"));
        let run = folder.run(&[]);
        assert_eq!(run.status, 2, "{}", run.stderr);
        for says in ["magicgen.toml:3:", "use fewer nested dots and brackets"] {
            assert!(run.stderr.contains(says), "{says}\n{}", run.stderr);
        }
    }
}

fn a_word_as_long_as_a_config_is_not_repeated() {
    let key = "k".repeat(100_000);
    let folder = Folder::with_config(&format!("version = 1\n{key} = 1\n"));
    let run = folder.run(&[]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(run.stderr.starts_with("error[config::unknown-key]: unknown key `kkkk"));
    assert!(run.stderr.contains("kk…kk") && run.stderr.len() < 2000, "{}", run.stderr);
}

/// Where `lazy = false` is the default, saying it changes nothing: no lookup fills what is printed.
fn printed_tables_that_no_lookup_fills_may_be_said() {
    let folder = Folder::new();
    for (lang, file) in [("javascript", "m.mjs"), ("typescript", "m.ts")] {
        let lazy = format!("output.{lang}.lazy=false");
        folder.succeed(&["--lang", lang, "--tables", "full", "-D", &lazy, "-o", file]);
        assert!(!folder.read(file).contains("isFilled"), "{lang}");
    }
}

/// A guard is an empty macro, so that anything else with its name would vanish from the file.
fn a_guard_that_the_file_calls_something_else_is_refused() {
    let folder = Folder::new();
    for (lang, name) in [
        ("c", "magics_rook_attacks"),
        ("c", "MAGICS_ROOK_MASKS"),
        ("c", "MAGICS_BISHOP_FACTORS"),
        ("cpp", "magics"),
        ("cpp", "rook_attacks"),
    ] {
        let guard = format!("output.{lang}.guard={name}");
        let run = folder.run(&["--lang", lang, "-D", &guard, "-o", "m.h"]);
        assert_eq!(run.status, 2, "{name}: {}", run.stderr);
        let says = format!("the guard `{name}` is already a name in the file");
        assert!(run.stderr.contains(&says), "{name}: {}", run.stderr);
        assert!(!folder.has("m.h"));
    }
    for guard in ["output.c.guard=MAGICS_ROOK_H", "output.c.guard=Magics"] {
        folder.succeed(&["--lang", "c", "-D", guard, "-o", "m.h"]);
    }
}

fn one_run_reports_all_errors() {
    let folder = Folder::with_config(
        "version = 1\norientation = \"a1lbs\"\nsurplus = 1\n[board]\nwdth = 3\n[[output]]\nlang = \"c\"\nvarient = 1\n",
    );
    let run = folder.run(&[]);
    for says in ["surplus", "wdth", "varient", "a1lbs"] {
        assert!(run.stderr.contains(says), "{says}\n{}", run.stderr);
    }
}

fn a_wrong_flag_is_pointed_at_on_the_command_line() {
    let folder = Folder::new();
    let run = folder.run(&["--lang", "c", "-D", "output.c.std=c77"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("command line") && run.stderr.contains("c77"), "{}", run.stderr);
    let run = folder.run(&["--lang", "jave"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("java"), "{}", run.stderr);
    let run = folder.run(&["--lang", "c", "--piece", "knight"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("unknown piece `knight`"), "{}", run.stderr);
}

fn an_error_as_json_is_one_object_with_its_place() {
    let folder =
        Folder::with_config("version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nvarient = 1\n");
    let run = folder.run(&["--format", "json"]);
    assert_eq!((run.status, run.stderr.as_str()), (2, ""));
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["status"], "error");
    let diagnostic = &report["diagnostics"][0];
    assert_eq!(diagnostic["code"], "config::unknown-key");
    assert_eq!(diagnostic["span"]["line"], 5);
    assert_eq!(diagnostic["span"]["column"], 1);
    assert_eq!(diagnostic["help"], "did you mean `variant`?");
}

/// A file that can't be written gives status 4, and the old file stays.
#[cfg(unix)]
fn what_cannot_be_written_leaves_the_old_file_whole() {
    let folder = Folder::new();
    folder.write("there/magics.h", "old");
    // A file in place of a folder is an error even for root, for whom file modes don't matter.
    let run = folder.run(&["--lang", "c", "-o", "there/magics.h/x.h"]);
    assert_eq!(run.status, 4, "{}", run.stderr);
    assert!(run.stderr.contains("can't write"), "{}", run.stderr);
    assert_eq!(folder.read("there/magics.h"), "old");
    if std::path::Path::new("/dev/full").exists() {
        let out = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = std::process::Command::new(crate::program())
            .args(["--lang", "c"])
            .current_dir(folder.path())
            .stdout(out)
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(4));
    }
}

/// Two outputs may not have the same file, also under different names or as the second file of an output.
#[cfg(unix)]
fn places_are_compared_not_only_paths() {
    let config = "version = 1\n[[output]]\nid = \"a\"\nlang = \"c\"\npath = \"link.h\"\n";
    let folder = Folder::with_config(config);
    std::os::unix::fs::symlink("magicgen.toml", folder.path().join("link.h")).unwrap();
    let run = folder.run(&[]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(run.stderr.contains("`link.h` would overwrite the config"), "{}", run.stderr);
    assert_eq!(folder.read("magicgen.toml"), config);

    let folder = Folder::with_config(
        "version = 1\n[[output]]\nid = \"a\"\nlang = \"c\"\npath = \"m.h\"\n[output.c]\nlayout = \"pair\"\n\
         [[output]]\nid = \"b\"\nlang = \"c\"\npath = \"m.c\"\n",
    );
    let run = folder.run(&[]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(run.stderr.contains("`m.c` is written by output `b` too"), "{}", run.stderr);
    assert!(!folder.has("m.c") && !folder.has("m.h") && !folder.has("magicgen.lock"));
}
