//! A question in; a factor that is known or quickly found out, if there is one.
//!
//! Where the answer is yes, it mostly costs no search: somebody has published a factor, or, where there are as many
//! index bits as relevant squares and factors are plenty, the candidates of the usual search hold one soon. What is
//! offered here is tried like any other, subset by subset.

use super::ask::Asked;
use crate::prove::{Constant, Question, Witness};
use crate::search::candidate::Designer;
use crate::search::{Hash, Stream, known};

/// Candidates that are tried.
const CANDIDATES: u32 = 1_000_000;

/// A witness, and how it came.
pub(super) fn quick(asked: &Asked, question: &Question) -> Option<(Witness, &'static str)> {
    if let Some(witness) = published(asked, question) {
        return Some((witness, "published factor"));
    }
    if question.bits < asked.at.bits() {
        return None;
    }
    let mut designer = Designer::new(Hash::Multiply, question.mask, question.bits);
    let mut stream = Stream::new(0, "prove", asked.at.bit, question.mask);
    let mut candidates = (0..CANDIDATES).map(|_| designer.next(&mut stream));
    let found = candidates.find_map(|factor| holding(question, factor, None))?;
    Some((found, "random candidates"))
}

/// White magics and black ones; a constant of its own goes with some.
fn published(asked: &Asked, question: &Question) -> Option<Witness> {
    let problem = asked.board_problem()?;
    let known = known::for_problem(&problem);
    let mut magics = known.iter().filter_map(|(known, piece)| {
        (known.hash == Hash::Multiply).then(|| piece.magic(asked.at.bit))?
    });
    magics.find_map(|known| holding(question, known.magic.factor, Some(known.magic.constant)))
}

/// The factor with a constant that the question allows, if it holds.
fn holding(question: &Question, factor: u64, own: Option<u64>) -> Option<Witness> {
    let usual = question.constant_of(factor);
    let free = (question.constant == Constant::Free).then_some(());
    let black = free.map(|()| black(question).constant_of(factor));
    let constants = [Some(usual), black, free.and(own)];
    let constant =
        constants.into_iter().flatten().find(|constant| question.holds(factor, *constant));
    constant.map(|constant| Witness { factor, constant })
}

/// The same question about black magics.
pub(super) fn black(question: &Question) -> Question {
    Question { constant: Constant::Black, ..question.clone() }
}
