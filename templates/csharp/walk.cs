    /// <summary>Follows each ray{% if walked.walk.has_range %} for so many steps{% endif %} to its first blocker, that one included.</summary>
    {{ self::walk_head(walked.walk) }}
    {
        ulong attacks = 0;
        for (int ray = 0; ray < steps.Length; ray++)
        {
            int at = {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}[square]{% else %}square{% endif %};
            ulong reached = 0;
{% if walked.walk.has_range %}            for (int left = range; left > 0; left--)
            {
                if (((from[ray] >> at) & 1) == 0 || (reached & occupied) != 0)
                {
                    break;
                }

{% else %}            while (((from[ray] >> at) & 1) != 0 && (reached & occupied) == 0)
            {
{% endif %}                at += steps[ray];
                reached = 1UL << {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %};
                attacks |= reached;
            }
        }

        return attacks;
    }
