int {{ dispatch.flag }};

/* Asks the processor: 1 where it has PEXT (BMI2), and isn't one of AMD's before Zen 3, which take long for it. */
static int {{ dispatch.detect }}(void)
{
#if {{ File::has_assembly() }} || defined(_M_X64)
    unsigned vendor[4] = {0};
    unsigned model[4] = {0};
    unsigned features[4] = {0};
    unsigned family;
#if {{ File::has_assembly() }}
    if (__get_cpuid_count(0, 0, &vendor[0], &vendor[1], &vendor[2], &vendor[3]) == 0 || vendor[0] < 7) {
        return 0;
    }
    __get_cpuid_count(1, 0, &model[0], &model[1], &model[2], &model[3]);
    __get_cpuid_count(7, 0, &features[0], &features[1], &features[2], &features[3]);
#else
    __cpuidex((int *)vendor, 0, 0);
    if (vendor[0] < 7) {
        return 0;
    }
    __cpuidex((int *)model, 1, 0);
    __cpuidex((int *)features, 7, 0);
#endif
    family = ((model[0] >> 8) & 0xFU) + ((model[0] >> 20) & 0xFFU);
    /* The letters "Auth" of AMD and "Hygo" of Hygon. */
    if ((vendor[1] == 0x68747541U || vendor[1] == 0x6F677948U) && family < 0x19U) {
        return 0;
    }
    return (features[1] & 0x100U) != 0;
#else
    return 0;
#endif
}
