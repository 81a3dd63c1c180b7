
/// The index of an occupancy: its bits at the places of `mask`, packed into the low bits, where the
/// processor is quick at that; elsewhere the upper bits of a product.
#[inline]
fn pick(occupied: u64, mask: u64, factor: u64, shift: u8) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if packs_bits() {
        let packed: u64;
        // SAFETY: the processor has the instruction, which changes nothing but its result.
        unsafe {
            core::arch::asm!(
                "pext {}, {}, {}",
                out(reg) packed,
                in(reg) occupied,
                in(reg) mask,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        return packed;
    }
    (occupied & mask).wrapping_mul(factor) >> shift
}

/// True where the processor packs bits quickly. It is asked once.
#[cfg(target_arch = "x86_64")]
#[inline]
fn packs_bits() -> bool {
    // 0 before the processor is asked, then 1 for no and 2 for yes.
    static ANSWER: core::sync::atomic::AtomicU8 = core::sync::atomic::AtomicU8::new(0);
    let answer = ANSWER.load(core::sync::atomic::Ordering::Relaxed);
    if answer != 0 {
        return answer == 2;
    }
    let answer = packs_bits_quickly();
    ANSWER.store(1 + u8::from(answer), core::sync::atomic::Ordering::Relaxed);
    answer
}

/// Asks the processor: true where it has PEXT (BMI2), and isn't one of AMD's before Zen 3, which
/// take long for it.
#[cfg(target_arch = "x86_64")]
#[cold]
{% for line in options.allow("unused_unsafe", "newer compilers know that it is safe") %}{{ line }}
{% endfor %}fn packs_bits_quickly() -> bool {
    // SAFETY: every processor of this kind has the instruction.
    let ask = |leaf| unsafe { core::arch::x86_64::__cpuid_count(leaf, 0) };
    let vendor = ask(0);
    if vendor.eax < 7 {
        return false;
    }
    let model = ask(1).eax;
    let family = ((model >> 8) & 0xf) + ((model >> 20) & 0xff);
    // The letters "Auth" of AMD and "Hygo" of Hygon.
    let is_amd = vendor.ebx == 0x6874_7541 || vendor.ebx == 0x6f67_7948;
    ask(7).ebx & 0x100 != 0 && !(is_amd && family < 0x19)
}

