/* ucsim: its interface in the byte below the variables, `p` and a byte to print it, `s` to stop. */
#include "console.h"

#define INTERFACE (*(volatile unsigned char *)0xf7ffU)

void start(void)
{
}

void put(char byte)
{
    INTERFACE = 'p';
    INTERFACE = (unsigned char)byte;
}

void stop(int status)
{
    (void)status;
    INTERFACE = 's';
    for (;;) {
    }
}
