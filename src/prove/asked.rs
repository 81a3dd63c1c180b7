//! A level and the next one in; how a window's candidates lie and which keys are asked about them out.

use super::node::{Keys, Node};
use super::plan::{BITSETS, Level, Plan, Step};
use super::question::Question;
use super::window::{Key, STRETCH, Shape, Window};

/// How the candidates of the next level lie among slots, and the subsets that are asked about them: by the slots known
/// at the node above, and by those known here.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) shape: Shape,
    pub(super) ahead: Vec<Key>,
    pub(super) here: Vec<Key>,
}

/// Gives a bitset to each of the classes with most subsets.
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

/// The window of the bits that come after `level`, if they make one square active.
pub(super) fn window_of(level: Level, next: Level, plan: &Plan, keys: &Keys) -> Option<Asked> {
    if next.active != level.active + 1 || keys.shift == 63 {
        return None;
    }
    let square = plan.order[usize::from(level.active)];
    let bits: u8 = 64 - keys.shift;
    let shape = match next.step {
        Step::Down(by) => {
            let phases = keys.shift.checked_sub(square + next.low)?;
            if !(1..=3).contains(&phases) || by < phases || by > phases + 5 {
                return None;
            }
            Shape::Fine { phases, slots: by - phases }
        }
        Step::Up(by) => Shape::Wide { stride: bits.checked_sub(by)?, count: by },
        Step::Root | Step::Cell => return None,
    };
    let first = 1_usize << level.active;
    let words = shape.words(bits);
    let key = |index: usize| {
        // Neighbours are alike: far apart they kill different candidates.
        let index = first + ((index * 0x1a5) & (first - 1));
        let set = keys.set[usize::from(keys.class[index])];
        let rest = match shape {
            Shape::Fine { .. } => keys.key[index] & !(1 << square),
            Shape::Wide { .. } => keys.key[index],
        };
        (usize::from(set) < BITSETS).then(|| Key { rest, set: (usize::from(set) * words) as u32 })
    };
    let mut ahead: Vec<Key> = (0..first).filter_map(key).collect();
    // Asking one twice does no harm.
    while !ahead.len().is_multiple_of(STRETCH) {
        ahead.push(ahead[0]);
    }
    Some(Asked { shape, here: ahead.clone(), ahead })
}

/// The window of a node.
pub(super) fn window_at(
    shape: Shape,
    node: &Node,
    plan: &Plan,
    depth: usize,
    keys: &Keys,
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
