(* Compares rook, bishop and queen on the chess board with pieces walked over
   files and ranks. *)

let rook = [ (0, 1); (1, 0); (0, -1); (-1, 0) ]
let bishop = [ (1, 1); (1, -1); (-1, -1); (-1, 1) ]

let fail text =
  prerr_endline text;
  exit 1

(* A board as the arguments give it: the bits of every place, rank by rank; -1
   for a hole. *)
let width = int_of_string Sys.argv.(1)
let height = int_of_string Sys.argv.(2)

let bits =
  let bit text = if text = "-" then -1 else int_of_string text in
  Array.map bit (Array.sub Sys.argv 3 (Array.length Sys.argv - 3))

let bit file rank =
  if file >= 0 && file < width && rank >= 0 && rank < height then
    bits.((rank * width) + file)
  else -1

let place_of square =
  let rec find place =
    if place = Array.length bits then None
    else if bits.(place) = square then Some place
    else find (place + 1)
  in
  find 0

let has set square = Int64.(logand (shift_right_logical set square) 1L) <> 0L

(* The squares attacked, or those of them behind which there is another. *)
let walk rays square occupied is_mask =
  match place_of square with
  | None -> 0L
  | Some place ->
      let file = place mod width and rank = place / width in
      let along found (by_file, by_rank) =
        let rec step found count =
          let at = bit (file + (count * by_file)) (rank + (count * by_rank)) in
          if at < 0 then found
          else
            let next = count + 1 in
            let behind = bit (file + (next * by_file)) (rank + (next * by_rank)) in
            let found =
              if is_mask && behind < 0 then found
              else Int64.(logor found (shift_left 1L at))
            in
            if (not is_mask) && has occupied at then found else step found next
        in
        step found 1
      in
      List.fold_left along 0L rays

let state = ref 0x9e3779b97f4a7c15L
let digest = ref 0xcbf29ce484222325L

(* Marsaglia's xorshift, as tests/data/moves.py has it. *)
let next () =
  state := Int64.(logxor !state (shift_left !state 13));
  state := Int64.(logxor !state (shift_right_logical !state 7));
  state := Int64.(logxor !state (shift_left !state 17));
  !state

let check name square occupied found attacks =
  if not (Int64.equal found attacks) then
    fail
      (Printf.sprintf "%s on %d, occupied %Lx: found %Lx, walked %Lx" name square
         occupied found attacks)

let same what found wanted =
  if found <> wanted then
    fail (Printf.sprintf "%s is %d instead of %d" what found wanted)

let compare_random name lookup rays square =
  for turn = 0 to 499 do
    let occupied = ref (next ()) in
    for _ = 1 to turn mod 4 do
      occupied := Int64.logand !occupied (next ())
    done;
    let attacks = walk rays square !occupied false in
    check name square !occupied (lookup square !occupied) attacks
  done

(* Compares a lookup over every square, every subset of its mask, and junk
   besides. *)
let compare_all name lookup rays =
  let count = ref 0 in
  for square = 0 to 63 do
    if place_of square <> None then begin
      let mask = walk rays square 0L true in
      let rec from subset =
        let attacks = walk rays square subset false in
        let found = lookup square subset in
        check name square subset found attacks;
        let others = Int64.(logand (next ()) (lognot mask)) in
        let junk = Int64.(logor (logor subset others) (shift_left 1L square)) in
        check name square junk (lookup square junk) attacks;
        for index = 0 to 7 do
          let part = Int64.(logand (shift_right_logical found (8 * index)) 0xffL) in
          digest := Int64.(mul (logxor !digest part) 0x100000001b3L)
        done;
        incr count;
        let next = Int64.(logand (sub subset mask) mask) in
        if next <> 0L then from next
      in
      from 0L;
      compare_random name lookup rays square
    end
  done;
  !count

(* Moves on random positions, as tests/data/moves.py counts them. *)
let moves positions lookups =
  state := 0x9e3779b97f4a7c15L;
  let count = ref 0 in
  for position = 0 to positions - 1 do
    let both = next () in
    let both = Int64.logand both (next ()) in
    let white = Int64.logand both (next ()) in
    let occupied = ref 0L and own = ref 0L in
    for square = 0 to 63 do
      let place = Int64.shift_left 1L bits.(square) in
      if has both square then occupied := Int64.logor !occupied place;
      if has white square then own := Int64.logor !own place
    done;
    for square = 0 to 63 do
      if has white square then begin
        let lookup = lookups.((square + position) mod 3) in
        let attacks = lookup bits.(square) !occupied in
        let targets = ref Int64.(logand attacks (lognot !own)) in
        while !targets <> 0L do
          incr count;
          targets := Int64.(logand !targets (sub !targets 1L))
        done
      end
    done
  done;
  !count

let () =
  for rank = 0 to 7 do
    for file = 0 to 7 do
      same "square" (Magics.square file rank) (bit file rank)
    done
  done;
  same "a1" Magics.a1 (bit 0 0);
  same "h1" Magics.h1 (bit 7 0);
  same "a8" Magics.a8 (bit 0 7);
  same "h8" Magics.h8 (bit 7 7);
  let rooks = compare_all "rook" Magics.rook_attacks rook in
  let bishops = compare_all "bishop" Magics.bishop_attacks bishop in
  for square = 0 to 63 do
    compare_random "queen" Magics.queen_attacks (rook @ bishop) square
  done;
  let digest = !digest in
  let lookups =
    [| Magics.rook_attacks; Magics.bishop_attacks; Magics.queen_attacks |]
  in
  let moves = moves 10_000 lookups in
  Printf.printf "magicgen-driver ok rook=%d bishop=%d digest=%Lx moves=%d\n" rooks
    bishops digest moves
