//! Reads the text of a file under `config/known`.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use super::{Known, KnownMagic, KnownPiece, PIECES, Sharing, chess_walk};
use crate::read::ReadError;
use crate::text::{Flaw, check_id, check_lines};
use crate::{Hash, Key, Magic};

/// Why a text isn't a valid file of published factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownError {
    /// The text isn't TOML with the expected keys and types. Holds the parser's message.
    Toml(String),
    /// A piece that is neither rook nor bishop. Holds its name.
    Piece(String),
    /// Lists of different lengths, or bit indices that don't ascend or exceed 63. Holds the name of the piece.
    Length(String),
    /// A factor that isn't `0x` and hexadecimal digits of at most 64 bits. Holds the digits, without `0x`.
    Factor(String),
    /// Constants without `key = "constant"`, or the other way round. Holds the name of the piece.
    Constants(String),
    /// A shift that leaves no index bits. Holds the shift.
    Shift(u8),
    /// A text that a credit can't contain.
    Text(Flaw),
}

impl fmt::Display for KnownError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Toml(message) => f.write_str(message),
            Self::Piece(name) => write!(f, "`{name}` isn't a piece with known factors"),
            Self::Length(name) => write!(f, "the lists of `{name}` have different lengths"),
            Self::Constants(name) => {
                write!(
                    f,
                    "`{name}` has constants without `key = \"constant\"`, or the key without them"
                )
            }
            Self::Factor(text) => write!(f, "`{text}` isn't a factor"),
            Self::Text(flaw) => write!(f, "a text {flaw}"),
            Self::Shift(shift) => write!(f, "the shift {shift} leaves no index"),
        }
    }
}

impl std::error::Error for KnownError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownFile {
    id: String,
    author: String,
    year: Option<u16>,
    source: String,
    note: Option<String>,
    hash: HashName,
    key: KeyName,
    sharing: Sharing,
    entries: Option<usize>,
    piece: Vec<KnownPieceTable>,
}

#[derive(Deserialize)]
struct KnownForm {
    hash: HashName,
    key: KeyName,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum HashName {
    Multiply,
    Split32Xor,
    Split32Add,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum KeyName {
    White,
    Black,
    Constant,
}

impl From<HashName> for Hash {
    fn from(name: HashName) -> Self {
        match name {
            HashName::Multiply => Self::Multiply,
            HashName::Split32Xor => Self::SplitXor,
            HashName::Split32Add => Self::SplitAdd,
        }
    }
}

impl From<KeyName> for Key {
    fn from(name: KeyName) -> Self {
        match name {
            KeyName::White => Self::White,
            KeyName::Black => Self::Black,
            KeyName::Constant => Self::Constant,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownPieceTable {
    name: String,
    /// The bit indices of the squares; all 64 where the key is missing.
    bit: Option<Vec<u8>>,
    factor: Vec<String>,
    shift: KnownShifts,
    offset: Option<Vec<i64>>,
    /// The numbers that are added to products, with `key = "constant"` and only there.
    constant: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum KnownShifts {
    Constant(u8),
    Own(Vec<u8>),
}

impl FromStr for Known {
    type Err = KnownError;

    fn from_str(text: &str) -> Result<Self, KnownError> {
        checked(crate::read::from_str(text))
    }
}

impl Known {
    /// The same for a text that the program ships, whose form is [`from_plain`](crate::read::from_plain)'s.
    pub fn shipped(text: &str) -> Result<Self, KnownError> {
        checked(crate::read::from_plain(text))
    }

    /// The arithmetic and the key of such a text, without its factors.
    #[must_use]
    pub fn shipped_form(text: &str) -> Option<(Hash, Key)> {
        let form: KnownForm = crate::read::from_plain(text).ok()?;
        Some((form.hash.into(), form.key.into()))
    }
}

fn checked(file: Result<KnownFile, ReadError>) -> Result<Known, KnownError> {
    let file = file.map_err(|error| KnownError::Toml(error.message().to_owned()))?;
    check_id(&file.id).map_err(KnownError::Text)?;
    for text in [Some(&file.author), Some(&file.source), file.note.as_ref()] {
        text.map_or(Ok(()), |text| check_lines(text)).map_err(KnownError::Text)?;
    }
    let (hash, key) = (file.hash.into(), file.key.into());
    let pieces: Result<_, _> =
        file.piece.into_iter().map(|table| piece(table, hash, key)).collect();
    Ok(Known {
        id: file.id,
        author: file.author,
        year: file.year,
        source: file.source,
        note: file.note,
        hash,
        key,
        sharing: file.sharing,
        entries: file.entries,
        pieces: pieces?,
    })
}

fn piece(table: KnownPieceTable, hash: Hash, key: Key) -> Result<KnownPiece, KnownError> {
    let KnownPieceTable { name, bit, factor, shift, offset, constant } = table;
    if !PIECES.contains(&name.as_str()) {
        return Err(KnownError::Piece(name));
    }
    // Only the constants of black keys depend on masks.
    let walk = (key == Key::Black).then(|| chess_walk(&name)).flatten();
    let mask = |bit| walk.as_ref().map_or(0, |(_, walk)| walk.mask(bit));
    let bits = bit.unwrap_or_else(|| (0..64).collect());
    let shifts = match shift {
        KnownShifts::Constant(shift) => vec![shift; factor.len()],
        KnownShifts::Own(shifts) => shifts,
    };
    let is_ascending = bits.is_sorted_by(|low, high| low < high);
    let constants = constant.as_ref().map(Vec::len);
    let lengths = [Some(bits.len()), Some(shifts.len()), offset.as_ref().map(Vec::len), constants];
    if !is_ascending
        || bits.last().is_some_and(|bit| *bit > 63)
        || lengths.into_iter().flatten().any(|length| length != factor.len())
    {
        return Err(KnownError::Length(name));
    }
    if constant.is_some() != (key == Key::Constant) {
        return Err(KnownError::Constants(name));
    }
    let magics = bits.into_iter().zip(factor).zip(shifts).enumerate();
    let magics = magics.map(|(index, ((bit, factor), shift))| {
        if shift >= hash.product_bits() {
            return Err(KnownError::Shift(shift));
        }
        let factor = word(&factor)?;
        let constant = match &constant {
            Some(constants) => word(&constants[index])?,
            None => key.constant(hash, bit, mask(bit), factor).unwrap_or(0),
        };
        let offset = offset.as_ref().map(|offsets| offsets[index]);
        Ok(KnownMagic { bit, magic: Magic { constant, ..Magic::white(factor, shift) }, offset })
    });
    let magics = magics.collect::<Result<_, _>>()?;
    Ok(KnownPiece { name, magics })
}

/// The number that a text spells, for example `0x1f`.
fn word(text: &str) -> Result<u64, KnownError> {
    let digits = text.strip_prefix("0x");
    let word = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    word.ok_or_else(|| KnownError::Factor(digits.unwrap_or_default().into()))
}
