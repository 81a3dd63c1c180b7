//! Why a text in Betza's notation is refused, and what to write instead.

use std::fmt;

/// A text in Betza's notation is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    /// The position in the text, in bytes from 0.
    pub at: usize,
    /// The reason.
    pub kind: BetzaErrorKind,
}

/// A reason why a text in Betza's notation is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetzaErrorKind {
    /// The text is empty.
    NoAtom,
    /// The text ends behind modifiers.
    NoAtomBehind,
    /// A letter isn't ASCII.
    NotAscii(char),
    /// A letter is unknown, or known and not supported.
    Unknown(char),
    /// A number doesn't stand behind an atom.
    NumberPlace,
    /// A range has more than two digits.
    LongRange,
    /// A doubled atom has a range.
    TwoRanges(char),
    /// `R`, `B`, `Q` or `K` is doubled.
    Doubled(char),
    /// A modifier is repeated.
    Repeated(char),
    /// Two of `n`, `j`, `p` and `g` modify one atom.
    TwoManners(char, char),
    /// `h` stands alone, or beside a letter with which it means nothing.
    Half,
    /// A direction of two letters modifies an atom with four moves.
    NeedsEight(char, char),
    /// `hl` or `hr` stands beside another direction.
    TurnsAlone,
    /// `v` or `s` modifies an atom with diagonal moves.
    OnDiagonals(char),
    /// `v` or `s` is followed by a perpendicular direction.
    PairOrder(char, char),
    /// `K` or `Q` has a direction.
    BothDirections(char),
    /// `n` modifies `C`, whose path isn't unique.
    TwoPaths,
    /// `n` modifies an atom for which it has no meaning.
    Lame(char),
    /// `j` modifies an atom for which it has no meaning.
    MustJump(char),
    /// `p` or `g` modifies a leap.
    HopperLeap(char, char),
    /// `p` or `g` modifies a rider with a limit.
    HopperRange(char),
    /// A bracket isn't closed.
    Unclosed,
    /// A bracket is closed that isn't open.
    ClosedTwice,
    /// A leg of a bent rider isn't an atom.
    NoLeg,
    /// There is no `?` or `-` between the legs of a bent rider.
    NoSeparator,
    /// A bent rider doesn't begin with a leap along a rank, file or diagonal.
    BentFirst,
    /// A bent rider doesn't go on along a rank, file or diagonal.
    BentSecond,
    /// A bent rider has more than two legs.
    ThirdLeg,
    /// A modifier stands inside of a bracket.
    InnerModifier,
    /// `n`, `j`, `p` or `g` modifies a bent rider.
    BentManner(char),
}

/// What to write instead of a letter that is unknown or not supported.
const fn instead(letter: char) -> &'static str {
    match letter {
        'L' => "write `C` for the camel",
        'J' => "write `Z` for the zebra",
        'a' | 't' => "write two legs in brackets, as in `[F?R]`, or list the move in `moves`",
        'e' => "leave out en passant, which isn't a matter of the attack set",
        'd' => "leave it out and mask the result with the pieces that may be captured",
        'o' | 'q' | 'u' | 'x' | 'y' | 'z' | 'O' | 'U' => {
            "give the piece as a `table` of its attack sets"
        }
        '-' | '?' => "write it between two legs in brackets, as in `[F?R]`",
        '(' | ')' => "write each atom with its own modifiers",
        'a'..='z' => {
            "the modifiers are `f` `b` `l` `r` `v` `s` `h`, `m` `c` `i` and `n` `j` `p` `g`"
        }
        _ => "the atoms are `W` `F` `D` `N` `A` `H` `C` `Z` `G` `K` `Q` `R` `B`",
    }
}

impl BetzaErrorKind {
    /// The message of a reason that names no letter of the text.
    const fn message(self) -> &'static str {
        match self {
            Self::NoAtom => "there is no capital letter: write at least one atom, such as `W`",
            Self::NoAtomBehind => {
                "these modifiers have no atom: write a capital letter behind them, as in `fW`"
            }
            Self::NumberPlace => "a number is the range of the atom in front of it, as in `R4`",
            Self::LongRange => {
                "a range has one or two digits: write `0` for a rider without a limit"
            }
            Self::Half => {
                "`h` needs a direction beside it: write `fh`, `bh`, `lh`, `rh`, `hl` or `hr`"
            }
            Self::TurnsAlone => {
                "`hl` and `hr` aren't joined with other directions: write the atom once with each"
            }
            Self::TwoPaths => "the path of `nC` isn't unique: list the leaps in `moves` with `via`",
            Self::Unclosed => "the bracket isn't closed: write `]` behind the legs",
            Self::ClosedTwice => "no bracket is open here: write `[` in front of the legs",
            Self::NoLeg => "a leg is one atom: write a bent rider as in `[F?R]`",
            Self::NoSeparator => {
                "write `?` between the legs if the piece may stop there, `-` if it only passes"
            }
            Self::BentFirst => {
                "a bent rider begins with one leap of `W`, `F`, `D`, `A`, `H` or `G`: list other \
                 legs in `moves`"
            }
            Self::BentSecond => {
                "a bent rider goes on as `R`, `B`, `W` or `F`, with a range or without: list other \
                 legs in `moves`"
            }
            Self::ThirdLeg => "a bracket has two legs: list a move of more legs in `moves`",
            _ => {
                "a leg has no modifiers: write them in front of the bracket, as in `v[F?R]`, or \
                 list the legs in `moves`"
            }
        }
    }
}

impl fmt::Display for BetzaErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAscii(letter) => write!(
                f,
                "`{letter}` isn't ASCII: the notation has letters, digits, `[`, `]`, `-` and `?`"
            ),
            Self::Unknown(letter) => write!(f, "`{letter}` isn't supported: {}", instead(*letter)),
            Self::TwoRanges(letter) => write!(
                f,
                "`{letter}{letter}` has no limit: write the letter once, as in `{letter}3`"
            ),
            Self::Doubled('K') => write!(f, "`KK` isn't defined: write `Q` for the queen"),
            Self::Doubled(letter) => write!(f, "`{letter}` has no limit: write it once"),
            Self::Repeated('p') => write!(
                f,
                "`pp`, any number of hurdles, isn't supported: give the piece as a `table`"
            ),
            Self::Repeated(letter) => write!(f, "`{letter}` is repeated: write it once"),
            Self::TwoManners(one, other) => write!(
                f,
                "`{one}` and `{other}` exclude each other: write the atom once with each of them"
            ),
            Self::NeedsEight(one, other) => write!(
                f,
                "`{one}{other}` needs an atom with eight moves, `N`, `C` or `Z`: write one letter"
            ),
            Self::OnDiagonals(letter) => write!(
                f,
                "`{letter}` isn't defined on diagonals: leave it out, or write `f`, `b`, `l` or `r`"
            ),
            Self::PairOrder(one, other) => write!(
                f,
                "`{one}{other}` isn't defined: write `{other}{one}`, or the atom once with each"
            ),
            Self::BothDirections(letter) => {
                let parts = if *letter == 'K' { "fWfF" } else { "fRfB" };
                write!(
                    f,
                    "a direction of `{letter}` isn't defined: write its parts, as in `{parts}`"
                )
            }
            Self::Lame('W' | 'F' | 'K') => {
                write!(f, "nothing stands in the way of a single step: leave out `n`")
            }
            Self::Lame(letter) => write!(
                f,
                "`n` of `{letter}` needs a single leap of `D`, `A`, `H`, `G`, `N` or `Z`: leave it \
                 out, or list the legs in `moves`"
            ),
            Self::MustJump(letter) => write!(
                f,
                "`j` of `{letter}` isn't defined, only of a single leap of `D` or `A`: write \
                 `[D?R]` or `[A?B]` for sliders that skip a square"
            ),
            Self::HopperLeap(manner, letter @ ('D' | 'A')) => write!(
                f,
                "`{manner}` needs a rider without a limit: write `j{letter}` for one leap over a \
                 piece, or `{manner}{letter}0`"
            ),
            Self::HopperLeap(manner, letter) => {
                write!(f, "`{manner}` needs a rider without a limit: write `{manner}{letter}0`")
            }
            Self::HopperRange(manner) => write!(
                f,
                "a range with `{manner}` isn't defined: list the move in `moves` with `over` and \
                 `range`"
            ),
            Self::BentManner(manner) => {
                write!(f, "`{manner}` doesn't modify a bracket: list the legs in `moves`")
            }
            plain => f.write_str(plain.message()),
        }
    }
}

impl fmt::Display for BetzaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "letter {}: {}", self.at + 1, self.kind)
    }
}

impl std::error::Error for BetzaError {}
