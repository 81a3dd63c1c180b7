//! The lines of a piece: a line is two opposite rays, or one ray that has no opposite.

use super::{Piece, Walk};

/// A line through a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Line {
    /// Along a rank.
    Rank,
    /// Along a file.
    File,
    /// From the corner of a1 to the opposite one.
    Diagonal,
    /// From the first file's last rank to the last file's first rank.
    Antidiagonal,
    /// Any other pair of rays, or ray; the number is the index of its first ray in [`Piece::rays`].
    Other(u8),
}

impl Line {
    /// The word for this line in names, such as `rank` or `line5`.
    #[must_use]
    pub fn word(self) -> String {
        match self {
            Self::Rank => "rank".to_owned(),
            Self::File => "file".to_owned(),
            Self::Diagonal => "diagonal".to_owned(),
            Self::Antidiagonal => "antidiagonal".to_owned(),
            Self::Other(number) => format!("line{number}"),
        }
    }
}

/// The lines of a piece, each with the indices of its rays in [`Piece::rays`], in the order of their first rays.
#[must_use]
pub fn lines(piece: &Piece) -> Vec<(Line, Vec<usize>)> {
    let mut lines: Vec<(Line, Vec<usize>)> = Vec::new();
    for (at, (files, ranks)) in piece.rays.iter().enumerate() {
        let is_opposite = |other: &usize| piece.rays[*other] == (-files, -ranks);
        let opposite = lines.iter_mut().find(|(_, rays)| rays.iter().any(is_opposite));
        if let Some((_, rays)) = opposite {
            rays.push(at);
            continue;
        }
        let line = match (*files, *ranks) {
            (_, 0) if files.abs() == 1 => Line::Rank,
            (0, _) if ranks.abs() == 1 => Line::File,
            (1, 1) | (-1, -1) => Line::Diagonal,
            (1, -1) | (-1, 1) => Line::Antidiagonal,
            _ => Line::Other(at as u8),
        };
        lines.push((line, vec![at]));
    }
    lines
}

impl Walk {
    /// A walk along these rays alone, which are indices into [`Walk::rays`].
    #[must_use]
    pub fn along(&self, rays: &[usize]) -> Self {
        let rays = rays.iter().filter_map(|ray| self.rays.get(*ray)).copied().collect();
        Self { rays, range: self.range, permutation: self.permutation.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_rays_are_one_line() {
        let lines_of = |piece: &Piece| lines(piece).into_iter().map(|(line, _)| line).collect();
        let both: (Vec<Line>, Vec<Line>) = (lines_of(&Piece::rook()), lines_of(&Piece::bishop()));
        assert_eq!(both.0.len(), 2);
        assert!(both.0.contains(&Line::Rank) && both.0.contains(&Line::File));
        assert!(both.1.contains(&Line::Diagonal) && both.1.contains(&Line::Antidiagonal));
        let odd = Piece::new("odd", &[(0, 1), (1, 2), (-1, -2), (2, 0)], 7).unwrap();
        let found = lines(&odd);
        assert_eq!(found[0], (Line::File, vec![0]));
        assert_eq!(found[1], (Line::Other(1), vec![1, 2]));
        assert_eq!(found[2], (Line::Other(3), vec![3]));
    }
}
