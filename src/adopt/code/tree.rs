//! Expressions of many languages, limited to the forms that lookups have.

use std::ops::Range;

/// An expression, with its place in the source.
#[derive(Clone, Debug)]
pub(in crate::adopt) struct Expr {
    /// Its bytes in the source.
    pub(in crate::adopt) span: Range<usize>,
    /// Its kind, with the parts.
    pub(in crate::adopt) node: Node,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::adopt) enum Node {
    /// A name with its path, such as `Self::MAGICS`.
    Name(String),
    /// A number as written.
    Number(String),
    /// `base[index]`, or a method that does the same.
    Index(Box<Expr>, Box<Expr>),
    /// `base.name` and `base->name`.
    Field(Box<Expr>, String),
    /// `f(a, b)`.
    Call(Box<Expr>, Vec<Expr>),
    /// A prefix operator with its operand.
    Unary(&'static str, Box<Expr>),
    /// A binary operator with its operands.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// A cast to a type.
    Cast(String, Box<Expr>),
    /// One of several values; the conditions are ignored.
    Any(Vec<Expr>),
}

// Equality ignores the place in the source.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl Eq for Expr {}

impl Expr {
    /// The direct parts of an expression.
    pub(in crate::adopt) fn parts(&self) -> Vec<&Self> {
        match &self.node {
            Node::Name(_) | Node::Number(_) => Vec::new(),
            Node::Field(one, _) | Node::Unary(_, one) | Node::Cast(_, one) => vec![one],
            Node::Index(one, two) | Node::Binary(_, one, two) => vec![one, two],
            Node::Call(callee, arguments) => std::iter::once(&**callee).chain(arguments).collect(),
            Node::Any(all) => all.iter().collect(),
        }
    }

    /// The same expression with its parts changed.
    pub(super) fn map(&self, change: &mut dyn FnMut(&Self) -> Option<Self>) -> Option<Self> {
        let mut one = |part: &Self| change(part).map(Box::new);
        let node = match &self.node {
            Node::Name(_) | Node::Number(_) => self.node.clone(),
            Node::Field(base, name) => Node::Field(one(base)?, name.clone()),
            Node::Unary(sign, part) => Node::Unary(sign, one(part)?),
            Node::Cast(kind, part) => Node::Cast(kind.clone(), one(part)?),
            Node::Index(base, index) => Node::Index(one(base)?, one(index)?),
            Node::Binary(sign, left, right) => Node::Binary(sign, one(left)?, one(right)?),
            Node::Call(callee, all) => {
                let callee = one(callee)?;
                Node::Call(callee, all.iter().map(&mut *change).collect::<Option<_>>()?)
            }
            Node::Any(all) => Node::Any(all.iter().map(&mut *change).collect::<Option<_>>()?),
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
        if let Node::Name(name) | Node::Field(_, name) = &self.node {
            names.push(name);
        }
        names
    }

    /// The expression without casts around it.
    pub(super) fn bare(&self) -> &Self {
        if let Node::Cast(_, inner) = &self.node { inner.bare() } else { self }
    }
}
