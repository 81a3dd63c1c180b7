{ Times the generated lookups beside the fancy lookup written by hand, on the same masks, factors and table. }
program Bench;

{$mode objfpc}{$J-}{$Q-}{$R-}{$macro on}

uses
  Linux, UnixType, Magics;

const
  Count = 4096;
  Repeats = 63;
  Rounds = 41;

var
  Squares: array[0..Count - 1] of Integer;
  Occupancies: array[0..Count - 1] of QWord;
  Sum: QWord = 0;
  RookSum, QueenSum: QWord;

function RookByHand(Square: Integer; Occupied: QWord): QWord;
begin
  Result := AttackTable[RookOffsets[Square]
    + ((Occupied and RookMasks[Square]) * RookFactors[Square]) shr RookShifts[Square]];
end;

function BishopByHand(Square: Integer; Occupied: QWord): QWord;
begin
  Result := AttackTable[BishopOffsets[Square]
    + ((Occupied and BishopMasks[Square]) * BishopFactors[Square]) shr BishopShifts[Square]];
end;

function QueenByHand(Square: Integer; Occupied: QWord): QWord;
begin
  Result := RookByHand(Square, Occupied) or BishopByHand(Square, Occupied);
end;

procedure Fill;
var
  State: QWord;
  Index: Integer;
begin
  State := QWord($9e3779b97f4a7c15);
  for Index := 0 to Count - 1 do
  begin
    State := State xor (State shl 13);
    State := State xor (State shr 7);
    State := State xor (State shl 17);
    Occupancies[Index] := State and (State shr 21);
    Squares[Index] := (State shr 40) and 63;
  end;
end;

function Nanoseconds: Int64;
var
  Time: TTimeSpec;
begin
  clock_gettime(CLOCK_MONOTONIC, @Time);
  Result := Time.tv_sec * Int64(1000000000) + Time.tv_nsec;
end;

{ Each lookup has a loop of its own, so that the compiler sees which one it calls. }
{$define LOOP :=
  var
    Turn, Index: Integer;
    Start: Int64;
  begin
    Sum := 0;
    Start := Nanoseconds;
    for Turn := 1 to Repeats do
      for Index := 0 to Count - 1 do
        Sum := Sum xor LOOKUP(Squares[Index], Occupancies[Index]);
    Result := (Nanoseconds - Start) / (Repeats * Count);
  end;}

function TimeRook: Double;
{$define LOOKUP := RookAttacks}
LOOP

function TimeRookByHand: Double;
{$define LOOKUP := RookByHand}
LOOP

function TimeQueen: Double;
{$define LOOKUP := QueenAttacks}
LOOP

function TimeQueenByHand: Double;
{$define LOOKUP := QueenByHand}
LOOP

function Least(A, B: Double): Double;
begin
  if A < B then
    Result := A
  else
    Result := B;
end;

var
  Round: Integer;
  Rook, RookHand, Queen, QueenHand: Double;
begin
  Fill;
  Rook := 1e9;
  RookHand := 1e9;
  Queen := 1e9;
  QueenHand := 1e9;
  for Round := 1 to Rounds do
  begin
    Rook := Least(Rook, TimeRook);
    RookSum := Sum;
    RookHand := Least(RookHand, TimeRookByHand);
    if Sum <> RookSum then
      Halt(1);
    Queen := Least(Queen, TimeQueen);
    QueenSum := Sum;
    QueenHand := Least(QueenHand, TimeQueenByHand);
    if Sum <> QueenSum then
      Halt(1);
  end;
  WriteLn('pascal rook ', Rook:0:3, ' ', RookHand:0:3, ' ', RookHand / Rook:0:3);
  WriteLn('pascal queen ', Queen:0:3, ' ', QueenHand:0:3, ' ', QueenHand / Queen:0:3);
  WriteLn(StdErr, HexStr(RookSum, 16), ' ', HexStr(QueenSum, 16));
end.
