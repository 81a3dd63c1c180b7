/* 1 once the tables are filled for a processor that packs bits quickly. */
extern int {{ dispatch.flag }};

/* The index of an occupancy: its bits at the places of the mask, packed, or the upper bits of a product. */
{{ file.inline }} {{ file.word }} {{ dispatch.pick }}({{ file.word }} occupied, {{ file.word }} mask, {{ file.word }} factor, unsigned shift)
{
#if {{ File::has_assembly() }}
    if ({{ dispatch.flag }}) {
        {{ file.word }} packed;

        /* The instruction itself, since its function is only for code that is compiled with -mbmi2. */
        __asm__("{pextq %2, %1, %0|pext %0, %1, %2}" : "=r"(packed) : "r"(occupied), "r"(mask));
        return packed;
    }
#elif defined(_M_X64)
    if ({{ dispatch.flag }}) {
        return _pext_u64(occupied, mask);
    }
#endif
    return ((occupied & mask) * factor) >> shift;
}
