/* Runs one program and sees to it that nothing of it is left, whoever of us ends first. */
#ifndef UNFLAKE_GUARD_H
#define UNFLAKE_GUARD_H

/*
 * The process that wants the program run. It is told in lines that begin with a letter and the number of its request: "+<n> <pid>" when
 * the program runs or "-<n> <errno>" when it cannot; "x<n> <code> <signal>" when it has ended; and then "o<n> 1" when none of its
 * descendants lives, "o<n> 0" when we gave up on one.
 */
struct caller {
  /* Where it is told. */
  int out;
  /*
   * Where it asks, -1 for nowhere. An "s" means: end what has lost its parent and spare the program; the answer is "s<n> 1", or
   * "s<n> 0" when we gave up. The end of input, which comes when the caller dies, means: end everything.
   */
  int in;
  int request;
};

void refuse(const struct caller *caller, int wrong);

/* Returns when the program has ended and none of its descendants lives. SIGCHLD must be blocked. */
void guard(const struct caller *caller, char **arguments, const int outputs[2]);

/* For a process that was started for this alone, with the program's output as its own. `control` is a socket to the caller. */
int guard_alone(int control, char **arguments);

#endif
