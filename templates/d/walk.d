/// Follows each ray{% if walked.walk.has_range %} for so many steps{% endif %} to its first blocker, that one included.
private ulong {{ walked.walk.name }}(
    const byte[] steps, const ulong[] from, {% if walked.walk.has_range %}int range, {% endif %}int square, ulong occupied)
    @safe pure nothrow @nogc
{
    ulong attacks = 0;
    foreach (ray, step; steps)
    {
        int at = {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}[square]{% else %}square{% endif %};
{%- if walked.walk.has_range %}
        int left = range;
{%- endif %}
        ulong reached = 0;
        while ({% if walked.walk.has_range %}left > 0 && {% endif %}((from[ray] >> at) & 1) != 0 && (reached & occupied) == 0)
        {
            at += step;
            reached = 1UL << {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %};
            attacks |= reached;
{%- if walked.walk.has_range %}
            left--;
{%- endif %}
        }
    }
    return attacks;
}
