//! Records that hold the fields of a square, and pointers to its row of a table.

use super::item::{Item, comment};
use super::syntax::{WIDENED, widened};
use super::view::Header;
use crate::render::prelude::*;

/// The most characters of a row.
const WIDTH: usize = 100;

/// The variable that refers to a square's record.
const RECORD: &str = "record";

impl Header<'_> {
    /// The name of an owner's records.
    pub(super) fn records_name(&self, owner: &str) -> String {
        let name = self.page().module.names.constant(&[owner, "magics"]);
        self.page().taken.clone().name(name)
    }

    /// The type of an owner's records.
    pub(super) fn record_type(&self, owner: &str) -> String {
        let is_one = self.page().has_one_record_type();
        let all = [owner, "magic"];
        self.page().taken.clone().name(self.types().join(&all[usize::from(is_one)..]))
    }

    pub(super) fn record_types(&self) -> Vec<Item> {
        let definition = |RecordType { records, doc }: &RecordType<'_, '_>| {
            let member = |(piece, member): &(&PieceModule, Member)| {
                let name = self.page().member_name(piece, member, self.keys.case());
                let what = self.page().member_meaning(piece, member);
                format!("  {}{name}; ///< {what}", self.member_type(*member))
            };
            let aligned = |bytes| format!("alignas({bytes}) ");
            let aligned = self.page().alignment_of_records().map(aligned).unwrap_or_default();
            let head = format!("struct {aligned}{} {{", self.record_type(records.owner));
            let members = records.members.iter().map(member);
            let lines = [head].into_iter().chain(members).chain(["};".to_owned()]);
            Item::fenced(comment(doc), lines.collect())
        };
        self.page().record_types().iter().map(definition).collect()
    }

    fn member_type(&self, member: Member) -> String {
        match member {
            Member::Field(field) => format!("{} ", self.words().entry(field.storage(), false)),
            Member::Pointer(Pointer { table, .. }) => {
                let table = &self.page().module.tables[table];
                let constant = if self.page().module.is_filled(table) { "" } else { "const " };
                format!("{constant}{} *", self.words().entry(table.storage, false))
            }
        }
    }

    /// The rows of a piece's records, one per square.
    pub(super) fn record_rows(&self, Records { members, .. }: &Records<'_>) -> Vec<String> {
        let module = &self.page().module;
        let cells = |(piece, member): &(&PieceModule, Member)| self.cells(piece, *member);
        let columns: Vec<_> = members.iter().map(cells).collect();
        let row = |square: u8, between: &str| {
            let cells = columns.iter().map(|column| column[usize::from(square)].as_str());
            let cells = cells.collect::<Vec<_>>().join(between);
            let name = module.board.square_name(square).unwrap_or("-");
            format!("    {{{cells}}}, // {name}")
        };
        let squares = module.board.bit_indices();
        let fits = squares.clone().all(|square| row(square, ", ").len() <= WIDTH);
        squares.map(|square| row(square, if fits { ", " } else { ",\n     " })).collect()
    }

    /// A member's entries, by square.
    fn cells(&self, piece: &PieceModule, member: Member) -> Vec<String> {
        let module = &self.page().module;
        let (field, before) = match member {
            Member::Field(field) => (Some(field), String::new()),
            Member::Pointer(Pointer { table, start, .. }) => {
                let name = &self.page().tables[table].name;
                let data = if self.is_raw(name) { "" } else { ".data()" };
                (start, format!("{}{data} + ", self.outside(name)))
            }
        };
        let entry = |square| field.map_or(0, |field| piece.fields.get(field, square));
        let values: Vec<u64> = module.board.bit_indices().map(entry).collect();
        if field.is_some_and(|field| field.storage() == Storage::Word) {
            let hex = Hex::new(16, "ULL").cased(module.style.has_upper_hex);
            return values.iter().map(|value| hex.text(*value)).collect();
        }
        if let Some(field) = field.filter(|field| field.storage() > Storage::Word) {
            let set = |square| piece.fields.set(field, square).words();
            let text = |square| {
                self.facts()
                    .set_look
                    .text(&set(square)[..field.storage().words()], module.style.has_upper_hex)
            };
            return module.board.bit_indices().map(text).collect();
        }
        let number = Decimal::formed(&values, Form::Plain);
        values.iter().map(|value| format!("{before}{}", number.text(*value))).collect()
    }

    /// True for a plain array without `std::array`. Before C++17 `data` isn't constexpr, and records that point into a
    /// table must not depend on dynamic initialisation.
    pub(super) fn is_raw(&self, name: &str) -> bool {
        let page = self.page();
        let is_of = |(_, member): &(_, Member)| matches!(member, Member::Pointer(at) if page.tables[at.table].name == name);
        self.keys.is_old() && page.shown_records().flat_map(|records| &records.members).any(is_of)
    }

    /// A square's record, qualified for functions outside `detail`.
    fn record(&self, piece: &PieceModule, is_outside: bool) -> Expr {
        let name = self.records_name(self.page().owner_of_records(piece));
        let name = if is_outside { format!("detail::{name}") } else { name };
        Expr::index(name, Expr::name("square"))
    }

    /// The variable that refers to the square's record, in functions that read more than one member.
    pub(super) fn record_variable(&self, function: &Function<'_>) -> Option<String> {
        let record = self.text(&self.record(function.piece, function.is_public));
        self.has_variable(function).then(|| format!("const auto &{RECORD} = {record};"))
    }

    fn has_variable(&self, function: &Function<'_>) -> bool {
        !self.page().records.is_empty() && function.reads_of_record() > 1
    }

    /// A read of a member of the square's record, or of the row that the record points to.
    pub(super) fn of_record(&self, function: &Function<'_>, node: &Node) -> Option<Expr> {
        let record = || {
            let is_named = self.has_variable(function);
            if is_named { RECORD.into() } else { self.record(function.piece, function.is_public) }
        };
        let name =
            |member: Member| self.page().member_name(function.piece, &member, self.keys.case());
        match node.op {
            Op::Field(field) if !self.page().records.is_empty() => {
                Some(widened(record().member(name(Member::Field(field))), field.storage()))
            }
            Op::LoadRow(table, _) => {
                let row = Member::Pointer(*function.pointer(node.value)?);
                let storage = self.page().tables[usize::from(table.index)].storage;
                Some(widened(
                    Expr::index(record().member(name(row)), node.a().without(WIDENED)),
                    storage,
                ))
            }
            _ => None,
        }
    }

    /// The mask whose subsets a loop enumerates, and the array in which it stores attack sets.
    pub(super) fn filled_from(&self, fill: &FillLoop) -> [String; 2] {
        let page = self.page();
        if page.records.is_empty() {
            return [format!("{}[square]", fill.masks), fill.table_name.clone()];
        }
        let piece = &page.module.pieces[fill.rays.piece];
        let record = self.record(piece, false);
        let member = |member: Member| {
            let name = page.member_name(piece, &member, self.keys.case());
            self.text(&record.clone().member(name))
        };
        let index = page.indices.iter().find(|index| index.name == fill.index);
        let row = index.and_then(|index| index.pointer(fill.load?)).copied().map(Member::Pointer);
        [member(Member::Field(fill.mask)), row.map_or_else(|| fill.table_name.clone(), member)]
    }
}
