/*
 * Lets a Node be forked: `fork()`, which returns 0 in the fork, `pid()`, and `wait(pid)`, which returns [exit code, signal]. For workers:
 * `startTemplate(arguments, variables)`, which returns a socket, `serve(socket)`, which returns in workers only, and `endWorkers(socket)`.
 * `execute(arguments, variables)` replaces the process. `foreignThreads()` counts threads that are not Node's own. Loaded twice, by LD_PRELOAD and as an addon. Declares the few functions of Node that it needs, because Node's headers may not be installed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "messages.h"
#include "template.h"
#include "threads.h"

typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_callback_info__ *napi_callback_info;
typedef napi_value (*napi_callback)(napi_env, napi_callback_info);
/* Weak, because other programs have none of them. */
#define NODE(...) extern __attribute__((weak)) int __VA_ARGS__
NODE(napi_create_function(napi_env, const char *, size_t, napi_callback, void *, napi_value *));
NODE(napi_set_named_property(napi_env, napi_value, const char *, napi_value));
NODE(napi_create_int32(napi_env, int32_t, napi_value *));
NODE(napi_get_value_int32(napi_env, napi_value, int32_t *));
NODE(napi_get_cb_info(napi_env, napi_callback_info, size_t *, napi_value *, napi_value *, void **));
NODE(napi_create_array_with_length(napi_env, size_t, napi_value *));
NODE(napi_set_element(napi_env, napi_value, uint32_t, napi_value));
NODE(napi_get_element(napi_env, napi_value, uint32_t, napi_value *));
NODE(napi_get_array_length(napi_env, napi_value, uint32_t *));
NODE(napi_get_value_string_utf8(napi_env, napi_value, char *, size_t, size_t *));
NODE(napi_get_uv_event_loop(napi_env, void **));
NODE(uv_loop_fork(void *));

/* These end trials. The process of the trial gets them too, and its end is ours. */
static const int ENDINGS[] = {SIGTERM, SIGINT, SIGHUP};
#define COUNT (sizeof ENDINGS / sizeof *ENDINGS)
static struct sigaction usual[COUNT];

/* V8 asks that its heap is left out of forks, to make the start of other programs faster. */
int madvise(void *start, size_t length, int advice) {
  return advice == MADV_DONTFORK ? 0 : (int)syscall(SYS_madvise, start, length, advice);
}

static napi_value number(napi_env env, int32_t value) {
  napi_value result = NULL;
  napi_create_int32(env, value, &result);
  return result;
}

static void ignore(int signal) { (void)signal; }

static void mask_endings(int how) {
  sigset_t endings;
  sigemptyset(&endings);
  for (size_t n = 0; n < COUNT; n++) sigaddset(&endings, ENDINGS[n]);
  pthread_sigmask(how, &endings, NULL);
}

/* The mask keeps a signal for the fork until it is ready; other threads of ours would take it in spite of the mask. */
static void put_off_endings(void) {
  const struct sigaction nothing = {.sa_handler = ignore, .sa_flags = SA_RESTART};
  mask_endings(SIG_BLOCK);
  for (size_t n = 0; n < COUNT; n++) sigaction(ENDINGS[n], &nothing, &usual[n]);
}

static void expect_endings(void) {
  for (size_t n = 0; n < COUNT; n++) sigaction(ENDINGS[n], &usual[n], NULL);
  mask_endings(SIG_UNBLOCK);
}

/* Endings must have been put off. `loop`: of Node. */
static int fork_node(void *loop) {
  if (!threads_wait()) return -1;
  pid_t pid = fork();
  if (pid != 0) return pid;
  setsid();
  if (!threads_go_on() || uv_loop_fork(loop) != 0) _exit(127);
  expect_endings();
  return 0;
}

static napi_value fork_process(napi_env env, napi_callback_info call) {
  (void)call;
  void *loop = NULL;
  if (napi_get_uv_event_loop(env, &loop) != 0) return number(env, -1);
  put_off_endings();
  pid_t pid = fork_node(loop);
  if (pid < 0) expect_endings();
  return number(env, pid);
}

static napi_value own_pid(napi_env env, napi_callback_info call) {
  (void)call;
  return number(env, getpid());
}

static napi_value wait_for(napi_env env, napi_callback_info call) {
  size_t count = 1;
  napi_value given, ending = NULL;
  int32_t pid = 0;
  int status = 0;
  napi_get_cb_info(env, call, &count, &given, NULL, NULL);
  napi_get_value_int32(env, given, &pid);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  expect_endings();
  napi_create_array_with_length(env, 2, &ending);
  napi_set_element(env, ending, 0, number(env, WIFEXITED(status) ? WEXITSTATUS(status) : 0));
  napi_set_element(env, ending, 1, number(env, WIFSIGNALED(status) ? WTERMSIG(status) : 0));
  return ending;
}

static int first_number(napi_env env, napi_callback_info call) {
  size_t count = 1;
  napi_value given;
  int32_t value = -1;
  napi_get_cb_info(env, call, &count, &given, NULL, NULL);
  napi_get_value_int32(env, given, &value);
  return value;
}

static napi_value serve(napi_env env, napi_callback_info call) {
  void *loop = NULL;
  if (napi_get_uv_event_loop(env, &loop) != 0) return number(env, -1);
  put_off_endings();
  return number(env, template_serve(first_number(env, call), fork_node, loop));
}

/* Returns once no worker of the template lives, or the template itself does not. */
static napi_value end_workers(napi_env env, napi_callback_info call) {
  int control = first_number(env, call);
  struct request request = {END_ALL, 0};
  if (send(control, &request, sizeof request, MSG_NOSIGNAL) == sizeof request)
    while (recv(control, &request, sizeof request, 0) < 0 && errno == EINTR) {
    }
  return NULL;
}

/* The last entry is NULL. The strings live as long as the process, which starts one template. */
static char **strings_of(napi_env env, napi_value array) {
  uint32_t count = 0;
  napi_get_array_length(env, array, &count);
  char **strings = calloc(count + 1, sizeof *strings);
  for (uint32_t n = 0; strings != NULL && n < count; n++) {
    napi_value one;
    size_t length = 0;
    napi_get_element(env, array, n, &one);
    napi_get_value_string_utf8(env, one, NULL, 0, &length);
    strings[n] = calloc(length + 1, 1);
    if (strings[n] == NULL) return NULL;
    napi_get_value_string_utf8(env, one, strings[n], length + 1, &length);
  }
  return strings;
}

/* By the C library, so that Node's own watch over children knows nothing of it, here and in the forks. */
static napi_value start_template(napi_env env, napi_callback_info call) {
  size_t count = 2;
  napi_value given[2];
  int ends[2];
  pid_t pid;
  napi_get_cb_info(env, call, &count, given, NULL, NULL);
  char **arguments = strings_of(env, given[0]), **variables = strings_of(env, given[1]);
  if (arguments == NULL || variables == NULL) return number(env, -1);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return number(env, -1);
  /* A descriptor that is duplicated to itself would stay closed on exec. */
  int theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, CHANNEL + 1);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, theirs, CHANNEL);
  int wrong = posix_spawn(&pid, arguments[0], &actions, NULL, arguments, variables);
  posix_spawn_file_actions_destroy(&actions);
  close(theirs);
  close(ends[1]);
  if (wrong == 0) return number(env, ends[0]);
  close(ends[0]);
  return number(env, -1);
}

/* Another program takes the place of this process, with nothing of Node's own left in it. Returns only if that fails. */
static napi_value execute(napi_env env, napi_callback_info call) {
  size_t count = 2;
  napi_value given[2];
  sigset_t none;
  napi_get_cb_info(env, call, &count, given, NULL, NULL);
  char **arguments = strings_of(env, given[0]), **variables = strings_of(env, given[1]);
  if (arguments == NULL || variables == NULL) return number(env, -1);
  for (int signal = 1; signal < 32; signal++) sigaction(signal, &(const struct sigaction){.sa_handler = SIG_DFL}, NULL);
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  execve(arguments[0], arguments, variables);
  return number(env, -1);
}

static napi_value foreign_threads(napi_env env, napi_callback_info call) {
  (void)call;
  return number(env, threads_foreign());
}

static void define(napi_env env, napi_value exports, const char *name, napi_callback does) {
  napi_value function;
  if (napi_create_function(env, name, (size_t)-1, does, NULL, &function) == 0)
    napi_set_named_property(env, exports, name, function);
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  define(env, exports, "fork", fork_process);
  define(env, exports, "pid", own_pid);
  define(env, exports, "wait", wait_for);
  define(env, exports, "serve", serve);
  define(env, exports, "endWorkers", end_workers);
  define(env, exports, "startTemplate", start_template);
  define(env, exports, "execute", execute);
  define(env, exports, "foreignThreads", foreign_threads);
  return exports;
}
