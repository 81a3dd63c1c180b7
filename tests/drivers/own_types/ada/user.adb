with Ada.Text_IO;
with Chess;
with Magics; use Magics;

procedure User is
   use type Chess.Bitboard;

   Rook : constant Chess.Bitboard := Rook_Attacks (Chess.B1, 0);
   Pair : constant Attack_Pair := Pair_Attacks (Chess.A1, 0);

   Whole : constant Chess.Bitboard := Rook xor Chess.Bitboard (Pair.Rook);
begin
   if Whole = 16#303_0303_0303_0303#
     and then Aligned (Chess.A1, Chess.B1, Chess.B1)
   then
      Ada.Text_IO.Put_Line ("303030303030303 true");
   end if;
end User;
