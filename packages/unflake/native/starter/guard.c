#define _GNU_SOURCE
#include "guard.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "descendants.h"

/* More than any descriptor that we are started with. */
#define MAX_DESCRIPTOR 256

extern char **environ;

static int to_caller;
static pid_t program;
static int has_ended;

static void say(const char *form, int one, int two) {
  char line[64];
  int length = snprintf(line, sizeof line, form, one, two);
  /* A caller that is gone needs no answer. */
  if (send(to_caller, line, length, MSG_NOSIGNAL) < 0) return;
}

/*
 * Processes of a trial are searched for by variables in the environment that they were started with, and we are not one of them. So the
 * program gets a copy, and the original is blanked.
 */
static void hide_environment(void) {
  size_t count = 0;
  while (environ[count] != NULL) count++;
  char **copy = calloc(count + 1, sizeof *copy);
  if (copy == NULL) exit(1);
  for (size_t n = 0; n < count; n++) {
    copy[n] = strdup(environ[n]);
    if (copy[n] == NULL) exit(1);
    memset(environ[n], 0, strlen(environ[n]));
  }
  environ = copy;
}

/* Until it becomes the program, the child has our memory and our stack: it changes nothing but `wrong`. */
static __attribute__((noinline)) pid_t start(char **arguments, const int outputs[2], volatile int *wrong) {
  pid_t pid = vfork();
  if (pid != 0) return pid;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
  if (dup2(outputs[0], STDOUT_FILENO) >= 0 && dup2(outputs[1], STDERR_FILENO) >= 0) execvp(arguments[0], arguments);
  *wrong = errno;
  _exit(127);
}

static void reaped(pid_t pid, int status) {
  if (pid != program) return;
  has_ended = 1;
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  say("x%d %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1, signal);
}

int guard(int control, char **arguments) {
  to_caller = control;
  fcntl(control, F_SETFD, FD_CLOEXEC);
  hide_environment();
  adopt_orphans();
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, NULL);

  /* Processes are also searched for by where their output goes. */
  int outputs[2], nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int n = 0; n < 2; n++) {
    outputs[n] = fcntl(n + 1, F_DUPFD_CLOEXEC, control + 1);
    dup2(nowhere, n + 1);
  }
  volatile int wrong = 0;
  program = start(arguments, outputs, &wrong);
  if (program < 0 || wrong != 0) {
    say("-%d\n", program < 0 ? errno : wrong, 0);
    return 1;
  }
  say("+%d\n", program, 0);
  /* What the program was handed is its own: locks and sockets must not outlive it because of us. */
  for (int descriptor = STDERR_FILENO + 1; descriptor < MAX_DESCRIPTOR; descriptor++)
    if (descriptor != control) close(descriptor);

  struct pollfd watched[2] = {{control, POLLIN, 0}, {signalfd(-1, &children, SFD_CLOEXEC), POLLIN, 0}};
  while (!has_ended) {
    if (poll(watched, 2, -1) < 0 && errno != EINTR) break;
    if (watched[0].revents) {
      char asked;
      if (read(control, &asked, 1) != 1 || asked != 's') break;
      say("s%d\n", end_orphans(program, reaped), 0);
    }
    struct signalfd_siginfo ignored;
    if (watched[1].revents && read(watched[1].fd, &ignored, sizeof ignored) > 0) reap(reaped);
  }
  say("o%d\n", end_descendants(reaped), 0);
  /* A socket that is closed with something unread in it takes our last lines with it. */
  shutdown(control, SHUT_WR);
  char unread[64];
  while (read(control, unread, sizeof unread) > 0) {
  }
  return 0;
}
