//! Parses expressions: indices, operators, calls and casts. Anything else is an error.

use super::parse::{Parsed, Parser};
use super::tokens::{CodeTokenKind, Token};
use super::tree::{SourceExpr, SourceNode};

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

impl Parser<'_> {
    pub(super) fn expr(&mut self, least: u8) -> Parsed<SourceExpr> {
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
            left = SourceExpr { span, node: self.choice_of(left, one, other) };
        }
        Ok(left)
    }

    /// One of two values.
    pub(super) fn choice_of(
        &self,
        asked: SourceExpr,
        one: SourceExpr,
        other: SourceExpr,
    ) -> SourceNode {
        if self.keeps_conditions {
            SourceNode::Choice(Box::new([asked, one, other]))
        } else {
            SourceNode::Any(vec![one, other])
        }
    }

    /// The next binary operator with its precedence.
    fn operator(&self) -> Option<(&'static str, u8)> {
        let token = self.peek()?;
        if self.is_behind_line() {
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

    pub(super) fn prefix(&mut self) -> Parsed<SourceExpr> {
        let start = self.place();
        for sign in ["~", "!", "-", "+", "*", "&", "^"] {
            if self.takes(sign) {
                self.takes("mut");
                let inner = self.expr(PREFIX)?;
                let span = start..inner.span.end;
                return Ok(SourceExpr { span, node: SourceNode::Unary(sign, Box::new(inner)) });
            }
        }
        if self.lang == "csharp" && ["ref", "in", "out"].iter().any(|word| self.takes(word)) {
            let inner = self.expr(PREFIX)?;
            let span = start..inner.span.end;
            return Ok(SourceExpr { span, node: SourceNode::Unary("&", Box::new(inner)) });
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
            CodeTokenKind::Word if token.text == "new" => self.made(),
            CodeTokenKind::Word if self.is_choice() => self.chosen(),
            CodeTokenKind::Word if token.text == "if" && self.has_if_values() => self.if_value(),
            CodeTokenKind::Sign if token.text == "." && self.lang == "zig" => self.dotted(),
            CodeTokenKind::Word => self.name(),
            CodeTokenKind::Sign if token.text == "(" => self.enclosed("(", ")"),
            _ => Err(token.span.start),
        }
    }

    /// An expression in brackets; its span includes them.
    pub(super) fn enclosed(&mut self, open: &str, close: &str) -> Parsed<SourceExpr> {
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
        if matches!(name.as_str(), "if" | "else" | "switch" | "for" | "while" | "do" | "sizeof") {
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
        if self.makes(&name) {
            return self.structure(start, name);
        }
        let parameters = self.function.parameters.iter().flatten();
        if let Some(parameter) = parameters.into_iter().find(|parameter| parameter.name == name) {
            name = parameter.variable();
        }
        let end = self.tokens[self.at - 1].span.end;
        if let Some(kind) = kind.filter(|_| name.ends_with("_cast")) {
            let inner = self.enclosed("(", ")")?;
            let span = start..inner.span.end;
            return Ok(SourceExpr { span, node: SourceNode::Cast(kind, Box::new(inner)) });
        }
        Ok(SourceExpr { span: start..end, node: SourceNode::Name(name) })
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

    pub(super) fn arguments(&mut self) -> Parsed<Vec<SourceExpr>> {
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
            let node = if self.is_behind_line() {
                return Ok(one);
            } else if self.lang == "typescript" && self.takes("!") {
                // An assertion that the value isn't null.
                one.node
            } else if self.is("[") {
                self.at += 1;
                self.depth += 1;
                let index = self.expr(0)?;
                self.depth -= 1;
                self.want("]")?;
                SourceNode::Index(Box::new(one), Box::new(index))
            } else if self.is("(") {
                let arguments = self.arguments()?;
                // The engine's own method may have the name of one that reads an entry.
                let is_own = matches!(&one.node, SourceNode::Field(_, name)
                    if self.source.functions.iter().any(|function| function.name == *name));
                if is_own {
                    SourceNode::Call(Box::new(one), arguments)
                } else {
                    called(one, arguments)
                }
            } else if self.is(".") || self.is("->") && self.is_c_like() {
                self.at += 1;
                if self.lang == "zig" && self.takes("*") {
                    SourceNode::Unary("*", Box::new(one))
                } else {
                    self.field(if self.has_pointers() { one.pointed() } else { one })?
                }
            } else if self.is("switch") && self.lang == "csharp" {
                return self.chosen_behind(&one);
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
        if name == "Add" && arguments.len() == 2 && callee.names() == ["Unsafe", "Add"] {
            let index = Box::new(arguments.remove(1));
            return SourceNode::Index(Box::new(referenced(arguments.remove(0))), index);
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

/// The array in a reference to its first entry: C#'s `ref array[0]`, `ref MemoryMarshal.GetArrayDataReference(array)`.
fn referenced(one: SourceExpr) -> SourceExpr {
    let SourceNode::Unary("&", inner) = &one.node else { return one };
    match &inner.node {
        SourceNode::Index(array, first) if first.node == SourceNode::Number("0".to_owned()) => {
            (**array).clone()
        }
        SourceNode::Call(callee, arguments) if callee.names().first() == Some(&"MemoryMarshal") => {
            match arguments.as_slice() {
                [array] => array.clone(),
                _ => one,
            }
        }
        _ => one,
    }
}

/// Whether a called name is a type's, so that the call is a cast.
fn is_conversion(name: &str) -> bool {
    const TYPES: [&str; 32] = [
        "int", "uint", "unsigned", "long", "ulong", "uint16", "uint32", "uint64", "int32", "int64",
        "uint16_t", "uint32_t", "uint64_t", "int32_t", "int64_t", "size_t", "usize", "u64", "U64",
        "Number", "BigInt", "Bitboard", "BitBoard", "BB", "unchecked", "@intCast", "@truncate",
        "@bitCast", "std::size_t", "std::uint64_t", "unsigned int", "std::uint32_t",
    ];
    TYPES.contains(&name)
}
