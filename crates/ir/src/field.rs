//! The fields that are stored for each square beside the attack sets: their roles, names, types and sentences.
//!
//! A language prints columns without knowing their purpose. The columns' names, the width of their entries and the text
//! of their comments are decided here.

use super::parts::{Type, WordCount};
use magicgen_board::{Line, Mirror, SquareSet};

/// The purpose of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The relevant occupancy mask.
    Mask,
    /// The magic factor.
    Factor,
    /// The number that is added to the product.
    Constant,
    /// The attack set on the empty board, which cuts off other squares' attacks in a slot that several squares share.
    Reach,
    /// The position in the table at which the square's index range begins.
    Offset,
    /// The position in the dictionary at which the square's window begins.
    Base,
    /// The shifts of the key whose sum is the product, six bits each.
    Terms,
    /// The position of the square's factor among the shared factors.
    Choice,
    /// The right shift of the relevant occupancy, before it is multiplied.
    Before,
    /// The right shift of the product.
    Shift,
    /// The magic factor of a further word of a set, which is the second, third or fourth: 1 to 3.
    FactorOf(u8),
    /// The right shift of a further word of a set, before it is multiplied.
    BeforeOf(u8),
    /// The number of relevant squares in the words below a further word of a set.
    IndexPlace(u8),
    /// The number of reached squares in the words below a further word of a set.
    CodePlace(u8),
    /// The factor that spreads a code over a word of a set, which is the first, second, third or fourth: 0 to 3.
    Spread(u8),
    /// The left shift that brings a code's product to its squares in a word of a set.
    SpreadShift(u8),
    /// The squares of a ray to higher bits.
    Upper,
    /// The squares of a ray to lower bits.
    Lower,
    /// The same in a set whose bytes are in the opposite order.
    Reversed,
    /// The squares that nothing hinders the piece from reaching.
    Leap,
}

/// A field of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Field {
    /// The purpose of the field.
    pub role: Role,
    /// The line that the field is about; `None` where the lookup takes all rays at once.
    pub line: Option<Line>,
    /// The words of a set of squares on a board with more than 64 bits; `None` on others. Only the fields that are sets
    /// depend on it.
    pub words: Option<WordCount>,
}

/// The width in which the entries of a table or a column are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Storage {
    /// 8 bits.
    Byte,
    /// 16 bits.
    Short,
    /// 32 bits.
    Half,
    /// 64 bits.
    Word,
    /// A set of several words, stored one after another, the lowest first.
    Set(WordCount),
}

impl Storage {
    /// The number of bytes of an entry.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Byte => 1,
            Self::Short => 2,
            Self::Half => 4,
            Self::Word => 8,
            Self::Set(words) => 8 * words.count() as usize,
        }
    }

    /// The number of numbers that an entry is in [`Table::entries`](super::Table) and [`Column::values`].
    #[must_use]
    pub const fn words(self) -> usize {
        self.type_of().words() as usize
    }

    /// The type of an entry in a program.
    #[must_use]
    pub const fn type_of(self) -> Type {
        match self {
            Self::Word => Type::Word,
            Self::Set(words) => Type::Set(words),
            Self::Byte | Self::Short | Self::Half => Type::Half,
        }
    }
}

impl Role {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Mask => ("mask", "masks"),
            Self::Factor => ("factor", "factors"),
            Self::Constant => ("constant", "constants"),
            Self::Reach => ("reach", "reaches"),
            Self::Offset => ("offset", "offsets"),
            Self::Base => ("base", "bases"),
            Self::Terms => ("terms", "terms"),
            Self::Choice => ("choice", "choices"),
            Self::Before => ("preshift", "preshifts"),
            Self::Shift => ("shift", "shifts"),
            Self::FactorOf(1) => ("second factor", "second factors"),
            Self::FactorOf(2) => ("third factor", "third factors"),
            Self::FactorOf(_) => ("fourth factor", "fourth factors"),
            Self::BeforeOf(1) => ("second preshift", "second preshifts"),
            Self::BeforeOf(2) => ("third preshift", "third preshifts"),
            Self::BeforeOf(_) => ("fourth preshift", "fourth preshifts"),
            Self::IndexPlace(1) => ("index place", "index places"),
            Self::IndexPlace(2) => ("second index place", "second index places"),
            Self::IndexPlace(_) => ("third index place", "third index places"),
            Self::CodePlace(1) => ("code place", "code places"),
            Self::CodePlace(2) => ("second code place", "second code places"),
            Self::CodePlace(_) => ("third code place", "third code places"),
            Self::Spread(0) => ("spread", "spreads"),
            Self::Spread(1) => ("second spread", "second spreads"),
            Self::Spread(2) => ("third spread", "third spreads"),
            Self::Spread(_) => ("fourth spread", "fourth spreads"),
            Self::SpreadShift(0) => ("spread shift", "spread shifts"),
            Self::SpreadShift(1) => ("second spread shift", "second spread shifts"),
            Self::SpreadShift(2) => ("third spread shift", "third spread shifts"),
            Self::SpreadShift(_) => ("fourth spread shift", "fourth spread shifts"),
            Self::Upper => ("upper ray", "upper rays"),
            Self::Lower => ("lower ray", "lower rays"),
            Self::Reversed => ("reversed ray", "reversed rays"),
            Self::Leap => ("leap", "leaps"),
        }
    }

    /// The width in which entries are stored on a board of up to 64 bits.
    const fn storage(self) -> Storage {
        match self {
            Self::Mask
            | Self::Factor
            | Self::FactorOf(_)
            | Self::Constant
            | Self::Spread(_)
            | Self::Reach
            | Self::Upper
            | Self::Lower
            | Self::Reversed
            | Self::Leap => Storage::Word,
            Self::Offset | Self::Terms => Storage::Half,
            Self::Base => Storage::Short,
            Self::Choice
            | Self::Before
            | Self::BeforeOf(_)
            | Self::IndexPlace(_)
            | Self::CodePlace(_)
            | Self::SpreadShift(_)
            | Self::Shift => Storage::Byte,
        }
    }

    /// The word for the part of `emit` and for the pattern in `[output.names]`, in the plural: `masks`.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        self.words().1
    }
}

impl From<Role> for Field {
    fn from(role: Role) -> Self {
        Self { role, line: None, words: None }
    }
}

impl Field {
    /// The relevant occupancy masks of all rays.
    pub const MASK: Self = Self { role: Role::Mask, line: None, words: None };

    /// The field for a line, or for all rays, on a board of up to 64 bits.
    #[must_use]
    pub const fn along(role: Role, line: Option<Line>) -> Self {
        Self { role, line, words: None }
    }

    /// The words of a column's name, such as `rank masks`, without the piece's name.
    #[must_use]
    pub fn plural(self) -> String {
        self.with_line(self.role.words().1)
    }

    /// The words of an entry's name, such as `rank mask`.
    #[must_use]
    pub fn singular(self) -> String {
        self.with_line(self.role.words().0)
    }

    fn with_line(self, word: &str) -> String {
        self.line.map_or_else(|| word.to_owned(), |line| format!("{} {word}", line.word()))
    }

    /// The type that the field has in a program.
    #[must_use]
    pub const fn type_of(self) -> Type {
        self.storage().type_of()
    }

    /// The width in which entries are stored. Offsets always have 32 bits, so that their type doesn't depend on the
    /// table.
    #[must_use]
    pub const fn storage(self) -> Storage {
        match (self.role, self.words) {
            (
                Role::Mask | Role::Reach | Role::Upper | Role::Lower | Role::Reversed | Role::Leap,
                Some(words),
            ) => Storage::Set(words),
            (role, _) => role.storage(),
        }
    }

    /// The meaning of an entry, for the comment of a record's member: a clause without a full stop.
    #[must_use]
    pub fn meaning(self) -> String {
        let text = match self.role {
            Role::Mask => "the relevant occupancy mask",
            Role::Factor => "the magic factor",
            Role::FactorOf(_) => "the magic factor of a further word",
            Role::Constant => "what is added to the product",
            Role::Reach => "the attack set on the empty board",
            Role::Offset => "where the square's attack sets begin",
            Role::Base => "where the square's window of the dictionary begins",
            Role::Terms => "the left shifts whose sum is the product, six bits each",
            Role::Choice => "which factor is the square's",
            Role::Before => "the right shift of the relevant occupancy",
            Role::BeforeOf(_) => "the right shift of a further word of the relevant occupancy",
            Role::IndexPlace(_) => "the number of relevant squares in the words below",
            Role::CodePlace(_) => "the number of reached squares in the words below",
            Role::Spread(_) => "the factor that spreads the code over a word",
            Role::SpreadShift(_) => "the left shift that brings the code to its squares in a word",
            Role::Upper => "the squares of the ray to higher bits",
            Role::Lower => "the squares of the ray to lower bits",
            Role::Reversed => {
                "the squares of the ray to lower bits, with bytes in the opposite order"
            }
            Role::Leap => "the squares that nothing hinders it from reaching",
            Role::Shift => "the right shift that leaves the index",
        };
        match self.line {
            None => text.to_owned(),
            Some(line) => format!("{text}, {}", line.word()),
        }
    }

    /// A sentence about a column's content. `piece` is the piece's name in prose.
    #[must_use]
    pub fn sentence(self, piece: &str) -> String {
        let along =
            self.line.map_or_else(String::new, |line| format!(" along the {}", line.word()));
        match self.role {
            Role::Mask => format!("Relevant occupancy masks of the {piece}{along}, by square."),
            Role::Factor => format!("Magic factors of the {piece}{along}, by square."),
            Role::FactorOf(word) => {
                format!("Magic factors of the {piece}{along} for word {word} of a set, by square.")
            }
            Role::Constant => format!("What is added to the {piece}'s products{along}, by square."),
            Role::Reach => {
                format!("Attack sets of the {piece}{along} on the empty board, by square.")
            }
            Role::Offset => {
                format!("Where the {piece}'s attack sets{along} begin in the table, by square.")
            }
            Role::Base => {
                format!("Where the {piece}'s windows of the dictionary begin, by square.")
            }
            Role::Terms => format!(
                "Left shifts of the {piece}'s relevant occupancy{along}, six bits each, by square."
            ),
            Role::Choice => format!("Which factor is the {piece}'s, by square."),
            Role::Before => {
                format!("Right shifts of the {piece}'s relevant occupancy, by square.")
            }
            Role::IndexPlace(word) => format!(
                "Relevant squares of the {piece}{along} in the words below word {word}, by square."
            ),
            Role::Upper => format!("Rays of the {piece}{along} to higher bits, by square."),
            Role::Lower => format!("Rays of the {piece}{along} to lower bits, by square."),
            Role::Reversed => format!(
                "Rays of the {piece}{along} to lower bits, with bytes in the opposite order, by square."
            ),
            Role::Leap => {
                format!("Squares that nothing hinders the {piece} from reaching, by square.")
            }
            Role::CodePlace(word) => format!(
                "Reached squares of the {piece}{along} in the words below word {word}, by square."
            ),
            Role::Spread(word) => format!(
                "Factors that spread the {piece}'s codes{along} over word {word} of a set, by square."
            ),
            Role::SpreadShift(word) => format!(
                "Left shifts of the {piece}'s codes{along} to their squares in word {word}, by square."
            ),
            Role::BeforeOf(word) => format!(
                "Right shifts of word {word} of the {piece}'s relevant occupancy{along}, by square."
            ),
            Role::Shift => {
                format!("Right shifts that leave the {piece}'s index{along}, by square.")
            }
        }
    }
}

/// One field of all squares of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The field.
    pub field: Field,
    /// An entry for each bit index; 0 where there is no square. An entry is one number, and a set of several words is
    /// several numbers, the lowest first.
    pub values: Vec<u64>,
}

impl Column {
    /// The words of a square's entry; 0 where there is none.
    fn entry(&self, square: u8) -> [u64; 4] {
        let words = self.field.storage().words();
        let mut entry = [0; 4];
        let start = usize::from(square) * words;
        if let Some(values) = self.values.get(start..start + words) {
            entry[..words].copy_from_slice(values);
        }
        entry
    }
}

/// The fields of a piece, with an entry for each bit index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    columns: Vec<Column>,
    squares: SquareSet,
}

impl Fields {
    /// A value without fields, for these squares.
    #[must_use]
    pub fn new(squares: impl Into<SquareSet>) -> Self {
        Self { columns: Vec::new(), squares: squares.into() }
    }

    /// Adds a column. Columns are ordered by width, the widest first, so that a record has no gaps.
    pub fn insert(&mut self, field: Field, values: Vec<u64>) {
        let place = |field: Field| (field.line, field.role);
        let order = |field: Field| (std::cmp::Reverse(field.storage()), place(field));
        let at = self.columns.partition_point(|column| order(column.field) < order(field));
        self.columns.insert(at, Column { field, values });
    }

    /// Gives the squares that a mirror doesn't keep the fields of their mirror images. Fields with one of the roles in
    /// `turned` are sets that lookups want mirrored. The board has up to 64 bits.
    pub fn unfold(&mut self, mirror: Mirror, turned: &[Role]) {
        for Column { field, values } in &mut self.columns {
            for at in 0..values.len() {
                let bit = at as u8;
                if mirror.keeps(bit) {
                    continue;
                }
                let kept = values.get(usize::from(mirror.bit(bit))).copied().unwrap_or(0);
                let is_turned = turned.contains(&field.role);
                values[at] = if is_turned { mirror.set(kept) } else { kept };
            }
        }
        self.squares |= SquareSet::from(mirror.set(self.squares.low()));
    }

    /// All columns, in the order in which they are printed.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The column of a field, whatever the width of the board.
    #[must_use]
    pub fn column(&self, Field { role, line, .. }: Field) -> Option<&Column> {
        self.columns.iter().find(|column| column.field.role == role && column.field.line == line)
    }

    /// The entry of a field for a square, or the lowest word of a set; 0 where there is none.
    #[must_use]
    pub fn get(&self, field: Field, square: u8) -> u64 {
        self.column(field).map_or(0, |column| column.entry(square)[0])
    }

    /// The entry of a field that is a set; empty where there is none.
    #[must_use]
    pub fn set(&self, field: Field, square: u8) -> SquareSet {
        SquareSet::from_words(self.column(field).map_or([0; 4], |column| column.entry(square)))
    }

    /// The least entry of a field among all squares, without the bit indices that no square has.
    #[must_use]
    pub fn least(&self, field: Field) -> u64 {
        self.squares().map(|square| self.get(field, square)).min().unwrap_or(0)
    }

    /// The bit indices of the squares, ascending.
    pub fn squares(&self) -> impl Iterator<Item = u8> + use<> {
        self.squares.bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_several_words_has_several_numbers() {
        let mask = Field { words: Some(WordCount::Two), ..Field::MASK };
        let factor = Field { role: Role::Factor, ..mask };
        assert_eq!((mask.storage().bytes(), mask.type_of().words()), (16, 2));
        assert_eq!(factor.type_of(), Type::Word);
        let mut fields = Fields::new([1, 70].into_iter().collect::<SquareSet>());
        fields.insert(factor, (0..71).collect());
        fields.insert(mask, (0..142).collect());
        let order: Vec<Field> = fields.columns().iter().map(|column| column.field).collect();
        assert_eq!(order, [mask, factor]);
        assert_eq!(fields.get(factor, 70), 70);
        for field in [mask, Field::MASK] {
            assert_eq!((fields.get(field, 70), fields.get(field, 71)), (140, 0));
            assert_eq!(fields.set(field, 70).words(), [140, 141, 0, 0]);
        }
        assert_eq!((fields.least(factor), fields.squares().count()), (1, 2));
    }
}
