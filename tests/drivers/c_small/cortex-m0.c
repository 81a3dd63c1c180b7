/* qemu: semihosting. There is no library: this file also starts the program. */
#include "console.h"

/* Operations of semihosting: 3 writes a byte, 0x18 stops, with a reason for a good end or a bad one. */
static void call(unsigned operation, const void *argument)
{
    register unsigned r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void start(void)
{
}

void put(char byte)
{
    call(3, &byte);
}

void stop(int status)
{
    call(0x18, (const void *)(status == 0 ? 0x20026UL : 0x20023UL));
    for (;;) {
    }
}

int main(void);

extern unsigned stack_top, data_source, data_begin, data_end, bss_begin, bss_end;

static void reset(void)
{
    const unsigned *from = &data_source;
    unsigned *to;

    for (to = &data_begin; to < &data_end; to++) {
        *to = *from++;
    }
    for (to = &bss_begin; to < &bss_end; to++) {
        *to = 0;
    }
    (void)main();
    stop(0);
}

static void fault(void)
{
    stop(1);
}

/* The stack, then the handlers of reset, of a non-maskable interrupt and of a fault. */
struct vectors {
    unsigned *stack;
    void (*handlers[3])(void);
};

extern const struct vectors vectors;

const struct vectors vectors __attribute__((section(".vectors"), used)) = {
    &stack_top,
    {reset, fault, fault},
};
