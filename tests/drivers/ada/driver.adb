with Ada.Command_Line; use Ada.Command_Line;
with Ada.Text_IO;      use Ada.Text_IO;
with Interfaces;       use Interfaces;
with Magics;           use Magics;

--  Compares rook, bishop and queen on the chess board with pieces walked
--  over files and ranks.

procedure Driver is

   type Ray is array (1 .. 2) of Integer;

   type Rays is array (Positive range <>) of Ray;

   type Lookup is access function
     (Square : Square_Index; Occupied : Bitboard) return Bitboard;

   Rook   : constant Rays := ((0, 1), (1, 0), (0, -1), (-1, 0));
   Bishop : constant Rays := ((1, 1), (1, -1), (-1, -1), (-1, 1));
   Queen  : constant Rays := Rook & Bishop;

   Different : exception;

   Width  : constant Positive := Positive'Value (Argument (1));
   Height : constant Positive := Positive'Value (Argument (2));

   --  The bit index of every place, rank by rank; -1 for a hole.
   Bit_Of : array (0 .. Width * Height - 1) of Integer;

   State  : Unsigned_64 := 16#9E37_79B9_7F4A_7C15#;
   Digest : Unsigned_64 := 16#CBF2_9CE4_8422_2325#;

   function Bit (File, Rank : Integer) return Integer is
     (if File in 0 .. Width - 1 and then Rank in 0 .. Height - 1
      then Bit_Of (Rank * Width + File)
      else -1);

   function Place_Of (Square : Natural) return Integer is
   begin
      for Place in Bit_Of'Range loop
         if Bit_Of (Place) = Square then
            return Place;
         end if;
      end loop;
      return -1;
   end Place_Of;

   --  The squares attacked, or those of them behind which there is another.
   function Walk
     (Along    : Rays;
      Square   : Natural;
      Occupied : Bitboard;
      Is_Mask  : Boolean) return Bitboard
   is
      Place  : constant Natural := Place_Of (Square);
      File   : constant Natural := Place mod Width;
      Rank   : constant Natural := Place / Width;
      Result : Bitboard := 0;
      Here   : Integer;
   begin
      for One of Along loop
         for Step in 1 .. 7 loop
            Here := Bit (File + Step * One (1), Rank + Step * One (2));
            exit when Here < 0;
            if not Is_Mask
              or else Bit
                        (File + (Step + 1) * One (1),
                         Rank + (Step + 1) * One (2)) >= 0
            then
               Result := Result or Shift_Left (1, Here);
            end if;
            exit when not Is_Mask
              and then (Shift_Right (Occupied, Here) and 1) /= 0;
         end loop;
      end loop;
      return Result;
   end Walk;

   --  Marsaglia's xorshift, as tests/data/moves.py has it.
   function Next return Unsigned_64 is
   begin
      State := State xor Shift_Left (State, 13);
      State := State xor Shift_Right (State, 7);
      State := State xor Shift_Left (State, 17);
      return State;
   end Next;

   procedure Check
     (Name     : String;
      Square   : Natural;
      Occupied : Bitboard;
      Found    : Bitboard;
      Attacks  : Bitboard) is
   begin
      if Found /= Attacks then
         raise Different with
           Name & " on" & Square'Image & ", occupied" & Occupied'Image
           & ": found" & Found'Image & ", walked" & Attacks'Image;
      end if;
   end Check;

   procedure Same (What : String; Found, Wanted : Integer) is
   begin
      if Found /= Wanted then
         raise Different with
           What & " is" & Found'Image & " instead of" & Wanted'Image;
      end if;
   end Same;

   procedure Compare_Random
     (Name : String; Found : Lookup; Along : Rays; Square : Natural)
   is
      Occupied : Bitboard;
   begin
      for Turn in 0 .. 499 loop
         Occupied := Next;
         for Thinner in 1 .. Turn mod 4 loop
            Occupied := Occupied and Next;
         end loop;
         Check
           (Name, Square, Occupied, Found (Square, Occupied),
            Walk (Along, Square, Occupied, False));
      end loop;
   end Compare_Random;

   --  Compares a lookup over every square, every subset of its mask, and
   --  junk besides.
   procedure Compare
     (Name : String; Found : Lookup; Along : Rays; Count : out Natural)
   is
      Mask, Subset, Attacks, Result, Junk : Bitboard;
   begin
      Count := 0;
      for Square in 0 .. 63 loop
         if Place_Of (Square) >= 0 then
            Mask := Walk (Along, Square, 0, True);
            Subset := 0;
            loop
               Attacks := Walk (Along, Square, Subset, False);
               Result := Found (Square, Subset);
               Check (Name, Square, Subset, Result, Attacks);
               Junk := Subset or (Next and not Mask) or Shift_Left (1, Square);
               Check (Name, Square, Junk, Found (Square, Junk), Attacks);
               for Byte in 0 .. 7 loop
                  Digest :=
                    (Digest xor (Shift_Right (Result, 8 * Byte) and 16#FF#))
                    * 16#100_0000_01B3#;
               end loop;
               Count := Count + 1;
               Subset := (Subset - Mask) and Mask;
               exit when Subset = 0;
            end loop;
            Compare_Random (Name, Found, Along, Square);
         end if;
      end loop;
   end Compare;

   --  Moves on random positions, as tests/data/moves.py counts them.
   function Moves (Positions : Positive) return Natural is
      Lookups : constant array (0 .. 2) of Lookup :=
        (Rook_Attacks'Access, Bishop_Attacks'Access, Queen_Attacks'Access);
      Count   : Natural := 0;
      Both, White, Occupied, Own, Targets : Bitboard;
   begin
      State := 16#9E37_79B9_7F4A_7C15#;
      for Position in 0 .. Positions - 1 loop
         Both := Next;
         Both := Both and Next;
         White := Both and Next;
         Occupied := 0;
         Own := 0;
         for Square in 0 .. 63 loop
            Occupied := Occupied
              or Shift_Left (Shift_Right (Both, Square) and 1, Bit_Of (Square));
            Own := Own
              or Shift_Left
                   (Shift_Right (White, Square) and 1, Bit_Of (Square));
         end loop;
         for Square in 0 .. 63 loop
            if (Shift_Right (White, Square) and 1) /= 0 then
               Targets :=
                 Lookups ((Square + Position) mod 3)
                   (Bit_Of (Square), Occupied)
                 and not Own;
               while Targets /= 0 loop
                  Count := Count + 1;
                  Targets := Targets and (Targets - 1);
               end loop;
            end if;
         end loop;
      end loop;
      return Count;
   end Moves;

   function Hex (Word : Unsigned_64) return String is
      Digit  : constant String := "0123456789abcdef";
      Result : String (1 .. 16);
   begin
      for Place in Result'Range loop
         Result (Place) :=
           Digit (1 + Natural (Shift_Right (Word, 64 - 4 * Place) and 15));
      end loop;
      return Result;
   end Hex;

   --  Without the space in place of a sign.
   function Decimal (Number : Natural) return String is
      Image : constant String := Number'Image;
   begin
      return Image (Image'First + 1 .. Image'Last);
   end Decimal;

   Rooks, Bishops : Natural;
begin
   for Place in Bit_Of'Range loop
      Bit_Of (Place) :=
        (if Argument (3 + Place) = "-"
         then -1
         else Integer'Value (Argument (3 + Place)));
   end loop;
   for Rank in 0 .. 7 loop
      for File in 0 .. 7 loop
         Same ("Square", Square (File, Rank), Bit (File, Rank));
      end loop;
   end loop;
   Same ("A1", A1, Bit (0, 0));
   Same ("H1", H1, Bit (7, 0));
   Same ("A8", A8, Bit (0, 7));
   Same ("H8", H8, Bit (7, 7));
   Compare ("rook", Rook_Attacks'Access, Rook, Rooks);
   Compare ("bishop", Bishop_Attacks'Access, Bishop, Bishops);
   for Index in 0 .. 63 loop
      Compare_Random ("queen", Queen_Attacks'Access, Queen, Index);
   end loop;
   Put ("magicgen-driver ok rook=" & Decimal (Rooks));
   Put (" bishop=" & Decimal (Bishops) & " digest=" & Hex (Digest));
   Put_Line (" moves=" & Decimal (Moves (10_000)));
end Driver;
