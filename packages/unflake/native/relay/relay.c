/*
 * Is started in the place of a worker: passes its standard streams and the channel to the template, which forks the worker. Hands on the
 * signals that it gets from its parent, and ends as the worker has ended. `relay`, with the template's socket as descriptor 4.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include "../fork/messages.h"

#define CONTROL 4
/* As after a worker that has exited although nobody has asked it to. */
#define NO_WORKER 127

static int template;

/* Others find the worker themselves, and nobody gets a signal twice. */
static void hand_on(int signal, siginfo_t *from, void *place) {
  (void)place;
  unsigned char number = (unsigned char)signal;
  if (from->si_pid == getppid()) send(template, &number, 1, MSG_NOSIGNAL);
}

static void hand_on_signals(void) {
  struct sigaction action = {.sa_sigaction = hand_on, .sa_flags = SA_SIGINFO | SA_RESTART};
  for (int signal = 1; signal < 32; signal++)
    if (signal != SIGCHLD && signal != SIGCONT) sigaction(signal, &action, NULL);
}

static int ask(int reply) {
  const int descriptors[DESCRIPTORS] = {0, 1, 2, CHANNEL, reply};
  struct request request = {WORKER, getpid()};
  union {
    struct cmsghdr head;
    char space[CMSG_SPACE(sizeof descriptors)];
  } passed;
  memset(&passed, 0, sizeof passed);
  struct iovec part = {&request, sizeof request};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = sizeof passed};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof descriptors);
  memcpy(CMSG_DATA(head), descriptors, sizeof descriptors);
  return sendmsg(CONTROL, &message, MSG_NOSIGNAL) == sizeof request;
}

int main(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return NO_WORKER;
  template = ends[0];
  hand_on_signals();
  if (!ask(ends[1])) return NO_WORKER;
  /* The worker alone has them now: whoever reads from them must see its end. */
  close(ends[1]);
  for (int n = 0; n <= CONTROL; n++) close(n);
  struct ending ending;
  ssize_t length;
  do length = recv(template, &ending, sizeof ending, 0);
  while (length < 0 && errno == EINTR);
  if (length != sizeof ending) return NO_WORKER;
  if (ending.signal == 0) return ending.code;
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(ending.signal, SIG_DFL);
  raise(ending.signal);
  return NO_WORKER;
}
