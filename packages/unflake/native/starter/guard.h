/* Runs one program and sees to it that nothing of it is left, whoever of us ends first. */
#ifndef UNFLAKE_GUARD_H
#define UNFLAKE_GUARD_H

/*
 * `control` is a socket to the process that wants the program run. We say on it, in lines, "+<pid>" when the program runs or "-<errno>"
 * when it cannot; "x<code> <signal>" when it has ended; and then "o1" when none of its descendants lives, "o0" when we gave up on one.
 * An "s" from the other side means: end what has lost its parent and spare the program; the answer is "s1", or "s0" when we gave up. Any
 * other byte means: end everything now. So does the end of the socket, which comes when the other side dies.
 */
int guard(int control, char **arguments);

#endif
