//! The programs that call companions in languages of chips and graphics processors.

use super::drivers::{Driver, shouted};

pub(super) static DRIVERS: [Driver; 2] = [
    Driver {
        lang: "verilog",
        word: "",
        tool: "iverilog",
        file: "magics.v",
        main: "main.v",
        text: "module main;
    localparam squares = {SIZED};
    localparam count = $bits(squares) / 8;
    reg [63:0] state, digest, word;
    reg [WORDS*64-1:0] whole;
    reg [BITS-1:0] s0;
    reg [7:0] a, b, c;
    reg side;
    integer at, turn, k;
    `define SET(name, ports) wire [BITS-1:0] w_``name; magics_``name u_``name ports;
    `define NUMBER(name, ports) wire [7:0] w_``name; magics_``name u_``name ports;
    `define TRUTH(name, ports) wire w_``name; magics_``name u_``name ports;
    `define ARRAY(name, count) reg [7:0] i_``name; `SET(name, (i_``name, w_``name))
    ARRAYS CALLS
    `undef SET
    `undef NUMBER
    `undef TRUTH
    `undef ARRAY
    `define SET(name, ports) set(w_``name);
    `define NUMBER(name, ports) number(w_``name);
    `define TRUTH(name, ports) number(w_``name);
    `define ARRAY(name, count) for (at = 0; at < count; at = at + 1) begin i_``name = at; #1; set(w_``name); end
    task number(input [63:0] one);
        digest = digest * 64'd31 + one;
    endtask
    task set(input [WORDS*64-1:0] all);
        for (k = 0; k < WORDS; k = k + 1) number(all[64 * k +: 64]);
    endtask
    task next;
        state = state * 64'd6364136223846793005 + 64'd1;
    endtask
    task pick(output [7:0] square);
        begin
            next;
            k = (state >> 33) % count;
            square = squares[8 * (count - 1 - k) +: 8];
        end
    endtask
    task some;
        for (k = 0; k < WORDS; k = k + 1) begin
            next;
            word = state;
            next;
            whole[64 * k +: 64] = word & state;
        end
    endtask
    initial begin
        state = 1;
        digest = 0;
        ARRAYS
        for (at = 0; at < count; at = at + 1)
            for (turn = 0; turn < 8; turn = turn + 1) begin
                side = turn;
                a = squares[8 * (count - 1 - at) +: 8];
                pick(b);
                pick(c);
                some;
                s0 = whole;
                some;
                some;
                some;
                #1;
                CALLS
            end
        $display(\"%0d\", digest);
    end
endmodule
",
        sets: "",
        command: "iverilog -g2005 -Wall -tnull magics.v 2>&1 && iverilog -g2012 -s main -o main main.v magics.v && vvp -n main",
        has_pext: false,
        has_calls: false,
        has_pairs: true,
        call: |kind, name, arguments| {
            let what = match kind {
                '.' => "SET",
                '?' => "TRUTH",
                _ => "NUMBER",
            };
            format!("`{what}({name}, ({arguments}, w_{name}))")
        },
        array: |name| format!("`ARRAY({}, COUNT)", name.replace(' ', "_")),
        is_slow: false,
    },
    Driver {
        lang: "wgsl",
        word: "",
        tool: "naga",
        file: "magics.wgsl",
        main: "main.cpp",
        text: "#include \"magics.metal\"
#include <cstdio>
typedef unsigned long long u64;
static const unsigned char squares[] = { SQUARES };
static u64 state = 1, digest;
static u64 next() { return state = state * 6364136223846793005ULL + 1; }
static unsigned pick() { return squares[(next() >> 33) % sizeof squares]; }
static void number(u64 word) { digest = digest * 31 + word; }
static void set(metal::uint4 all) {
    number(all.x | u64(all.y) << 32);
    number(all.z | u64(all.w) << 32);
}
static metal::uint4 some() {
    u64 words[2];
    for (u64 &word : words) { word = next(); word &= next(); }
    return metal::uint4(unsigned(words[0]), unsigned(words[0] >> 32), unsigned(words[1]), unsigned(words[1] >> 32));
}
int main() {
    ARRAYS
    for (unsigned a : squares)
        for (unsigned turn = 0; turn < 8; turn++) {
            const unsigned side = turn % 2, b = pick(), c = pick();
            const auto s0 = some(), s1 = some() & s0, s2 = some() & s0, s3 = some() & s0;
            CALLS
        }
    std::printf(\"%llu\\n\", digest);
}
",
        sets: "",
        // The translation has only arrays that functions read.
        command: concat!(
            "for one in FILES FAR_ZONE; do echo \"fn $one(at: u32) -> vec4<u32> { return MAGICS_$one[at]; }\"; done \
             >> magics.wgsl && naga --metal-version 2.1 magics.wgsl magics.metal && g++ -std=c++11 -O1 -I",
            env!("CARGO_MANIFEST_DIR"),
            "/../drivers/wgsl main.cpp && ./a.out"
        ),
        has_pext: false,
        has_calls: true,
        has_pairs: false,
        call: |kind, name, arguments| match kind {
            '.' => format!("set(magics_{name}({arguments}));"),
            _ => format!("number(magics_{name}({arguments}));"),
        },
        array: |name| format!("for (unsigned at = 0; at < COUNT; at++) set({}(at));", shouted(name)),
        is_slow: false,
    },
];
