import chess.Attacks;

public final class Driver {
    public static void main(String[] arguments) {
        Rays.fill(Rays.STRAIGHT, 52, Attacks.ROOK_NUMBERS, Attacks.rookMasks, Attacks.rookTable);
        Rays.fill(Rays.SLANTED, 55, Attacks.BISHOP_NUMBERS, Attacks.bishopMasks, Attacks.bishopTable);
        Attacks.init();
        Rays.digest("rookAttacks", (square, occupied, own) -> Attacks.rookAttacks(square, occupied));
        Rays.digest("bishopAttacks", (square, occupied, own) -> Attacks.bishopAttacks(square, occupied));
        Rays.digest("ofRecord", (square, occupied, own) -> Attacks.ofRecord(square, occupied, own));
        Rays.digest("sliders", (square, occupied, own) -> square == 0 ? Attacks.sliders(own, occupied) : 0);
    }
}