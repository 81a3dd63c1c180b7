import * as engine from "./src/attacks";
import { SLANTED, STRAIGHT, digest, fill } from "./rays";

fill(STRAIGHT, 52n, engine.rookMagics, engine.rookMasks, engine.rookTable);
fill(SLANTED, 55n, engine.bishopMagics, engine.bishopMasks, engine.bishopTable);
digest("rook", (square, occupied) => engine.Attacks.rook(square, occupied));
digest("bishop", (square, occupied, own) => engine.Attacks.bishop(square, occupied, own));
digest("unless", (square, occupied) => engine.Attacks.unless(square, occupied));
digest("rookAttacks", (square, occupied) => engine.rookAttacks(square, occupied));
digest("sliders", (square, occupied) => engine.sliders([square, square ^ 63], occupied));