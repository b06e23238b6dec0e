/* Threads of a Node that is going to be forked: those that wait for work go on in the fork. */
#ifndef UNFLAKE_THREADS_H
#define UNFLAKE_THREADS_H

/* True once all threads that go on wait for work. */
int threads_wait(void);

/* Living threads that neither V8 nor libuv has started: they would be missing in a fork. */
int threads_foreign(void);

/* To be called in the fork, by its only thread. Returns 0 if it failed. */
int threads_go_on(void);

#endif
