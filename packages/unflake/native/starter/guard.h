/* Runs one program and makes sure that none of its processes survive, whichever of the two exits first. */
#ifndef UNFLAKE_GUARD_H
#define UNFLAKE_GUARD_H

/*
 * The process that requested the program. It receives lines that begin with a letter and the number of its request: "+<n> <pid>" when the
 * program runs or "-<n> <errno>" when it cannot; "x<n> <code> <signal>" when it has exited; and then "o<n> 1" when no descendant is alive,
 * "o<n> 0" when we gave up on one.
 */
struct caller {
  /* Where the caller reads answers. */
  int out;
  /*
   * Where the caller writes requests, -1 for nowhere. An "s" means: kill orphaned descendants and spare the program; the answer is "s<n>
   * 1", or "s<n> 0" when we gave up. The end of input, also when the caller dies, means: kill everything.
   */
  int in;
  int request;
};

void refuse(const struct caller *caller, int wrong);

/* Returns when the program has exited and none of its descendants is alive. SIGCHLD must be blocked. */
void guard(const struct caller *caller, char **arguments, const int outputs[2]);

/* For a process that serves one program only and shares its output. `control` is a socket to the caller. */
int guard_alone(int control, char **arguments);

#endif
