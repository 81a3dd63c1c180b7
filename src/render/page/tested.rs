//! Combines a language's texts into a self-test of the file.

use crate::render::prelude::*;

impl<'a> dyn Manner<'a> + '_ {
    /// The texts of a test, if the config asks for one; its functions' names are in this case.
    pub fn test(&self, case: Case) -> Option<Tested<'a>> {
        Some(self.tested(self.page().test()?, case, &mut self.page().taken.clone()))
    }

    /// The texts of a test. Its functions' names are in this case and not taken yet.
    pub fn tested(
        &self,
        (walk, test): (&'a RayFunction, &'a SelfTest<'a>),
        case: Case,
        taken: &mut Taken,
    ) -> Tested<'a> {
        let mut name = |what: &str, spoken: &str| taken.name(case.join(&[what, spoken]));
        Tested {
            test,
            arrays: test.arrays.iter().map(|array| self.array(array)).collect(),
            walked: self.walk(walk),
            compared: self.compared((walk, test), &mut name),
        }
    }

    /// The comparisons of a test: pieces, then unions. A union's walk calls its pieces' walks. `name` makes a
    /// function's name from its task, `walk` or `relevant`, and the piece's name in prose.
    pub fn compared<'t>(
        &self,
        (walk, test): (&RayFunction, &'t SelfTest<'_>),
        name: &mut dyn FnMut(&str, &str) -> String,
    ) -> Vec<Compared<'t>> {
        let occupied = self.words().occupied;
        let arguments = self.arguments(occupied);
        let mut all: Vec<Compared<'t>> = Vec::new();
        for piece in &test.pieces {
            let walked = self.walked(walk, &piece.rays, occupied);
            all.push(Compared {
                spoken: &piece.spoken,
                lookup: &piece.lookup,
                is_public: piece.is_public,
                relevant: vec![name("relevant", &piece.spoken)],
                squares: Some(self.along(&test.relevant, walk, &piece.rays, &arguments[..1])),
                pieces: vec![piece],
                walker: name("walk", &piece.spoken),
                body: self.finished(&walked),
                walked,
            });
        }
        for union in &test.unions {
            let call = |at: &usize| Expr::call_with(all[*at].walker.as_str(), &arguments);
            let sets: Vec<Expr> = union.of.iter().map(call).collect();
            all.push(Compared {
                spoken: &union.spoken,
                lookup: &union.lookup,
                is_public: true,
                relevant: union.of.iter().map(|at| all[*at].relevant[0].clone()).collect(),
                squares: None,
                pieces: union.of.iter().map(|at| &test.pieces[*at]).collect(),
                walker: name("walk", &union.spoken),
                body: self.finish_united(None, sets.clone()),
                walked: self.united(sets),
            });
        }
        all
    }
}
