import chess.Sliders;

public final class Driver {
    public static void main(String[] arguments) {
        Rays.digest("rookAttacks", (square, occupied, own) -> Sliders.rookAttacks(square, occupied));
        Rays.digest("bishopAttacks", (square, occupied, own) -> Sliders.bishopAttacks(square, occupied));
        Rays.digest("queenAttacks", (square, occupied, own) -> Sliders.queenAttacks(square, occupied));
        Rays.digest("rookMoves", (square, occupied, own) -> Sliders.rookMoves(square, occupied, own));
        Rays.digest("bishopMobility", (square, occupied, own) -> Sliders.bishopMobility(square, occupied));
    }
}
