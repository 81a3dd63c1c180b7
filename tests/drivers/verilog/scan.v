// Compares bit scans with the places of bits, over every word of 8 and 16 bits and random longer ones.
module driver;
    reg [63:0] word;
    reg [63:0] state;
    wire [2:0] forward8, reverse8;
    wire [3:0] forward16, reverse16;
    wire [4:0] forward32, reverse32;
    wire [5:0] forward64, reverse64;
    integer turn;

    magics_bit_scan_forward8 f8 (.word(word[7:0]), .index_of_bit(forward8));
    magics_bit_scan_reverse8 r8 (.word(word[7:0]), .index_of_bit(reverse8));
    magics_bit_scan_forward16 f16 (.word(word[15:0]), .index_of_bit(forward16));
    magics_bit_scan_reverse16 r16 (.word(word[15:0]), .index_of_bit(reverse16));
    magics_bit_scan_forward32 f32 (.word(word[31:0]), .index_of_bit(forward32));
    magics_bit_scan_reverse32 r32 (.word(word[31:0]), .index_of_bit(reverse32));
    magics_bit_scan_forward64 f64 (.word(word), .index_of_bit(forward64));
    magics_bit_scan_reverse64 r64 (.word(word), .index_of_bit(reverse64));

    task check(input integer width, input integer forward, input integer reverse, input [63:0] bits);
        integer least;
        integer most;
        begin
            least = 0;
            while (!bits[least])
                least = least + 1;
            most = width - 1;
            while (!bits[most])
                most = most - 1;
            if (forward != least || reverse != most)
                $display("%0d bits, word %h: found %0d and %0d", width, bits, forward, reverse);
        end
    endtask

    initial begin
        for (turn = 1; turn < 65536; turn = turn + 1) begin
            word = turn;
            #1;
            check(16, forward16, reverse16, word & 64'hffff);
            if (turn < 256)
                check(8, forward8, reverse8, word & 64'hff);
        end
        state = 64'h9e3779b97f4a7c15;
        for (turn = 0; turn < 4000; turn = turn + 1) begin
            state = state ^ (state << 13);
            state = state ^ (state >> 7);
            state = state ^ (state << 17);
            word = (state >> turn % 64) | 64'd1 << (turn % 32);
            #1;
            check(32, forward32, reverse32, word & 64'hffffffff);
            check(64, forward64, reverse64, word);
        end
        $display("magicgen-driver ok");
        $finish;
    end
endmodule
