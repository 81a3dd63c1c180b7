/// {{ mover.doc }}
fn {{ mover.name }}(word: u64, mask: u64) u64 {
    if (!@inComptime() and
        comptime @import("builtin").cpu.arch == .x86_64 and
            std.Target.x86.featureSetHas(@import("builtin").cpu.features, .bmi2))
    {
        return asm ("{% if mover.spreads %}pdepq{% else %}pextq{% endif %} %[mask], %[word], %[moved]"
            : [moved] "=r" (-> u64),
            : [word] "r" (word),
              [mask] "r" (mask),
        );
    }
    // One bit of the mask after another, the lowest first.
    var moved: u64 = 0;
    var left = mask;
    var bit: u64 = 1;
    while (left != 0) : (bit <<= 1) {
        const rest = left & (left - 1);
        if (word & {% if mover.spreads %}bit{% else %}(left ^ rest){% endif %} != 0) moved |= {% if mover.spreads %}left ^ rest{% else %}bit{% endif %};
        left = rest;
    }
    return moved;
}
