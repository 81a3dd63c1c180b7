//! The functions that combine lookups, and enumerations, for the templates of all languages.

use super::Maker;
use crate::render::prelude::*;

/// The function that returns the sets of rook and bishop at once.
#[derive(Clone, Debug)]
pub struct PairLookup {
    /// The function's name.
    pub name: String,
    /// The name of the type of its result, in languages that declare one.
    pub kind: String,
    /// The sentences on the result and the parameters.
    pub doc: FunctionDoc,
    /// The name of the rook's lookup.
    pub rook: String,
    /// The name of the bishop's lookup.
    pub bishop: String,
}

/// The function with the piece as a parameter.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The function's name.
    pub name: String,
    /// The name of the type of pieces.
    pub kind: String,
    /// The sentences on the result and the parameters.
    pub doc: FunctionDoc,
    /// The pieces, in the order of their numbers.
    pub pieces: Vec<ChosenPiece>,
}

/// An enumeration that a function takes or returns.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// The name of its type.
    pub kind: String,
    /// The name of the function.
    pub function: String,
    /// The begin of a member's description: `A piece whose attacks`, followed by the function's name and `returns`.
    pub what: &'static str,
    /// The members' common noun: `pieces`.
    pub plural: &'static str,
    /// True if the function returns a member, false if it takes one.
    pub is_result: bool,
    /// The members, in the order of their numbers, from 0 on.
    pub members: Vec<Enumerator>,
}

/// A member of an enumeration.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// The name in prose.
    pub spoken: String,
    /// A clause on what it means.
    pub doc: String,
    /// The number, if the config gives it.
    pub number: Option<u8>,
    /// The member of the user's own enumeration, if the config names it.
    pub own: Option<String>,
    /// The name of its constant, in languages whose enumerations share the file's names.
    pub constant: String,
    keywords: &'static [&'static str],
}

/// A function that looks up many squares and occupancies of a piece in one call.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The piece, or the union of pieces.
    pub piece: String,
    /// The function's name.
    pub name: String,
    /// The name of the piece's lookup, which it calls.
    pub lookup: String,
    /// The same on vectors, if the lookup's operations are on vectors, too.
    pub lanes: Option<LaneBatch>,
}

/// A batch on vectors, whose lanes have separate squares and occupancies.
#[derive(Clone, Debug)]
pub struct LaneBatch {
    /// The lookup's program; a union's sets are or-ed.
    pub program: Program,
    /// The fields that the program reads, each with the name of its array.
    pub fields: Vec<(Field, String)>,
    /// True if the program chooses the registers when it runs, false if the compiler's flags do.
    pub is_chosen: bool,
}

/// A piece that is an argument.
#[derive(Clone, Debug)]
pub struct ChosenPiece {
    /// The name in small letters with hyphens: `short-rook`.
    pub id: String,
    /// The member of the enumeration of pieces.
    pub member: Enumerator,
    /// The name of the function that is called.
    pub lookup: String,
    /// True if that function takes no occupancy.
    pub is_leaper: bool,
    /// True if an array takes the place of that function.
    pub is_array: bool,
}

impl Enumerator {
    /// The name of its constant, in languages whose enumerations are namespaces.
    pub fn named(&self, case: Case) -> String {
        let mut name = case.join(&[&self.spoken]);
        if self.keywords.contains(&name.as_str()) {
            name.push('_');
        }
        name
    }

    /// The name of the same member of the user's own enumeration.
    pub fn own_named(&self, case: Case) -> String {
        self.own.clone().unwrap_or_else(|| self.named(case))
    }
}

impl Maker<'_> {
    pub(super) fn pair(&self) -> Option<PairLookup> {
        let names = &self.module.names;
        let lookup = |name: &str| {
            let piece = self.module.pieces.iter().find(|piece| piece.name == name);
            piece.map(|piece: &PieceModule| self.lookup_name(piece, None))
        };
        if !self.module.emits(Part::Pair) {
            return None;
        }
        let what = "the squares that a rook attacks and those that a bishop attacks";
        Some(PairLookup {
            name: names.companion(NameRole::Pair, ""),
            kind: names.declared(NameRole::PairType),
            doc: self.doc_of(what, &[("square", "the square of both")]),
            rook: lookup("rook")?,
            bishop: lookup("bishop")?,
        })
    }

    pub(super) fn choice(&self) -> Option<Choice> {
        let names = &self.module.names;
        let piece = |chosen: &Chosen| {
            let Chosen { name, is_leaper, is_array, number, own } = chosen;
            let member = self.member(NameRole::PieceType, name, &format!("the {}", words(name)));
            ChosenPiece {
                id: words(name).replace(' ', "-"),
                member: Enumerator { number: *number, own: own.clone(), ..member },
                lookup: match (is_leaper, is_array) {
                    (true, true) => names.array(NameRole::Leapers, name),
                    (true, false) => names.companion(NameRole::Leapers, name),
                    (false, _) => names.lookup(name),
                },
                is_leaper: *is_leaper,
                is_array: *is_array,
            }
        };
        let pieces: Vec<ChosenPiece> = self.module.choice.iter().map(piece).collect();
        let given = [("piece", "the piece"), ("square", "its square")];
        (!pieces.is_empty()).then(|| Choice {
            name: names.companion(NameRole::AttacksOf, ""),
            kind: names.declared(NameRole::PieceType),
            doc: self.doc_of("the squares that a piece attacks", &given),
            pieces,
        })
    }

    /// The enumerations: of pieces, and of directions.
    pub(super) fn enumerations(&self, choice: Option<&Choice>) -> Vec<Enumeration> {
        let names = &self.module.names;
        let pieces = choice.map(|choice| Enumeration {
            kind: choice.kind.clone(),
            function: choice.name.clone(),
            what: "A piece whose attacks",
            plural: "pieces",
            is_result: false,
            members: choice.pieces.iter().map(|piece| piece.member.clone()).collect(),
        });
        let mut functions = self.module.companions.iter();
        let directions = functions.find(|one| one.result == Outcome::Direction);
        let directions = directions.map(|companion| Enumeration {
            kind: names.declared(NameRole::DirectionType),
            function: companion.name.function(names),
            what: "A direction that",
            plural: "directions",
            is_result: true,
            members: DIRECTIONS
                .map(|(name, doc)| self.member(NameRole::DirectionType, name, doc))
                .into(),
        });
        pieces.into_iter().chain(directions).collect()
    }

    fn member(&self, of: NameRole, name: &str, doc: &str) -> Enumerator {
        let names = &self.module.names;
        Enumerator {
            spoken: words(name),
            doc: sentence(doc),
            number: None,
            own: None,
            constant: names.enumerator(of, name),
            keywords: names.naming().keywords,
        }
    }

    pub(super) fn batches(&self) -> Vec<Batch> {
        let names = &self.module.names;
        let batch = |piece: &String| Batch {
            piece: piece.clone(),
            name: names.companion(NameRole::Batch, piece),
            lookup: names.lookup(piece),
            lanes: self.batch_on_lanes(piece),
        };
        self.module.batches.iter().map(batch).collect()
    }

    /// The batch of a piece or a union on vectors. Pieces of a union must not have fields of the same name.
    fn batch_on_lanes(&self, name: &str) -> Option<LaneBatch> {
        let union = self.module.unions.iter().find(|union| union.name == name);
        let of = |(at, piece): &(usize, &PieceModule)| {
            union.map_or(piece.name == name, |union| union.of.contains(at))
        };
        let (mut program, mut sets) = (Program::new(), Vec::new());
        let mut fields: Vec<(Field, String)> = Vec::new();
        for (_, piece) in self.module.pieces.iter().enumerate().filter(of) {
            let queries = piece.queries.as_ref()?;
            let names = self.field_names(piece).into_iter();
            for (field, array) in names.filter(|(field, _)| queries.reads(queries.result, *field)) {
                match fields.iter().find(|(other, _)| *other == field) {
                    Some((_, other)) if *other != array => return None,
                    Some(_) => {}
                    None => fields.push((field, array)),
                }
            }
            sets.push(program.append(queries));
        }
        let or = |one, other| program.push(Op::Binary(Binary::Or, one, other));
        program.result = sets.into_iter().reduce(or)?;
        Some(LaneBatch { program, fields, is_chosen: false })
    }

    /// Sentences about a function with these parameters and the occupancy.
    fn doc_of(&self, what: &str, given: &[(&'static str, &str)]) -> FunctionDoc {
        let parameter = |(name, what): &(&'static str, &str)| {
            let last = self.module.board.indices.saturating_sub(1);
            let range = if *name == "square" { format!(", 0 to {last}") } else { String::new() };
            ParameterDoc { name: (*name).into(), what: format!("{what}{range}"), is_set: false }
        };
        let what_of = "the occupied squares".to_owned();
        let occupied = ParameterDoc { name: "occupied".into(), what: what_of, is_set: true };
        let parameters = given.iter().map(parameter).chain([occupied]).collect();
        FunctionDoc { parameters, ..FunctionDoc::new(what, "", "the attacked squares") }
    }
}
