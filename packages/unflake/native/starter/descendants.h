/* Kills all processes that this process or its children started, whatever session, group or environment they moved to. */
#ifndef UNFLAKE_DESCENDANTS_H
#define UNFLAKE_DESCENDANTS_H
#include <sys/types.h>

/* From now on a descendant that loses its parent becomes a child of this process, so that none can escape. */
void adopt_orphans(void);

/*
 * Kills and reaps until no child is left. Calls `reaped` for each child that exits. Returns false if one survives SIGKILL for too long.
 * SIGCHLD must be blocked.
 */
int end_descendants(void (*reaped)(pid_t pid, int status));

/* The same for all children but one, and all their descendants. Descendants of the spared child stay. */
int end_orphans(pid_t spared, void (*reaped)(pid_t pid, int status));

/* Reaps children that have exited. Returns true if no others are left. */
int reap(void (*reaped)(pid_t pid, int status));

#endif
