//! The public functions for wrappers, with the user's types as parameters and results.
//!
//! Most languages convert these types in one way, their [`Conversions`], and print an [`OwnFunction`] for each function.
//! C, C++ and Rust have more kinds of types, and convert them themselves.

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

impl TypedFunction<'_> {
    /// True if the first parameter is a piece.
    pub fn takes_piece(&self) -> bool {
        self.parameters.first().is_some_and(|first| matches!(first.kind, TypedKind::Member(_)))
    }
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

/// A language's conversions from and to the user's types, as patterns. `$kind` is the user's type.
#[derive(Clone, Copy, Debug)]
pub struct Conversions<'c> {
    /// The bit index of the square `$name`, or of the number read in it.
    pub number: &'c str,
    /// The word of the set `$name`, or the number read in it.
    pub word: &'c str,
    /// The text before and after a word that becomes a set.
    pub set: [&'c str; 2],
    /// The function that turns a piece of the user's into one of the file's.
    pub piece: &'c str,
    /// True if the functions are overloads, so each needs a parameter of a user's type.
    pub are_overloads: bool,
}

/// A public function on the user's types, which calls the function on numbers.
#[derive(Clone, Debug)]
pub struct OwnFunction<'p> {
    /// The name.
    pub name: &'p str,
    /// The names and types of the parameters.
    pub parameters: Vec<(String, String)>,
    /// The type of the result. Of a pair, it is the type of a pair of words.
    pub result: String,
    /// True if the result is the sets of rook and bishop.
    pub is_pair: bool,
    /// The text before and after the call, which convert the result.
    pub around: [String; 2],
    /// The arguments of the call.
    pub arguments: Vec<String>,
    /// The function's item on the page; `None` for a function that calls several lookups.
    pub item: Option<Item<'p>>,
}

impl OwnFunction<'_> {
    /// Each parameter in a function's first line, by a pattern of `$name` and `$kind`.
    pub fn declared(&self, pattern: &str) -> Vec<String> {
        let one =
            |(name, kind): &(String, String)| filled_in(pattern, &[("name", name), ("kind", kind)]);
        self.parameters.iter().map(one).collect()
    }

    /// The call between `start` and `end`, with its result converted.
    pub fn call(&self, calls: &Calls, start: &str, end: &str) -> Vec<String> {
        let [before, after] = &self.around;
        let head = format!("{start}{before}{}", self.name);
        calls.lines("", &head, &self.arguments, &format!("{after}{end}"))
    }
}

impl<'a> dyn Manner<'a> + '_ {
    /// The public functions on the user's types.
    pub(in crate::render) fn own_functions(
        &self,
        types: &OwnTypes,
        conversions: &Conversions<'_>,
    ) -> Vec<OwnFunction<'a>> {
        let own = |sort: Sort| types.of(sort);
        let functions = self.page().typed().into_iter();
        let functions = functions.filter_map(|function| {
            let plain = self.plain(&function);
            let has_own = plain.parameters.iter().any(|(_, _, sort)| own(*sort).is_some())
                || (function.takes_piece() && types.piece.is_some());
            let returns_own = own(plain.returned).is_some();
            let is_wanted = has_own || (!conversions.are_overloads && returns_own);
            is_wanted.then(|| plain.converted(&function, types, conversions))
        });
        functions.collect()
    }

    /// A function's parameters and result without the user's types.
    fn plain(&self, function: &TypedFunction<'_>) -> PlainFunction {
        if let Some(item) = function.item {
            let head = self.head_of(item);
            let parameters = head.parameters.into_iter();
            let parameters =
                parameters.map(|one| (one.name.into_owned(), one.kind.to_owned(), one.sort));
            let result = head.result.into_owned();
            return PlainFunction {
                parameters: parameters.collect(),
                result,
                returned: head.returned,
            };
        }
        let named = |kind: &str| {
            let enumerated = self.facts().enumerated;
            enumerated.map_or_else(|| kind.to_owned(), |enumerated| enumerated.named(kind))
        };
        let parameter = |one: &TypedParameter<'_>| match one.kind {
            TypedKind::Plain(Sort::Square) => {
                (self.words().square.to_owned(), self.words().index.to_owned(), Sort::Square)
            }
            TypedKind::Plain(sort) => {
                (self.words().occupied.to_owned(), self.set_kind().to_owned(), sort)
            }
            TypedKind::Member(kind) => ((self.facts().case)(&one.name), named(kind), Sort::Number),
        };
        let (result, returned) = match function.result {
            TypedResult::One(_) => (self.set_kind().to_owned(), Sort::Set),
            TypedResult::Pair => {
                let kind = self.page().pair.as_ref().map_or("", |pair| &pair.kind);
                (named(kind), Sort::Number)
            }
        };
        let parameters = function.parameters.iter().map(parameter).collect();
        PlainFunction { parameters, result, returned }
    }
}

/// The parameters and the result of a function on numbers.
struct PlainFunction {
    /// The names, types and sorts of the parameters.
    parameters: Vec<(String, String, Sort)>,
    /// The type of the result.
    result: String,
    /// The sort of the result.
    returned: Sort,
}

impl PlainFunction {
    /// The same function on the user's types.
    fn converted<'p>(
        self,
        function: &TypedFunction<'p>,
        types: &OwnTypes,
        conversions: &Conversions<'_>,
    ) -> OwnFunction<'p> {
        let (mut parameters, mut arguments) = (Vec::new(), Vec::new());
        let mut given = self.parameters.into_iter();
        if let Some(kind) = types.piece().filter(|_| function.takes_piece()) {
            for (name, ..) in given.by_ref().take(1) {
                arguments.push(format!("{}({name})", conversions.piece));
                parameters.push((name, kind.to_owned()));
            }
        }
        for (name, kind, sort) in given {
            let kind = types.of(sort).map_or(kind, str::to_owned);
            let pattern = match types.of(sort) {
                None => "$name",
                Some(_) if sort == Sort::Square => conversions.number,
                Some(_) => conversions.word,
            };
            let read = types.read_in(sort, &name);
            arguments.push(filled_in(pattern, &[("name", &read), ("kind", &kind)]));
            parameters.push((name, kind));
        }
        let kind = types.of(self.returned);
        let around = |part: &str| kind.map(|kind| filled_in(part, &[("kind", kind)]));
        OwnFunction {
            name: function.name,
            parameters,
            around: conversions.set.map(|part| around(part).unwrap_or_default()),
            result: kind.map_or(self.result, str::to_owned),
            is_pair: function.result == TypedResult::Pair,
            arguments,
            item: function.item,
        }
    }
}
