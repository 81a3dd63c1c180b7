//! The forms of companions that engines have already: arrays in the place of functions, the order of arguments, and the
//! numbers of pieces.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::checks::{Errors, unknown};
use super::companions::CompanionChoices;
use super::digest::Text;
use super::error::ConfigErrorKind;
use crate::render::{ALL, Capabilities, Language};
use crate::shape::Shape;
use magicgen_lookup::model::Part;
use magicgen_lookup::model::companion::{ArgumentOrder, BetweenEnd, Numbered, Wish};

pub(super) const ENDS: [(&str, BetweenEnd); 3] = [
    ("excluded", BetweenEnd::Excluded),
    ("included", BetweenEnd::Included),
    ("on-line", BetweenEnd::OnLine),
];

pub(super) const ORDERS: [(&str, ArgumentOrder); 2] =
    [("side-square", ArgumentOrder::SideSquare), ("square-side", ArgumentOrder::SquareSide)];

/// The parts whose functions may be arrays.
const ARRAYS: [Part; 9] = [
    Part::Leapers,
    Part::Pawns,
    Part::Rays,
    Part::Between,
    Part::Line,
    Part::RayPass,
    Part::HalfRay,
    Part::Distance,
    Part::Zobrist,
];

/// The highest number of a piece.
const MOST: u8 = 63;

/// The message that a language, under an option, lacks what only languages with arrays of two dimensions have.
pub(super) fn lack(language: &Language, option: Option<&str>, what: &str) -> String {
    let under = option.map(|option| format!(" under `{option}`")).unwrap_or_default();
    let able = able(|can| can.has_nested_arrays);
    format!("{} has no {what}{under}; {able} have them", language.id)
}

/// The languages that can do something, in prose.
fn able(can: fn(&Capabilities) -> bool) -> String {
    let able = ALL.iter().filter(|language| {
        language.configure(None).is_ok_and(|backend| can(&backend.capabilities()))
    });
    let ids: Vec<&str> = able.map(|language| language.id).collect();
    match ids.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => ids.join(", "),
    }
}

/// `pieces`: what a program of the user's calls each piece.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a table of numbers, or of names of members, by piece")]
pub(super) enum PieceMembers {
    Numbers(BTreeMap<String, i64>),
    Names(BTreeMap<String, String>),
}

impl CompanionChoices<'_> {
    /// The parts whose functions are arrays.
    pub(super) fn arrays(&self, emit: &[Part], errors: &mut Errors) -> Vec<Part> {
        let Some(given) = &self.table.companions.arrays else { return Vec::new() };
        let mut arrays = Vec::new();
        for id in given.get_ref() {
            let Some(part) = ARRAYS.into_iter().find(|part| part.id() == id.get_ref()) else {
                let known = ARRAYS.map(|part| part.id().to_owned()).to_vec();
                errors.all.push(unknown("companion that can be an array", id, known));
                continue;
            };
            if !emit.contains(&part) {
                let message = format!("`{}` isn't in `emit`", part.id());
                let help = format!("add \"{}\" to `emit`, or leave it out of `arrays`", part.id());
                errors.at(id.span(), ConfigErrorKind::Companion { message, help });
            } else if self.is_computed(part) {
                let message = format!("`{}` is computed, and an array isn't", part.id());
                let help = format!("leave out `{} = \"computed\"`", part.id());
                errors.at(id.span(), ConfigErrorKind::Companion { message, help });
            }
            arrays.push(part);
        }
        if !arrays.is_empty() && !self.can.has_nested_arrays {
            let message = lack(self.language, errors.option, "arrays in the place of functions");
            let help = "leave `arrays` out, and call the functions".to_owned();
            errors.at(given.span(), ConfigErrorKind::Companion { message, help });
        }
        arrays
    }

    /// True if the config wants a part to be computed by lookups.
    fn is_computed(&self, part: Part) -> bool {
        let given = &self.table.companions;
        let form = match part {
            Part::Between => &given.between,
            Part::Line => &given.line,
            Part::RayPass => &given.ray_pass,
            Part::HalfRay => &given.half_ray,
            _ => &None,
        };
        form.as_ref().is_some_and(|form| form.get_ref() == "computed")
    }

    /// The numbers of pieces, which must differ.
    pub(super) fn numbers(
        &self,
        wish: &Wish,
        emit: &[Part],
        errors: &mut Errors,
    ) -> BTreeMap<String, u8> {
        let Some(given) = &self.table.companions.pieces else { return BTreeMap::new() };
        let PieceMembers::Numbers(all) = given.get_ref() else { return BTreeMap::new() };
        let mut numbers = BTreeMap::new();
        let mut wrong = |message: String, help: &str| {
            let help = help.to_owned();
            errors.at(given.span(), ConfigErrorKind::Companion { message, help });
        };
        for (name, number) in all {
            if let Some(number) = u8::try_from(*number).ok().filter(|number| *number <= MOST) {
                numbers.insert(name.clone(), number);
            } else {
                let message =
                    format!("the number of the {name}, {number}, isn't one from 0 to {MOST}");
                wrong(message, "pieces = { knight = 2, bishop = 3 }");
            }
        }
        let numbered = Wish { numbers: numbers.clone(), ..wish.clone() }.numbered();
        let is_known = |name: &&String| numbered.iter().any(|one| one.name == **name);
        if let Some(name) = numbers.keys().find(|name| !is_known(name)) {
            let all = "a piece with a lookup, `knight`, `king`, a piece of range 1, or `pawn up` and `pawn down`";
            wrong(
                format!("`{name}` has no number: it is no piece of this output"),
                &format!("name {all}"),
            );
        }
        if let Some([one, other]) = twice(&numbered) {
            let message = format!("the {one} and the {other} have the same number");
            wrong(message, "give each piece its own number");
        }
        let is_choice = emit.contains(&Part::AttacksOf);
        let leaper = numbered.iter().find(|one| one.is_leaper && one.name == one.piece.name);
        if let (true, false, Some(leaper)) = (is_choice, emit.contains(&Part::Leapers), leaper) {
            let message = format!("`attacks-of` calls the function of the {}", leaper.name);
            wrong(message, "add \"leapers\" to `emit`");
        }
        if is_choice && !self.can.has_numbered_members {
            let able = able(|can| can.has_numbered_members);
            let id = self.language.id;
            let message =
                format!("pieces of `attacks-of` have no numbers in {id}; {able} have them");
            wrong(message, "leave `pieces` out, or \"attacks-of\" out of `emit`");
        }
        numbers
    }

    /// The members of the engine's own enumeration of pieces, which must differ.
    pub(super) fn members(
        &self,
        wish: &Wish,
        emit: &[Part],
        errors: &mut Errors,
    ) -> BTreeMap<String, String> {
        if let Some(place) = self.piece_type.clone().filter(|_| !emit.contains(&Part::AttacksOf)) {
            let message = "only the function of `attacks-of` has a piece as a parameter".to_owned();
            let help = "add \"attacks-of\" to `emit`, or leave this out".to_owned();
            errors.at(place, ConfigErrorKind::Companion { message, help });
        }
        let Some(given) = &self.table.companions.pieces else { return BTreeMap::new() };
        let PieceMembers::Names(members) = given.get_ref() else { return BTreeMap::new() };
        let mut wrong = |message: String, help: &str| {
            let help = help.to_owned();
            errors.at(given.span(), ConfigErrorKind::Companion { message, help });
        };
        if self.piece_type.is_none() {
            let id = self.language.id;
            let has_key = matches!((self.language.keys)(), Shape::Table(keys)
                if keys.iter().any(|(key, _)| *key == "piece-type"));
            let help = if has_key {
                format!("name it in [output.{id}]: piece-type = \"PieceType\"")
            } else {
                format!("leave `pieces` out: {id} has no `piece-type`")
            };
            wrong("names of members need the type that has them".to_owned(), &help);
        }
        let pieces = wish.numbered();
        let has_leapers = emit.contains(&Part::Leapers);
        for (name, member) in members {
            let piece = pieces.iter().find(|one| one.name == *name && one.name == one.piece.name);
            if !piece.is_some_and(|piece| !piece.is_leaper || has_leapers) {
                let message = format!("`attacks-of` has no function of a piece called `{name}`");
                wrong(message, "name a piece with a lookup, or add \"leapers\" to `emit`");
            } else if !is_member(member) {
                let message = format!("`{member}` isn't the name of a member");
                wrong(message, "name the member alone: pieces = { knight = \"Knight\" }");
            } else if members.iter().any(|(other, same)| other < name && same == member) {
                wrong(format!("`{member}` is the member of two pieces"), "name each piece once");
            }
        }
        members.clone()
    }
}

/// True for letters, digits and `_` that begin with no digit.
fn is_member(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Two pieces with the same number.
fn twice(numbered: &[Numbered]) -> Option<[&str; 2]> {
    let alike = |pair: &&[Numbered]| pair[0].number == pair[1].number;
    let pair = numbered.windows(2).find(alike)?;
    Some([&pair[0].name, &pair[1].name])
}

/// Writes the forms that aren't the usual ones.
pub(super) fn digest(text: &mut Text, wish: &Wish) {
    let has = |part: Part| wish.parts.contains(&part);
    if has(Part::Between) && wish.between_end != BetweenEnd::Excluded {
        let id = ENDS.iter().find(|(_, end)| *end == wish.between_end).map_or("", |(id, _)| id);
        text.put("between-end", id);
    }
    if wish.order != ArgumentOrder::SideSquare && (has(Part::Pawns) || has(Part::Leapers)) {
        text.put("order", "square-side");
    }
    for part in &wish.arrays {
        text.put("array", part.id());
    }
    if has(Part::AttacksOf) || has(Part::PseudoAttacks) {
        for (name, number) in &wish.numbers {
            text.put("piece number", format_args!("{name} {number}"));
        }
        for (name, member) in &wish.members {
            text.put("piece member", format_args!("{name} {member}"));
        }
    }
}
