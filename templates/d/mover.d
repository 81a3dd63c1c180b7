/// {{ mover.doc }}
private ulong {{ mover.name }}(ulong word, ulong mask) {{ attributes }}
{
    version (LDC)
    {
        static if (__traits(targetHasFeature, "bmi2") && size_t.sizeof == 8)
        {
            import ldc.gccbuiltins_x86 : __builtin_ia32_{% if mover.spreads %}pdep{% else %}pext{% endif %}_di;

            if (!__ctfe)
                return __builtin_ia32_{% if mover.spreads %}pdep{% else %}pext{% endif %}_di(word, mask);
        }
    }
    // One bit of the mask after another, the lowest first.
    ulong moved = 0;
    for (ulong bit = 1; mask != 0; bit <<= 1)
    {
        const others = mask & (mask - 1);
        if ((word & {% if mover.spreads %}bit{% else %}(mask ^ others){% endif %}) != 0)
            moved |= {% if mover.spreads %}mask ^ others{% else %}bit{% endif %};
        mask = others;
    }
    return moved;
}
