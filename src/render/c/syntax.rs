//! A program in; the body of a function in C out, on `uint64_t` or on pairs of halves.

use std::borrow::Cow;

use super::File;
use super::records::member_name;
use super::rewrite::{Pointer, RowProgram};
use crate::model::{Binary, Field, FieldStyle, Fill, Op, PieceModule, Storage, TableRef, Type};
use crate::render::expr::{Expr, ExprKind, Syntax};
use crate::render::literal::Digits;

/// From here on, a constant is the number of a call: no half has such a value.
pub(super) const CALL: u64 = 1 << 32;

/// Everything that the text of a function depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writer<'a> {
    pub(super) file: &'a File<'a>,
    /// The piece that is looked up, with the pointers of its record; none in a bit scan.
    pub(super) piece: Option<(&'a PieceModule, &'a [Pointer])>,
    /// Fields that are variables, because they are read more than once.
    pub(super) held: &'a [Field],
    /// What stands for calls.
    pub(super) calls: &'a [String],
    /// The type of a bit scan's parameter, where it isn't one of a program.
    pub(super) parameter: &'a str,
}

impl<'a> Writer<'a> {
    /// For a piece's lookup.
    pub(super) fn of_piece(
        file: &'a File<'a>,
        piece: &'a PieceModule,
        rows: &'a RowProgram,
        calls: &'a [String],
    ) -> Self {
        let piece = Some((piece, rows.pointers.as_slice()));
        Self { file, piece, held: &[], calls, parameter: "unsigned" }
    }

    /// For a bit scan of a parameter called `word`.
    pub(super) fn of_scan(file: &'a File<'a>, parameter: &'a str) -> Self {
        Self { file, piece: None, held: &[], calls: &[], parameter }
    }

    pub(super) fn is_c89(&self) -> bool {
        self.file.settings.is_c89()
    }

    /// A value that is read from where it may be narrower than a half: an atom, as are all values that are read.
    /// A cast of any other kind makes a word narrower, and has to stay.
    fn widened(&self, text: &str) -> Expr {
        Expr::atom(format!("({}){text}", self.file.half))
    }

    /// A value without the cast that widens it, for where its type is no matter.
    pub(super) fn bare<'e>(&self, of: &'e Expr) -> &'e str {
        let cast = format!("({})", self.file.half);
        let rest = of.text.strip_prefix(&cast).filter(|_| of.kind == ExprKind::Atom);
        rest.unwrap_or(&of.text)
    }

    /// An index, whose type is no matter: no casts in a sum of two entries that are shorter than it.
    fn index<'e>(&self, of: &'e Expr) -> Cow<'e, str> {
        let cast = format!("({})", self.file.half);
        let sides = of.text.split_once(&format!(" + {cast}"));
        let sides = sides.and_then(|(a, b)| Some((a.strip_prefix(&cast)?, b)));
        match sides {
            Some((a, b)) if self.is_narrow(a) && self.is_narrow(b) => format!("{a} + {b}").into(),
            _ => self.bare(of).into(),
        }
    }

    /// True for the entry, and nothing else, of a table or of a field whose entries are shorter than a half.
    fn is_narrow(&self, text: &str) -> bool {
        let Some((piece, pointers)) = self.piece else { return false };
        let is_short = |storage| matches!(storage, Storage::Byte | Storage::Short);
        let mut depth = 0_usize;
        let is_entry = text.char_indices().all(|(at, c)| {
            depth += usize::from(c == '[');
            depth = depth.saturating_sub(usize::from(c == ']'));
            depth > 0 || at + 1 == text.len() || !matches!(c, ']' | ' ' | '(')
        });
        let name = text.split('[').next().unwrap_or(text);
        let module = self.file.module;
        let columns =
            piece.fields.columns().iter().filter(|column| is_short(column.field.storage()));
        let mut fields = columns.map(|column| match module.fields {
            FieldStyle::Arrays => self.file.names.field(&piece.name, column.field),
            FieldStyle::Records | FieldStyle::Pointers => {
                format!("entry->{}", member_name(column.field))
            }
        });
        let tables = module.tables.iter().filter(|table| is_short(table.storage));
        let mut rows = pointers
            .iter()
            .filter(|row| is_short(module.tables[row.table].storage))
            .map(|row| format!("entry->{}", row.member()));
        is_entry
            && (fields.any(|field| field == name)
                || rows.any(|row| row == name)
                || tables.map(|table| module.table_name(table)).any(|table| table == name))
    }

    /// A function of ours that turns a word round.
    fn call(&self, what: &str, word: &Expr) -> Expr {
        Expr::atom(format!("{}({})", self.file.names.function(&["reverse", what]), word.text))
    }

    /// A number of places: its type is no matter, so that a literal needs no suffix.
    fn count(&self, by: &Expr) -> String {
        match by.text.strip_suffix('U') {
            Some(digits) if by.kind == ExprKind::Atom && digits.parse::<u8>().is_ok() => {
                digits.to_owned()
            }
            _ if by.kind == ExprKind::Atom => self.bare(by).to_owned(),
            _ => by.operand(),
        }
    }

    /// The entry of an array for squares.
    pub(super) fn by_square(&self, array: &str, storage: Storage) -> String {
        if self.file.settings.has_progmem() {
            self.file.read(array, &Expr::atom("square"), storage)
        } else {
            format!("{array}[square]")
        }
    }

    /// A half of a pair: of what a pointer points to, where pairs are passed so.
    fn half_of(&self, of: &Expr, half: &str) -> Expr {
        let arrow = if self.is_pointer(of) { "->" } else { "." };
        Expr::atom(format!("{}{arrow}{half}", of.postfix()))
    }

    /// True for a variable or a parameter that points to a pair.
    pub(super) fn is_pointer(&self, of: &Expr) -> bool {
        let is_name = of.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        self.file.by_pointer() && is_name
    }

    /// An entry of a table or a field.
    fn entry(&self, text: String, storage: Storage) -> Expr {
        match storage {
            Storage::Byte | Storage::Short => self.widened(&text),
            Storage::Half | Storage::Word => Expr::atom(text),
        }
    }

    /// The slot that start-up code stores in, as seen from outside of the lookup.
    pub(super) fn slot(&self, fill: &Fill, load: Op, index: &str) -> String {
        let Some((piece, pointers)) = self.piece else { return String::new() };
        let table = self.file.module.table_name(&self.file.module.tables[fill.table]);
        match load {
            Op::LoadRow(row, _) => match pointers.get(usize::from(row.index)) {
                Some(pointer) => {
                    let records = self.file.names.constant(&[&piece.name]);
                    format!("{records}[square].{}[{index}]", pointer.member())
                }
                None => format!("{table}[square][{index}]"),
            },
            _ => format!("{table}[{index}]"),
        }
    }
}

impl Syntax for Writer<'_> {
    fn square(&self) -> Expr {
        let (name, kind) =
            if self.piece.is_some() { ("square", "unsigned") } else { ("word", self.parameter) };
        if kind == self.file.half {
            return Expr::atom(name);
        }
        self.widened(name)
    }

    fn occupied(&self) -> Expr {
        Expr::atom(if self.piece.is_some() { "occupied" } else { "word" })
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        if kind == Type::Half && value >= CALL {
            let call = usize::try_from(value - CALL).ok().and_then(|call| self.calls.get(call));
            return Expr::atom(call.map_or("", String::as_str));
        }
        Expr::atom(match kind {
            Type::Word if value < 256 => format!("{value}ULL"),
            Type::Word => format!("0x{:016x}ULL", Digits(value)),
            Type::Half if value < 256 => format!("{value}U"),
            Type::Half => format!("0x{:x}U", Digits(value)),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let Some((piece, _)) = self.piece else { return Expr::atom("") };
        if self.held.contains(&field) {
            return Expr::atom(member_name(field));
        }
        let text = match self.file.module.fields {
            FieldStyle::Arrays => {
                self.by_square(&self.file.names.field(&piece.name, field), field.storage())
            }
            FieldStyle::Records | FieldStyle::Pointers => format!("entry->{}", member_name(field)),
        };
        self.entry(text, field.storage())
    }

    fn low(&self, of: &Expr) -> Expr {
        if self.is_c89() {
            self.half_of(of, "lo")
        } else {
            Expr::prefix(format!("({}){}", self.file.half, of.operand()))
        }
    }

    fn high(&self, of: &Expr) -> Expr {
        if self.is_c89() {
            self.half_of(of, "hi")
        } else {
            Expr::prefix(format!("({})({} >> 32)", self.file.half, of.operand()))
        }
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        if self.file.by_pointer() {
            // Only the result is joined: two statements, a line each.
            Expr::atom(format!("attacks->lo = {};\nattacks->hi = {};", low.text, high.text))
        } else if self.is_c89() {
            let join = self.file.names.function(&["join"]);
            Expr::atom(format!("{join}({}, {})", low.text, high.text))
        } else {
            let high = Expr::infix(format!("{} << 32", self.widen(high).text));
            Expr::infix(format!("{} | {}", high.operand(), low.operand()))
        }
    }

    fn widen(&self, half: &Expr) -> Expr {
        let inner = match half.kind {
            ExprKind::Atom => self.bare(half).to_owned(),
            _ => half.operand(),
        };
        Expr::prefix(format!("({}){inner}", self.file.word))
    }

    fn binary(&self, op: Binary, _: Type, a: &Expr, b: &Expr) -> Expr {
        let sign = match op {
            Binary::And => "& ",
            Binary::AndNot => "& ~",
            Binary::Or => "| ",
            Binary::OrNot => "| ~",
            Binary::Xor => "^ ",
            Binary::Add => "+ ",
            Binary::Sub => "- ",
            Binary::Mul => "* ",
        };
        let side = |of: &Expr| {
            if op == Binary::Add && is_sum(&of.text) { of.text.clone() } else { of.operand() }
        };
        // A literal makes what is narrow unsigned, and neither makes a result that a half is needed for.
        let is_narrow = matches!(op, Binary::And | Binary::Sub) && is_literal(b);
        let first = match a.kind {
            ExprKind::Atom if is_narrow => self.bare(a).to_owned(),
            _ => side(a),
        };
        Expr::infix(format!("{first} {sign}{}", side(b)))
    }

    fn shl(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        let value = match a.text.strip_suffix('U') {
            // A literal may have only 16 bits.
            Some(digits) if kind == Type::Half && is_literal(a) => {
                format!("({}){digits}", self.file.half)
            }
            _ => a.operand(),
        };
        Expr::infix(format!("{value} << {}", self.count(by)))
    }

    fn shr(&self, _: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} >> {}", a.operand(), self.count(by)))
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        self.call("bytes", word)
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        self.call("bits", word)
    }

    fn extract(&self, word: &Expr, mask: &Expr) -> Expr {
        Expr::atom(format!("_pext_u64({}, {})", word.text, mask.text))
    }

    fn deposit(&self, word: &Expr, mask: &Expr) -> Expr {
        // What is passed is widened anyway.
        let cast = format!("({})", self.file.word);
        let narrow = word.text.strip_prefix(&cast).filter(|_| word.kind == ExprKind::Prefix);
        Expr::atom(format!("_pdep_u64({}, {})", narrow.unwrap_or(&word.text), mask.text))
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        let table = &self.file.module.tables[usize::from(table.index)];
        let text = if self.file.settings.has_progmem() {
            self.file.read_entry(table, index)
        } else {
            format!("{}[{}]", self.file.module.table_name(table), self.index(index))
        };
        self.entry(text, table.storage)
    }

    fn load_row(&self, row: TableRef, index: &Expr) -> Expr {
        let pointers = self.piece.map_or(&[][..], |(_, pointers)| pointers);
        let pointer = pointers.get(usize::from(row.index));
        let table = pointer.map_or(usize::from(row.index), |pointer| pointer.table);
        let table = &self.file.module.tables[table];
        let place = match pointer {
            Some(pointer) => format!("entry->{}", pointer.member()),
            None => format!("{}[square]", self.file.module.table_name(table)),
        };
        self.entry(format!("{place}[{}]", self.index(index)), table.storage)
    }
}

/// True for literals of halves.
fn is_literal(of: &Expr) -> bool {
    of.kind == ExprKind::Atom && of.text.starts_with(|c: char| c.is_ascii_digit())
}

/// True for sums of products, which need no parentheses in a sum.
fn is_sum(text: &str) -> bool {
    let mut depth = 0_usize;
    text.split(' ').all(|word| {
        let is_outside = depth == 0;
        depth += word.matches(['(', '[']).count();
        depth = depth.saturating_sub(word.matches([')', ']']).count());
        let is_name = word.starts_with(|c: char| c.is_ascii_alphanumeric() || "_(".contains(c));
        !is_outside || is_name || matches!(word, "+" | "*")
    })
}
