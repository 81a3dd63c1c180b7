//! Shows expressions and statements as trees, for people who work on the generator.
//!
//! Each part of an expression is in parentheses behind its operator or its kind: `(& occupied (index masks square))`.

use std::fmt;

use super::expr::{CastForm, Expr};
use super::node::{Let, Node};
use super::print::ExprStyle;

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cast = |f: &mut fmt::Formatter<'_>, form: CastForm, to: &str, of: &Self| {
            write!(f, "(cast {} {to} {of})", form.name)
        };
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Number(_) => f.write_str(&ExprStyle::PLAIN.text(self)),
            Self::Unary(operator, of) => write!(f, "({operator} {of})"),
            Self::Binary(operator, both) => {
                write!(f, "({} {} {})", operator.text, both[0], both[1])
            }
            Self::Postfix(of, operator) => write!(f, "(postfix {of} {operator})"),
            Self::Index(both) => write!(f, "(index {} {})", both[0], both[1]),
            Self::Member(of, sign, name) => write!(f, "({sign} {of} {name})"),
            Self::Call(function, arguments) => {
                write!(f, "(call {function}")?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
                f.write_str(")")
            }
            Self::Cast(to, of) => cast(f, to.form, to.to, of),
            Self::CastTo(form, to, of) => cast(f, *form, to, of),
            Self::Paren(of) => write!(f, "(paren {of})"),
            Self::Block(keyword, of) => write!(f, "({keyword} {of})"),
            Self::Bits(of, high, low) => write!(f, "(bits {of} {high} {low})"),
            Self::List(_, values) => {
                f.write_str("(list")?;
                values.iter().try_for_each(|value| write!(f, " {value}"))?;
                f.write_str(")")
            }
            Self::Braces(values) => {
                f.write_str("(braces")?;
                for (name, value) in values {
                    match name {
                        Some(name) => write!(f, " {name}: {value}")?,
                        None => write!(f, " {value}")?,
                    }
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Let {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} = {}", self.name, self.kind, self.value)
    }
}

/// A value with its operation, and how it is written as an operand.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} = {} => {}", self.value, self.kind, self.op, self.written)
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::render::code::expr::{Cast, Operator};
    use magicgen_ir::{Op, Type, Value};

    #[test]
    fn an_expression_is_a_tree_in_parentheses() {
        let shr = Operator::left(">>");
        let index =
            Expr::index("masks", "square".into()).cast(Cast { to: "u32", form: CastForm::AS });
        let moved = Expr::binary(shr, Expr::unary("~", index), Expr::decimal(3));
        assert_eq!(moved.to_string(), "(>> (~ (cast As u32 (index masks square))) 3)");
        let member = Expr::from("entry").member("mask");
        let called = Expr::Paren(Rc::new(Expr::call(member, vec!["a".into(), "b".into()])));
        assert_eq!(called.to_string(), "(paren (call (. entry mask) a b))");
        let braces =
            vec![(Some("lo"), Expr::from("a")), (None, Expr::Bits(Rc::new("b".into()), 63, 32))];
        assert_eq!(Expr::Braces(braces).to_string(), "(braces lo: a (bits b 63 32))");
    }

    #[test]
    fn a_statement_and_a_node_tell_their_types() {
        let (kind, op) = (Type::Half, Op::Low(Value(3)));
        let value = Expr::from("product").cast_to(CastForm::CALL, "uint32");
        let one = Let { name: "index".to_owned(), kind, op, value: value.clone() };
        assert_eq!(one.to_string(), "index: half = (cast Call uint32 product)");
        let node = Node {
            value: Value(4),
            op,
            operands: Vec::new(),
            kind,
            most: 7,
            wraps: false,
            is_called: false,
            written: value,
        };
        assert_eq!(node.to_string(), "v4: half = low v3 => (cast Call uint32 product)");
    }
}
