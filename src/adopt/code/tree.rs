//! Expressions of many languages, limited to the forms that lookups have.

use std::ops::Range;

use super::lookup::EngineLookup;
use crate::adopt::functions::MARK;

/// An expression, with its place in the source.
#[derive(Clone, Debug)]
pub(in crate::adopt) struct SourceExpr {
    /// Its bytes in the source.
    pub(in crate::adopt) span: Range<usize>,
    /// Its kind, with the parts.
    pub(in crate::adopt) node: SourceNode,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::adopt) enum SourceNode {
    /// A name with its path, such as `Self::MAGICS`.
    Name(String),
    /// A number as written.
    Number(String),
    /// `base[index]`, or a method that does the same.
    Index(Box<SourceExpr>, Box<SourceExpr>),
    /// `base.name` and `base->name`.
    Field(Box<SourceExpr>, String),
    /// `f(a, b)`.
    Call(Box<SourceExpr>, Vec<SourceExpr>),
    /// A prefix operator with its operand.
    Unary(&'static str, Box<SourceExpr>),
    /// A binary operator with its operands.
    Binary(&'static str, Box<SourceExpr>, Box<SourceExpr>),
    /// A cast to a type.
    Cast(String, Box<SourceExpr>),
    /// One of several values; the conditions are ignored.
    Any(Vec<SourceExpr>),
    /// A condition, the value if it holds, and the value if it doesn't.
    Choice(Box<[SourceExpr; 3]>),
}

// Equality ignores the place in the source.
impl PartialEq for SourceExpr {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl Eq for SourceExpr {}

impl SourceExpr {
    /// The direct parts of an expression.
    pub(in crate::adopt) fn parts(&self) -> Vec<&Self> {
        match &self.node {
            SourceNode::Name(_) | SourceNode::Number(_) => Vec::new(),
            SourceNode::Field(one, _) | SourceNode::Unary(_, one) | SourceNode::Cast(_, one) => {
                vec![one]
            }
            SourceNode::Index(one, two) | SourceNode::Binary(_, one, two) => vec![one, two],
            SourceNode::Call(callee, arguments) => {
                std::iter::once(&**callee).chain(arguments).collect()
            }
            SourceNode::Any(all) => all.iter().collect(),
            SourceNode::Choice(all) => all.iter().collect(),
        }
    }

    /// The same expression with its parts changed.
    pub(super) fn map(&self, change: &mut dyn FnMut(&Self) -> Option<Self>) -> Option<Self> {
        let mut one = |part: &Self| change(part).map(Box::new);
        let node = match &self.node {
            SourceNode::Name(_) | SourceNode::Number(_) => self.node.clone(),
            SourceNode::Field(base, name) => SourceNode::Field(one(base)?, name.clone()),
            SourceNode::Unary(sign, part) => SourceNode::Unary(sign, one(part)?),
            SourceNode::Cast(kind, part) => SourceNode::Cast(kind.clone(), one(part)?),
            SourceNode::Index(base, index) => SourceNode::Index(one(base)?, one(index)?),
            SourceNode::Binary(sign, left, right) => {
                SourceNode::Binary(sign, one(left)?, one(right)?)
            }
            SourceNode::Call(callee, all) => {
                let callee = one(callee)?;
                SourceNode::Call(callee, all.iter().map(&mut *change).collect::<Option<_>>()?)
            }
            SourceNode::Any(all) => {
                SourceNode::Any(all.iter().map(&mut *change).collect::<Option<_>>()?)
            }
            SourceNode::Choice(all) => {
                let [asked, then, otherwise] = &**all;
                let all = [change(asked)?, change(then)?, change(otherwise)?];
                SourceNode::Choice(Box::new(all))
            }
        };
        Some(Self { span: self.span.clone(), node })
    }

    /// The record at a pointer: `table[square]` for `table + square`.
    pub(super) fn pointed(self) -> Self {
        match self.node {
            SourceNode::Binary("+", base, index) => {
                Self { span: self.span, node: SourceNode::Index(base, index) }
            }
            _ => self,
        }
    }

    /// The text of a number, a name, or a difference of two of these.
    pub(in crate::adopt) fn constant(&self) -> Option<String> {
        match &self.node {
            SourceNode::Name(text) | SourceNode::Number(text) => {
                Some(text.rsplit("::").next().unwrap_or(text).to_owned())
            }
            SourceNode::Field(_, name) => Some(name.clone()),
            SourceNode::Cast(_, inner) => inner.constant(),
            SourceNode::Binary("-", left, right) => {
                Some(format!("{} - {}", left.constant()?, right.constant()?))
            }
            _ => None,
        }
    }

    /// The number of its nodes.
    pub(super) fn size(&self) -> usize {
        1 + self.parts().into_iter().map(Self::size).sum::<usize>()
    }

    /// Whether it is the other expression or contains it.
    pub(super) fn contains(&self, other: &Self) -> bool {
        self == other || self.parts().into_iter().any(|part| part.contains(other))
    }

    /// All names in it, including fields and methods.
    pub(in crate::adopt) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.parts().into_iter().flat_map(Self::names).collect();
        if let SourceNode::Name(name) | SourceNode::Field(_, name) = &self.node {
            names.push(name);
        }
        names
    }

    /// The names in it that are neither fields nor methods.
    pub(in crate::adopt) fn roots(&self) -> Vec<&str> {
        match &self.node {
            SourceNode::Name(name) => vec![name],
            _ => self.parts().into_iter().flat_map(Self::roots).collect(),
        }
    }

    /// The outermost lookups among its parts, without casts around them.
    pub(in crate::adopt) fn outermost(
        &self,
        lookup: &dyn Fn(&Self) -> Option<EngineLookup>,
    ) -> Vec<(Self, EngineLookup)> {
        // Each of several values is a lookup of its own.
        let is_one = !matches!(self.bare().node, SourceNode::Any(_));
        if let Some(found) = lookup(self).filter(|_| is_one) {
            return vec![(self.bare().clone(), found)];
        }
        let mut found: Vec<_> =
            self.parts().into_iter().flat_map(|part| part.outermost(lookup)).collect();
        if let SourceNode::Unary("&", inner) = &self.node
            && let [(part, lookup)] = found.as_mut_slice()
        {
            lookup.is_addressed = part.span == inner.bare().span;
        }
        found
    }

    /// The name of the field that one part initialises without naming it: `Bitboard { bits }`.
    pub(in crate::adopt) fn shorthand(&self, part: &Self) -> Option<&str> {
        match &self.node {
            SourceNode::Cast(kind, inner) if kind == Self::SHORTHAND && inner.span == part.span => {
                inner.names().first().copied()
            }
            _ => self.parts().into_iter().find_map(|one| one.shorthand(part)),
        }
    }

    /// The kind of a cast that stands for a field's name.
    pub(super) const SHORTHAND: &'static str = "field";

    /// The names in it that are values by themselves: neither functions nor records.
    pub(in crate::adopt) fn value_names(&self) -> Vec<&str> {
        match &self.node {
            SourceNode::Name(name) => vec![name],
            SourceNode::Field(owner, _) if matches!(owner.node, SourceNode::Name(_)) => Vec::new(),
            SourceNode::Call(callee, all) if matches!(callee.node, SourceNode::Name(_)) => {
                all.iter().flat_map(Self::value_names).collect()
            }
            _ => self.parts().into_iter().flat_map(Self::value_names).collect(),
        }
    }

    /// All names in it outside of some parts.
    pub(in crate::adopt) fn names_outside(&self, parts: &[&Self]) -> Vec<&str> {
        if parts.iter().any(|part| part.span == self.span) {
            return Vec::new();
        }
        match &self.node {
            SourceNode::Name(name) => vec![name],
            _ => self.parts().into_iter().flat_map(|one| one.names_outside(parts)).collect(),
        }
    }

    /// The value whose number this is: a field of it, or a method without arguments.
    pub(super) fn owner(&self) -> Option<&Self> {
        const NUMBERS: [&str; 20] = [
            "0", "b", "bb", "v", "val", "value", "bits", "raw", "inner", "data", "get", "asu64",
            "tou64", "u64", "uint64", "asuint64", "touint64", "ulong", "toulong", "aslong",
        ];
        match &self.node {
            SourceNode::Field(inner, name) => {
                let name = name.to_ascii_lowercase().replace('_', "");
                NUMBERS.contains(&name.as_str()).then_some(inner)
            }
            SourceNode::Call(callee, arguments) if arguments.is_empty() => callee.owner(),
            _ => None,
        }
    }

    /// The number of another value, by the same field or method. It has no place in the source.
    pub(super) fn with_owner(&self, owner: Self) -> Option<Self> {
        let node = match &self.node {
            SourceNode::Field(_, name) => SourceNode::Field(Box::new(owner), name.clone()),
            SourceNode::Call(callee, _) => {
                SourceNode::Call(Box::new(callee.with_owner(owner)?), Vec::new())
            }
            _ => return None,
        };
        Some(Self { span: 0..0, node })
    }

    /// The text of an expression. A field or method of an expression with a text has one without a place of its own.
    pub(in crate::adopt) fn written(
        &self,
        text: &dyn Fn(&Self) -> Option<String>,
    ) -> Option<String> {
        let found = if self.span.is_empty() { None } else { text(self) };
        if found.is_some() {
            return found;
        }
        match &self.node {
            SourceNode::Name(name) if self.span.is_empty() => {
                Some(name.trim_start_matches(MARK).to_owned())
            }
            SourceNode::Field(owner, name) => Some(format!("{}.{name}", owner.written(text)?)),
            SourceNode::Call(callee, all) if all.is_empty() => {
                Some(format!("{}()", callee.written(text)?))
            }
            _ => None,
        }
    }

    /// The expression without casts around it.
    pub(super) fn bare(&self) -> &Self {
        if let SourceNode::Cast(_, inner) = &self.node { inner.bare() } else { self }
    }
}
