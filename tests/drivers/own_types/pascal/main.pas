program Main;

{$mode objfpc}

uses
  Chess, Magics, SysUtils;

var
  Rook, Other: TBitboard;
begin
  Rook := RookAttacks(B1, TBitboard(0));
  Other := AttacksOf(PieceRook, A1, TBitboard(0));
  WriteLn(LowerCase(IntToHex(QWord(Rook) xor QWord(Other), 15)), ' ',
    LowerCase(BoolToStr(Aligned(A1, B1, B1), True)));
end.
