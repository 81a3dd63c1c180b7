//! Chooses, for a level of a plan, the shape of its window and the keys that the window tests.

use super::node::{KeyOrder, TreeNode};
use super::plan::{BITSETS, KnownBits, SearchPlan, TreeLevel};
use super::question::Question;
use super::window::{Key, STRETCH, Shape, Window};

/// The window of a level: how the candidates of the next level lie among slots, and the keys that are tested. `ahead`
/// are the keys tested with the slots known at the node above, `here` those tested with the slots known at the node
/// itself.
#[derive(Clone, Debug)]
pub(super) struct AskedWindow {
    pub(super) shape: Shape,
    pub(super) ahead: Vec<Key>,
    pub(super) here: Vec<Key>,
}

/// For each class plus 1, the number of its bitset. The classes with most subsets have their own bitsets; all others
/// have the number `BITSETS`.
pub(super) fn set_of_class(question: &Question) -> Vec<u8> {
    let mut sizes = vec![(0_u32, 0); question.class_count as usize];
    for (class, size) in sizes.iter_mut().enumerate() {
        size.1 = class;
    }
    for class in &question.classes {
        sizes[usize::from(*class)].0 += 1;
    }
    sizes.sort_by_key(|(size, class)| (std::cmp::Reverse(*size), *class));
    let mut sets = vec![BITSETS as u8; sizes.len() + 1];
    for (set, (_, class)) in (0..BITSETS as u8).zip(sizes) {
        sets[class + 1] = set;
    }
    sets
}

/// The window for the bits that become known after `level`, if they make exactly one more square active.
pub(super) fn window_of(
    level: TreeLevel,
    next: TreeLevel,
    plan: &SearchPlan,
    keys: &KeyOrder,
) -> Option<AskedWindow> {
    if next.active != level.active + 1 || keys.shift == 63 {
        return None;
    }
    let square = plan.order[usize::from(level.active)];
    let bits: u8 = 64 - keys.shift;
    let shape = match next.step {
        KnownBits::Down(by) => {
            let phases = keys.shift.checked_sub(square + next.low)?;
            if !(1..=3).contains(&phases) || by < phases || by > phases + 5 {
                return None;
            }
            Shape::Fine { phases, slots: by - phases }
        }
        KnownBits::Up(by) => Shape::Wide { stride: bits.checked_sub(by)?, count: by },
        KnownBits::Root | KnownBits::Cell => return None,
    };
    let first = 1_usize << level.active;
    let words = shape.words(bits);
    let key = |index: usize| {
        // Neighbouring keys exclude similar candidates, so the order takes keys that are far apart.
        let index = first + ((index * 0x1a5) & (first - 1));
        let class = keys.class[index];
        let set = keys.set[usize::from(class)];
        let rest = match shape {
            Shape::Fine { .. } => keys.key[index] & !(1 << square),
            Shape::Wide { .. } => keys.key[index],
        };
        let at = (usize::from(set) * words) as u32;
        (usize::from(set) < BITSETS).then_some(Key { rest, set: at, class })
    };
    let mut ahead: Vec<Key> = (0..first).filter_map(key).collect();
    // The last stretch is filled with the first key, which may be tested twice.
    while !ahead.len().is_multiple_of(STRETCH) {
        ahead.push(ahead[0]);
    }
    Some(AskedWindow { shape, here: ahead.clone(), ahead })
}

/// The window of a node.
pub(super) fn window_at(
    shape: Shape,
    node: &TreeNode,
    plan: &SearchPlan,
    depth: usize,
    keys: &KeyOrder,
) -> Window {
    let square = plan.order[usize::from(plan.levels[depth].active)];
    let (base, drift) = match shape {
        Shape::Fine { phases, .. } => {
            ((node.prefix << square), (1_u64 << (keys.shift - phases)) - 1)
        }
        Shape::Wide { .. } => (0, 0),
    };
    Window {
        shape,
        shift: keys.shift,
        factor: node.factor,
        spread: node.spread,
        base: base.wrapping_add(node.constant),
        drift: drift + node.reach,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::Constant;

    #[test]
    fn classes_with_most_subsets_come_first() {
        // The question counts classes in the order in which they appear.
        let classes = [2, 2, 2, 1, 1, 0, 3, 3];
        let question = Question::of_classes(0b111, &classes, 2, 8, Constant::None);
        assert_eq!(set_of_class(&question), [BITSETS as u8, 0, 1, 3, 2]);
    }
}
