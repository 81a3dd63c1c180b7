//! A complete search, root by root, for hosts that have one thread.

use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};

use crate::ask::{NamedProblem, quick};
use crate::error::Error;
use magicgen_lab::prove::{ProofCase, Question, Searcher, Tally, Until, Witness};

/// A search that is under way, or has ended.
pub(super) struct Proof {
    case: &'static ProofCase,
    /// Made when the first root is searched, since that takes time.
    searcher: Option<Searcher<'static>>,
    /// The first root that isn't searched.
    next: u64,
    tally: Tally,
    /// How the witness was found.
    how: &'static str,
    shown: String,
}

/// Nothing stops a search between the roots of one call: a host ends the worker that it runs in.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Proof {
    /// Begins with the ways that need no search.
    pub(super) fn new(asked: &NamedProblem, question: Question) -> Self {
        let quick = quick(asked, &question);
        // A host begins few searches, each in a worker of its own, with which the case goes.
        let case: &'static ProofCase = Box::leak(Box::new(asked.case(question, Until::First)));
        let mut tally = Tally::new(case.plan.levels());
        tally.witness = quick.map(|(witness, _)| witness);
        let how = quick.map_or("complete search", |(_, how)| how);
        Self { case, searcher: None, next: 0, tally, how, shown: asked.shown.clone() }
    }

    /// Whether the question is answered.
    fn is_over(&self) -> bool {
        self.tally.witness.is_some() || self.next == self.case.plan.roots()
    }

    /// Searches so many roots, or fewer if the search ends.
    pub(super) fn go_on(&mut self, roots: u64) {
        if self.is_over() {
            return;
        }
        let Self { case, searcher, .. } = self;
        let case = *case;
        let searcher = searcher.get_or_insert_with(|| Searcher::new(&case.question, &case.plan));
        for _ in 0..roots {
            if self.tally.witness.is_some() || self.next == case.plan.roots() {
                break;
            }
            let mut tally = Tally::new(case.plan.levels());
            if !searcher.search(self.next, Until::First, &NEVER, &mut tally) {
                break;
            }
            self.tally += &tally;
            self.next += 1;
        }
    }

    /// What is known.
    pub(super) fn json(&self) -> Value {
        let status = match (self.tally.witness, self.is_over()) {
            (Some(_), _) => "exists",
            (None, true) => "none",
            (None, false) => "searching",
        };
        let word = |of: fn(Witness) -> u64| {
            self.tally.witness.map(|witness| format!("{:#018x}", of(witness)))
        };
        json!({
            "status": status,
            "what": self.shown,
            "bits": self.case.question.bits,
            "constant-kind": self.case.question.constant.id(),
            "factor": word(|witness| witness.factor),
            "constant": word(|witness| witness.constant),
            "how": self.how,
            "done": self.next,
            "roots": self.case.plan.roots(),
            "nodes": self.tally.all_nodes(),
        })
    }
}

/// The error where nothing is searched.
pub(super) fn none() -> Error {
    Error::Usage {
        message: "there is no search to continue".to_owned(),
        help: Some("send `prove` first".to_owned()),
    }
}
