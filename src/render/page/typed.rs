//! The public functions for wrappers, with the user's types as parameters and results.

use std::borrow::Cow;

use crate::render::prelude::*;

/// A public function of a file.
#[derive(Clone, Debug)]
pub struct TypedFunction<'p> {
    /// The name.
    pub name: &'p str,
    /// The parameters, in order.
    pub parameters: Vec<TypedParameter<'p>>,
    /// The type of the result.
    pub result: TypedResult<'p>,
    /// The function's item on the page; `None` for a function that calls several lookups.
    pub item: Option<Item<'p>>,
}

/// A parameter of a public function.
#[derive(Clone, Debug)]
pub struct TypedParameter<'p> {
    /// The name: an English word in small letters.
    pub name: Cow<'static, str>,
    /// The type.
    pub kind: TypedKind<'p>,
}

/// The type of a parameter, or of a single result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedKind<'p> {
    /// A type that companions take.
    Plain(Sort),
    /// A member of the enumeration of this name.
    Member(&'p str),
}

/// The result of a public function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedResult<'p> {
    /// One value.
    One(TypedKind<'p>),
    /// The sets of rook and bishop.
    Pair,
}

impl Page<'_> {
    /// The public functions that have squares or sets, in the order of the file.
    pub fn typed(&self) -> Vec<TypedFunction<'_>> {
        let plain = |name: &'static str, sort| TypedParameter {
            name: name.into(),
            kind: TypedKind::Plain(sort),
        };
        let place = || vec![plain("square", Sort::Square), plain("occupied", Sort::Set)];
        let one = TypedResult::One(TypedKind::Plain(Sort::Set));
        let lookups = self.lookups.iter().filter(|lookup| lookup.is_public);
        let mut functions: Vec<TypedFunction<'_>> = lookups
            .map(|lookup| (&*lookup.name, Item::Lookup(lookup)))
            .chain(self.unions.iter().map(|union| (&*union.name, Item::Union(union))))
            .map(|(name, item)| TypedFunction {
                name,
                parameters: place(),
                result: one,
                item: Some(item),
            })
            .collect();
        let parameter = |argument: &Argument| plain(argument.name, argument.sort);
        functions.extend(self.companions.iter().map(|function| TypedFunction {
            name: &function.name,
            parameters: function.companion.parameters.iter().map(parameter).collect(),
            result: TypedResult::One(match self.enumeration(function) {
                Some(enumeration) => TypedKind::Member(&enumeration.kind),
                None => TypedKind::Plain(function.companion.returned()),
            }),
            item: Some(Item::Companion(function)),
        }));
        functions.extend(self.pair.iter().map(|pair| TypedFunction {
            name: &pair.name,
            parameters: place(),
            result: TypedResult::Pair,
            item: None,
        }));
        functions.extend(self.choice.iter().map(|choice| {
            let kind = TypedKind::Member(&choice.kind);
            let piece = TypedParameter { name: "piece".into(), kind };
            let parameters = [vec![piece], place()].concat();
            TypedFunction { name: &choice.name, parameters, result: one, item: None }
        }));
        functions
    }
}
