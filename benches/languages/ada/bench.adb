with Ada.Command_Line;
with Ada.Real_Time; use Ada.Real_Time;
with Ada.Text_IO;   use Ada.Text_IO;
with Interfaces;    use Interfaces;
with Magics;        use Magics;

--  Times the generated lookups beside the fancy lookup written by hand, on
--  the same masks, factors and table.

procedure Bench is

   Count   : constant := 4_096;
   Repeats : constant := 63;
   Rounds  : constant := 41;

   package Float_IO is new Ada.Text_IO.Float_IO (Long_Float);

   Squares     : array (1 .. Count) of Square_Index;
   Occupancies : array (1 .. Count) of Bitboard;
   Sum         : Bitboard;

   function Rook_By_Hand
     (Square : Square_Index; Occupied : Bitboard) return Bitboard
   is (Attack_Table
         (Rook_Offsets (Square)
          + Unsigned_32
              (Shift_Right
                 ((Occupied and Rook_Masks (Square)) * Rook_Factors (Square),
                  Natural (Rook_Shifts (Square))))))
   with Inline;

   function Bishop_By_Hand
     (Square : Square_Index; Occupied : Bitboard) return Bitboard
   is (Attack_Table
         (Bishop_Offsets (Square)
          + Unsigned_32
              (Shift_Right
                 ((Occupied and Bishop_Masks (Square))
                  * Bishop_Factors (Square),
                  Natural (Bishop_Shifts (Square))))))
   with Inline;

   function Queen_By_Hand
     (Square : Square_Index; Occupied : Bitboard) return Bitboard
   is (Rook_By_Hand (Square, Occupied) or Bishop_By_Hand (Square, Occupied))
   with Inline;

   --  The nanoseconds of a lookup, and the sum of what it found.
   generic
      with function Lookup
        (Square : Square_Index; Occupied : Bitboard) return Bitboard;
   procedure Time (Least : in out Long_Float);

   procedure Time (Least : in out Long_Float) is
      Found : Bitboard := 0;
      Start : constant Ada.Real_Time.Time := Clock;
      Taken : Long_Float;
   begin
      for Turn in 1 .. Repeats loop
         for Index in 1 .. Count loop
            Found := Found xor Lookup (Squares (Index), Occupancies (Index));
         end loop;
         --  So that no turn is the same as the one before.
         Occupancies (1 + Turn) := Occupancies (1 + Turn) xor 1;
      end loop;
      Taken :=
        Long_Float (To_Duration (Clock - Start)) * 1.0E9
        / Long_Float (Repeats * Count);
      Least := Long_Float'Min (Least, Taken);
      Sum := Found;
      for Turn in 1 .. Repeats loop
         Occupancies (1 + Turn) := Occupancies (1 + Turn) xor 1;
      end loop;
   end Time;

   procedure Time_Rook is new Time (Rook_Attacks);
   procedure Time_Rook_By_Hand is new Time (Rook_By_Hand);
   procedure Time_Queen is new Time (Queen_Attacks);
   procedure Time_Queen_By_Hand is new Time (Queen_By_Hand);

   procedure Show (What : String; Generated, By_Hand : Long_Float) is
   begin
      Put ("ada " & What & " ");
      Float_IO.Put (Generated, 0, 3, 0);
      Put (" ");
      Float_IO.Put (By_Hand, 0, 3, 0);
      Put (" ");
      Float_IO.Put (By_Hand / Generated, 0, 3, 0);
      New_Line;
   end Show;

   State : Bitboard := 16#9E37_79B9_7F4A_7C15#;
   Rook, Rook_Hand, Queen, Queen_Hand : Long_Float := Long_Float'Last;
   Rook_Sum, Queen_Sum : Bitboard;
begin
   for Index in 1 .. Count loop
      State := State xor Shift_Left (State, 13);
      State := State xor Shift_Right (State, 7);
      State := State xor Shift_Left (State, 17);
      Occupancies (Index) := State and Shift_Right (State, 21);
      Squares (Index) := Natural (Shift_Right (State, 40) and 63);
   end loop;
   for Round in 1 .. Rounds loop
      Time_Rook (Rook);
      Rook_Sum := Sum;
      Time_Rook_By_Hand (Rook_Hand);
      if Sum /= Rook_Sum then
         Ada.Command_Line.Set_Exit_Status (Ada.Command_Line.Failure);
      end if;
      Time_Queen (Queen);
      Queen_Sum := Sum;
      Time_Queen_By_Hand (Queen_Hand);
      if Sum /= Queen_Sum then
         Ada.Command_Line.Set_Exit_Status (Ada.Command_Line.Failure);
      end if;
   end loop;
   Show ("rook", Rook, Rook_Hand);
   Show ("queen", Queen, Queen_Hand);
   Put_Line (Standard_Error, Rook_Sum'Image & Queen_Sum'Image);
end Bench;
