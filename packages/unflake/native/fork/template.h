/* A process that is forked for each worker that somebody wants. */
#ifndef UNFLAKE_TEMPLATE_H
#define UNFLAKE_TEMPLATE_H

#include <sys/types.h>

/*
 * Forks this process by `fork_node(node)` for each request that comes from `control`. Returns in the workers only, with the process that was
 * started in the worker's place. The process ends when nobody can ask any more.
 */
pid_t template_serve(int control, int (*fork_node)(void *), void *node);

#endif
