/*
 * Lets a Node be forked: `fork()`, which returns 0 in the fork, `pid()`, and `wait(pid)`, which returns [exit code, signal]. Loaded twice, by LD_PRELOAD
 * and as an addon. Declares the few functions of Node that it needs, because Node's headers may not be installed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
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

static napi_value fork_process(napi_env env, napi_callback_info call) {
  (void)call;
  void *loop = NULL;
  if (!threads_wait() || napi_get_uv_event_loop(env, &loop) != 0) return number(env, -1);
  put_off_endings();
  pid_t pid = fork();
  if (pid == 0) {
    setsid();
    if (!threads_go_on() || uv_loop_fork(loop) != 0) _exit(127);
    expect_endings();
  }
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

static void define(napi_env env, napi_value exports, const char *name, napi_callback does) {
  napi_value function;
  if (napi_create_function(env, name, (size_t)-1, does, NULL, &function) == 0)
    napi_set_named_property(env, exports, name, function);
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  define(env, exports, "fork", fork_process);
  define(env, exports, "pid", own_pid);
  define(env, exports, "wait", wait_for);
  return exports;
}
