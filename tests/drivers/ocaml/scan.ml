(* Compares bit scans with loops: all words of 8 and 16 bits, random ones of 32
   and 64. *)

let same what word found wanted =
  if found <> wanted then begin
    Printf.eprintf "%s of %Lx is %d instead of %d\n" what word found wanted;
    exit 1
  end

let has word place = Int64.(logand (shift_right_logical word place) 1L) <> 0L

let first word =
  let rec from place = if has word place then place else from (place + 1) in
  from 0

let last word =
  let rec from place = if has word place then place else from (place - 1) in
  from 63

let compare_word word =
  same "forward 64" word (Magics.bit_scan_forward64 word) (first word);
  same "reverse 64" word (Magics.bit_scan_reverse64 word) (last word);
  let half = Int64.shift_right_logical word 32 in
  if half <> 0L then begin
    let number = Int64.to_int half in
    same "forward 32" half (Magics.bit_scan_forward32 number) (first half);
    same "reverse 32" half (Magics.bit_scan_reverse32 number) (last half)
  end

let () =
  for number = 1 to 0xffff do
    let word = Int64.of_int number in
    if number < 256 then begin
      same "forward 8" word (Magics.bit_scan_forward8 number) (first word);
      same "reverse 8" word (Magics.bit_scan_reverse8 number) (last word)
    end;
    same "forward 16" word (Magics.bit_scan_forward16 number) (first word);
    same "reverse 16" word (Magics.bit_scan_reverse16 number) (last word)
  done;
  for place = 0 to 63 do
    compare_word (Int64.shift_left 1L place)
  done;
  let word = ref 0x9e3779b97f4a7c15L in
  for turn = 0 to 99_999 do
    word := Int64.(logxor !word (shift_left !word 13));
    word := Int64.(logxor !word (shift_right_logical !word 7));
    word := Int64.(logxor !word (shift_left !word 17));
    compare_word !word;
    compare_word Int64.(shift_left (logor !word 1L) (turn mod 64));
    let high = Int64.logor !word Int64.min_int in
    compare_word (Int64.shift_right_logical high (turn mod 64))
  done;
  print_endline "magicgen-driver ok"
