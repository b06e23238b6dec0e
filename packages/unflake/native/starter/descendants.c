#define _GNU_SOURCE
#include "descendants.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A process in an uninterruptible wait survives SIGKILL. We give up after this many rounds of at most a millisecond each. */
#define MAX_ROUNDS 5000
#define ROUND_NS 1000000

void adopt_orphans(void) {
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

int reap(void (*reaped)(pid_t pid, int status)) {
  for (;;) {
    int status;
    pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid < 0) return errno == ECHILD;
    if (pid == 0) return 0;
    reaped(pid, status);
  }
}

static pid_t parent_of(const char *pid) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return -1;
  text[length] = 0;
  /* The name in parentheses may contain parentheses. The state and the parent follow it. */
  char *name_end = strrchr(text, ')');
  return name_end == NULL ? -1 : atoi(name_end + 4);
}

/* For kernels without /proc/<pid>/task/<tid>/children. */
static int kill_children_by_scan(pid_t spared) {
  DIR *processes = opendir("/proc");
  if (processes == NULL) return 0;
  pid_t self = getpid();
  int found = 0;
  for (struct dirent *entry; (entry = readdir(processes)) != NULL;) {
    int pid = atoi(entry->d_name);
    if (pid <= 0 || pid == spared || parent_of(entry->d_name) != self) continue;
    kill(pid, SIGKILL);
    found++;
  }
  closedir(processes);
  return found;
}

/*
 * Returns the number of processes found. Only direct children are killed. When they die their children become ours, and the next round
 * kills those. So a process that forks meanwhile cannot escape: its child is either still below one of our children or already one of them.
 */
static int kill_children(pid_t spared) {
  char path[64];
  // unflake-allow name-from-clock: the folder of this very process
  snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
  FILE *children = fopen(path, "re");
  if (children == NULL) return kill_children_by_scan(spared);
  int found = 0;
  for (int pid; fscanf(children, "%d", &pid) == 1;) {
    if (pid == spared) continue;
    kill(pid, SIGKILL);
    found++;
  }
  fclose(children);
  return found;
}

/* Waits until a child exits, or for one round. */
static void wait_for_children(void) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  const struct timespec round = {.tv_sec = 0, .tv_nsec = ROUND_NS};
  sigtimedwait(&child, NULL, &round);
}

int end_descendants(void (*reaped)(pid_t pid, int status)) {
  for (int rounds = 0; rounds < MAX_ROUNDS; rounds++) {
    if (reap(reaped)) return 1;
    kill_children(0);
    wait_for_children();
  }
  return 0;
}

int end_orphans(pid_t spared, void (*reaped)(pid_t pid, int status)) {
  for (int rounds = 0; rounds < MAX_ROUNDS; rounds++) {
    reap(reaped);
    if (kill_children(spared) == 0) return 1;
    wait_for_children();
  }
  return 0;
}
