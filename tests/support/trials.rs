//! Names test functions for the test programs, which have a `main` of their own.

use libtest_mimic::{Failed, Trial};

/// A test that is named after its function.
///
/// `module` is the function's `module_path!()`. Its first part, the test program, doesn't belong to the name. A slow test
/// is ignored, and `tests/slow` runs it.
pub(crate) fn trial<T: Outcome>(
    module: &str,
    function: &str,
    is_slow: bool,
    run: impl FnOnce() -> T + Send + 'static,
) -> Trial {
    let module = module.split_once("::").map_or("", |(_, module)| module);
    let function = function.replace(' ', "");
    let why = if is_slow { " (slow)" } else { "" };
    let name = format!("{module}::{function}{why}");
    Trial::test(name, || run().into_result()).with_ignored_flag(is_slow)
}

/// The result of a test function.
pub(crate) trait Outcome {
    /// An error if the test failed.
    fn into_result(self) -> Result<(), Failed>;
}

impl Outcome for () {
    fn into_result(self) -> Result<(), Failed> {
        Ok(())
    }
}

impl Outcome for Result<(), Failed> {
    fn into_result(self) -> Result<(), Failed> {
        self
    }
}

/// The tests of a module, from the names of its test functions: `trials![one, another: slow, #[cfg(unix)] third]`.
///
/// A function that isn't listed is dead code, which the compiler warns about.
macro_rules! trials {
    ($($(#[$meta:meta])* $($function:ident)::+ $(: $tier:ident)?),* $(,)?) => {
        Vec::from([$(
            $(#[$meta])*
            $crate::trials::trial(
                module_path!(),
                stringify!($($function)::+),
                !<[&str]>::is_empty(&[$(stringify!($tier))?]),
                $($function)::+,
            )
        ),*])
    };
}
