{ Compares bit scans with counting: all words of 8 and 16 bits, random ones of 32 and 64. }
program Scan;

{$mode objfpc}{$J-}{$Q-}{$R-}

uses
  Magics;

procedure Same(const What: string; Bits: QWord; Found, Wanted: Integer);
begin
  if Found <> Wanted then
  begin
    WriteLn(What, ' of ', HexStr(Bits, 16), ' is ', Found, ' instead of ', Wanted);
    Halt(1);
  end;
end;

function Lowest(Bits: QWord): Integer;
begin
  Result := 0;
  while (Bits shr Result) and 1 = 0 do
    Inc(Result);
end;

function Highest(Bits: QWord): Integer;
begin
  Result := 63;
  while (Bits shr Result) and 1 = 0 do
    Dec(Result);
end;

var
  Bits: QWord;
  Turn: Integer;
begin
  for Turn := 1 to $ff do
  begin
    Same('BitScanForward8', Turn, BitScanForward8(Turn), Lowest(Turn));
    Same('BitScanReverse8', Turn, BitScanReverse8(Turn), Highest(Turn));
  end;
  for Turn := 1 to $ffff do
  begin
    Same('BitScanForward16', Turn, BitScanForward16(Turn), Lowest(Turn));
    Same('BitScanReverse16', Turn, BitScanReverse16(Turn), Highest(Turn));
  end;
  Bits := QWord($9e3779b97f4a7c15);
  for Turn := 0 to 99999 do
  begin
    Bits := Bits xor (Bits shl 13);
    Bits := Bits xor (Bits shr 7);
    Bits := Bits xor (Bits shl 17);
    Same('BitScanForward64', Bits, BitScanForward64(Bits), Lowest(Bits));
    Same('BitScanReverse64', Bits, BitScanReverse64(Bits), Highest(Bits));
    Same('BitScanForward64', Bits, BitScanForward64(Bits shl (Turn and 63) or 1), 0);
    if Bits shr 32 <> 0 then
    begin
      Same('BitScanForward32', Bits shr 32, BitScanForward32(Bits shr 32), Lowest(Bits shr 32));
      Same('BitScanReverse32', Bits shr 32, BitScanReverse32(Bits shr 32), Highest(Bits shr 32));
    end;
  end;
  for Turn := 0 to 63 do
  begin
    Same('BitScanForward64', Turn, BitScanForward64(QWord(1) shl Turn), Turn);
    Same('BitScanReverse64', Turn, BitScanReverse64(QWord(1) shl Turn), Turn);
  end;
  for Turn := 0 to 31 do
  begin
    Same('BitScanForward32', Turn, BitScanForward32(LongWord(1) shl Turn), Turn);
    Same('BitScanReverse32', Turn, BitScanReverse32(LongWord(1) shl Turn), Turn);
  end;
  WriteLn('magicgen-driver ok');
end.
