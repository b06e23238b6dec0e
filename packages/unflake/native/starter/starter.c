/*
 * Starts programs on behalf of a large process. Node forks to start a program, which copies its page tables; this process is small.
 *
 * Requests arrive on standard input: a length in 32 bits, then strings that each end with a zero byte: the number of the request, the path
 * for stdout, the path for stderr, the working folder, the number of arguments, the arguments, the environment. Answers are lines that
 * begin with a letter and that number: "+<n> <pid>" for a program that runs, "-<n> <errno>" for one that cannot, "x<n> <code> <signal>"
 * for one that has exited, and then "o<n> 1" when no descendant is alive, "o<n> 0" when we gave up on one. Each program has a guard, a
 * fork of this process. This process exits when its input ends, and everything that it started ends with it.
 *
 * With arguments it is the guard of a single program instead (guard.h).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include "descendants.h"
#include "guard.h"

/* Returns false at the end of the input. */
static int fill(void *place, size_t length) {
  for (size_t have = 0; have < length;) {
    ssize_t got = read(STDIN_FILENO, (char *)place + have, length - have);
    if (got == 0 || (got < 0 && errno != EINTR)) return 0;
    if (got > 0) have += got;
  }
  return 1;
}

static char *next(char **at, char *end) {
  char *text = *at;
  if (text >= end) return NULL;
  *at = text + strlen(text) + 1;
  return text;
}

struct program {
  char *out, *err, *folder, **arguments, **environment;
};

/* The guard of one program, in a process of its own. Errors before the program runs are reported by their errno. */
static void run(struct program *program, int request) {
  environ = program->environment;
  close(STDIN_FILENO);
  int outputs[2];
  int ready = open("/dev/null", O_RDONLY) == STDIN_FILENO &&
              (outputs[0] = open(program->out, O_WRONLY | O_APPEND | O_CLOEXEC)) >= 0 &&
              (outputs[1] = open(program->err, O_WRONLY | O_APPEND | O_CLOEXEC)) >= 0 && chdir(program->folder) == 0;
  struct caller caller = {.out = STDOUT_FILENO, .in = -1, .request = request};
  if (!ready) refuse(&caller, errno);
  else guard(&caller, program->arguments, outputs);
  _exit(0);
}

/* The running guards, with the requests that they answer. */
static struct guarded {
  pid_t guard;
  int request;
} *guards;
static size_t guard_count;

static void remember(pid_t guard, int request) {
  struct guarded *more = realloc(guards, (guard_count + 1) * sizeof *guards);
  if (more == NULL) exit(1);
  guards = more;
  guards[guard_count++] = (struct guarded){guard, request};
}

static void start(char *text, uint32_t length) {
  char *at = text, *end = text + length;
  int request = atoi(next(&at, end));
  struct program program = {.out = next(&at, end)};
  program.err = next(&at, end);
  program.folder = next(&at, end);
  int count = atoi(next(&at, end));
  /* Every text has at least its zero byte, so there are never more texts than bytes; two lists end with NULL. */
  char **texts = calloc((size_t)(end - at) + 2, sizeof *texts);
  program.arguments = texts;
  program.environment = texts + count + 1;
  for (int n = 0; n < count; n++) program.arguments[n] = next(&at, end);
  for (int n = 0; at < end; n++) program.environment[n] = next(&at, end);

  pid_t pid = fork();
  if (pid == 0) run(&program, request);
  struct caller caller = {.out = STDOUT_FILENO, .in = -1, .request = request};
  if (pid < 0) refuse(&caller, errno);
  else remember(pid, request);
  free(texts);
}

/* A guard that was killed cannot answer, and its caller would wait forever. */
static void reaped(pid_t pid, int status) {
  for (size_t n = 0; n < guard_count; n++) {
    if (guards[n].guard != pid) continue;
    if (WIFSIGNALED(status)) dprintf(STDOUT_FILENO, "x%d -1 %d\no%d 0 0\n", guards[n].request, SIGKILL, guards[n].request);
    guards[n] = guards[--guard_count];
    return;
  }
}

int main(int count, char **arguments) {
  if (count > 2) return guard_alone(atoi(arguments[1]), arguments + 2);
  adopt_orphans();
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, NULL);
  signal(SIGPIPE, SIG_IGN);
  struct pollfd watched[2] = {{STDIN_FILENO, POLLIN, 0}, {signalfd(-1, &children, SFD_CLOEXEC), POLLIN, 0}};
  for (;;) {
    if (poll(watched, 2, -1) < 0 && errno != EINTR) return 1;
    if (watched[1].revents) {
      struct signalfd_siginfo ignored;
      if (read(watched[1].fd, &ignored, sizeof ignored) > 0) reap(reaped);
    }
    if (watched[0].revents) {
      uint32_t length;
      if (!fill(&length, sizeof length)) break;
      char *request = malloc(length + 1);
      if (request == NULL || !fill(request, length)) break;
      request[length] = 0;
      start(request, length);
      free(request);
    }
  }
  return !end_descendants(reaped);
}
