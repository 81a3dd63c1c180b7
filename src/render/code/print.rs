//! Prints expressions as text. The outermost syntax of an operand decides whether it needs parentheses, and the
//! language's style decides where blanks stand.

use super::expr::{CastForm, CastOperand, Expr, Hold, Number, Operator};
use crate::render::text::document::{Breaks, Document};
use crate::render::text::pattern::filled_in;

/// The place of the parentheses of a call, of an index in parentheses or of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lists {
    /// Directly behind the function: `add(x, y)`.
    Close,
    /// Behind a blank: `add (x, y)`.
    Apart,
    /// Around the function too, with blanks between arguments: `(add x y)`.
    Folded,
    /// None: arguments follow the function behind blanks, as in ML: `add x (mul y z)`.
    Applied,
}

/// The places where expressions may be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineBreaks {
    /// Before the operators of the outermost chain.
    BeforeOperators,
    /// After the operators of the outermost chain.
    AfterOperators,
    /// Before all operators, and between arguments.
    Anywhere,
}

/// The look of a language's expressions.
#[derive(Clone, Copy, Debug)]
pub struct ExprStyle {
    /// True if hexadecimal digits are capital letters.
    pub has_upper_hex: bool,
    /// The brackets of an index.
    pub index: (&'static str, &'static str),
    /// The place of a call's parentheses.
    pub lists: Lists,
    /// Tells whether an operation needs no parentheses as an operand of another operator. Chains of one associative
    /// operator never need any.
    pub is_clear: fn(outer: Operator, operand: &Expr, is_first: bool) -> bool,
    /// True if blanks around operators depend on the expression's depth, as with gofmt.
    pub has_tight_operators: bool,
    /// The places where expressions may be broken.
    pub breaks: LineBreaks,
}

impl ExprStyle {
    /// The style that most languages have.
    pub const PLAIN: Self = Self {
        has_upper_hex: false,
        index: ("[", "]"),
        lists: Lists::Close,
        is_clear: |outer, operand, _| {
            outer.text == "+" && matches!(operand, Expr::Binary(inner, _) if inner.text == "*")
        },
        has_tight_operators: false,
        breaks: LineBreaks::BeforeOperators,
    };

    /// The expression in one line.
    pub fn text(&self, expr: &Expr) -> String {
        self.document(expr).into()
    }

    /// The expression with the places where it may be broken: operators and arguments, if the style breaks anywhere;
    /// lists that are apart from their functions; folded instructions.
    pub fn document(&self, expr: &Expr) -> Document {
        let mut out = Document::with_room();
        self.print(expr, 1, &mut out);
        out
    }

    /// The operands of a chain of one operator, each with its parentheses; the text of any other expression alone.
    pub fn operands(&self, expr: &Expr) -> Vec<String> {
        let Expr::Binary(operator, both) = expr else { return vec![self.text(expr)] };
        let operand_text = |operand: &Expr, is_first: bool| {
            let mut out = Document::default();
            self.operand(operand, self.is_enclosed(*operator, operand, is_first), 1, &mut out);
            String::from(out)
        };
        let mut operands = match &both[0] {
            Expr::Binary(inner, _) if inner == operator && inner.is_associative => {
                self.operands(&both[0])
            }
            first => vec![operand_text(first, true)],
        };
        operands.push(operand_text(&both[1], false));
        operands
    }

    /// The expression with breaks only between the operands of its chain.
    pub fn chain(&self, expr: &Expr) -> Document {
        let operator = if let Expr::Binary(operator, _) = expr { operator.text } else { "" };
        let mut chain = Document::default();
        for (at, operand) in self.operands(expr).iter().enumerate() {
            match at {
                0 => &mut chain,
                _ if self.breaks == LineBreaks::AfterOperators => {
                    chain.text(" ").text(operator).line()
                }
                _ => chain.line().text(operator).text(" "),
            }
            .text(operand);
        }
        chain
    }

    /// Prints an expression. `depth` is its depth as gofmt counts it, from 1.
    fn print(&self, expr: &Expr, depth: usize, out: &mut Document) {
        match expr {
            Expr::Name(name) => {
                out.text(name);
            }
            Expr::Number(number) => self.number(*number, out),
            Expr::Unary(operator, of) => {
                out.text(operator);
                self.operand(of, of.hold() == Hold::Infix, depth, out);
            }
            Expr::Postfix(of, operator) => {
                self.before_postfix(of, depth, out);
                out.text(operator);
            }
            Expr::Binary(operator, both) => self.binary(*operator, both, depth, out),
            Expr::Index(both) => {
                self.before_postfix(&both[0], 1, out);
                self.bracket(self.index, out, |out| self.print(&both[1], depth + 1, out));
            }
            Expr::Member(of, sign, name) => {
                self.before_postfix(of, depth, out);
                out.text(sign);
                out.text(name);
            }
            Expr::Call(function, arguments) if self.lists == Lists::Folded => {
                out.open(Breaks::All, 2).text("(");
                self.print(function, depth, out);
                for argument in arguments {
                    // Names and numbers stay on the first line.
                    match argument {
                        Expr::Call(..) => out.line(),
                        _ => out.text(" "),
                    };
                    self.print(argument, depth, out);
                }
                out.text(")").close();
            }
            Expr::Call(function, arguments) if self.lists == Lists::Applied => {
                out.open(Breaks::Few, 2);
                self.before_postfix(function, depth, out);
                for argument in arguments {
                    out.line();
                    self.before_postfix(argument, depth, out);
                }
                out.close();
            }
            Expr::Call(function, arguments) => {
                let depth = if arguments.len() > 1 { depth + 1 } else { depth };
                self.before_postfix(function, depth, out);
                self.list(arguments, depth, out);
            }
            Expr::Cast(cast, of) => self.cast(cast.form, cast.to, of, depth, out),
            Expr::CastTo(form, to, of) => self.cast(*form, to, of, depth, out),
            Expr::Paren(of) => self.operand(of, true, depth, out),
            Expr::Block(keyword, of) => {
                out.text(&format!("{keyword} {{ "));
                self.print(of, depth, out);
                out.text(" }");
            }
            Expr::Bits(of, high, low) => {
                self.before_postfix(of, depth, out);
                out.text(&format!("[{high}:{low}]"));
            }
            Expr::Braces(values) => self.braces(values, depth, out),
            Expr::List([open, close], values) => {
                out.text(open);
                for (at, value) in values.iter().enumerate() {
                    out.text(if at > 0 { ", " } else { "" });
                    self.print(value, depth, out);
                }
                out.text(close);
            }
        }
    }

    fn list(&self, arguments: &[Expr], depth: usize, out: &mut Document) {
        self.bracket(("(", ")"), out, |out| {
            for (at, argument) in arguments.iter().enumerate() {
                if at > 0 {
                    out.text(",");
                    let is_broken =
                        self.breaks == LineBreaks::Anywhere || self.lists == Lists::Apart;
                    if is_broken {
                        out.line()
                    } else {
                        out.text(" ")
                    };
                }
                self.print(argument, depth, out);
            }
        });
    }

    /// Prints brackets with their content.
    fn bracket(
        &self,
        (open, close): (&str, &str),
        out: &mut Document,
        content: impl FnOnce(&mut Document),
    ) {
        if self.lists == Lists::Apart {
            out.open(Breaks::All, 2).line().text(open).open(Breaks::All, None);
            content(out);
            out.close().text(close).close();
        } else {
            out.open(Breaks::Few, 0).text(open);
            content(out);
            out.text(close).close();
        }
    }

    fn braces(&self, values: &[(Option<&str>, Expr)], depth: usize, out: &mut Document) {
        let has_names = values.iter().any(|(name, _)| name.is_some());
        out.text(if has_names { "{ " } else { "{" });
        for (at, (name, value)) in values.iter().enumerate() {
            out.text(if at > 0 { ", " } else { "" });
            if let Some(name) = name {
                out.text(name);
                out.text(": ");
            }
            self.print(value, depth, out);
        }
        out.text(if has_names { " }" } else { "}" });
    }

    fn cast(&self, form: CastForm, to: &str, of: &Expr, depth: usize, out: &mut Document) {
        let [before, after] = [form.before, form.after].map(|text| filled_in(text, &[("to", to)]));
        out.text(&before);
        match form.operand {
            CastOperand::Listed if self.lists == Lists::Applied => {
                out.text(" ");
                self.before_postfix(of, depth, out);
            }
            CastOperand::Listed => self.list(std::slice::from_ref(of), depth, out),
            CastOperand::Enclosed => self.print(of, depth, out),
            CastOperand::Behind => self.operand(of, of.hold() == Hold::Infix, depth, out),
            CastOperand::Ahead | CastOperand::Receiver => self.before_postfix(of, depth, out),
        }
        out.text(&after);
    }

    fn binary(&self, operator: Operator, both: &[Expr; 2], depth: usize, out: &mut Document) {
        let [first, second] = both;
        let has_blanks = !self.has_tight_operators || self.is_loose(operator, both, depth);
        let bond = |of: &Expr| match of {
            Expr::Binary(inner, _) if !self.is_enclosed(operator, of, true) => inner.bond,
            _ => 0,
        };
        let deeper = if bond(first) == operator.bond { depth } else { depth + 1 };
        self.operand(first, self.is_enclosed(operator, first, true), deeper, out);
        match has_blanks {
            true if self.breaks == LineBreaks::Anywhere => out.gap(operator.bond),
            true => out.text(" "),
            false => out,
        }
        .text(operator.text)
        .text(if has_blanks { " " } else { "" });
        self.operand(second, self.is_enclosed(operator, second, false), depth + 1, out);
    }

    /// True if an operand of an operator needs parentheses.
    fn is_enclosed(&self, outer: Operator, operand: &Expr, is_first: bool) -> bool {
        let Expr::Binary(inner, _) = operand else { return false };
        let is_chain = is_first && inner.is_associative && *inner == outer;
        !(is_chain || inner.is_tight || (self.is_clear)(outer, operand, is_first))
    }

    /// True if gofmt puts blanks around an operator: at depth 1, except around products in an expression that also has
    /// sums. The rule comes from `binaryExpr` and `cutoff` in go/printer/nodes.go.
    fn is_loose(&self, operator: Operator, both: &[Expr; 2], depth: usize) -> bool {
        let is_mixed = self.has_bond(operator, both, 4) && self.has_bond(operator, both, 5);
        depth == 1 && !(is_mixed && operator.bond == 5)
    }

    /// True if the expression has an operator of the precedence `wanted` outside of parentheses.
    fn has_bond(&self, operator: Operator, both: &[Expr; 2], wanted: u8) -> bool {
        let beneath = |(at, operand): (usize, &Expr)| match operand {
            Expr::Binary(inner, both) if !self.is_enclosed(operator, operand, at == 0) => {
                self.has_bond(*inner, both, wanted)
            }
            _ => false,
        };
        operator.bond == wanted || both.iter().enumerate().any(beneath)
    }

    fn before_postfix(&self, of: &Expr, depth: usize, out: &mut Document) {
        self.operand(of, of.hold() != Hold::Atom || self.is_application(of), depth, out);
    }

    /// True for a call or a conversion that no parentheses enclose.
    fn is_application(&self, of: &Expr) -> bool {
        let is_call = |form: CastForm| form.operand == CastOperand::Listed;
        self.lists == Lists::Applied
            && match of {
                Expr::Call(..) => true,
                Expr::Cast(cast, _) => is_call(cast.form),
                Expr::CastTo(form, ..) => is_call(*form),
                _ => false,
            }
    }

    fn operand(&self, of: &Expr, is_enclosed: bool, depth: usize, out: &mut Document) {
        if is_enclosed {
            out.open(Breaks::Few, 0).text("(");
            self.print(of, (depth - 1).max(1), out);
            out.text(")").close();
        } else {
            self.print(of, depth, out);
        }
    }

    fn number(&self, number: Number, out: &mut Document) {
        out.text(number.prefix);
        let (digits, group) = match number.hex {
            None => (number.value.to_string(), 3),
            Some(least) if self.has_upper_hex => (format!("{:0least$X}", number.value), 4),
            Some(least) => (format!("{:0least$x}", number.value), 4),
        };
        if number.is_grouped {
            for (at, digit) in digits.chars().enumerate() {
                if at > 0 && (digits.len() - at).is_multiple_of(group) {
                    out.text("_");
                }
                out.text(digit.encode_utf8(&mut [0; 4]));
            }
        } else {
            out.text(&digits);
        }
        out.text(number.suffix);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::code::expr::Cast;

    const AND: Operator = Operator::chain("&").bond(5);
    const OR: Operator = Operator::chain("|").bond(4);
    const ADD: Operator = Operator::chain("+").bond(4);
    const SUB: Operator = Operator::left("-").bond(4);
    const MUL: Operator = Operator::chain("*").bond(5);
    const SHR: Operator = Operator::left(">>").bond(5);
    const SHL: Operator = Operator::left("<<").bond(5);
    const AND_NOT: Operator = Operator::left("&^").bond(5);

    fn name(name: &str) -> Expr {
        Expr::name(name)
    }

    #[test]
    fn parentheses_stand_where_an_operand_needs_them() {
        let sum = Expr::binary(ADD, Expr::binary(ADD, name("a"), name("b")), name("c"));
        assert_eq!(ExprStyle::PLAIN.text(&sum), "a + b + c");
        let right = Expr::binary(ADD, name("a"), Expr::binary(ADD, name("b"), name("c")));
        assert_eq!(ExprStyle::PLAIN.text(&right), "a + (b + c)");
        let mixed = Expr::binary(SUB, Expr::binary(SUB, name("a"), name("b")), name("c"));
        assert_eq!(ExprStyle::PLAIN.text(&mixed), "(a - b) - c");
        let not = Expr::unary("~", Expr::binary(OR, name("a"), name("b")));
        assert_eq!(ExprStyle::PLAIN.text(&Expr::binary(AND, not, name("c"))), "~(a | b) & c");
        let cast = Cast { to: "u32", form: CastForm::AS };
        let cast = Expr::binary(SHR, name("a"), Expr::decimal(32)).cast(cast);
        assert_eq!(
            ExprStyle::PLAIN.text(&cast.method("abs", Vec::new())),
            "((a >> 32) as u32).abs()"
        );
        let linear = Expr::binary(MUL.tight(), Expr::decimal(8), name("rank"));
        assert_eq!(
            ExprStyle::PLAIN.text(&Expr::binary(ADD, linear, name("file"))),
            "8 * rank + file"
        );
    }

    #[test]
    fn the_operands_of_a_chain_are_printed_one_by_one() {
        let masked = Expr::binary(AND, name("a"), name("b"));
        let chain = Expr::binary(OR, Expr::binary(OR, masked.clone(), name("c")), masked.clone());
        assert_eq!(ExprStyle::PLAIN.operands(&chain), ["(a & b)", "c", "(a & b)"]);
        assert_eq!(ExprStyle::PLAIN.operands(&masked), ["a", "b"]);
        assert_eq!(ExprStyle::PLAIN.operands(&name("a")), ["a"]);
    }

    #[test]
    fn numbers_have_the_case_the_groups_and_the_suffix_that_they_ask_for() {
        let grouped = Number { is_grouped: true, ..Number::hex(0xabc, 8) };
        let upper = ExprStyle { has_upper_hex: true, ..ExprStyle::PLAIN };
        assert_eq!(ExprStyle::PLAIN.text(&grouped.suffixed("UL").into()), "0x0000_0abcUL");
        assert_eq!(upper.text(&grouped.into()), "0x0000_0ABC");
        let decimal = Number { is_grouped: true, ..Number::decimal(1_234_567) };
        assert_eq!(ExprStyle::PLAIN.text(&decimal.into()), "1_234_567");
    }

    #[test]
    fn a_folded_call_has_its_function_inside() {
        let folded = ExprStyle { lists: Lists::Folded, ..ExprStyle::PLAIN };
        let get = Expr::call_with("local.get", &["$x"]);
        let sum = Expr::call("i32.add", vec![get, Expr::signed(-1)]);
        assert_eq!(folded.text(&sum), "(i32.add (local.get $x) -1)");
        assert_eq!(ExprStyle::PLAIN.text(&sum), "i32.add(local.get($x), -1)");
    }

    #[test]
    fn arguments_are_applied_without_parentheses() {
        let applied = ExprStyle { lists: Lists::Applied, index: (".{", "}"), ..ExprStyle::PLAIN };
        let product = Expr::call_with("mul", &["x", "y"]);
        let entry = Expr::index("table", Expr::binary(AND, product.clone(), Expr::decimal(7)));
        let number = product.clone().cast(Cast { to: "to_int", form: CastForm::CALL });
        let sum = Expr::call("add", vec![entry, Expr::signed(-1), number]);
        assert_eq!(applied.text(&sum), "add table.{mul x y & 7} (-1) (to_int (mul x y))");
        assert_eq!(applied.text(&Expr::index(product, name("i"))), "(mul x y).{i}");
    }

    #[test]
    fn blanks_are_where_gofmt_has_them() {
        let style = ExprStyle { has_tight_operators: true, ..ExprStyle::PLAIN };
        let cast = |to: &'static str, of: Expr| of.cast(Cast { to, form: CastForm::CALL });
        let of_square = |array: &str| Expr::index(array, name("square"));
        let mul_rank = Expr::binary(MUL.tight(), Expr::decimal(8), name("rank"));
        let place = Expr::binary(ADD, mul_rank, name("file"));
        let turned = Expr::binary(SUB, Expr::decimal(7), name("rank"));
        let turned = Expr::binary(MUL.tight(), Expr::decimal(8), turned);
        let masked = Expr::binary(AND, of_square("rookShifts"), Expr::decimal(63));
        let product = Expr::binary(MUL, name("relevant"), of_square("rookFactors"));
        let shifted = Expr::binary(SHR, product, masked);
        let entry = Expr::binary(ADD, of_square("rookOffsets"), name("index"));
        let word = |name: &str| cast("uint64", Expr::name(name));
        // Each text is the output of gofmt 1.19 for an assignment of the expression to `_`.
        for (expr, formatted) in [
            (place.clone(), "8*rank + file"),
            (Expr::binary(ADD, turned, name("file")), "8*(7-rank) + file"),
            (Expr::index("bitIndices", place), "bitIndices[8*rank+file]"),
            (
                Expr::binary(AND, Expr::index("table", entry), of_square("rookReaches")),
                "table[rookOffsets[square]+index] & rookReaches[square]",
            ),
            (
                cast("uint32", shifted),
                "uint32((relevant * rookFactors[square]) >> (rookShifts[square] & 63))",
            ),
            (
                Expr::binary(OR, name("shifted"), Expr::binary(SHL, name("part"), name("place"))),
                "shifted | (part << place)",
            ),
            (Expr::binary(AND, name("word"), Expr::unary("-", name("word"))), "word & -word"),
            (
                Expr::call("walk", vec![name("square"), Expr::binary(OR, name("a"), name("b"))]),
                "walk(square, a|b)",
            ),
            (
                Expr::binary(AND_NOT, Expr::binary(OR, name("a"), name("b")), word("c")),
                "(a | b) &^ uint64(c)",
            ),
        ] {
            assert_eq!(style.text(&expr), formatted);
        }
    }
}
