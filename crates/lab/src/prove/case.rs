//! A question together with everything that its search and its ledger begin with.

use super::ledger::Header;
use super::{Question, SEARCH_VERSION, SearchPlan, Until};

/// A question, with the plan of its search and the header of its ledger.
#[derive(Clone, Debug)]
pub struct ProofCase {
    /// The question.
    pub question: Question,
    /// The order in which a factor's bits become known.
    pub plan: SearchPlan,
    /// Whether the search ends at the first factor or counts all.
    pub until: Until,
    /// The first line of the ledger.
    pub header: Header,
}

impl ProofCase {
    /// Plans the search of a question. `piece` and `square` are names for the ledger.
    #[must_use]
    pub fn new(piece: &str, square: &str, question: Question, until: Until) -> Self {
        Self::of_version(piece, square, question, until, SEARCH_VERSION)
    }

    /// The case of a search of this version, from 1 to [`SEARCH_VERSION`], for ledgers that were written earlier.
    #[must_use]
    pub fn of_version(
        piece: &str,
        square: &str,
        question: Question,
        until: Until,
        version: u32,
    ) -> Self {
        let plan = SearchPlan::of_version(&question, version);
        let header = Header::new(piece, square, &question, &plan, until);
        Self { question, plan, until, header }
    }

    /// True where the first factor ends the search.
    #[must_use]
    pub fn ends_at_first(&self) -> bool {
        self.until == Until::First
    }
}
