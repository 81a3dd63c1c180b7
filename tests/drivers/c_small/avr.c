/* simavr: the first serial port; to sleep without interrupts is to stop. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#include "console.h"

void start(void)
{
    UCSR0B = 1 << TXEN0;
}

void put(char byte)
{
    while ((UCSR0A & 1 << UDRE0) == 0) {
    }
    UDR0 = (unsigned char)byte;
}

void stop(int status)
{
    (void)status;
    cli();
    sleep_mode();
    for (;;) {
    }
}
