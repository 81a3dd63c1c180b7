// {{ walked.walk.name }} follows each ray{% if walked.walk.has_range %} for so many steps{% endif %} to its first blocker, that one included.
func {{ walked.walk.name }}(steps []int8, from []uint64, {% if walked.walk.has_range %}limit, {% endif %}square int, occupied uint64) uint64 {
	attacks := uint64(0)
	from = from[:len(steps)]
	for ray, step := range steps {
		open := from[ray]
		at := {% if let Some(grid) = walked.walk.grid %}int({{ grid.of_bit }}[square]){% else %}square{% endif %}
		for {% if walked.walk.has_range %}left := limit; left > 0 && open>>(at&63)&1 != 0; left--{% else %}open>>(at&63)&1 != 0{% endif %} {
			at += int(step)
			reached := uint64(1) << ({% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %} & 63)
			attacks |= reached
			if reached&occupied != 0 {
				break
			}
		}
	}
	return attacks
}
