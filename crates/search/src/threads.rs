//! Runs tasks on threads. Their results don't depend on the number of threads.

/// Runs all of `tasks`, which must not depend on one another, on `threads` threads, each with what `begin` gives.
pub(crate) fn for_each<T: Send, Begun>(
    tasks: Vec<T>,
    threads: usize,
    begin: impl Fn() -> Begun + Send + Sync,
    run: impl Fn(&mut Begun, T) + Send + Sync,
) {
    #[cfg(feature = "parallel")]
    if threads > 1
        && tasks.len() > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    {
        use rayon::prelude::*;
        pool.install(|| tasks.into_par_iter().with_max_len(1).for_each_init(begin, run));
        return;
    }
    let _ = threads;
    let mut begun = begin();
    for task in tasks {
        run(&mut begun, task);
    }
}
