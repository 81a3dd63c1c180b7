//! Parses the statements of a function's body: assignments, conditions and results. Anything else is an error.

use std::ops::Range;

use super::tokens::{CodeTokenKind, Token, tokens};
use super::tree::{SourceExpr, SourceNode};

/// A statement.
#[derive(Clone, Debug)]
pub(super) enum Statement {
    /// An assignment. `is_alias` marks a reference or pointer, through which something else could be changed.
    Set { name: String, value: SourceExpr, is_alias: bool, is_new: bool },
    /// The result.
    Return(SourceExpr),
    /// A condition, the statements if it holds, and the statements if it doesn't.
    If(SourceExpr, Vec<Self>, Vec<Self>),
}

/// The statements of a body, or the place of the first code that isn't understood.
pub(super) fn statements(
    lang: &str,
    text: &str,
    body: Range<usize>,
) -> Result<Vec<Statement>, usize> {
    let mut parser = Parser::new(lang, text, body);
    let all = parser.block(true)?;
    if parser.peek().is_some() { Err(parser.place()) } else { Ok(all) }
}

/// The expression of a macro.
pub(in crate::adopt) fn expression(
    lang: &str,
    text: &str,
    body: Range<usize>,
) -> Result<SourceExpr, usize> {
    let mut parser = Parser::new(lang, text, body);
    let value = parser.expr(0)?;
    if parser.peek().is_some() { Err(parser.place()) } else { Ok(value) }
}

struct Parser<'t> {
    lang: &'t str,
    tokens: Vec<Token<'t>>,
    at: usize,
    end: usize,
    /// The number of open brackets. Inside brackets, an expression may continue on the next line in every language.
    depth: usize,
}

/// Keywords before a declared variable.
const DECLARES: [&str; 12] = [
    "let", "mut", "const", "var", "val", "auto", "final", "static", "constexpr", "readonly",
    "immutable", "register",
];

/// Operators that change a variable, with the operators that they apply.
const CHANGES: [(&str, &str); 11] = [
    (">>>=", ">>>"),
    (">>=", ">>"),
    ("<<=", "<<"),
    ("*%=", "*"),
    ("+=", "+"),
    ("-=", "-"),
    ("*=", "*"),
    ("&=", "&"),
    ("|=", "|"),
    ("^=", "^"),
    ("/=", "/"),
];

/// Binary operators with their precedence: in Go, and elsewhere.
const BINARY: [(&str, &str, u8, u8); 29] = [
    ("*", "*", 9, 10),
    ("*%", "*", 9, 10),
    ("/", "/", 9, 10),
    ("%", "%", 9, 10),
    ("+", "+", 8, 9),
    ("-", "-", 8, 9),
    ("<<", "<<", 9, 8),
    (">>", ">>", 9, 8),
    (">>>", ">>", 9, 8),
    ("shl", "<<", 0, 4),
    ("shr", ">>", 0, 4),
    ("ushr", ">>", 0, 4),
    ("and", "&", 0, 4),
    ("or", "|", 0, 4),
    ("xor", "^", 0, 4),
    ("&", "&", 9, 6),
    ("&^", "&^", 9, 6),
    ("^", "^", 8, 5),
    ("|", "|", 8, 4),
    ("==", "==", 3, 3),
    ("!=", "!=", 3, 3),
    ("<", "<", 3, 3),
    (">", ">", 3, 3),
    ("<=", "<=", 3, 3),
    (">=", ">=", 3, 3),
    ("&&", "&&", 2, 2),
    ("||", "||", 1, 1),
    ("===", "==", 3, 3),
    ("!==", "!=", 3, 3),
];

/// The precedence of prefix operators.
const PREFIX: u8 = 12;

/// Methods that read an entry like `[]`.
const READS: [&str; 4] = ["get_unchecked", "at", "get", "elementAt"];

/// Methods that are operators elsewhere.
const METHODS: [(&str, &str); 7] = [
    ("wrapping_mul", "*"),
    ("wrapping_shr", ">>"),
    ("and", "&"),
    ("or", "|"),
    ("xor", "^"),
    ("shr", ">>"),
    ("ushr", ">>"),
];

type Parsed<T> = Result<T, usize>;

impl<'t> Parser<'t> {
    fn new(lang: &'t str, text: &'t str, part: Range<usize>) -> Self {
        let end = part.end;
        Self { lang, tokens: tokens(text, part), at: 0, end, depth: 0 }
    }

    fn peek(&self) -> Option<&Token<'t>> {
        self.tokens.get(self.at)
    }

    fn place(&self) -> usize {
        self.peek().map_or(self.end, |token| token.span.start)
    }

    fn is(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.text == text && token.is_code())
    }

    fn is_at(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.text == text && token.is_code())
    }

    fn takes(&mut self, text: &str) -> bool {
        let is = self.is(text);
        self.at += usize::from(is);
        is
    }

    fn want(&mut self, text: &str) -> Parsed<()> {
        if self.takes(text) { Ok(()) } else { Err(self.place()) }
    }

    fn word(&mut self) -> Parsed<&'t str> {
        match self.tokens.get(self.at) {
            Some(token) if token.kind == CodeTokenKind::Word => {
                self.at += 1;
                Ok(token.text)
            }
            _ => Err(self.place()),
        }
    }

    fn is_c_like(&self) -> bool {
        matches!(self.lang, "c" | "cpp" | "java" | "csharp" | "d")
    }

    /// Whether a statement ends at the end of its line.
    fn ends_at_line(&self) -> bool {
        self.depth == 0 && matches!(self.lang, "go" | "python" | "kotlin")
    }

    /// Statements up to a closing brace or the end of the body.
    fn block(&mut self, is_body: bool) -> Parsed<Vec<Statement>> {
        let mut all = Vec::new();
        while self.peek().is_some()
            && !self.is("}")
            && !self.is_condition(&["elif", "else", "endif"])
        {
            if self.takes(";") || self.peek().is_some_and(|token| token.kind == CodeTokenKind::Text)
            {
                self.at += usize::from(!self.is_at(self.at - 1, ";"));
                continue;
            }
            self.statement(&mut all, is_body)?;
        }
        Ok(all)
    }

    fn braces(&mut self) -> Parsed<Vec<Statement>> {
        let depth = std::mem::take(&mut self.depth);
        self.want("{")?;
        let all = self.block(true)?;
        self.want("}")?;
        self.depth = depth;
        Ok(all)
    }

    fn statement(&mut self, all: &mut Vec<Statement>, is_body: bool) -> Parsed<()> {
        let start = self.place();
        if self.is_condition(&["if"]) {
            all.push(self.preprocessed()?);
            return Ok(());
        }
        if self.is("{")
            || self.is("unsafe") && self.is_at(self.at + 1, "{") && !self.is_tail_block()
        {
            self.takes("unsafe");
            all.extend(self.braces()?);
            return Ok(());
        }
        if self.takes("return") {
            all.push(Statement::Return(self.expr(0)?));
            return Ok(());
        }
        if self.takes("if") {
            return self.condition(all);
        }
        if let Some(found) = self.assignment()? {
            all.extend(found);
            return Ok(());
        }
        let value = self.expr(0)?;
        // An assertion changes nothing.
        let is_check = |name: &&str| name.to_ascii_lowercase().contains("assert");
        if matches!(&value.node, SourceNode::Call(callee, _) if callee.names().iter().any(is_check))
        {
            return Ok(());
        }
        let is_tail = self.lang == "rust" && is_body && (self.peek().is_none() || self.is("}"));
        if is_tail {
            all.push(Statement::Return(value));
            return Ok(());
        }
        Err(start)
    }

    /// Whether the next token is a preprocessor line with one of these words.
    fn is_condition(&self, words: &[&str]) -> bool {
        self.peek().is_some_and(|token| {
            token.kind == CodeTokenKind::Condition && words.contains(&token.text)
        })
    }

    /// Statements under a preprocessor condition, from its `#if` or `#elif` on.
    fn preprocessed(&mut self) -> Parsed<Statement> {
        let span = self.tokens[self.at].span.clone();
        let asked = SourceExpr { span, node: SourceNode::Number("0".to_owned()) };
        self.at += 1;
        let then = self.block(true)?;
        let otherwise = if self.is_condition(&["elif"]) {
            return Ok(Statement::If(asked, then, vec![self.preprocessed()?]));
        } else if self.is_condition(&["else"]) {
            self.at += 1;
            self.block(true)?
        } else {
            Vec::new()
        };
        if !self.is_condition(&["endif"]) {
            return Err(self.place());
        }
        self.at += 1;
        Ok(Statement::If(asked, then, otherwise))
    }

    /// Whether an operator follows the block that begins here, so that its value is part of an expression.
    fn is_tail_block(&self) -> bool {
        let mut depth = 0_usize;
        for token in &self.tokens[self.at + 1..] {
            match token.text {
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if depth == 0 {
                        let next =
                            self.tokens.iter().find(|next| next.span.start >= token.span.end);
                        return next.is_some_and(|next| matches!(next.text, "&" | "|" | "^" | "."));
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// An `if` from its condition on.
    fn condition(&mut self, all: &mut Vec<Statement>) -> Parsed<()> {
        self.takes("constexpr");
        // The parentheses before a branch aren't a cast of the branch.
        let asked = if self.is_c_like() { self.enclosed("(", ")")? } else { self.expr(0)? };
        let branch = |parser: &mut Self| {
            if parser.is("{") {
                return parser.braces();
            }
            let mut one = Vec::new();
            parser.statement(&mut one, true)?;
            parser.takes(";");
            Ok(one)
        };
        let then = branch(self)?;
        let otherwise = if self.takes("else") { branch(self)? } else { Vec::new() };
        all.push(Statement::If(asked, then, otherwise));
        Ok(())
    }

    /// An assignment or declaration, if one begins here.
    fn assignment(&mut self) -> Parsed<Option<Vec<Statement>>> {
        let Some((behind, sign)) = self.assigns() else { return Ok(None) };
        let left = &self.tokens[self.at..behind];
        let named = left.iter().position(|token| token.text == ":").unwrap_or(left.len());
        let words: Vec<&Token<'_>> =
            left[..named].iter().filter(|token| !DECLARES.contains(&token.text)).collect();
        let is_type = |token: &&Token<'_>| {
            token.kind == CodeTokenKind::Word
                || matches!(token.text, "*" | "&" | "::" | "<" | ">" | ">>")
        };
        let is_new = sign == ":=" || words.len() > 1 || words.len() < left.len();
        let name = words.last().filter(|token| token.kind == CodeTokenKind::Word);
        let (Some(name), true) = (name, words.iter().all(is_type)) else {
            return Err(self.place());
        };
        let name = name.text.to_owned();
        let is_alias = left.iter().any(|token| matches!(token.text, "*" | "&"));
        let changed = CHANGES.iter().find(|(text, _)| *text == sign);
        if changed.is_some() && is_new {
            return Err(self.place());
        }
        let place = self.tokens[behind - 1].span.clone();
        self.at = behind + 1;
        let value = self.expr(0)?;
        let value = match changed {
            Some((_, sign)) => {
                let span = place.start..value.span.end;
                let old = SourceExpr { span: place, node: SourceNode::Name(name.clone()) };
                SourceExpr { span, node: SourceNode::Binary(sign, Box::new(old), Box::new(value)) }
            }
            None => value,
        };
        let mut found = vec![Statement::Set { name, value, is_alias, is_new }];
        while is_new && self.takes(",") {
            let name = self.word()?.to_owned();
            self.want("=")?;
            let value = self.expr(0)?;
            found.push(Statement::Set { name, value, is_alias, is_new });
        }
        Ok(Some(found))
    }

    /// The place of the assignment operator in the statement that begins here, and the operator.
    fn assigns(&self) -> Option<(usize, &'t str)> {
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            let ends = at > self.at && token.begins_line && self.ends_at_line();
            match token.text {
                "=" | ":=" => return (!ends && at > self.at).then_some((at, token.text)),
                sign if CHANGES.iter().any(|(text, _)| *text == sign) => {
                    return (!ends && at > self.at).then_some((at, token.text));
                }
                ";" | "(" | ")" | "{" | "}" | "return" => return None,
                _ if ends => return None,
                _ => {}
            }
        }
        None
    }

    fn expr(&mut self, least: u8) -> Parsed<SourceExpr> {
        let mut left = self.prefix()?;
        while let Some((sign, binds)) = self.operator() {
            if binds < least {
                break;
            }
            self.at += 1;
            let right = self.expr(binds + 1)?;
            let span = left.span.start..right.span.end;
            left = SourceExpr {
                span,
                node: SourceNode::Binary(sign, Box::new(left), Box::new(right)),
            };
        }
        if least == 0 && self.takes("?") {
            let one = self.expr(0)?;
            self.want(":")?;
            let other = self.expr(0)?;
            let span = left.span.start..other.span.end;
            left = SourceExpr { span, node: SourceNode::Any(vec![one, other]) };
        }
        Ok(left)
    }

    /// The next binary operator with its precedence.
    fn operator(&self) -> Option<(&'static str, u8)> {
        let token = self.peek()?;
        if token.begins_line && self.ends_at_line() {
            return None;
        }
        let is_word = token.kind == CodeTokenKind::Word;
        if is_word && self.lang != "kotlin" || !token.is_code() {
            return None;
        }
        let (_, sign, go, others) = BINARY.iter().find(|row| row.0 == token.text)?;
        // `>>>` is a logical shift. So is `>>` of an unsigned word; `verify` judges the result.
        let binds = if self.lang == "go" { *go } else { *others };
        Some((sign, binds))
    }

    fn prefix(&mut self) -> Parsed<SourceExpr> {
        let start = self.place();
        for sign in ["~", "!", "-", "+", "*", "&", "^"] {
            if self.takes(sign) {
                self.takes("mut");
                let inner = self.expr(PREFIX)?;
                let span = start..inner.span.end;
                return Ok(SourceExpr { span, node: SourceNode::Unary(sign, Box::new(inner)) });
            }
        }
        if let Some((kind, behind)) = self.cast() {
            self.at = behind;
            let inner = self.expr(PREFIX)?;
            let span = start..inner.span.end;
            return Ok(SourceExpr { span, node: SourceNode::Cast(kind, Box::new(inner)) });
        }
        let first = self.primary()?;
        self.postfix(first)
    }

    /// The type of a cast `(type)` that begins here, and the place after it.
    fn cast(&self) -> Option<(String, usize)> {
        let is_d = self.lang == "d" && self.is("cast");
        let open = self.at + usize::from(is_d);
        if !self.is_c_like() || !self.is_at(open, "(") {
            return None;
        }
        let close = (open + 1..self.tokens.len()).find(|at| self.is_at(*at, ")"))?;
        let inside = &self.tokens[open + 1..close];
        let is_type = |token: &Token<'_>| {
            token.kind == CodeTokenKind::Word || matches!(token.text, "*" | "::" | "<" | ">" | "&")
        };
        let next = self.tokens.get(close + 1)?;
        let begins = next.kind == CodeTokenKind::Number
            || next.kind == CodeTokenKind::Word
            || matches!(next.text, "(" | "~");
        let is_cast = inside.first().is_some_and(|first| first.kind == CodeTokenKind::Word)
            && inside.iter().all(is_type)
            && begins;
        let words: Vec<&str> = inside.iter().map(|token| token.text).collect();
        is_cast.then(|| (words.join(" "), close + 1))
    }

    fn primary(&mut self) -> Parsed<SourceExpr> {
        let Some(token) = self.peek().cloned() else { return Err(self.end) };
        match token.kind {
            CodeTokenKind::Number => {
                self.at += 1;
                Ok(SourceExpr { span: token.span, node: SourceNode::Number(token.text.to_owned()) })
            }
            CodeTokenKind::Word if token.text == "unsafe" => {
                self.at += 1;
                self.enclosed("{", "}")
            }
            CodeTokenKind::Word => self.name(),
            CodeTokenKind::Sign if token.text == "(" => self.enclosed("(", ")"),
            _ => Err(token.span.start),
        }
    }

    /// An expression in brackets; its span includes them.
    fn enclosed(&mut self, open: &str, close: &str) -> Parsed<SourceExpr> {
        let start = self.place();
        self.want(open)?;
        self.depth += 1;
        let inner = self.expr(0)?;
        self.depth -= 1;
        let end = self.place();
        self.want(close)?;
        Ok(SourceExpr { span: start..end + 1, node: inner.node })
    }

    /// A name with its path, or a cast by a type's name.
    fn name(&mut self) -> Parsed<SourceExpr> {
        let start = self.place();
        let mut name = self.word()?.to_owned();
        if matches!(name.as_str(), "new" | "switch" | "match" | "for" | "while" | "do" | "sizeof") {
            return Err(start);
        }
        while self.takes("::") {
            name = format!("{name}::{}", self.word()?);
        }
        let mut kind = None;
        if self.is("<") && self.lang == "cpp" {
            kind = self.type_arguments();
        }
        if self.lang == "rust" && self.is("!") && self.is_at(self.at + 1, "(") {
            self.at += 1;
        }
        if self.lang == "rust" && self.is("{") && self.is_at(self.at + 2, ":") {
            return self.structure(start, name);
        }
        let end = self.tokens[self.at - 1].span.end;
        if let Some(kind) = kind.filter(|_| name.ends_with("_cast")) {
            let inner = self.enclosed("(", ")")?;
            let span = start..inner.span.end;
            return Ok(SourceExpr { span, node: SourceNode::Cast(kind, Box::new(inner)) });
        }
        Ok(SourceExpr { span: start..end, node: SourceNode::Name(name) })
    }

    /// A struct literal such as `Bitboard { bits: 0 }`. The type's name comes before.
    fn structure(&mut self, start: usize, name: String) -> Parsed<SourceExpr> {
        let callee = SourceExpr { span: start..self.place(), node: SourceNode::Name(name) };
        self.want("{")?;
        let mut fields = Vec::new();
        while !self.is("}") {
            self.word()?;
            self.want(":")?;
            fields.push(self.expr(0)?);
            if !self.takes(",") {
                break;
            }
        }
        let end = self.place() + 1;
        self.want("}")?;
        Ok(SourceExpr { span: start..end, node: SourceNode::Call(Box::new(callee), fields) })
    }

    /// Type arguments between `<` and `>`, if a call follows.
    fn type_arguments(&mut self) -> Option<String> {
        let close = (self.at + 1..self.tokens.len()).find(|at| self.is_at(*at, ">"))?;
        let inside = &self.tokens[self.at + 1..close];
        let is_type = |token: &Token<'_>| {
            token.kind != CodeTokenKind::Text && token.kind != CodeTokenKind::Sign
                || matches!(token.text, "::" | "," | "*")
        };
        if !inside.iter().all(is_type) || !self.is_at(close + 1, "(") {
            return None;
        }
        let words: Vec<&str> = inside.iter().map(|token| token.text).collect();
        self.at = close + 1;
        Some(words.join(" "))
    }

    fn arguments(&mut self) -> Parsed<Vec<SourceExpr>> {
        self.want("(")?;
        self.depth += 1;
        let mut all = Vec::new();
        while !self.is(")") {
            all.push(self.expr(0)?);
            if !self.takes(",") {
                break;
            }
        }
        self.depth -= 1;
        self.want(")")?;
        Ok(all)
    }

    fn postfix(&mut self, mut one: SourceExpr) -> Parsed<SourceExpr> {
        loop {
            let start = one.span.start;
            let node = if self.peek().is_some_and(|token| token.begins_line) && self.ends_at_line()
            {
                return Ok(one);
            } else if self.is("[") {
                self.at += 1;
                self.depth += 1;
                let index = self.expr(0)?;
                self.depth -= 1;
                self.want("]")?;
                SourceNode::Index(Box::new(one), Box::new(index))
            } else if self.is("(") {
                let arguments = self.arguments()?;
                called(one, arguments)
            } else if self.is(".") || self.is("->") && self.is_c_like() {
                self.at += 1;
                if self.lang == "zig" && self.takes("*") {
                    SourceNode::Unary("*", Box::new(one))
                } else {
                    self.field(one)?
                }
            } else if self.is("as") && matches!(self.lang, "rust" | "typescript") {
                self.at += 1;
                let mut kind = self.word()?.to_owned();
                while self.takes("::") {
                    kind = format!("{kind}::{}", self.word()?);
                }
                SourceNode::Cast(kind, Box::new(one))
            } else {
                return Ok(one);
            };
            let end = self.tokens[self.at - 1].span.end;
            one = SourceExpr { span: start..end, node };
        }
    }

    /// A field after a dot.
    fn field(&mut self, base: SourceExpr) -> Parsed<SourceNode> {
        let Some(token) = self.peek().cloned() else { return Err(self.end) };
        if !matches!(token.kind, CodeTokenKind::Word | CodeTokenKind::Number) {
            return Err(token.span.start);
        }
        self.at += 1;
        Ok(SourceNode::Field(Box::new(base), token.text.to_owned()))
    }
}

/// A call. Calls that index, compute or cast become these operations.
fn called(callee: SourceExpr, mut arguments: Vec<SourceExpr>) -> SourceNode {
    if let SourceNode::Field(base, name) = &callee.node {
        if arguments.len() == 1 {
            let operator = METHODS.iter().find(|(method, _)| method == name);
            let argument = Box::new(arguments.remove(0));
            return match operator {
                Some((_, sign)) => SourceNode::Binary(sign, base.clone(), argument),
                None if READS.contains(&name.as_str()) => SourceNode::Index(base.clone(), argument),
                None => SourceNode::Call(Box::new(callee), vec![*argument]),
            };
        }
        if arguments.is_empty() {
            match name.as_str() {
                "inv" => return SourceNode::Unary("~", base.clone()),
                "toInt" | "toLong" | "toULong" | "into" => {
                    return SourceNode::Cast(name.clone(), base.clone());
                }
                _ => {}
            }
        }
        if name == "asUintN" && arguments.len() == 2 {
            let bits = match &arguments[0].node {
                SourceNode::Number(bits) => format!("u{bits}"),
                _ => "u".to_owned(),
            };
            return SourceNode::Cast(bits, Box::new(arguments.remove(1)));
        }
    }
    if let SourceNode::Name(name) = &callee.node {
        if arguments.len() == 1 && is_conversion(name) {
            return SourceNode::Cast(name.clone(), Box::new(arguments.remove(0)));
        }
        if name == "@as" && arguments.len() == 2 {
            let kind = arguments[0].names().concat();
            return SourceNode::Cast(kind, Box::new(arguments.remove(1)));
        }
    }
    SourceNode::Call(Box::new(callee), arguments)
}

/// Whether a called name is a type's, so that the call is a cast.
fn is_conversion(name: &str) -> bool {
    const TYPES: [&str; 30] = [
        "int", "uint", "unsigned", "long", "ulong", "uint16", "uint32", "uint64", "int32", "int64",
        "uint16_t", "uint32_t", "uint64_t", "int32_t", "int64_t", "size_t", "usize", "u64", "U64",
        "Number", "BigInt", "Bitboard", "BitBoard", "BB", "unchecked", "@intCast", "@truncate",
        "@bitCast", "std::size_t", "std::uint64_t",
    ];
    TYPES.contains(&name)
}
