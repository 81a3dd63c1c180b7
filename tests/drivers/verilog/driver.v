// Looks up what vectors.txt asks for, a line each: kind, square, occupied, own, all hexadecimal.
//
// Kinds: 0 rook and 1 bishop, a subset of the mask, into count and digest; 2 rook and 3 bishop, the same subset with
// junk off the mask, to the same result; 4 rook, 5 bishop and 6 queen on a random position, into the sum of moves; 7 the
// square on a file (square) and a rank (occupied), which is the bit index own.
//
// The inputs of modules are assigned to: Verilator 5.006 doesn't see that $fscanf changes them.
module driver;
    `include "magics_squares.vh"

    reg [63:0] square_read;
    reg [63:0] occupied_read;
    reg [63:0] own;
    reg [5:0] square;
    reg [63:0] occupied;
    reg [63:0] digest;
    reg [63:0] last;
    reg [63:0] targets;
    wire [63:0] rook;
    wire [63:0] bishop;
    wire [63:0] queen;
    integer file;
    integer kind;
    integer read;
    integer index;
    integer rooks;
    integer bishops;
    integer moves;

    magics_rook_attacks rook_lookup (.square(square), .occupied(occupied), .attacks(rook));
    magics_bishop_attacks bishop_lookup (.square(square), .occupied(occupied), .attacks(bishop));
    magics_queen_attacks queen_lookup (.square(square), .occupied(occupied), .attacks(queen));

    initial begin
        digest = 64'hcbf29ce484222325;
        rooks = 0;
        bishops = 0;
        moves = 0;
        file = $fopen("vectors.txt", "r");
        read = $fscanf(file, "%h %h %h %h", kind, square_read, occupied_read, own);
        while (read == 4) begin
            square = square_read[5:0];
            occupied = occupied_read;
            #1;
            targets = (kind == 1 || kind == 3 || kind == 5) ? bishop : (kind == 6) ? queen : rook;
            if (kind == 7) begin
                if (magics_square(square_read[31:0], occupied_read[31:0]) !== own)
                    $display("square %0d %0d is %0d", square_read, occupied_read, magics_square(square_read[31:0], occupied_read[31:0]));
            end else if (kind >= 4) begin
                targets = targets & ~own;
                for (index = 0; index < 64; index = index + 1)
                    moves = moves + targets[index];
            end else if (kind >= 2) begin
                if (targets !== last)
                    $display("junk: square %0d, occupied %h: found %h, not %h", square, occupied, targets, last);
            end else begin
                last = targets;
                for (index = 0; index < 8; index = index + 1)
                    digest = (digest ^ (targets >> (8 * index) & 64'hff)) * 64'h100000001b3;
                if (kind == 0)
                    rooks = rooks + 1;
                else
                    bishops = bishops + 1;
            end
            read = $fscanf(file, "%h %h %h %h", kind, square_read, occupied_read, own);
        end
        $display("magicgen-driver ok rook=%0d bishop=%0d digest=%h moves=%0d", rooks, bishops, digest, moves);
        $finish;
    end
endmodule
