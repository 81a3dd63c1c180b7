//! Answers a question without a complete search, by a published factor or one that is found quickly.
//!
//! If a factor exists, this mostly suffices: the factor is published; or there are as many index bits as relevant
//! squares, so that factors are plentiful and among the first candidates of the usual search. All factors are tested
//! with every subset.

use super::NamedProblem;
use crate::known;
use magicgen_lab::prove::{Constant, Question, Witness};
use magicgen_search::candidate::Designer;
use magicgen_search::{Hash, Stream};

/// The number of candidates that are tried.
const CANDIDATES: u32 = 1_000_000;

/// A witness, and how it was found.
#[must_use]
pub fn quick(asked: &NamedProblem, question: &Question) -> Option<(Witness, &'static str)> {
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

/// A published factor that answers the question: a white or a black magic, or a factor with its published constant.
fn published(asked: &NamedProblem, question: &Question) -> Option<Witness> {
    let problem = asked.board_problem()?;
    let known = known::for_problem(&problem);
    let mut magics = known.iter().filter_map(|(known, piece)| {
        (known.hash == Hash::Multiply).then(|| piece.magic(asked.at.bit))?
    });
    magics.find_map(|known| holding(question, known.magic.factor, Some(known.magic.constant)))
}

/// The factor with a constant that the question allows, if it works.
fn holding(question: &Question, factor: u64, own: Option<u64>) -> Option<Witness> {
    let usual = question.constant_of(factor);
    let free = (question.constant == Constant::Free).then_some(());
    let black = free.map(|()| black(question).constant_of(factor));
    let constants = [Some(usual), black, free.and(own)];
    let constant =
        constants.into_iter().flatten().find(|constant| question.holds(factor, *constant));
    constant.map(|constant| Witness { factor, constant })
}

/// The same question, but about black magics.
#[must_use]
pub fn black(question: &Question) -> Question {
    Question { constant: Constant::Black, ..question.clone() }
}
