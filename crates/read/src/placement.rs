//! Lays out the index ranges of squares in one table by their offsets, and finds squares that clash.

use super::probe::Prober;
use super::sharing::SharedSlots;

use super::guess::Guess;

/// A square of a shared table.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharingSquare<'g> {
    /// The caller's number of the finding.
    pub(super) finding: usize,
    /// The reading of the factors.
    pub(super) guess: &'g Guess,
    /// The square's position.
    pub(super) position: usize,
    /// The square's index bits.
    pub(super) bits: u8,
    /// The square's offset.
    pub(super) offset: i64,
}

/// A tenant's use of a slot: the attack set that belongs there, and an occupancy that leads to it.
#[derive(Clone, Copy, Debug)]
struct Use {
    slot: i64,
    tenant: u16,
    attacks: u64,
    occupied: u64,
}

/// The laid-out table. `length` reaches from the lowest to the highest slot. `used` counts the slots with a tenant,
/// `shared` the slots with several.
#[derive(Clone, Debug)]
pub(super) struct TablePlacement {
    pub(super) sharing: SharedSlots,
    pub(super) lowest: i64,
    pub(super) length: u64,
    pub(super) used: u64,
    pub(super) shared: u64,
    pub(super) clashes: Vec<TenantClash>,
}

/// A tenant that doesn't fit into the table, and another tenant with which it clashes.
#[derive(Clone, Copy, Debug)]
pub(super) struct TenantClash {
    pub(super) tenants: [usize; 2],
    pub(super) slot: i64,
    pub(super) occupied: [u64; 2],
    pub(super) attacks: [u64; 2],
    /// The number of further tenants with which the first tenant clashes.
    pub(super) others: usize,
}

/// Lays out a table; `None` if more than `most` tenants don't fit, since the numbers aren't offsets of a table then.
pub(super) fn place(tenants: &[SharingSquare], most: usize) -> Option<TablePlacement> {
    let uses = uses(tenants);
    // Whole slots are tried first, since masked slots agree more often by chance: few clashes with whole slots are
    // stronger evidence than none with masked slots.
    [SharedSlots::Whole, SharedSlots::Masked].into_iter().find_map(|sharing| {
        let clashes = clashes(tenants, &uses, sharing, most)?;
        let (first, last) = (uses.first()?, uses.last()?);
        let slots = uses.chunk_by(|a, b| a.slot == b.slot);
        Some(TablePlacement {
            sharing,
            lowest: first.slot,
            length: last.slot.wrapping_sub(first.slot) as u64 + 1,
            used: slots.clone().count() as u64,
            shared: slots.filter(|slot| slot.len() > 1).count() as u64,
            clashes,
        })
    })
}

/// The slots that each tenant uses, sorted by slot.
fn uses(tenants: &[SharingSquare]) -> Vec<Use> {
    let mut uses: Vec<Use> = Vec::with_capacity(1 << 16);
    // At each index: the last tenant that used it, its attack set and its occupancy.
    let most_bits = tenants.iter().map(|tenant| tenant.bits).max().unwrap_or(0);
    let mut at_index: Vec<(u16, u64, u64)> = vec![(u16::MAX, 0, 0); 1 << most_bits];
    // Tenants by offset, so that only overlapping ranges are left to sort.
    let mut by_offset: Vec<(u16, &SharingSquare)> = (0..u16::MAX).zip(tenants).collect();
    by_offset.sort_unstable_by_key(|(number, tenant)| (tenant.offset, *number));
    for (number, tenant) in by_offset {
        let guess = tenant.guess;
        let square = Prober::square(guess.piece, guess.bit[tenant.position]);
        let formula = guess.formulas[tenant.position];
        let mut subset: u64 = 0;
        let mut end = 0;
        for attacks in Prober::problem(guess.piece).attacks(square) {
            let index = formula.index(subset, square.mask, tenant.bits);
            if at_index[index].0 != number {
                at_index[index] = (number, *attacks, subset);
                end = end.max(index + 1);
            }
            subset = subset.wrapping_sub(square.mask) & square.mask;
        }
        for (index, (of, attacks, occupied)) in (0..).zip(&at_index[..end]) {
            if *of == number {
                let slot = tenant.offset.saturating_add(index);
                uses.push(Use { slot, tenant: number, attacks: *attacks, occupied: *occupied });
            }
        }
    }
    uses.sort_by_key(|one| one.slot);
    uses
}

/// The first clash of two tenants, and the number of slots in which they clash.
#[derive(Clone, Copy)]
struct Quarrel {
    slots: u32,
    clash: TenantClash,
}

fn clashes(
    tenants: &[SharingSquare],
    uses: &[Use],
    sharing: SharedSlots,
    most: usize,
) -> Option<Vec<TenantClash>> {
    let reach: Vec<u64> = tenants
        .iter()
        .map(|tenant| {
            let guess = tenant.guess;
            Prober::square(guess.piece, guess.bit[tenant.position]).reach
        })
        .collect();
    let agree = |a: &Use, b: &Use| match sharing {
        SharedSlots::Whole => a.attacks == b.attacks,
        SharedSlots::Masked => {
            a.attacks & reach[usize::from(b.tenant)] == b.attacks & reach[usize::from(a.tenant)]
        }
    };
    let count = tenants.len();
    let mut quarrels: Vec<Option<Quarrel>> = vec![None; count * count];
    let mut pairs = 0;
    for slot in uses.chunk_by(|a, b| a.slot == b.slot) {
        for (at, a) in slot.iter().enumerate() {
            for b in slot[at + 1..].iter().filter(|b| !agree(a, b)) {
                for (a, b) in [(a, b), (b, a)] {
                    let pair = [usize::from(a.tenant), usize::from(b.tenant)];
                    let clash = TenantClash {
                        tenants: pair,
                        slot: a.slot,
                        occupied: [a.occupied, b.occupied],
                        attacks: [a.attacks, b.attacks],
                        others: 0,
                    };
                    let quarrel = &mut quarrels[pair[0] * count + pair[1]];
                    pairs += usize::from(quarrel.is_none());
                    quarrel.get_or_insert(Quarrel { slots: 0, clash }).slots += 1;
                }
            }
        }
        if pairs > (2 * count).saturating_mul(most) {
            return None;
        }
    }
    // The tenant that clashes with most others is taken out, until no two tenants clash.
    let mut found = Vec::new();
    loop {
        let row = |tenant: usize| quarrels[tenant * count..][..count].iter().flatten();
        let slots = |tenant: usize| row(tenant).map(|quarrel| quarrel.slots).sum::<u32>();
        let Some(worst) = (0..count)
            .filter(|tenant| row(*tenant).next().is_some())
            .max_by_key(|tenant| (row(*tenant).count(), slots(*tenant), count - tenant))
        else {
            return Some(found);
        };
        let others = row(worst).count() - 1;
        let clash = row(worst).max_by_key(|quarrel| quarrel.slots).map(|quarrel| quarrel.clash)?;
        found.push(TenantClash { others, ..clash });
        if found.len() > most {
            return None;
        }
        for other in 0..count {
            quarrels[worst * count + other] = None;
            quarrels[other * count + worst] = None;
        }
    }
}
