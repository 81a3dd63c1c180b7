    /// <summary>The index of an occupancy: its bits at the places of the mask, packed, or the upper bits of a product.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong {{ dispatch.pick }}(ulong occupied, ulong mask, ulong factor, uint shift)
    {
#if NET5_0_OR_GREATER
        if ({{ dispatch.flag }})
        {
            return System.Runtime.Intrinsics.X86.Bmi2.X64.ParallelBitExtract(occupied, mask);
        }
#endif
        return unchecked((occupied & mask) * factor) >> (int)shift;
    }

#if NET5_0_OR_GREATER
    private static readonly bool {{ dispatch.flag }} = {{ dispatch.detect }}();

    /// <summary>Asks the processor: true where it has PEXT, and isn't one of AMD's before Zen 3, which take long for it.</summary>
    private static bool {{ dispatch.detect }}()
    {
        if (!System.Runtime.Intrinsics.X86.Bmi2.X64.IsSupported)
        {
            return false;
        }

        int vendor = System.Runtime.Intrinsics.X86.X86Base.CpuId(0, 0).Ebx;
        int model = System.Runtime.Intrinsics.X86.X86Base.CpuId(1, 0).Eax;
        int family = ((model >> 8) & 0xF) + ((model >> 20) & 0xFF);
        // The letters "Auth" of AMD and "Hygo" of Hygon.
        bool isAmd = vendor == 0x68747541 || vendor == 0x6F677948;
        return !(isAmd && family < 0x19);
    }
#endif