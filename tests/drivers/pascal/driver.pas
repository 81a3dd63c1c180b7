{ Compares rook, bishop and queen on the chess board with pieces walked over files and ranks. }
program Driver;

{$mode objfpc}{$J-}{$Q-}{$R-}

uses
  SysUtils, Magics;

type
  TLookup = function(Square: Integer; Occupied: QWord): QWord;
  TRay = array[0..1] of Integer;

const
  Rook: array[0..3] of TRay = ((0, 1), (1, 0), (0, -1), (-1, 0));
  Bishop: array[0..3] of TRay = ((1, 1), (1, -1), (-1, -1), (-1, 1));
  Queen: array[0..7] of TRay = (
    (0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)
  );

var
  Width, Height: Integer;
  { The bit index of every place, rank by rank; -1 for a hole. }
  BitOf: array of Integer;
  State: QWord = QWord($9e3779b97f4a7c15);
  Digest: QWord = QWord($cbf29ce484222325);

procedure ReadBoard;
var
  Place: Integer;
begin
  Width := StrToInt(ParamStr(1));
  Height := StrToInt(ParamStr(2));
  SetLength(BitOf, Width * Height);
  for Place := 0 to Width * Height - 1 do
    BitOf[Place] := StrToIntDef(StringReplace(ParamStr(3 + Place), '-', 'hole', []), -1);
end;

function Bit(AFile, ARank: Integer): Integer;
begin
  if (AFile < 0) or (AFile >= Width) or (ARank < 0) or (ARank >= Height) then
    Exit(-1);
  Result := BitOf[ARank * Width + AFile];
end;

function PlaceOf(Square: Integer): Integer;
begin
  for Result := 0 to High(BitOf) do
    if BitOf[Result] = Square then
      Exit;
  Result := -1;
end;

{ The squares attacked, or those of them behind which there is another. }
function Walk(const Rays: array of TRay; Square: Integer; Occupied: QWord; IsMask: Boolean): QWord;
var
  Ray: TRay;
  Place, Step, AFile, ARank, Here: Integer;
begin
  Result := 0;
  Place := PlaceOf(Square);
  AFile := Place mod Width;
  ARank := Place div Width;
  for Ray in Rays do
    for Step := 1 to 7 do
    begin
      Here := Bit(AFile + Step * Ray[0], ARank + Step * Ray[1]);
      if Here < 0 then
        Break;
      if not IsMask or (Bit(AFile + (Step + 1) * Ray[0], ARank + (Step + 1) * Ray[1]) >= 0) then
        Result := Result or (QWord(1) shl Here);
      if not IsMask and ((Occupied shr Here) and 1 <> 0) then
        Break;
    end;
end;

{ Marsaglia's xorshift, as tests/data/moves.py has it. }
function Next: QWord;
begin
  State := State xor (State shl 13);
  State := State xor (State shr 7);
  State := State xor (State shl 17);
  Result := State;
end;

procedure Check(const Name: string; Square: Integer; Occupied, Found, Attacks: QWord);
begin
  if Found <> Attacks then
  begin
    WriteLn(Name, ' on ', Square, ', occupied ', HexStr(Occupied, 16), ': found ',
      HexStr(Found, 16), ', walked ', HexStr(Attacks, 16));
    Halt(1);
  end;
end;

procedure Same(const What: string; Found, Wanted: Integer);
begin
  if Found <> Wanted then
  begin
    WriteLn(What, ' is ', Found, ' instead of ', Wanted);
    Halt(1);
  end;
end;

procedure CompareRandom(const Name: string; Lookup: TLookup; const Rays: array of TRay;
  Square: Integer);
var
  Turn, Thinner: Integer;
  Occupied: QWord;
begin
  for Turn := 0 to 499 do
  begin
    Occupied := Next;
    for Thinner := 1 to Turn mod 4 do
      Occupied := Occupied and Next;
    Check(Name, Square, Occupied, Lookup(Square, Occupied), Walk(Rays, Square, Occupied, False));
  end;
end;

{ Compares a lookup over every square, every subset of its mask, and junk besides. }
function Compare(const Name: string; Lookup: TLookup; const Rays: array of TRay): Integer;
var
  Square, Index: Integer;
  Mask, Subset, Attacks, Found, Junk: QWord;
begin
  Result := 0;
  for Square := 0 to 63 do
  begin
    if PlaceOf(Square) < 0 then
      Continue;
    Mask := Walk(Rays, Square, 0, True);
    Subset := 0;
    repeat
      Attacks := Walk(Rays, Square, Subset, False);
      Found := Lookup(Square, Subset);
      Check(Name, Square, Subset, Found, Attacks);
      Junk := Subset or (Next and not Mask) or (QWord(1) shl Square);
      Check(Name, Square, Junk, Lookup(Square, Junk), Attacks);
      for Index := 0 to 7 do
        Digest := (Digest xor ((Found shr (8 * Index)) and $ff)) * QWord($100000001b3);
      Inc(Result);
      Subset := (Subset - Mask) and Mask;
    until Subset = 0;
    CompareRandom(Name, Lookup, Rays, Square);
  end;
end;

{ Moves on random positions, as tests/data/moves.py counts them. }
function Moves(Positions: Integer): Integer;
var
  Position, Square: Integer;
  Both, White, Occupied, Own, Targets: QWord;
begin
  State := QWord($9e3779b97f4a7c15);
  Result := 0;
  for Position := 0 to Positions - 1 do
  begin
    Both := Next;
    Both := Both and Next;
    White := Both and Next;
    Occupied := 0;
    Own := 0;
    for Square := 0 to 63 do
    begin
      Occupied := Occupied or (((Both shr Square) and 1) shl BitOf[Square]);
      Own := Own or (((White shr Square) and 1) shl BitOf[Square]);
    end;
    for Square := 0 to 63 do
      if (White shr Square) and 1 <> 0 then
      begin
        case (Square + Position) mod 3 of
          0: Targets := RookAttacks(BitOf[Square], Occupied);
          1: Targets := BishopAttacks(BitOf[Square], Occupied);
        else
          Targets := QueenAttacks(BitOf[Square], Occupied);
        end;
        Targets := Targets and not Own;
        while Targets <> 0 do
        begin
          Inc(Result);
          Targets := Targets and (Targets - 1);
        end;
      end;
  end;
end;

var
  AFile, ARank, Index, Rooks, Bishops: Integer;
begin
  ReadBoard;
  for ARank := 0 to 7 do
    for AFile := 0 to 7 do
      Same('Square', Square(AFile, ARank), Bit(AFile, ARank));
  Same('A1', A1, Bit(0, 0));
  Same('H1', H1, Bit(7, 0));
  Same('A8', A8, Bit(0, 7));
  Same('H8', H8, Bit(7, 7));
  Rooks := Compare('rook', @RookAttacks, Rook);
  Bishops := Compare('bishop', @BishopAttacks, Bishop);
  for Index := 0 to 63 do
    CompareRandom('queen', @QueenAttacks, Queen, Index);
  WriteLn('magicgen-driver ok rook=', Rooks, ' bishop=', Bishops, ' digest=',
    LowerCase(HexStr(Digest, 16)), ' moves=', Moves(10000));
end.
