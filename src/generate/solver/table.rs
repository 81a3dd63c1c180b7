//! Problems that share a table in; factors that were found together with their places in it out.

use super::{Found, Site, Solver};
use crate::error::Error;
use crate::geometry::Problem;
use crate::layout::Unfit;
use crate::variant::Axes;

impl Solver {
    /// Ranges within one another's holes.
    pub(super) fn packed(
        &mut self,
        site: Site<'_>,
        axes: Axes,
        problems: &[&Problem],
    ) -> Result<Found, Error> {
        let _ = (site, axes, problems);
        Err(Error::Usage { message: "not yet".to_owned(), help: None })
    }

    /// Shifts or offsets in the factors.
    pub(super) fn in_factor(
        &mut self,
        site: Site<'_>,
        axes: Axes,
        problems: &[&Problem],
    ) -> Result<Result<Found, Unfit>, Error> {
        let _ = (site, axes, problems);
        Err(Error::Usage { message: "not yet".to_owned(), help: None })
    }
}
