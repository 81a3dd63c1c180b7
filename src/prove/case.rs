//! A question with the names of its piece and square in; all that a search and its ledger begin with out.

use super::ledger::Header;
use super::{Plan, Question, Until};

/// What is searched.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is asked.
    pub question: Question,
    /// How its tree is walked.
    pub plan: Plan,
    /// Where the walk may end.
    pub until: Until,
    /// The first line of its ledger.
    pub header: Header,
}

impl Case {
    /// Plans the search.
    #[must_use]
    pub fn new(piece: &str, square: &str, question: Question, until: Until) -> Self {
        let plan = Plan::new(&question);
        let header = Header::new(piece, square, &question, &plan, until);
        Self { question, plan, until, header }
    }

    /// True where the first factor ends the search.
    #[must_use]
    pub fn ends_at_first(&self) -> bool {
        self.until == Until::First
    }
}
