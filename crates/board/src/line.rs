//! The lines of a piece: a line is two opposite rays, or one ray that has no opposite.

use std::sync::Arc;

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
    /// Any other pair of rays, or ray; the number is that of its first ray or course.
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

/// The lines of a piece, each with the numbers of its rays and courses, in the order of their first ones. Rays come
/// before courses, which are counted on: see [`Piece::all_courses`].
///
/// Courses that go straight on share a line with rays. Leaps, lame or not, are one line, and each other course is its
/// own. Leaps that nothing hinders need no line, and go with the first one.
#[must_use]
pub fn lines(piece: &Piece) -> Vec<(Line, Vec<usize>)> {
    let mut lines: Vec<(Line, Vec<usize>)> = Vec::new();
    let courses = piece.all_courses();
    if piece.truth.is_some() {
        return vec![(Line::Other(0), vec![0])];
    }
    // A leap's line has no direction.
    let directions: Vec<Option<(i8, i8)>> = (courses.iter().enumerate())
        .map(|(at, course)| {
            let is_ray = at < piece.rays.len();
            if is_ray { piece.rays.get(at).copied() } else { course.direction() }
        })
        .collect();
    let mut free = Vec::new();
    for (at, course) in courses.iter().enumerate() {
        if at >= piece.rays.len() && course.is_free() {
            free.push(at);
            continue;
        }
        let is_same = |other: &usize| match (directions[at], directions[*other]) {
            (Some(one), Some(other)) => other == one || other == (-one.0, -one.1),
            (None, None) => course.is_leap() && courses[*other].is_leap(),
            _ => false,
        };
        let same = lines.iter_mut().find(|(_, rays)| rays.iter().any(is_same));
        if let Some((_, rays)) = same {
            rays.push(at);
            continue;
        }
        let line = match directions[at] {
            Some((files, 0)) if files.abs() == 1 => Line::Rank,
            Some((0, ranks)) if ranks.abs() == 1 => Line::File,
            Some((1, 1) | (-1, -1)) => Line::Diagonal,
            Some((1, -1) | (-1, 1)) => Line::Antidiagonal,
            _ => Line::Other(at as u8),
        };
        lines.push((line, vec![at]));
    }
    match (lines.first_mut(), free.first()) {
        (Some((_, first)), _) => first.extend(free),
        (None, Some(at)) => lines.push((Line::Other(*at as u8), free)),
        (None, None) => {}
    }
    lines
}

impl Walk {
    /// A walk along these rays and courses alone, by their numbers.
    #[must_use]
    pub fn along(&self, numbers: &[usize]) -> Self {
        let rays = numbers.iter().filter_map(|ray| self.rays.get(*ray)).copied().collect();
        let moves = self.moves.as_deref().map(|moves| Arc::new(moves.along(numbers)));
        Self { rays, moves, ..self.clone() }
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
