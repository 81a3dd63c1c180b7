//! Finds the functions that compute the attacks of a slider without a table, and the calls that replace them.
//!
//! The results decide: they are compared with walked rays, on every square under many occupancies. A function that can't
//! be run stays, and so does one whose results differ.

use magicgen_board::{Mapping, Piece, Walk};

use super::arrays::{SourceArray, arrays};
use super::{ModuleEdit, ModuleFinder};
use crate::adopt::code::{BlankedSource, Runnable};
use crate::adopt::functions::{SourceBody, SourceFunction};
use crate::adopt::judge::{Argument, enclosing, piece_of};
use crate::adopt::replaced::{argument, body, called, sources};
use crate::adopt::types::{TypeForm, is_small, is_wide, places};
use crate::adopt::{Examined, Left};
use crate::config::Job;
use magicgen_read::Slider;

/// The functions that compute attacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComputedAttacks {
    /// The changes of sources.
    pub edits: Vec<ModuleEdit>,
    /// The functions that stay, with the reason.
    pub left: Vec<Left>,
}

/// The functions of some files that compute the attacks of a job's pieces, except for those that have lookups.
#[must_use]
pub fn computed_attacks(files: &[Examined], job: &Job, except: &[&str]) -> ComputedAttacks {
    if job.mapping.indices() != 64 {
        return ComputedAttacks::default();
    }
    let sources = sources(files, job.language);
    let arrays: Vec<Vec<SourceArray>> = sources.iter().map(arrays).collect();
    ModuleFinder::new(files, job, (&sources, &arrays), &[]).computed(except)
}

/// The first file that has a function which seems to compute the attacks of a slider.
pub(in crate::adopt) fn file_with_attacks(sources: &[BlankedSource]) -> Option<usize> {
    sources.iter().find(|source| seeming_names(source).next().is_some()).map(|source| source.file)
}

/// A slider of the generated file.
struct Slides {
    name: &'static str,
    walk: Walk,
}

/// The sliders that have lookups by default.
fn sliders(mapping: &Mapping) -> [Slides; 3] {
    let rays = [Piece::rook().rays, Piece::bishop().rays].concat();
    let queen = Piece { rays, name: "queen".to_owned(), ..Piece::rook() };
    let slides = |name, piece: Piece| Slides { name, walk: Walk::new(&piece, mapping) };
    [slides("rook", Piece::rook()), slides("bishop", Piece::bishop()), slides("queen", queen)]
}

/// The operands of a function: the places of the square and the occupancy.
type Order = [usize; 2];

/// The occupancies on which results are compared, for each square: none, all, each square alone, and random ones.
fn occupancies(square: u8) -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ u64::from(square);
    // SplitMix64 (Steele, Lea, Flood 2014).
    let mut random = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    };
    let random = (0..64).map(move |number| match number % 4 {
        0 => random(),
        1 => random() & random(),
        2 => random() & random() & random(),
        _ => random() | random(),
    });
    [0, u64::MAX].into_iter().chain((0..64).map(|bit| 1 << bit)).chain(random)
}

impl ModuleFinder<'_> {
    fn computed(&self, except: &[&str]) -> ComputedAttacks {
        let mut all = ComputedAttacks::default();
        let sliders = sliders(&self.job.mapping);
        let is_asked = |slides: &&Slides| {
            let pieces = &self.job.printed.provenance.pieces;
            let has = |name: &str| pieces.iter().any(|piece| piece == name);
            let is_there =
                has(slides.name) || slides.name == "queen" && has("rook") && has("bishop");
            is_there && !except.contains(&slides.name)
        };
        let sliders: Vec<&Slides> = sliders.iter().filter(is_asked).collect();
        let seeming: Vec<&str> = self.sources.iter().flat_map(seeming_names).collect();
        for source in self.sources {
            for function in &source.functions {
                let run = self.evaluator.runnable(source, function);
                let found = run.as_ref().and_then(|run| self.slider(run, &sliders));
                // A function that only calls another one gets its results.
                let body = &source.text[function.body.clone()];
                let is_caller = seeming.iter().any(|name| is_called(body, name));
                let seems = seeming_piece(source, function).filter(|_| !is_caller);
                let fate = match (&run, found) {
                    (Some(run), Some((slides, order))) => {
                        self.call_of(source, function, (run, slides, order))
                    }
                    _ => match seems.filter(|name| sliders.iter().any(|one| one.name == *name)) {
                        Some(name) => Err(self.advice(run.as_ref(), name)),
                        None => continue,
                    },
                };
                match fate {
                    Ok(text) => all.edits.push(ModuleEdit {
                        file: source.file,
                        place: function.body.clone(),
                        text,
                    }),
                    Err(why) => all.left.push(Left {
                        file: source.file,
                        line: function.line,
                        name: function.name.clone(),
                        why,
                    }),
                }
            }
        }
        all
    }

    /// The slider whose attacks a function returns.
    fn slider<'s>(
        &self,
        run: &Runnable<'_>,
        sliders: &[&'s Slides],
    ) -> Option<(&'s Slides, Order)> {
        let orders: [Order; 2] = [[0, 1], [1, 0]];
        let both = sliders.iter().flat_map(|slides| orders.map(|order| (*slides, order)));
        let is_it = |(slides, order): &(&Slides, Order)| {
            (0..64).all(|square| {
                let mut all = occupancies(square);
                all.all(|occupied| {
                    let wanted = slides.walk.attacks(square, occupied);
                    self.result_of(run, *order, square, occupied) == Some(wanted)
                })
            })
        };
        both.into_iter().filter(|_| run.operands.len() == 2).find(is_it)
    }

    fn result_of(
        &self,
        run: &Runnable<'_>,
        order: Order,
        square: u8,
        occupied: u64,
    ) -> Option<u64> {
        let mut values = [0; 2];
        for (place, value) in order.into_iter().zip([u64::from(square), occupied]) {
            *values.get_mut(place)? = value;
        }
        self.evaluator.result(run, &values)
    }

    /// The reason why a function stays that seems to compute a slider's attacks.
    fn advice(&self, run: Option<&Runnable<'_>>, piece: &str) -> String {
        let name = called(self.job, &self.job.printed.names.lookup(piece));
        let is_computed = run.is_some_and(|run| {
            run.operands.len() == 2 && self.result_of(run, [0, 1], 0, 0).is_some()
        });
        if is_computed {
            return format!("its results aren't those of `{name}`");
        }
        format!(
            "its results can't be compared; if they are the {piece}'s attacks, call `{name}` in it"
        )
    }

    /// The new body of a function that computes a slider's attacks, or a reason why it stays.
    fn call_of(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        (run, slides, [square, occupied]): (&Runnable<'_>, &Slides, Order),
    ) -> Result<String, String> {
        let calls = &self.job.language.calls;
        let is_macro = function.form == SourceBody::Macro;
        let [Some((name, square)), Some((_, occupied))] =
            [square, occupied].map(|at| run.operands.get(at))
        else {
            return Err("its parameters aren't known".to_owned());
        };
        let square = self.operand(source, function, name, square)?;
        let mut occupied = self.written(source, function, occupied);
        if let Some(kind) = &occupied.kind
            && let TypeForm::Own { number: Some(number), .. } =
                self.types.form(source.lang, kind, source.file)
            && !number.is_empty()
        {
            occupied = Argument { text: occupied.text + &number, kind: None };
        }
        let [before, after] = self.made(source, function, false)?;
        let is_made = !before.is_empty() && !calls.indexes_by_square;
        let square = argument(&square, calls.square, true, is_macro);
        let occupied = argument(&occupied, calls.occupied, is_made, is_macro);
        let name = called(self.job, &self.job.printed.names.lookup(slides.name));
        let text = &self.files[source.file].text;
        if text[function.body.clone()].contains("assert") {
            return Err("it has an assertion".to_owned());
        }
        let value = format!("{before}{name}({square}, {occupied}){after}");
        Ok(body(text, &value, self.job.language, function))
    }
}

/// The names of the functions that seem to return a slider's attacks.
fn seeming_names(source: &BlankedSource) -> impl Iterator<Item = &str> {
    let seems = |function: &&SourceFunction| seeming_piece(source, function).is_some();
    source.functions.iter().filter(seems).map(|function| function.name.as_str())
}

/// Whether the text before a brace opens a namespace or a type.
fn is_scope(head: &str) -> bool {
    let words = ["namespace", "class", "struct", "impl", "mod", "object", "interface", "record"];
    words.iter().any(|word| places(head, word).next().is_some())
}

/// Whether a text calls a function of a name.
fn is_called(text: &str, name: &str) -> bool {
    places(text, name).any(|at| text[at + name.len()..].starts_with('('))
}

/// The slider whose attacks a function seems to return, by its name and its types.
fn seeming_piece(source: &BlankedSource, function: &SourceFunction) -> Option<&'static str> {
    const OTHERS: [&str; 9] =
        ["mask", "xray", "index", "magic", "init", "fill", "test", "mobil", "castl"];
    let name = function.name.to_ascii_lowercase();
    let parameters = function.parameters.as_ref()?;
    let is_wide_one = parameters.iter().any(|one| is_wide(&one.kind) || !is_small(&one.kind));
    let is_shaped = parameters.len() == 2 && is_wide_one && !is_small(&function.result);
    if !is_shaped || OTHERS.iter().any(|word| name.contains(word)) {
        return None;
    }
    let about = ["att", "atk", "move", "target"].iter().any(|word| name.contains(word));
    let piece = |name: &str| {
        let is_queen = name.contains("queen");
        if is_queen { Some("queen") } else { piece_of(name).map(Slider::name) }
    };
    let around = || {
        let heads = enclosing(&source.text, function.body.start);
        let scopes = heads.iter().filter(|(head, _)| is_scope(head));
        scopes.into_iter().find_map(|(head, _)| piece(&head.to_ascii_lowercase()))
    };
    let bare = |piece: &&str| name == *piece || name == format!("{}att", &piece[..1]);
    let named = || ["rook", "bishop", "queen"].into_iter().find(bare);
    if about { named().or_else(|| piece(&name)).or_else(around) } else { named() }
}
