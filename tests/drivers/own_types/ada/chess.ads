with Interfaces;

package Chess is

   type Square is (A1, B1);

   type Bitboard is new Interfaces.Unsigned_64;

end Chess;
