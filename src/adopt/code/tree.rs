//! Expressions of many languages, limited to the forms that lookups have.

use std::ops::Range;

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
        };
        Some(Self { span: self.span.clone(), node })
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

    /// The expression without casts around it.
    pub(super) fn bare(&self) -> &Self {
        if let SourceNode::Cast(_, inner) = &self.node { inner.bare() } else { self }
    }
}
