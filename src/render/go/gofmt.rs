//! An expression in any spacing in; the same with blanks where gofmt has them out.
//!
//! gofmt leaves the blanks around an operator out where the operator binds tightly or stands deep in an expression:
//! `8*rank + file`, `table[offset+index]`. The rule is that of `binaryExpr` and `cutoff` in go/printer/nodes.go.

/// An expression with blanks as gofmt puts them, in a statement of its own.
pub(super) fn spaced(text: &str) -> String {
    let tree = Parser { rest: text }.binary(0);
    let mut out = String::new();
    tree.print(1, &mut out);
    out
}

#[derive(Debug)]
enum Tree<'a> {
    /// A name or a number.
    Atom(&'a str),
    /// A prefix operator.
    Unary(&'a str, Box<Self>),
    /// Two operands, and how tightly their operator binds.
    Binary(u8, &'a str, Box<[Self; 2]>),
    Paren(Box<Self>),
    Index(Box<[Self; 2]>),
    /// A call or a conversion.
    Call(Box<Self>, Vec<Self>),
}

struct Parser<'a> {
    rest: &'a str,
}

/// Binary operators, those before others that they begin with.
const OPERATORS: [(&str, u8); 9] =
    [("&^", 5), ("<<", 5), (">>", 5), ("&", 5), ("*", 5), ("+", 4), ("-", 4), ("|", 4), ("^", 4)];

impl<'a> Parser<'a> {
    fn skip(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest.trim_start();
        taken
    }

    /// Operands of operators that bind tighter than `least`.
    fn binary(&mut self, least: u8) -> Tree<'a> {
        let mut tree = self.unary();
        while let Some((operator, bond)) = OPERATORS
            .into_iter()
            .find(|(operator, _)| self.rest.starts_with(operator))
            .filter(|(_, bond)| *bond > least)
        {
            self.skip(operator.len());
            let second = self.binary(bond);
            tree = Tree::Binary(bond, operator, Box::new([tree, second]));
        }
        tree
    }

    fn unary(&mut self) -> Tree<'a> {
        if self.rest.starts_with(['-', '^']) {
            let operator = self.skip(1);
            return Tree::Unary(operator, Box::new(self.unary()));
        }
        let mut tree = if self.rest.starts_with('(') {
            self.skip(1);
            let inner = self.binary(0);
            self.skip(1);
            Tree::Paren(Box::new(inner))
        } else {
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
            Tree::Atom(self.skip(self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len())))
        };
        loop {
            if self.rest.starts_with('[') {
                self.skip(1);
                let index = self.binary(0);
                tree = Tree::Index(Box::new([tree, index]));
            } else if self.rest.starts_with('(') {
                let mut arguments = Vec::new();
                while !self.rest.starts_with(')') {
                    self.skip(1);
                    arguments.push(self.binary(0));
                }
                tree = Tree::Call(Box::new(tree), arguments);
            } else {
                return tree;
            }
            self.skip(1);
        }
    }
}

impl Tree<'_> {
    const fn bond(&self) -> u8 {
        if let Self::Binary(bond, ..) = self { *bond } else { 0 }
    }

    /// Whether operators of both kinds stand in it without parentheses between: sums, and what binds tighter.
    fn has(&self, wanted: u8) -> bool {
        match self {
            Self::Binary(bond, _, operands) => {
                *bond == wanted || operands.iter().any(|operand| operand.has(wanted))
            }
            _ => false,
        }
    }

    fn print(&self, depth: usize, out: &mut String) {
        match self {
            Self::Atom(text) => out.push_str(text),
            Self::Unary(operator, operand) => {
                out.push_str(operator);
                operand.print(depth, out);
            }
            Self::Paren(inner) => {
                out.push('(');
                inner.print((depth - 1).max(1), out);
                out.push(')');
            }
            Self::Index(both) => {
                both[0].print(1, out);
                out.push('[');
                both[1].print(depth + 1, out);
                out.push(']');
            }
            Self::Call(function, arguments) => {
                let depth = if arguments.len() > 1 { depth + 1 } else { depth };
                function.print(depth, out);
                out.push('(');
                for (at, argument) in arguments.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    argument.print(depth, out);
                }
                out.push(')');
            }
            Self::Binary(bond, operator, operands) => {
                let is_mixed = self.has(4) && self.has(5);
                let has_blanks = depth == 1 && !(is_mixed && *bond == 5);
                let [first, second] = operands.as_ref();
                first.print(if first.bond() == *bond { depth } else { depth + 1 }, out);
                let blank = if has_blanks { " " } else { "" };
                out.extend([blank, operator, blank]);
                second.print(depth + 1, out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::spaced;

    #[test]
    fn blanks_are_where_gofmt_has_them() {
        // Each is what gofmt 1.19 makes of `_ = ` and the text.
        for formatted in [
            "8*rank + file",
            "8*(7-rank) + file",
            "bitIndices[8*rank+file]",
            "attackTable[rookOffsets[square]+index] & rookReaches[square]",
            "uint32((relevant * rookFactors[square]) >> (rookShifts[square] & 63))",
            "shifted | (part2 << place)",
            "table[(place<<6)+inner] | other[((uint32(square)>>3)^7)<<6]",
            "word & -word",
            "a | b | uint64(c+d)",
            "walk(square, a|b) | walk(square+1, (a-b))",
            "uint64(a)<<32 | uint64(b)",
            "(a | ^b) &^ c",
        ] {
            assert_eq!(spaced(&formatted.replace(' ', "").replace(',', ", ")), formatted);
        }
    }
}
