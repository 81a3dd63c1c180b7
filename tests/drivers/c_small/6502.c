/* sim65: its standard output. */
#include <stdio.h>
#include <stdlib.h>

#include "console.h"

void start(void)
{
}

void put(char byte)
{
    putchar(byte);
}

void stop(int status)
{
    exit(status);
}
