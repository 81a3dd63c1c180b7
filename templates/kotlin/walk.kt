    /** Follows each ray{% if walked.walk.has_range %} for up to [range] steps{% endif %} to its first blocker, that one included. */
{% for line in self::head_along(walked.walk.name, walked.walk, &PLACE) %}    {{ line }}
{% endfor %}        var attacks = 0L
        for (ray in steps.indices) {
            var at = {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}[square].toInt(){% else %}square{% endif %}
            var reached = 0L
{% if walked.walk.has_range %}            var left = range
            while (left > 0 && ((from[ray] ushr at) and 1L) != 0L && (reached and occupied) == 0L) {
                left--
{% else %}            while (((from[ray] ushr at) and 1L) != 0L && (reached and occupied) == 0L) {
{% endif %}                at += steps[ray]
                reached = 1L shl {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at].toInt(){% else %}at{% endif %}
                attacks = attacks or reached
            }
        }
        return attacks
    }
