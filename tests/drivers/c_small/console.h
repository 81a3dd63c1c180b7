/* A simulator's console: one file beside this one for each. */
#ifndef CONSOLE_H
#define CONSOLE_H

/* Comes before all else. */
void start(void);

void put(char byte);

/* Ends the program, at least as far as its simulator is concerned. */
void stop(int status);

#endif
