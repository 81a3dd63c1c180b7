{% let is_numpy = file.is_numpy() %}{{ file.signature("", file.subsets, [["mask", "int"]], file.list("list[int]")) }}
    """Return every subset of a mask, the empty one first."""
{% if is_numpy %}    subsets = np.zeros(1, dtype=np.uint64)
    while mask != 0:
        lowest = mask & -mask
        subsets = np.concatenate((subsets, subsets | np.uint64(lowest)))
        mask ^= lowest
    return subsets
{% else %}    subsets = [0]
    subset = -mask & mask
    while subset != 0:
        subsets.append(subset)
        subset = (subset - mask) & mask
    return subsets
{% endif %}

{% let numbers = "tuple[int, ...]" %}{% if walked.walk.has_range %}{{ file.signature("", walked.walk.name, [["steps", numbers], ["origins", numbers], ["most", "int"], ["square", "int"], ["occupied", file.set_type()]], file.set_type()) }}{% else %}{{ file.signature("", walked.walk.name, [["steps", numbers], ["origins", numbers], ["square", "int"], ["occupied", file.set_type()]], file.set_type()) }}{% endif %}
    """Follow each ray{% if walked.walk.has_range %} for so many steps{% endif %} to its first blocker, that one included."""
    attacks = {% if is_numpy %}np.zeros_like(occupied){% else %}0{% endif %}
    for step, origin in zip(steps, origins{% if file.options.minor >= 10 %}, strict=True{% endif %}):
        at = {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}[square]{% else %}square{% endif %}
{% if is_numpy %}        free = np.ones(occupied.shape, dtype=np.bool_)
{% else %}        reached = 0
{% endif %}{% if walked.walk.has_range %}        for _ in range(most):
            if not origin >> at & 1{% if !is_numpy %} or reached & occupied{% endif %}:
                break
{% else %}        while origin >> at & 1{% if !is_numpy %} and not reached & occupied{% endif %}:
{% endif %}            at += step
{% if is_numpy %}            reached = np.uint64(1 << {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %})
            attacks[free] |= reached
            free &= (occupied & reached) == 0
{% else %}            reached = 1 << {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %}
            attacks |= reached
{% endif %}    return attacks
