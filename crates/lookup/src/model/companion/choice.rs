//! Functions that bring lookups together: the sets of rook and bishop at once, the piece as an argument, and many
//! squares in one call. They compute nothing, so that they have no programs. Enumerations: the pieces that are an
//! argument, and the directions that a companion returns.

use super::{Companion, Maker, Numbered, Outcome};
use crate::model::name_role::NameRole;
use crate::model::names::{Identifier, Names};
use crate::model::parts::Part;

/// The members of the enumeration of directions, in the order of their numbers: each name, and a clause on its meaning.
pub const DIRECTIONS: [(&str, &str); 9] = [
    ("north", "towards higher ranks"),
    ("north east", "towards higher ranks and later files"),
    ("east", "towards later files"),
    ("south east", "towards lower ranks and later files"),
    ("south", "towards lower ranks"),
    ("south west", "towards lower ranks and earlier files"),
    ("west", "towards earlier files"),
    ("north west", "towards higher ranks and earlier files"),
    ("none", "no line has both squares"),
];

/// A piece that the function of `attacks-of` takes as an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The name, as in `--piece`.
    pub name: String,
    /// True for a piece that takes one step, whose function takes no occupied squares.
    pub is_leaper: bool,
    /// True where an array takes the place of that function.
    pub is_array: bool,
    /// The number that the config gives the piece.
    pub number: Option<u8>,
    /// The member of the engine's own enumeration that the config names.
    pub own: Option<String>,
}

impl Maker<'_> {
    /// The public lookups, including unions, then the pieces that take one step and have no sides, if the file has
    /// functions of them.
    pub(super) fn attacks_of(&mut self) {
        let has_leapers = self.wish.parts.contains(&Part::Leapers);
        let is_array = self.wish.is_array(NameRole::Leapers);
        let has_numbers = !self.wish.numbers.is_empty();
        let numbered = self.wish.numbered().into_iter();
        let members = &self.wish.members;
        let is_named = |name: &String| members.is_empty() || members.contains_key(name);
        let numbered = numbered.filter(|one| one.name == one.piece.name && is_named(&one.name));
        let chosen = |one: Numbered| Chosen {
            number: has_numbers.then_some(one.number),
            own: members.get(&one.name).cloned(),
            is_array: one.is_leaper && is_array,
            is_leaper: one.is_leaper,
            name: one.name,
        };
        self.made.choice =
            numbered.filter(|one| !one.is_leaper || has_leapers).map(chosen).collect();
    }

    /// The public lookups, including unions.
    pub(super) fn batches(&mut self) {
        let sliders = self.wish.sliders.iter().filter(|slider| slider.is_public);
        self.made.batches = sliders.map(|slider| slider.name.clone()).collect();
    }
}

/// The identifiers of these functions and of their types.
pub(crate) fn identifiers(
    names: &Names,
    has_pair: bool,
    functions: &[Companion],
    choice: &[Chosen],
    batches: &[String],
) -> Vec<Identifier> {
    let new = Identifier::new;
    let of = |what: String, role, name| Identifier { what, name, role: Some(role) };
    let function = |role: NameRole, piece: &str| {
        let what = format!("the function of {}", role.words(piece));
        of(what, role, names.companion(role, piece))
    };
    let kind =
        |role: NameRole| of(format!("the type of {}", role.ending()), role, names.declared(role));
    let pair = has_pair.then_some(NameRole::PairType);
    let chosen = (!choice.is_empty()).then_some(NameRole::PieceType);
    let both = |role: NameRole| [function(role.function(), ""), kind(role)];
    let mut all: Vec<Identifier> = pair.into_iter().chain(chosen).flat_map(both).collect();
    let piece = |one: &Chosen| {
        let name = names.enumerator(NameRole::PieceType, &one.name);
        new(format!("the constant of the {}", one.name), name)
    };
    all.extend(choice.iter().map(piece));
    if functions.iter().any(|function| function.result == Outcome::Direction) {
        let role = NameRole::DirectionType;
        all.push(kind(role));
        all.extend(
            DIRECTIONS.map(|(name, _)| {
                new(format!("the constant of {name}"), names.enumerator(role, name))
            }),
        );
    }
    all.extend(batches.iter().map(|piece| function(NameRole::Batch, piece)));
    // If functions have the case of classes, every name is compared with the class's anyway.
    let (naming, class) = (names.naming(), &names.type_name);
    let is_apart = !naming.is_prefixed && naming.functions != naming.types;
    if is_apart && all.iter().any(|one| one.name == *class) {
        all.push(new("the file's class or module".to_owned(), class.clone()));
    }
    all
}
