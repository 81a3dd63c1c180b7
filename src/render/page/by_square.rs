//! Records of all pieces, in languages in which squares have no other records: an array of structures, whose members are
//! read where other files read an array for each field.

use super::Maker;
use crate::render::prelude::*;

/// The names of the array of records, of its type, and of the type's members.
#[derive(Clone, Debug)]
pub struct RecordArray {
    /// The array's name.
    pub name: String,
    /// The type's name.
    pub type_name: String,
    /// The names of the [`Records`]' members.
    members: Vec<String>,
}

/// A member of the type.
#[derive(Clone, Debug)]
pub struct RecordMember {
    /// The name.
    pub name: String,
    /// The type.
    pub kind: &'static str,
    /// A clause on its meaning, without a full stop.
    pub meaning: String,
}

/// The texts of the array and its type.
#[derive(Clone, Debug)]
pub struct RecordTexts<'a> {
    /// The array's name.
    pub name: &'a str,
    /// The type's name.
    pub type_name: &'a str,
    /// True if the config asks for one of the members by name.
    pub is_public: bool,
    /// The alignment at which no record straddles a cache line, if it fits into one.
    pub alignment: usize,
    /// The type's members.
    pub members: Vec<RecordMember>,
    /// The number of squares.
    pub length: usize,
    /// The entries of each square, in the members' order, and the square's name.
    pub rows: Vec<(Vec<String>, &'a str)>,
}

impl RecordTexts<'_> {
    /// The entries of each square between two texts, on one line or with further lines that are indented once more.
    /// `comment` begins the comment that names the square; there is none if it is empty.
    pub fn lines(&self, indent: &str, [open, close]: &[&str; 2], comment: &str) -> Vec<String> {
        let row = |(cells, square): &(Vec<String>, &str)| {
            let end = if comment.is_empty() { "" } else { square };
            let end = format!("{close}{comment}{end}");
            let width = WIDTH - 2 * indent.len() - end.len();
            let lines = wrap(&format!("{open}{}", cells.join(", ")), width);
            format!("{indent}{}{end}", lines.join(&format!("\n{}", indent.repeat(2))))
        };
        self.rows.iter().map(row).collect()
    }
}

/// The most characters of a line.
const WIDTH: usize = 100;

impl<'a> Maker<'a> {
    /// The name of a piece's member in the records of all pieces. Members are public if one of them has to be.
    pub(super) fn member_of_square(&self, piece: &PieceModule, field: Field) -> String {
        let name = self.custom.members.join(&[&piece.name, &field.singular()]);
        self.shown(name, self.presence_of_records())
    }

    fn presence_of_records(&self) -> Presence {
        let is_public = |piece: &PieceModule| {
            let fields = piece.fields.columns().iter().map(|column| column.field);
            fields.into_iter().any(|field| self.module.field(piece, field) == Presence::Public)
        };
        let is_public = self.module.pieces.iter().any(is_public);
        if is_public { Presence::Public } else { Presence::Private }
    }

    /// The names of the array of these records.
    pub(super) fn record_array(&self, records: &[Records<'a>]) -> Option<RecordArray> {
        let is_by_square = self.module.fields.is_by_square();
        let records = records.first().filter(|_| is_by_square)?;
        let member = |(piece, member): &(&PieceModule, Member)| match member {
            Member::Field(field) => Some(self.member_of_square(piece, *field)),
            Member::Pointer(_) => None,
        };
        let presence = self.presence_of_records();
        let (mut taken, own) = (self.taken.clone(), &self.own);
        let mut name = |name: String| match presence {
            Presence::Public => name,
            _ => taken.name((self.custom.private)(name)),
        };
        Some(RecordArray {
            name: name(own.constant(&[records.owner, "magics"])),
            type_name: name(Case::Pascal.join(&["magic"])),
            members: records.members.iter().filter_map(member).collect(),
        })
    }
}

impl<'a> dyn Manner<'a> + '_ {
    /// The mask of `square` whose subsets a loop of start-up code walks.
    pub fn mask_of_square(&self, fill: &FillLoop) -> String {
        match &self.page().record_array {
            Some(all) => {
                format!("{}[square].{}", self.text(&self.array_read(&all.name)), fill.masks)
            }
            None => format!("{}[square]", fill.masks),
        }
    }

    /// The records of all pieces, if the file has them; `kind` returns the type of a piece's member.
    pub fn records_with(
        &self,
        kind: impl Fn(&PieceModule, Field) -> &'static str,
    ) -> Option<RecordTexts<'a>> {
        let page = self.page();
        let names = page.record_array.as_ref()?;
        let records = page.shown_records().next()?;
        let fields: Vec<(&PieceModule, Field)> = records.fields().collect();
        let member = |(name, (piece, field)): (&String, &(&PieceModule, Field))| RecordMember {
            name: name.clone(),
            kind: kind(piece, *field),
            meaning: page.member_meaning(piece, &Member::Field(*field)),
        };
        let columns: Vec<Vec<String>> =
            fields.iter().map(|(piece, field)| self.cells(piece, *field)).collect();
        let row = |square: u8| {
            let cells = columns.iter().map(|column| column[usize::from(square)].as_str());
            let name = page.module.board.square_name(square).unwrap_or("no square");
            (cells.map(str::to_owned).collect(), name)
        };
        Some(RecordTexts {
            name: &names.name,
            type_name: &names.type_name,
            is_public: records.is_public,
            alignment: records.alignment(),
            members: names.members.iter().zip(&fields).map(member).collect(),
            length: page.module.board.indices.into(),
            rows: page.module.board.bit_indices().map(row).collect(),
        })
    }

    /// The same with the types that arrays of fields have.
    pub fn records(&self) -> Option<RecordTexts<'a>> {
        self.records_with(|_, field| self.words().entry(field.storage(), false))
    }

    /// A field's entries, by square.
    fn cells(&self, piece: &PieceModule, field: Field) -> Vec<String> {
        let Lang { look, set_look, .. } = **self.facts();
        let module = self.page().module;
        let (has_upper, squares) = (module.style.has_upper_hex, module.board.bit_indices());
        let word = look.word.cased(has_upper);
        match field.storage() {
            Storage::Word => {
                squares.map(|square| word.text(piece.fields.get(field, square))).collect()
            }
            storage @ Storage::Set(_) => {
                let set = |square| piece.fields.set(field, square).words();
                squares
                    .map(|square| set_look.text(&set(square)[..storage.words()], has_upper))
                    .collect()
            }
            _ => squares.map(|square| piece.fields.get(field, square).to_string()).collect(),
        }
    }
}
