with Ada.Text_IO;
with Interfaces; use Interfaces;
with Magics;     use Magics;

--  Compares bit scans with counting: all words of 8 and 16 bits, random ones
--  of 32 and 64.

procedure Scan is

   Different : exception;

   procedure Same
     (What : String; Bits : Unsigned_64; Found, Wanted : Integer) is
   begin
      if Found /= Wanted then
         raise Different with
           What & " of" & Bits'Image & " is" & Found'Image & " instead of"
           & Wanted'Image;
      end if;
   end Same;

   function Lowest (Bits : Unsigned_64) return Natural is
      Result : Natural := 0;
   begin
      while (Shift_Right (Bits, Result) and 1) = 0 loop
         Result := Result + 1;
      end loop;
      return Result;
   end Lowest;

   function Highest (Bits : Unsigned_64) return Natural is
      Result : Natural := 63;
   begin
      while (Shift_Right (Bits, Result) and 1) = 0 loop
         Result := Result - 1;
      end loop;
      return Result;
   end Highest;

   procedure Compare (Bits : Unsigned_64) is
      Half : constant Unsigned_32 := Unsigned_32 (Shift_Right (Bits, 32));
      Wide : constant Unsigned_64 := Unsigned_64 (Half);
   begin
      Same ("forward 64", Bits, Bit_Scan_Forward64 (Bits), Lowest (Bits));
      Same ("reverse 64", Bits, Bit_Scan_Reverse64 (Bits), Highest (Bits));
      if Half /= 0 then
         Same ("forward 32", Wide, Bit_Scan_Forward32 (Half), Lowest (Wide));
         Same ("reverse 32", Wide, Bit_Scan_Reverse32 (Half), Highest (Wide));
      end if;
   end Compare;

   Bits : Unsigned_64 := 16#9E37_79B9_7F4A_7C15#;
begin
   for Word in Unsigned_8 range 1 .. 16#FF# loop
      Bits := Unsigned_64 (Word);
      Same ("forward 8", Bits, Bit_Scan_Forward8 (Word), Lowest (Bits));
      Same ("reverse 8", Bits, Bit_Scan_Reverse8 (Word), Highest (Bits));
   end loop;
   for Word in Unsigned_16 range 1 .. 16#FFFF# loop
      Bits := Unsigned_64 (Word);
      Same ("forward 16", Bits, Bit_Scan_Forward16 (Word), Lowest (Bits));
      Same ("reverse 16", Bits, Bit_Scan_Reverse16 (Word), Highest (Bits));
   end loop;
   for Place in 0 .. 63 loop
      Compare (Shift_Left (1, Place));
   end loop;
   Bits := 16#9E37_79B9_7F4A_7C15#;
   for Turn in 0 .. 99_999 loop
      Bits := Bits xor Shift_Left (Bits, 13);
      Bits := Bits xor Shift_Right (Bits, 7);
      Bits := Bits xor Shift_Left (Bits, 17);
      Compare (Bits);
      Compare (Shift_Left (Bits or 1, Turn mod 64));
      Compare (Shift_Right (Bits or 16#8000_0000_0000_0000#, Turn mod 64));
   end loop;
   Ada.Text_IO.Put_Line ("magicgen-driver ok");
end Scan;
