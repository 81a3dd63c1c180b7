use super::*;
use crate::layout::boards::{board, chess, on};
use magicgen_board::{BISHOP, Mapping, Piece, ROOK, Standard, Walk, subsets};

/// The highest id, which decides whether ids fit into bytes.
fn highest_id(dictionary: &Dictionary) -> u16 {
    dictionary.ids.iter().flatten().flatten().map(|(_, id)| *id).max().unwrap()
}

/// Walks the rays under every subset of every mask, independently of `word` and `prove`.
fn check(dictionary: &Dictionary, pieces: &[(Walk, &Problem)]) {
    for (piece, (walk, problem)) in pieces.iter().enumerate() {
        for square in problem.squares() {
            for occupied in subsets(square.mask) {
                let attacks = walk.attacks(square.bit, occupied);
                let id = dictionary.id(piece, square.bit, attacks).unwrap();
                let base = dictionary.base[piece][usize::from(square.bit)];
                let mut word = dictionary.words[usize::from(base) + usize::from(id)];
                if dictionary.post_mask {
                    word &= walk.attacks(square.bit, 0);
                }
                assert_eq!(word, attacks);
            }
        }
    }
}

#[test]
fn exact_and_flat_have_the_known_numbers_of_words() {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let [rook, bishop] = [Piece::rook(), Piece::bishop()];
    let (r, b) = (chess(&rook), chess(&bishop));
    let walks = [(Walk::new(&rook, &mapping), &r), (Walk::new(&bishop, &mapping), &b)];
    // Bishops in opposite corners reach the same squares when each is blocked on the square before the other's, so that
    // two attack sets are the same.
    for (dictionary, words, highest) in [
        (Dictionary::exact(&[&r, &b]).unwrap(), 6_328, 143),
        (Dictionary::flat(&[&r, &b]).unwrap(), 6_326, 6_325),
    ] {
        assert_eq!(dictionary.words.len(), words);
        assert_eq!(highest_id(&dictionary), highest);
        assert_eq!(dictionary.prove(&[&r, &b]), Ok(()));
        check(&dictionary, &walks);
    }
    assert_eq!(Dictionary::exact(&[&r]).unwrap().words.len(), 4_900);
    assert_eq!(Dictionary::exact(&[&b]).unwrap().words.len(), 1_428);
}

/// A greedy method, in the order of squares, needed 823 to 848 words.
#[test]
fn windows_under_a_post_mask_need_few_words() {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let [rook, bishop] = [Piece::rook(), Piece::bishop()];
    let (r, b) = (chess(&rook), chess(&bishop));
    let walks = [(Walk::new(&rook, &mapping), &r), (Walk::new(&bishop, &mapping), &b)];
    let dictionary = Dictionary::windowed(&[&r, &b], 100, 0).unwrap();
    assert!(dictionary.words.len() < 700, "{}", dictionary.words.len());
    assert!(highest_id(&dictionary) < 256);
    assert_eq!(dictionary.prove(&[&r, &b]), Ok(()));
    check(&dictionary, &walks);
    let shorter = Dictionary::windowed(&[&r, &b], 3, 0).unwrap();
    assert!(shorter.words.len() >= dictionary.words.len());
    assert_eq!(shorter, Dictionary::windowed(&[&r, &b], 3, 0).unwrap());
    assert_ne!(shorter, Dictionary::windowed(&[&r, &b], 3, 1).unwrap());
}

/// The words that ship serve both pieces, in either order, and are fewer than a search of usual length finds.
#[test]
fn what_a_long_search_has_found_serves_rook_and_bishop() {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let [rook, bishop] = [Piece::rook(), Piece::bishop()];
    let (r, b) = (chess(&rook), chess(&bishop));
    let walks = [(Walk::new(&rook, &mapping), &r), (Walk::new(&bishop, &mapping), &b)];
    let found = Dictionary::few(&[&r, &b]).unwrap();
    assert_eq!(found.words.len(), 400);
    assert!(highest_id(&found) < 256);
    assert_eq!(found.prove(&[&r, &b]), Ok(()));
    check(&found, &walks);
    let turned = Dictionary::few(&[&b, &r]).unwrap();
    assert_eq!((turned.words.len(), turned.prove(&[&b, &r])), (400, Ok(())));
    // For one piece alone, or on another board, words are searched.
    let of_rook = Dictionary::few(&[&r]).unwrap();
    assert_eq!(of_rook, Dictionary::windowed(&[&r], Dictionary::PASSES, 0).unwrap());
    let small = on(&rook, &board(7, 7));
    assert_eq!(Dictionary::few(&[&small, &b]).unwrap().prove(&[&small, &b]), Ok(()));
}

/// Given words make no dictionary if one is missing or changed, or if bases are missing or belong to other pieces.
#[test]
fn words_that_lack_an_attack_set_are_not_taken() {
    let (r, b) = (chess(&Piece::rook()), chess(&Piece::bishop()));
    let (words, base) = found::words(&[&r, &b]).unwrap();
    assert!(Dictionary::of(&[&r, &b], words, &base).is_some());
    assert_eq!(Dictionary::of(&[&r, &b], &words[1..], &base), None);
    assert_eq!(Dictionary::of(&[&b, &r], words, &base), None);
    assert_eq!(Dictionary::of(&[&r, &b], words, &base[..1]), None);
    let mut changed = words.to_vec();
    changed[200] ^= 1;
    assert_eq!(Dictionary::of(&[&r, &b], &changed, &base), None);
}

#[test]
fn odd_boards_and_pieces_have_dictionaries() {
    let pieces = [
        Piece::rook(),
        Piece::new("short-rook", ROOK, 3).unwrap(),
        Piece::new("short-queen", &[ROOK, BISHOP].concat(), 2).unwrap(),
        Piece::new("lance", &[(0, 1)], 63).unwrap(),
        Piece::new("crossing", &[(1, 0), (2, 0), (1, 2)], 5).unwrap(),
    ];
    for mapping in [board(7, 7), board(5, 9), board(17, 1), board(1, 1), board(3, 4)] {
        for piece in &pieces {
            let problem = on(piece, &mapping);
            let walk = Walk::new(piece, &mapping);
            for dictionary in [
                Dictionary::exact(&[&problem]),
                Dictionary::flat(&[&problem]),
                Dictionary::windowed(&[&problem], 2, 0),
            ] {
                // A dictionary may be refused for the short queen alone, which has the most attack sets.
                let Ok(dictionary) = dictionary else {
                    assert_eq!(piece.name, "short-queen");
                    continue;
                };
                assert_eq!(dictionary.prove(&[&problem]), Ok(()));
                check(&dictionary, &[(walk.clone(), &problem)]);
            }
        }
    }
}

#[test]
fn a_square_with_more_sets_than_a_byte_is_named() {
    let queen = Piece::new("short-queen", &[ROOK, BISHOP].concat(), 3).unwrap();
    let problem = on(&queen, &Mapping::chess(Standard::ALL[0]));
    for refused in [Dictionary::exact(&[&problem]), Dictionary::windowed(&[&problem], 1, 0)] {
        let Err(DictionaryError::Sets { piece: 0, bit, sets }) = refused else { panic!() };
        assert_eq!(problem.sets(problem.square(bit).unwrap()).len(), sets);
        assert!(sets > WINDOW);
    }
}

#[test]
fn a_changed_word_is_found() {
    let rook = chess(&Piece::rook());
    let mut dictionary = Dictionary::exact(&[&rook]).unwrap();
    dictionary.words[77] ^= 1 << 20;
    assert!(dictionary.prove(&[&rook]).is_err());
    let mut dictionary = Dictionary::windowed(&[&rook], 1, 0).unwrap();
    dictionary.base[0][20] += 1;
    assert_eq!(dictionary.prove(&[&rook]).unwrap_err().bit, 20);
}

/// The same seed and passes give the same words everywhere. A change here changes the output of people's configs: it
/// needs a line in the CHANGELOG and a new `lock-version`.
#[test]
fn seed_0_finds_the_words_that_it_always_found() {
    let problems = [Piece::rook(), Piece::bishop()].map(|piece| on(&piece, &board(7, 6)));
    let dictionary = Dictionary::windowed(&[&problems[0], &problems[1]], 24, 0).unwrap();
    let mut hasher = blake3::Hasher::new();
    for word in &dictionary.words {
        hasher.update(&word.to_le_bytes());
    }
    for base in dictionary.base.iter().flatten() {
        hasher.update(&base.to_le_bytes());
    }
    let digest = &hasher.finalize().to_hex()[..16];
    assert_eq!((dictionary.words.len(), digest), (176, "269e2ab1e25d0517"));
}

#[test]
fn sixteen_bits_tell_65536_words_apart() {
    let rook = on(&Piece::rook(), &board(3, 3));
    let dictionary = |words: usize| {
        let words = vec![0; words];
        Dictionary { words, ..Dictionary::flat(&[&rook]).unwrap() }
    };
    assert!(dictionary(65_535).checked().is_ok());
    assert!(dictionary(65_536).checked().is_ok());
    let error = DictionaryError::Words { words: 65_537 };
    assert_eq!(dictionary(65_537).checked().unwrap_err(), error);
}

#[test]
fn an_attack_set_that_is_missing_is_named() {
    let missing = Unserved { piece: 0, bit: 7, attacks: 0xff };
    let text = "the dictionary has no id for 0x00000000000000ff at bit 7";
    assert_eq!(missing.to_string(), text);
}

/// The same seed gives the same words everywhere; a change here changes the files that existing configs generate.
#[test]
fn words_are_pinned() {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let found: Vec<_> = [Piece::rook(), Piece::bishop()]
        .iter()
        .map(|piece| {
            let problem = on(piece, &mapping);
            let dictionary = Dictionary::windowed(&[&problem], 2, 7).unwrap();
            let said = format!("{:?} {:?}", dictionary.words, dictionary.base);
            (dictionary.words.len(), blake3::hash(said.as_bytes()).to_hex()[..16].to_owned())
        })
        .collect();
    let found: Vec<_> = found.iter().map(|(words, digest)| (*words, &digest[..])).collect();
    assert_eq!(found, [(714, "5b002072b2533e7b"), (166, "ffdefd0d0ad83b6f")]);
}
