/*
 * A process that waits with its modules loaded until somebody wants a worker, and is forked for each. Who wants one is a small program
 * (relay.c) that was started in the worker's place: it passes its standard streams and its channel to us, and later ends as the worker has ended.
 */
#define _GNU_SOURCE
#include "template.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "messages.h"

#define MAX_WORKERS 64

struct worker {
  pid_t pid;
  int exits, relay;
};

static struct worker workers[MAX_WORKERS];
static int count;

/* What the relay has sent: the pid by which its environment and folder are found, and its descriptors. */
static int receive(int control, struct request *request, int descriptors[DESCRIPTORS]) {
  union {
    struct cmsghdr head;
    char space[CMSG_SPACE(sizeof(int) * DESCRIPTORS)];
  } passed;
  struct iovec part = {request, sizeof *request};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = sizeof passed};
  ssize_t length = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
  if (length < 0) return errno == EINTR ? 0 : -1;
  if (length != sizeof *request) return -1;
  if (request->kind != WORKER) return 1;
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  if (head == NULL || head->cmsg_len != CMSG_LEN(sizeof(int) * DESCRIPTORS)) return 0;
  memcpy(descriptors, CMSG_DATA(head), sizeof(int) * DESCRIPTORS);
  return 1;
}

static void tell(struct worker *worker, int status) {
  const struct ending ending = {
      WIFEXITED(status) ? WEXITSTATUS(status) : 0,
      WIFSIGNALED(status) ? WTERMSIG(status) : 0,
  };
  send(worker->relay, &ending, sizeof ending, MSG_NOSIGNAL);
}

static void forget(int n) {
  close(workers[n].exits);
  close(workers[n].relay);
  workers[n] = workers[--count];
}

static int reap(int n, int options) {
  int status;
  pid_t pid;
  do pid = waitpid(workers[n].pid, &status, options);
  while (pid < 0 && errno == EINTR);
  if (pid == 0) return 0;
  if (pid > 0) tell(&workers[n], status);
  forget(n);
  return 1;
}

static void end_all(void) {
  for (int n = 0; n < count; n++) kill(workers[n].pid, SIGKILL);
  while (count > 0) reap(0, 0);
}

/* A signal for the worker, or the end of the relay: who has started it wants it no more. */
static void hear(int n) {
  unsigned char signal;
  ssize_t length = recv(workers[n].relay, &signal, 1, MSG_DONTWAIT);
  if (length < 0 && (errno == EAGAIN || errno == EINTR)) return;
  kill(workers[n].pid, length == 1 ? signal : SIGKILL);
  if (length == 1) return;
  reap(n, 0);
}

static int wait_for_request(int control) {
  for (;;) {
    struct pollfd watched[2 * MAX_WORKERS + 1];
    for (int n = 0; n < count; n++) {
      watched[2 * n] = (struct pollfd){workers[n].exits, POLLIN, 0};
      watched[2 * n + 1] = (struct pollfd){workers[n].relay, POLLIN, 0};
    }
    watched[2 * count] = (struct pollfd){control, count < MAX_WORKERS ? POLLIN : 0, 0};
    int watching = count;
    if (poll(watched, 2 * watching + 1, -1) < 0) continue;
    /* From the end, because one that is forgotten makes room for the last. */
    for (int n = watching - 1; n >= 0; n--)
      if (!watched[2 * n].revents || !reap(n, WNOHANG))
        if (watched[2 * n + 1].revents) hear(n);
    if (watched[2 * watching].revents) return 1;
  }
}

/* Its descriptors get the numbers that they have in a process that Node has started. */
static void become_worker(int control, const int descriptors[DESCRIPTORS]) {
  for (int n = 0; n < count; n++) {
    close(workers[n].exits);
    close(workers[n].relay);
  }
  count = 0;
  if (control != CHANNEL) close(control);
  for (int n = 0; n <= CHANNEL; n++) dup2(descriptors[n], n);
  for (int n = 0; n < DESCRIPTORS; n++) close(descriptors[n]);
}

pid_t template_serve(int control, int (*fork_node)(void *), void *node) {
  for (;;) {
    struct request request;
    int descriptors[DESCRIPTORS];
    wait_for_request(control);
    int got = receive(control, &request, descriptors);
    if (got < 0) {
      end_all();
      _exit(0);
    }
    if (got == 0) continue;
    if (request.kind == END_ALL) {
      end_all();
      send(control, &request, sizeof request, MSG_NOSIGNAL);
      continue;
    }
    pid_t pid = fork_node(node);
    if (pid == 0) {
      become_worker(control, descriptors);
      return request.relay;
    }
    for (int n = 0; n <= CHANNEL; n++) close(descriptors[n]);
    if (pid < 0) close(descriptors[REPLY]);
    else workers[count++] = (struct worker){pid, (int)syscall(SYS_pidfd_open, pid, 0), descriptors[REPLY]};
  }
}
