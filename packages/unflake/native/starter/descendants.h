/* Ends all processes that this process or its children have started, whatever session, group or environment they have moved to. */
#ifndef UNFLAKE_DESCENDANTS_H
#define UNFLAKE_DESCENDANTS_H
#include <sys/types.h>

/* From now on a descendant that loses its parent becomes a child of this process, so that none of them can get away. */
void adopt_orphans(void);

/*
 * Kills and reaps until there is no child left. `reaped` is told of each child that has ended. False if one of them outlives SIGKILL
 * for longer than our patience. SIGCHLD must be blocked.
 */
int end_descendants(void (*reaped)(pid_t pid, int status));

/* The same for all children but one, with whatever they have started. What is below the spared child stays. */
int end_orphans(pid_t spared, void (*reaped)(pid_t pid, int status));

/* Reaps children that have ended. True if there are no others. */
int reap(void (*reaped)(pid_t pid, int status));

#endif
