//! Shows a report as lines for people.

use std::fmt;

use magicgen_board::{Mapping, Standard};
use magicgen_search::Hash;

use super::report::{
    EntryOrder, FailureKind, Finding, LargeBoard, Longest, Report, RowRange, Shift, ShownOrder,
    Skipped, SkippedKind, SquareFailure, StartUpSearch, TextPlace,
};
use super::sharing::{SharedSlots, SharedTable, TableClash, TableSquare};
use super::slider::MultipliedKey;
use super::twins::{OffsetLists, OffsetsDiffer};

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            writeln!(f, "{finding}")?;
        }
        for finding in &self.large_findings {
            writeln!(f, "{finding}")?;
        }
        for table in &self.tables {
            writeln!(f, "{}", Laid(table, self))?;
        }
        for lists in &self.offset_lists {
            writeln!(f, "{}", TwoOffsetLists(lists, self))?;
        }
        for skipped in &self.skipped {
            writeln!(f, "{skipped}")?;
        }
        for warning in &self.warnings {
            writeln!(f, "{warning}")?;
        }
        if self.left_out > 0 {
            let most = "too many tables of 64 or 128 numbers";
            writeln!(f, "skipped: {} further ones, {most}", self.left_out)?;
        }
        if let Some(nothing) = self.nothing() {
            writeln!(f, "{nothing}")?;
        }
        Ok(())
    }
}

impl Report {
    /// The message for a text without factors: signs of a search or of a larger board, or the longest run of numbers.
    /// `None` if it has factors.
    #[must_use]
    pub fn nothing(&self) -> Option<String> {
        if let Some(StartUpSearch { word, line, seeds, is_generated }) = &self.searched {
            let how = if *is_generated {
                "take them from a generator"
            } else {
                "search them when it starts"
            };
            let seeds = seeds.map_or_else(String::new, |line| format!(", seeds in line {line}"));
            return Some(format!(
                "no factors to verify: this source appears to {how} (`{word}` in line {line}{seeds})"
            ));
        }
        if !self.has_nothing() {
            return None;
        }
        let has = match (self.large_board, self.longest) {
            (Some(LargeBoard { squares, line }), _) => format!(
                ": the {squares} entries from line {line} on seem to be magics of a board with more squares than 64, but work for none of the pieces and lookups known"
            ),
            _ if !self.skipped.is_empty() => String::new(),
            (None, Some(Longest { numbers, first_line, last_line })) => format!(
                ": the most numbers that stand together are {numbers}, in {}",
                ShownSpan(first_line, last_line)
            ),
            (None, None) => ": no numbers stand together".to_owned(),
        };
        Some(format!("no factors found{has}"))
    }

    /// The report as lines. Lines that belong to the line above are indented.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.to_string().lines().map(str::to_owned).collect()
    }
}

struct ShownSpan(usize, usize);

impl fmt::Display for ShownSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == self.1 {
            write!(f, "line {}", self.0)
        } else {
            write!(f, "lines {}-{}", self.0, self.1)
        }
    }
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "`{name}` in ")?;
        }
        write!(f, "{}", ShownSpan(self.first_line, self.last_line))?;
        match (self.column, &self.field) {
            (Some(column), Some(field)) => write!(f, ", column {column} `{field}`"),
            (Some(column), None) => write!(f, ", column {column}"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = match self.rows {
            RowRange::All => "",
            RowRange::First => ", the first 64 rows",
            RowRange::Last => ", the last 64 rows",
            RowRange::Odd => ", every second row from the first on",
            RowRange::Even => ", every second row from the second on",
            RowRange::Named => ", the piece's rows",
        };
        let verdict =
            ShownVerdict(self.failures.iter().map(|one| (one.bit, &one.square)).collect());
        writeln!(f, "{}: {verdict} ({}{rows})", self.piece.name(), self.place)?;
        writeln!(f, "  index: {}", self.formula())?;
        writeln!(f, "  {}: {}", self.shift_source(), ShownRange(&self.bits))?;
        write!(f, "  sizes: {} words as ranges, {} slots used", self.words, self.used)?;
        if let Some(fewest) = self.fewest_words().filter(|fewest| *fewest < self.words) {
            write!(f, "; {fewest} words with the fewest bits that work{}", Denser(self))?;
        }
        writeln!(f)?;
        if let Some(mask) = &self.mask {
            writeln!(f, "  mask: from {mask}, which isn't the relevant squares")?;
        }
        writeln!(f, "  order: {}", self.order_text())?;
        write!(f, "  orientation: {}", self.orientation)?;
        for failure in &self.failures {
            write!(f, "\n  wrong: {failure}")?;
        }
        Ok(())
    }
}

impl Finding {
    /// The formula of the index, for the numbers as the text gives them.
    #[must_use]
    pub fn formula(&self) -> String {
        let key = match self.key {
            MultipliedKey::White => "occupied & mask",
            MultipliedKey::Black => "occupied | ~mask",
        };
        let key = match (self.preshift, self.fold) {
            (true, _) => format!("({key}) >> preshift"),
            (_, true) => format!("fold({key})"),
            _ => key.to_owned(),
        };
        let plus = if self.constant { " + constant" } else { "" };
        let (shift, bits) = (self.shift_name(), self.hash.product_bits());
        let shift = match shift {
            Some(shift) => shift.to_owned(),
            None => format!("({bits} - bits)"),
        };
        if self.hash == Hash::Multiply {
            let fold = if self.fold { ", fold(key) = key ^ key >> 32" } else { "" };
            return format!("(({key}) * factor{plus}) >> {shift}, {bits}-bit (multiply){fold}");
        }
        let (sign, name) = if self.hash == Hash::SplitAdd { ("+", "add") } else { ("^", "xor") };
        format!(
            "(low(key) * low(factor) {sign} high(key) * high(factor){plus}) >> {shift}, \
             key = {key}, {bits}-bit {name}"
        )
    }

    fn shift_name(&self) -> Option<&'static str> {
        match self.shift {
            Shift::Shift { .. } => Some("shift"),
            Shift::InFactor => Some("(factor >> 58)"),
            _ => None,
        }
    }

    fn shift_source(&self) -> String {
        match &self.shift {
            Shift::Relevant => "bits, as many as relevant squares".to_owned(),
            Shift::Fixed { bits } => {
                let shift = self.hash.product_bits() - bits;
                format!("bits, the same on all squares (shift {shift})")
            }
            Shift::InFactor => "bits, from the upper six bits of the factors".to_owned(),
            Shift::Bits(place) => format!("bits, from {place}"),
            Shift::Shift { out_of, place } => {
                format!("bits, from the shifts out of {out_of} in {place}")
            }
        }
    }

    fn order_text(&self) -> String {
        match &self.order {
            EntryOrder::Text => "entry 0 is bit 0".to_owned(),
            EntryOrder::Index => "rows give bit indices".to_owned(),
            EntryOrder::Name => "rows name their squares".to_owned(),
            EntryOrder::Turned { rows } => {
                let mapping = Mapping::chess(*rows);
                let name = |at: u8| mapping.square(at).map(|square| square.to_string());
                let [first, second, last] = [0, 1, 63].map(|at| name(at).unwrap_or_default());
                format!(
                    "entries run {first}, {second}, ..., {last} while the factors are for bit a1 = 0, b1 = 1"
                )
            }
        }
    }
}

/// Shows the squares that work with fewer index bits than they have.
struct Denser<'f>(&'f Finding);

impl fmt::Display for Denser<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = self.0.fewest.iter().zip(&self.0.bits).enumerate();
        let fewer = both.filter(|(_, (fewest, bits))| fewest.is_some_and(|few| few < **bits));
        let fewer: Vec<String> = fewer
            .map(|(bit, (fewest, _))| format!("{bit} ({})", fewest.unwrap_or_default()))
            .collect();
        if fewer.len() <= 16 {
            write!(f, ", fewer on bit {}", fewer.join(", "))
        } else {
            write!(f, ", fewer on {} squares", fewer.len())
        }
    }
}

/// Shows the least and the largest of some numbers of index bits; 0 stands for an unknown number.
struct ShownRange<'b>(&'b [u8]);

impl fmt::Display for ShownRange<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.0.iter().filter(|bits| **bits > 0);
        match (bits.clone().min(), bits.max()) {
            (Some(least), Some(most)) if least < most => write!(f, "{least} to {most}"),
            (Some(least), _) => write!(f, "{least}"),
            _ => write!(f, "none"),
        }
    }
}

impl fmt::Display for ShownOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotShown => write!(f, "any of the eight (the text does not show one)"),
            Self::Shown { standards } => {
                let ids: Vec<&str> = standards.iter().map(|standard| standard.id).collect();
                write!(f, "{} (by the squares that the text names)", ids.join(" or "))
            }
            Self::Unknown => write!(f, "the squares that rows name fit none of the eight"),
        }
    }
}

/// Shows the wrong squares, each with its bit index and the name that the text gives it.
pub(super) struct ShownVerdict<'s>(pub(super) Vec<(u8, &'s Option<String>)>);

/// The most wrong squares that a verdict names.
const MOST_NAMED: usize = 4;

impl fmt::Display for ShownVerdict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(wrong) = self;
        if wrong.is_empty() {
            return write!(f, "holds, 64 of 64 squares");
        }
        let name = |(bit, name): &(u8, &Option<String>)| {
            name.as_ref().map_or_else(|| format!("bit {bit}"), String::clone)
        };
        let names: Vec<String> = wrong.iter().take(MOST_NAMED).map(name).collect();
        write!(f, "WRONG on {} of 64 squares: {}", wrong.len(), names.join(", "))?;
        match wrong.len() - names.len() {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// Shows a bit index with the name of its square.
struct BitName<'s>(u8, &'s Option<String>);

impl fmt::Display for BitName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.1, Mapping::chess(Standard::ALL[0]).square(self.0)) {
            (Some(name), _) => write!(f, "{name} (bit {})", self.0),
            (None, Some(square)) => write!(f, "bit {} ({square} where a1 = 0)", self.0),
            (None, None) => write!(f, "bit {}", self.0),
        }
    }
}

impl fmt::Display for SquareFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let square = BitName(self.bit, &self.square);
        let (factor, at) = (self.factor, self.line);
        match &self.problem {
            FailureKind::Clash { bits, index, occupied, attacks, difference } => write!(
                f,
                "{square}, factor {factor} in line {at}: occupied {} and {} share index {index} of {bits} bits, but attack {} and {}, which differ in {difference}",
                occupied[0], occupied[1], attacks[0], attacks[1]
            ),
            FailureKind::Narrow { bits, fewest, value, line } => write!(
                f,
                "{square}, {value} in line {line} leaves {bits} index bits, but factor {factor} in line {at} needs {fewest}"
            ),
            FailureKind::Wide { bits, relevant, value, line } => write!(
                f,
                "{square}, {value} in line {line} leaves {bits} index bits for {relevant} relevant squares: indices lie beyond a table of {}",
                1_u32 << relevant
            ),
            FailureKind::Shift { value, line } => write!(
                f,
                "{square}, {value} in line {line} is neither a number of index bits nor a shift"
            ),
        }
    }
}

/// Shows a table, with the pieces of the report's findings.
struct Laid<'r>(&'r SharedTable, &'r Report);

impl fmt::Display for Laid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(table, report) = self;
        let verdict = table.verdict();
        let sharing = match table.sharing {
            SharedSlots::Whole => "whole attack sets",
            SharedSlots::Masked => "attack sets that need a mask (& attacks on the empty board)",
        };
        write!(
            f,
            "table of {}: {verdict}, {} words from slot {} on, {} slots used, {} by several squares, {sharing} \
             (offsets from {})",
            table.pieces(report),
            table.length,
            table.lowest,
            table.used,
            table.shared,
            table.offset_arrays()
        )?;
        table.clashes.iter().try_for_each(|clash| write!(f, "\n  wrong: {clash}"))
    }
}

impl SharedTable {
    /// The names of its pieces.
    fn pieces(&self, report: &Report) -> String {
        let findings = self.findings.iter().filter_map(|finding| report.findings.get(*finding));
        findings.map(|finding| finding.piece.name()).collect::<Vec<_>>().join(" and ")
    }

    /// Whether it holds, or else the number of wrong offsets.
    pub(super) fn verdict(&self) -> String {
        match self.clashes.len() {
            0 => "holds".to_owned(),
            1 => "WRONG on 1 offset".to_owned(),
            count => format!("WRONG on {count} offsets"),
        }
    }

    /// The arrays of its offsets.
    fn offset_arrays(&self) -> String {
        let mut offsets: Vec<String> = self.offsets.iter().map(ToString::to_string).collect();
        offsets.dedup();
        offsets.join(" and ")
    }

    /// Its pieces, the number of wrong offsets, and the arrays of offsets.
    pub(super) fn summary(&self, report: &Report) -> String {
        let (pieces, arrays) = (self.pieces(report), self.offset_arrays());
        format!("table of {pieces}: {} (offsets from {arrays})", self.verdict())
    }
}

/// Shows two lists of offsets, with the piece of the report's finding.
struct TwoOffsetLists<'r>(&'r OffsetLists, &'r Report);

impl fmt::Display for TwoOffsetLists<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(lists, report) = self;
        write!(f, "{}", lists.summary(report))?;
        lists.squares.iter().try_for_each(|square| write!(f, "\n  wrong: {square}"))
    }
}

impl OffsetLists {
    /// The piece, the squares on which the lists differ, and the lists.
    pub(super) fn summary(&self, report: &Report) -> String {
        let piece = report.findings.get(self.finding).map_or("", |finding| finding.piece.name());
        let verdict = ShownVerdict(self.squares.iter().map(|one| (one.bit, &one.square)).collect());
        let relation = if self.squares.is_empty() { "agrees with" } else { "differs from" };
        let [laid_out, other] = &self.places;
        format!("offsets of {piece}: {verdict} ({other} {relation} {laid_out})")
    }
}

impl fmt::Display for OffsetsDiffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let square = BitName(self.bit, &self.square);
        let ([laid_out, other], [at, line]) = (self.offsets, self.lines);
        write!(f, "{square}, {other} in line {line}, but {laid_out} in line {at}")
    }
}

impl fmt::Display for TableClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.squares;
        write!(f, "{first} and {second} need different attack sets in slot {}", self.slot)?;
        if self.others > 0 {
            write!(f, "; the first clashes with {} more", self.others)?;
        }
        Ok(())
    }
}

impl fmt::Display for TableSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} on {}, offset {} in line {} (occupied {}, attacks {})",
            self.piece.name(),
            BitName(self.bit, &self.square),
            self.offset,
            self.line,
            self.occupied,
            self.attacks
        )
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "skipped: {} rows, {}: ", self.rows, self.place)?;
        match self.what {
            SkippedKind::Masks { piece } => {
                write!(f, "the relevant occupancy masks of the {}", piece.name())
            }
            SkippedKind::Small => write!(f, "not factors (too small or too similar)"),
            SkippedKind::Other => {
                write!(f, "not factors (no interpretation works on enough squares)")
            }
        }
    }
}
