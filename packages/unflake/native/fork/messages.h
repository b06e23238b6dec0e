/* What a relay and the process that starts the template say to the template, and what it answers. */
#ifndef UNFLAKE_MESSAGES_H
#define UNFLAKE_MESSAGES_H

#include <sys/types.h>

/* The number of Node's channel in a process that `child_process.fork` starts, behind the three standard streams. */
#define CHANNEL 3
#define REPLY (CHANNEL + 1)
#define DESCRIPTORS (REPLY + 1)

/* END_ALL is answered by the same message, once no worker lives. */
enum { WORKER = 'w', END_ALL = 'e' };

struct request {
  int kind;
  pid_t relay;
};

/* Of a worker, for its relay. */
struct ending {
  int code, signal;
};

#endif
