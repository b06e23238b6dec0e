/*
 * Starts programs for a large process. Node forks to start one, which copies its page tables; this process is small and need not fork.
 * Requests come on standard input: a length in 32 bits, then texts that each end with a zero byte: the place of the output, that of the
 * errors, the folder, the number of arguments, the arguments, the environment. Answers are lines: "+<pid>" for one that runs, "-<errno>"
 * for one that does not, in the order of the requests; "x<pid> <code> <signal>" for one that has ended, and then "o<pid> 1" when none of
 * its descendants lives, "o<pid> 0" when that is not known. It ends with its input, and everything that it has started ends with it.
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

/* Programs that run now. One more than this is refused, and the caller starts it by itself. */
#define MAX_RUNNING 1024
static pid_t running[MAX_RUNNING];
static int running_count;

static void answer(const char *form, int one, int two, int three) {
  char line[64];
  int length = snprintf(line, sizeof line, form, one, two, three);
  for (int sent = 0; sent < length;) {
    ssize_t got = write(STDOUT_FILENO, line + sent, length - sent);
    /* A caller that is gone needs no answer. */
    if (got < 0 && errno != EINTR) return;
    if (got > 0) sent += got;
  }
}

/* False at the end of the input. */
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

static int opened(const char *path, int how, int wanted) {
  int file = open(path, how | O_CLOEXEC);
  if (file < 0 || dup2(file, wanted) < 0) return 0;
  return 1;
}

struct program {
  char *out, *err, *folder, **arguments, **environment;
  volatile int wrong;
};

/* Until it becomes the program, the child has our memory and our stack: nothing here may be changed by it but `wrong`. */
static __attribute__((noinline)) pid_t child_of(struct program *program) {
  pid_t pid = vfork();
  if (pid != 0) return pid;
  sigset_t none;
  sigemptyset(&none);
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
  if (opened("/dev/null", O_RDONLY, STDIN_FILENO) && opened(program->out, O_WRONLY | O_APPEND, STDOUT_FILENO) &&
      opened(program->err, O_WRONLY | O_APPEND, STDERR_FILENO) && chdir(program->folder) == 0)
    execve(program->arguments[0], program->arguments, program->environment);
  program->wrong = errno;
  _exit(127);
}

static void start(char *request, uint32_t length) {
  char *at = request, *end = request + length;
  struct program program = {.out = next(&at, end), .wrong = 0};
  program.err = next(&at, end);
  program.folder = next(&at, end);
  int count = atoi(next(&at, end));
  /* No text is shorter than its zero byte, so that there are never more of them than bytes; and two lists end with NULL. */
  char **texts = calloc((size_t)(end - at) + 2, sizeof *texts);
  program.arguments = texts;
  program.environment = texts + count + 1;
  for (int n = 0; n < count; n++) program.arguments[n] = next(&at, end);
  for (int n = 0; at < end; n++) program.environment[n] = next(&at, end);

  if (running_count == MAX_RUNNING) program.wrong = EAGAIN;
  pid_t pid = program.wrong ? -1 : child_of(&program);
  if (pid > 0 && program.wrong) waitpid(pid, NULL, 0);
  if (pid < 0 || program.wrong) answer("-%d\n", program.wrong ? program.wrong : errno, 0, 0);
  else {
    answer("+%d\n", pid, 0, 0);
    running[running_count++] = pid;
  }
  free(texts);
}

static void reaped(pid_t pid, int status) {
  for (int n = 0; n < running_count; n++) {
    if (running[n] != pid) continue;
    running[n] = running[--running_count];
    answer("x%d %d %d\n", pid, WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    /* Orphans of several programs cannot be told apart here. With the last program all of them are ended. */
    answer("o%d %d\n", pid, running_count == 0 ? end_descendants(reaped) : 0, 0);
    return;
  }
}

int main(int count, char **arguments) {
  if (count > 2) return guard(atoi(arguments[1]), arguments + 2);
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
