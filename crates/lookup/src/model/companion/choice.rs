//! Functions that bring lookups together: the sets of rook and bishop at once, the piece as an argument, and many
//! squares in one call. They compute nothing, so that they have no programs. Enumerations: the pieces that are an
//! argument, and the directions that a companion returns.

use super::{Companion, Maker, Outcome};
use crate::model::names::{Identifier, Names, words};
use crate::model::parts::Part;

/// The words for the function that gives two sets at once, and for its result's type.
pub const PAIR: [&str; 2] = ["pair attacks", "attack pair"];

/// The words for the function that takes the piece as an argument, and for this argument's type.
pub const CHOICE: [&str; 2] = ["attacks of", "piece"];

/// The words for the function that returns the direction from a square to another, and for its result's type.
pub const DIRECTION: [&str; 2] = ["direction", "direction"];

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

/// The words of the function that looks up many squares and occupancies of a piece in one call.
#[must_use]
pub fn batch_of(piece: &str) -> String {
    format!("{} batch", words(piece))
}

/// A piece that the function of `attacks-of` takes as an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The name, as in `--piece`.
    pub name: String,
    /// True for a piece that takes one step, whose function takes no occupied squares.
    pub is_leaper: bool,
}

impl Maker<'_> {
    /// The public lookups, including unions, then the pieces that take one step and have no sides, if the file has
    /// functions of them.
    pub(super) fn attacks_of(&mut self) {
        let has_leapers = self.wish.parts.contains(&Part::Leapers);
        let sliders = self.wish.sliders.iter().filter(|slider| slider.is_public);
        let leapers = self.wish.leapers.iter().filter(|leaper| has_leapers && !leaper.has_sides);
        let sliders = sliders.map(|slider| (&slider.name, false));
        let names = sliders.chain(leapers.map(|leaper| (&leaper.piece.name, true)));
        let chosen = |(name, is_leaper): (&String, bool)| Chosen { name: name.clone(), is_leaper };
        self.made.choice = names.map(chosen).collect();
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
    let kind = |of: [&str; 2]| new(format!("the type of {}", of[1]), names.declared(of));
    let both = |of: [&str; 2]| {
        [new(format!("the function of {}", of[0]), names.function(&[of[0]])), kind(of)]
    };
    let pair = has_pair.then_some(PAIR);
    let chosen = (!choice.is_empty()).then_some(CHOICE);
    let mut all: Vec<Identifier> = pair.into_iter().chain(chosen).flat_map(both).collect();
    let piece = |one: &Chosen| {
        new(format!("the constant of the {}", one.name), names.enumerator(CHOICE, &one.name))
    };
    all.extend(choice.iter().map(piece));
    if functions.iter().any(|function| function.result == Outcome::Direction) {
        all.push(kind(DIRECTION));
        all.extend(DIRECTIONS.map(|(name, _)| {
            new(format!("the constant of {name}"), names.enumerator(DIRECTION, name))
        }));
    }
    all.extend(batches.iter().map(|piece| {
        let words = batch_of(piece);
        new(format!("the function of {words}"), names.function(&[&words]))
    }));
    // If functions have the case of classes, every name is compared with the class's anyway.
    let (naming, class) = (names.naming(), &names.type_name);
    let is_apart = !naming.is_prefixed && naming.functions != naming.types;
    if is_apart && all.iter().any(|one| one.name == *class) {
        all.push(new("the file's class or module".to_owned(), class.clone()));
    }
    all
}
