(* Times the generated lookups beside the fancy lookup written by hand, on the
   same masks, factors and table. *)

open Magics

let count = 4096
let repeats = 63
let rounds = 41
let squares = Array.make count 0
let occupancies = Bigarray.(Array1.create int64 c_layout) count

let[@inline] rook_by_hand square occupied =
  let relevant = Int64.logand occupied rook_masks.{square} in
  let product = Int64.mul relevant rook_factors.{square} in
  let index = Int64.shift_right_logical product rook_shifts.{square} in
  attack_table.{rook_offsets.{square} + Int64.to_int index}

let[@inline] bishop_by_hand square occupied =
  let relevant = Int64.logand occupied bishop_masks.{square} in
  let product = Int64.mul relevant bishop_factors.{square} in
  let index = Int64.shift_right_logical product bishop_shifts.{square} in
  attack_table.{bishop_offsets.{square} + Int64.to_int index}

let[@inline] queen_by_hand square occupied =
  Int64.logor (rook_by_hand square occupied) (bishop_by_hand square occupied)

(* The nanoseconds of a lookup; xor-s what it finds into a sum. A function as an
   argument wouldn't be inlined, so each lookup has its loop. *)
let time best sum run =
  let start = Unix.gettimeofday () in
  sum := run ();
  let taken = (Unix.gettimeofday () -. start) *. 1e9 in
  best := min !best (taken /. float_of_int (repeats * count))

let changed turn = occupancies.{turn} <- Int64.logxor occupancies.{turn} 1L

let restored () =
  for turn = 0 to repeats - 1 do
    changed turn
  done

let rook_loop () =
  let found = ref 0L in
  for turn = 0 to repeats - 1 do
    for index = 0 to count - 1 do
      let set = rook_attacks squares.(index) occupancies.{index} in
      found := Int64.logxor !found set
    done;
    (* So that no turn is the same as the one before. *)
    changed turn
  done;
  restored ();
  !found

let rook_hand_loop () =
  let found = ref 0L in
  for turn = 0 to repeats - 1 do
    for index = 0 to count - 1 do
      let set = rook_by_hand squares.(index) occupancies.{index} in
      found := Int64.logxor !found set
    done;
    changed turn
  done;
  restored ();
  !found

let queen_loop () =
  let found = ref 0L in
  for turn = 0 to repeats - 1 do
    for index = 0 to count - 1 do
      let set = queen_attacks squares.(index) occupancies.{index} in
      found := Int64.logxor !found set
    done;
    changed turn
  done;
  restored ();
  !found

let queen_hand_loop () =
  let found = ref 0L in
  for turn = 0 to repeats - 1 do
    for index = 0 to count - 1 do
      let set = queen_by_hand squares.(index) occupancies.{index} in
      found := Int64.logxor !found set
    done;
    changed turn
  done;
  restored ();
  !found

let () =
  let state = ref 0x9e3779b97f4a7c15L in
  for index = 0 to count - 1 do
    state := Int64.(logxor !state (shift_left !state 13));
    state := Int64.(logxor !state (shift_right_logical !state 7));
    state := Int64.(logxor !state (shift_left !state 17));
    occupancies.{index} <- Int64.(logand !state (shift_right_logical !state 21));
    squares.(index) <- Int64.to_int (Int64.shift_right_logical !state 40) land 63
  done;
  let rook = ref 1e9 and rook_hand = ref 1e9 in
  let queen = ref 1e9 and queen_hand = ref 1e9 in
  let sums = Array.init 4 (fun _ -> ref 0L) in
  for _ = 1 to rounds do
    time rook sums.(0) rook_loop;
    time rook_hand sums.(1) rook_hand_loop;
    time queen sums.(2) queen_loop;
    time queen_hand sums.(3) queen_hand_loop
  done;
  if !(sums.(0)) <> !(sums.(1)) || !(sums.(2)) <> !(sums.(3)) then exit 1;
  let line name own hand =
    Printf.printf "ocaml %s %.3f %.3f %.3f\n" name own hand (hand /. own)
  in
  line "rook" !rook !rook_hand;
  line "queen" !queen !queen_hand;
  Printf.eprintf "%016Lx %016Lx\n" !(sums.(0)) !(sums.(2))
