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

/* Higher than any descriptor that we inherit. */
#define MAX_DESCRIPTOR 256

extern char **environ;

static const struct caller *caller;
static pid_t program;
static int has_ended;

static void say(char kind, int one, int two) {
  char line[64];
  int length = snprintf(line, sizeof line, "%c%d %d %d\n", kind, caller->request, one, two);
  /* Short enough for one atomic write. A caller that is gone needs no answer. */
  while (write(caller->out, line, length) < 0 && errno == EINTR) {
  }
}

void refuse(const struct caller *asking, int wrong) {
  caller = asking;
  say('-', wrong, 0);
}

/*
 * The processes of a trial are found by variables in their initial environment, and the guard is not one of them. So the program gets a
 * copy, and the original is blanked.
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

/*
 * Whoever looks for processes in the folder of the program must not find us: we end a moment after we have said that nothing is left. Returns
 * the folder, or -1 where we have to stay in it.
 */
static int leave_folder(void) {
  int folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0 || chdir("/") == 0) return folder;
  close(folder);
  return -1;
}

/* Until exec, the child shares our memory and stack: it may change nothing but `wrong`. */
static __attribute__((noinline)) pid_t start(char **arguments, int folder, const int outputs[2], volatile int *wrong) {
  pid_t pid = vfork();
  if (pid != 0) return pid;
  sigset_t none;
  sigemptyset(&none);
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
  if ((folder < 0 || fchdir(folder) == 0) && dup2(outputs[0], STDOUT_FILENO) >= 0 && dup2(outputs[1], STDERR_FILENO) >= 0)
    execvp(arguments[0], arguments);
  *wrong = errno;
  _exit(127);
}

static void reaped(pid_t pid, int status) {
  if (pid != program) return;
  has_ended = 1;
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  say('x', WIFEXITED(status) ? WEXITSTATUS(status) : -1, signal);
}

/* Waits until the program or the caller has exited. */
static void watch(void) {
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  /* Whoever waits for children meanwhile may have taken the signal: reading it must not block. */
  int signals = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
  struct pollfd watched[2] = {{caller->in, POLLIN, 0}, {signals, POLLIN, 0}};
  while (!has_ended) {
    if (poll(watched, 2, -1) < 0 && errno != EINTR) return;
    if (watched[0].revents) {
      char asked;
      if (read(caller->in, &asked, 1) != 1 || asked != 's') return;
      say('s', end_orphans(program, reaped), 0);
    }
    struct signalfd_siginfo ignored;
    if (watched[1].revents && read(watched[1].fd, &ignored, sizeof ignored) > 0) reap(reaped);
  }
}

void guard(const struct caller *asking, char **arguments, const int outputs[2]) {
  caller = asking;
  adopt_orphans();
  volatile int wrong = 0;
  program = start(arguments, leave_folder(), outputs, &wrong);
  if (program < 0 || wrong != 0) {
    say('-', program < 0 ? errno : wrong, 0);
    return;
  }
  say('+', program, 0);
  /* Inherited descriptors belong to the program: its locks and sockets must not stay open because of us. */
  for (int descriptor = STDERR_FILENO + 1; descriptor < MAX_DESCRIPTOR; descriptor++)
    if (descriptor != caller->in && descriptor != caller->out) close(descriptor);
  watch();
  say('o', end_descendants(reaped), 0);
}

int guard_alone(int control, char **arguments) {
  const struct caller socket = {.out = control, .in = control, .request = 0};
  fcntl(control, F_SETFD, FD_CLOEXEC);
  signal(SIGPIPE, SIG_IGN);
  hide_environment();
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, NULL);
  /* Processes are also found by the target of their output. */
  int outputs[2], nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int n = 0; n < 2; n++) {
    outputs[n] = fcntl(n + 1, F_DUPFD_CLOEXEC, control + 1);
    dup2(nowhere, n + 1);
  }
  guard(&socket, arguments, outputs);
  /* Closing a socket with unread input would discard our last lines. */
  shutdown(control, SHUT_WR);
  char unread[64];
  while (read(control, unread, sizeof unread) > 0) {
  }
  return 0;
}
