unit Chess;

{$mode objfpc}

interface

type
  TSquare = (A1, B1);
  TBitboard = type QWord;

implementation

end.
