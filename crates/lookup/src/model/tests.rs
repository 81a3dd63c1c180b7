//! Tests of names and of the words for fields and styles.

use super::*;

const NAMING: Naming = Naming {
    constants: Case::Shouty,
    types: Case::Pascal,
    ignores_case: true,
    longest: Some(6),
    keywords: &["begin"],
    reserved: &["walk"],
    ..Naming::PLAIN
};

fn names(naming: Naming) -> Names {
    Names::new(naming, NameRules { name: "magics".to_owned(), ..NameRules::default() })
}

#[test]
fn names_keep_the_rules_that_they_were_made_from() {
    let rules = NameRules { name: "magics".to_owned(), ..NameRules::default() };
    assert_eq!(names(NAMING).rules(), &rules);
    assert_eq!(names(NAMING).given_type(), None);
    let given = NameRules { type_name: Some("Boards".to_owned()), ..rules };
    assert_eq!(Names::new(NAMING, given).given_type(), Some("Boards"));
}

#[test]
fn names_alike_and_names_twice_are_told_apart() {
    let check = |first: &str, second: &str| {
        names(NAMING).check([("the first", first), ("the second", second)])
    };
    assert_eq!(check("rooks1", "rooks2"), []);
    let (first, second) = ("rooks_a".to_owned(), "rooks_b".to_owned());
    let alike = NameError::AlikeUpTo { first: first.clone(), second, longest: 6 };
    assert_eq!(check("rooks_a", "rooks_b"), [alike]);
    let (first, second) = ("the first".to_owned(), "the second".to_owned());
    let twice = NameError::Twice { name: "ROOKS_A".to_owned(), first, second };
    assert_eq!(check("rooks_a", "ROOKS_A"), [twice]);
    let form = |name: &str| NameError::NotAnIdentifier { name: name.to_owned() };
    assert_eq!(check("1", "b c"), [form("1"), form("b c")]);
}

#[test]
fn identifiers_have_the_form_that_a_language_wants() {
    let is_one = |naming: Naming, name: &str| names(naming).check_identifier(name).is_ok();
    for name in ["a", "_a", "a_", "a__b", "A1"] {
        assert!(is_one(NAMING, name), "{name}");
    }
    for name in ["", "_", "1a", "a-b", "\u{e4}"] {
        assert!(!is_one(NAMING, name), "{name}");
    }
    let mixed = Naming { underscores: Underscores::Between, ..NAMING };
    assert!(is_one(mixed, "a_b"));
    for name in ["_a", "a_", "a__b"] {
        assert!(!is_one(mixed, name), "{name}");
    }
}

#[test]
fn functions_begin_with_a_small_letter_where_others_are_of_another_kind() {
    let small = Naming { begins_small: true, ignores_case: false, longest: None, ..NAMING };
    let check = |name: &'static str| names(small).check([("a lookup", name)]);
    assert_eq!(check("rook"), []);
    assert_eq!(check("_Rook"), []);
    assert_eq!(check("Rook"), [NameError::Capital { name: "Rook".to_owned() }]);
}

/// Where underscores don't count, names that differ in them alone are one, and so are keywords with them.
#[test]
fn names_are_alike_where_underscores_do_not_count() {
    let ignored = Naming { underscores: Underscores::Ignored, longest: None, ..NAMING };
    let check = |naming, names_of: [&'static str; 2]| {
        names(naming).check(names_of.map(|name| ("a lookup", name)))
    };
    assert!(matches!(check(ignored, ["rook_a", "rookA"])[..], [NameError::Twice { .. }]));
    let between = Naming { underscores: Underscores::Between, ..ignored };
    assert_eq!(check(between, ["rook_a", "rookA"]), []);
    assert!(matches!(check(ignored, ["be_gin", "rook"])[..], [NameError::Keyword { .. }]));
    assert!(matches!(check(ignored, ["rook_", "bishop"])[..], [NameError::NotAnIdentifier { .. }]));
}

#[test]
fn fields_and_styles_are_called_by_their_words() {
    let mask = Field::MASK;
    assert_eq!(mask.meaning(), "the relevant occupancy mask");
    let along = Field { line: Some(Line::Rank), ..mask };
    assert_eq!(along.meaning(), format!("the relevant occupancy mask, {}", Line::Rank.word()));
    assert_eq!(mask.sentence("rook"), "Relevant occupancy masks of the rook, by square.");
    let styles = [FieldStyle::Arrays, FieldStyle::Records, FieldStyle::Pointers];
    assert_eq!(styles.map(FieldStyle::id), ["arrays", "records", "pointers"]);
    let by_square = [FieldStyle::SquareRecords, FieldStyle::SquarePointers];
    assert_eq!(by_square.map(FieldStyle::id), ["square-records", "square-pointers"]);
}

/// If classes have the case of functions, a member can't have its class's name; otherwise it can.
#[test]
fn a_member_is_called_like_its_class_only_where_both_can_be_told_apart() {
    let alike = Naming { types: Case::Snake, ignores_case: false, longest: None, ..NAMING };
    let first = "the file's class or module".to_owned();
    let twice = NameError::Twice {
        name: "magics".to_owned(),
        first,
        second: "the rook's lookup".to_owned(),
    };
    let check = |naming: Naming, name: &str| names(naming).check([("the rook's lookup", name)]);
    assert_eq!(check(alike, "magics"), [twice]);
    assert_eq!(check(alike, "rook"), []);
    // With a prefix before each member, no member has its class's name.
    assert_eq!(check(Naming { is_prefixed: true, ..alike }, "magics"), []);
    let pascal = Naming { types: Case::Pascal, ..alike };
    assert_eq!(check(pascal, "Magics"), []);
}

#[test]
fn every_text_of_the_provenance_is_quoted() {
    let comments = Comments { breakers: &["*/"], ..Comments::default() };
    let text = || "a */ b".to_owned();
    let provenance = Provenance {
        orientation: text(),
        pieces: vec![text()],
        command: vec![text()],
        credits: vec![text()],
        ..Provenance::default()
    };
    let quoted = provenance.quoted(comments);
    let (pieces, command) = (quoted.pieces.concat(), quoted.command.concat());
    let texts = [quoted.orientation, pieces, command, quoted.credits.concat()];
    assert_eq!(texts, ["a * / b"; 4]);
}

/// A pattern of one piece is used in the place of that of all, and companions without one have names by convention.
#[test]
fn companions_are_named_by_patterns() {
    let mut rules = NameRules { name: "magics".to_owned(), ..NameRules::default() };
    let patterns = [
        (NameRole::Lookup, "{piece}_set"),
        (NameRole::Rays, "{PIECE}_{Piece}"),
        (NameRole::Between, "BetweenBB"),
        (NameRole::PieceType, "PieceType"),
    ];
    rules.patterns.extend(patterns.map(|(role, text)| (role, text.to_owned())));
    let king = (NameRole::Leapers, "king".to_owned());
    rules.by_piece.insert(king, "KingMoves".to_owned());
    let names = Names::new(Naming { constants: Case::Shouty, ..Naming::PLAIN }, rules);
    assert_eq!(names.companion(NameRole::Leapers, "king"), "KingMoves");
    assert_eq!(names.companion(NameRole::Leapers, "knight"), "knight_set");
    assert_eq!(names.companion(NameRole::PawnAttacks, "pawn"), "pawn_set");
    assert_eq!(names.companion(NameRole::Rays, "short-rook"), "SHORT_ROOK_ShortRook");
    assert_eq!(names.companion(NameRole::Between, ""), "BetweenBB");
    assert_eq!(names.companion(NameRole::Line, ""), "line");
    assert_eq!(names.companion(NameRole::Zones, "far side"), "FAR_SIDE_ZONE");
    assert_eq!(names.declared(NameRole::PieceType), "PieceType");
    // As in Rust, where functions have small letters and constants capital ones.
    assert_eq!(names.declared(NameRole::DirectionType), "Direction");
    for role in NameRole::ALL {
        assert_eq!(NameRole::of_key(role.key()), Some(role));
    }
}
