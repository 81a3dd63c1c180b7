//! Batches that choose their registers when the program runs. Each has a function for each kind of registers, compiled for
//! that kind whatever the compiler's flags are, and asks the processor once per call.

use super::{RegisterKind, Target, Tongue, chosen};
use crate::render::prelude::*;

/// The compilers that compile a function for given registers, and have a builtin that asks the processor: GCC and Clang. A
/// build without optimisation would call a function for each intrinsic, and takes the loop, which is faster there.
const CONDITION: &str = "defined(__x86_64__) && defined(__GNUC__) && defined(__OPTIMIZE__)";

/// The kinds of registers between which a file's batches choose, the most preferred first; none if the flags choose.
pub(in crate::render) fn chosen_kinds(page: &Page<'_>) -> Vec<RegisterKind> {
    let batches = page.batches.iter().filter_map(|batch| batch.lanes.as_ref());
    let mut needed: Vec<_> =
        batches.filter(|lanes| lanes.is_chosen).flat_map(LaneBatch::operations).collect();
    needed.sort_unstable();
    needed.dedup();
    let with = |target: Target| RegisterKind::with(target, &needed);
    [Target::Avx512, Target::Avx2].into_iter().filter_map(with).collect()
}

/// The key `dispatch-batches`.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(in crate::render) struct DispatchBatches(Option<Spanned<bool>>);

impl DispatchBatches {
    /// True if batches on vectors choose when the program runs.
    pub(in crate::render) fn is_asked_for(&self) -> bool {
        self.0.as_ref().is_some_and(|given| *given.get_ref())
    }

    /// The setting for [`Backend::settings`](crate::render::Backend::settings), unless it is the default.
    pub(in crate::render) fn setting(&self) -> Option<(&'static str, String)> {
        self.is_asked_for().then(|| ("dispatch-batches", "true".to_owned()))
    }

    /// Lets the batches choose, if that is asked for.
    pub(in crate::render) fn apply(&self, page: &mut Page<'_>) {
        let batches = page.batches.iter_mut().filter_map(|batch| batch.lanes.as_mut());
        batches.for_each(|lanes| lanes.is_chosen = self.is_asked_for());
    }

    /// Refuses the key in a file without batches on vectors.
    pub(in crate::render) fn check(
        &self,
        batches: impl FnOnce() -> Vec<Batch>,
    ) -> Result<(), OptionError> {
        let batches = if self.is_asked_for() { batches() } else { return Ok(()) };
        let message = "`dispatch-batches` needs batches";
        let help = "add `\"batch\"` to `emit`, or leave `dispatch-batches` out";
        self.refuse_if(batches.is_empty(), message, help)?;
        let is_vain = !batches.iter().any(|batch| batch.lanes.is_some());
        let message = "`dispatch-batches` needs batches on vectors: of a variant without tables, with fields in arrays and words of 64 bits without types of one's own";
        let help = "use `slide-arithmetic` or another variant of docs/vectors.md and the usual fields and types, or leave `dispatch-batches` out";
        self.refuse_if(is_vain, message, help)
    }

    /// Refuses the key under a condition.
    pub(in crate::render) fn refuse_if(
        &self,
        is_wrong: bool,
        message: &str,
        help: &str,
    ) -> Result<(), OptionError> {
        refuse(self.0.as_ref(), |is_given| *is_given && is_wrong, message, help)
    }
}

impl RegisterKind {
    /// The registers in a name.
    pub(in crate::render) fn word(&self) -> String {
        self.target.name().to_lowercase().replace('-', "")
    }
}

/// The syntax of C's and C++'s functions on one kind of registers, whose names end with that kind.
pub(in crate::render) struct OnKind<'a> {
    pub(in crate::render) tongue: &'a dyn Tongue,
    pub(in crate::render) kind: &'a RegisterKind,
}

impl OnKind<'_> {
    fn name(&self, words: &str) -> String {
        format!("{words} on {}", self.kind.word())
    }

    /// The name of a batch's function.
    pub(in crate::render) fn function_of(&self, batch: &Batch) -> String {
        self.own_name(&format!("{} batch", batch.piece))
    }

    /// The macro before the result of functions, which makes the compiler use these registers.
    pub(in crate::render) fn attribute(&self) -> String {
        self.tongue.own_macro(&format!("for {}", self.kind.word()))
    }
}

impl Tongue for OnKind<'_> {
    fn own_name(&self, words: &str) -> String {
        self.tongue.own_name(&self.name(words))
    }

    fn own_macro(&self, words: &str) -> String {
        self.tongue.own_macro(&self.name(words))
    }

    fn word(&self) -> &str {
        self.tongue.word()
    }

    fn converted(&self, value: &str, to: &str) -> String {
        self.tongue.converted(value, to)
    }

    fn opening(&self, name: &str, parameters: &[String], result: &str) -> Vec<String> {
        self.tongue.opening(name, parameters, &format!("{} {result}", self.attribute()))
    }

    fn byte(&self) -> &'static str {
        self.tongue.byte()
    }

    fn margin(&self) -> &'static str {
        self.tongue.margin()
    }
}

/// The macro that is defined where batches choose.
fn flag(tongue: &dyn Tongue) -> String {
    tongue.own_macro("dispatch batches")
}

/// The lines that include the header of intrinsics.
pub(super) fn includes(page: &Page<'_>) -> Vec<String> {
    let include = |kind: &RegisterKind| {
        (CONDITION.to_owned(), vec![format!("#include <{}>", kind.target.header())])
    };
    chosen(chosen_kinds(page).first().map(include).into_iter().collect())
}

/// The types and functions of vectors, for each kind of registers.
pub(super) fn definitions(page: &Page<'_>, tongue: &dyn Tongue) -> Vec<String> {
    let kinds = chosen_kinds(page);
    if kinds.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!("#define {}", flag(tongue))];
    for kind in &kinds {
        let on = OnKind { tongue, kind };
        let features = kind.features().join(",");
        lines.push(format!("#define {} __attribute__((target(\"{features}\")))", on.attribute()));
    }
    lines.extend(kinds.iter().flat_map(|kind| kind.definitions(&OnKind { tongue, kind })));
    lines.push(String::new());
    chosen(vec![(CONDITION.to_owned(), lines)])
}

/// The names of functions of vectors and of batches on them.
pub(super) fn names(page: &Page<'_>, tongue: &dyn Tongue) -> Vec<String> {
    let batches = |kind: &RegisterKind| {
        let on_lanes = page.batches.iter().filter(|batch| batch.lanes.is_some());
        on_lanes.map(|batch| OnKind { tongue, kind }.function_of(batch)).collect::<Vec<_>>()
    };
    let of_kind = |kind: &RegisterKind| {
        let names = kind.names(&OnKind { tongue, kind }).collect::<Vec<_>>();
        [names, batches(kind)].concat()
    };
    chosen_kinds(page).iter().flat_map(of_kind).collect()
}

/// Statements where batches choose.
pub(in crate::render) fn where_chosen(tongue: &dyn Tongue, lines: Vec<String>) -> Vec<String> {
    let first = format!("#if defined({})", flag(tongue));
    [first].into_iter().chain(lines).chain(["#endif".to_owned()]).collect()
}

/// The statements that ask the processor for each kind of registers in turn, and call the function for the first that it
/// has.
pub(in crate::render) fn choice(
    page: &Page<'_>,
    tongue: &dyn Tongue,
    call: impl Fn(&OnKind<'_>) -> Vec<String>,
) -> Vec<String> {
    let margin = tongue.margin();
    let mut lines = Vec::new();
    for kind in &chosen_kinds(page) {
        let asked = |feature: &&str| format!("__builtin_cpu_supports(\"{feature}\")");
        let asked: Vec<String> = kind.features().iter().map(asked).collect();
        let asked = asked.join(&format!(" &&\n{margin}{margin}"));
        let before = if lines.is_empty() { "" } else { "} else " };
        lines.extend(format!("{before}if ({asked}) {{").lines().map(str::to_owned));
        let called = call(&OnKind { tongue, kind });
        lines.extend(called.iter().map(|line| behind_margin(margin, line)));
    }
    lines.push("}".to_owned());
    lines
}

/// The functions of a batch that chooses, each for one kind of registers, as `write` writes them.
pub(in crate::render) fn functions(
    page: &Page<'_>,
    tongue: &dyn Tongue,
    batch: &Batch,
    write: impl Fn(&OnKind<'_>, &LaneBatch) -> Vec<String>,
) -> Vec<Vec<String>> {
    let Some(lanes) = batch.lanes.as_ref().filter(|lanes| lanes.is_chosen) else {
        return Vec::new();
    };
    chosen_kinds(page).iter().map(|kind| write(&OnKind { tongue, kind }, lanes)).collect()
}
