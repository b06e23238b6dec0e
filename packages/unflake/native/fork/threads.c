/*
 * A fork has one thread, but V8 needs its workers: it gives them work and waits for it. Workers are idle when their process is forked, that
 * is, they wait on a condition. Here they wait in a function of ours that has saved where they are. In the fork, a new thread for each worker
 * goes on from there, on the stack of the old one. Which threads do so: those with the same function as the first thread that ever waited,
 * because Node starts its workers first. The threads of libuv are started again by libuv.
 */
#define _GNU_SOURCE
#include "threads.h"
#include <dlfcn.h>
#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <limits.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define MAX_THREADS 128
#define DEFAULT_STACK (8 << 20)
#define PATIENCE_MS 1000

typedef void *(*body)(void *);

struct thread {
  pthread_t handle, successor;
  body runs;
  void *argument, *result;
  pthread_mutex_t *mutex;
  atomic_int waits, has_ended;
  int goes_on;
  ucontext_t place, origin;
};

static struct thread threads[MAX_THREADS];
static atomic_int count;
static int is_fork;
static _Atomic body workers;
/* Of signals to conditions. */
static atomic_uint signals;
static __thread struct thread *own;

/* Of Node. Weak, because other programs do not have it. */
extern __attribute__((weak)) int uv_loop_fork(void *);

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void *run(void *of) {
  struct thread *thread = own = of;
  thread->result = thread->runs(thread->argument);
  if (is_fork && thread->goes_on) setcontext(&thread->origin);
  thread->has_ended = 1;
  return thread->result;
}

/* On a stack of our own, which stays where it is: the C library uses the stacks of vanished threads again. */
int pthread_create(pthread_t *handle, const pthread_attr_t *given, body runs, void *argument) {
  if (is_fork || count == MAX_THREADS) return NEXT(pthread_create)(handle, given, runs, argument);
  size_t size = DEFAULT_STACK;
  if (given != NULL) pthread_attr_getstacksize(given, &size);
  void *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return NEXT(pthread_create)(handle, given, runs, argument);
  struct thread *thread = &threads[count++];
  thread->runs = runs;
  thread->argument = argument;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, size);
  int wrong = NEXT(pthread_create)(handle, &attributes, run, thread);
  pthread_attr_destroy(&attributes);
  if (wrong == 0) thread->handle = *handle;
  return wrong;
}

int pthread_join(pthread_t handle, void **result) {
  for (int n = 0; is_fork && n < count; n++) {
    if (!pthread_equal(threads[n].handle, handle)) continue;
    return threads[n].goes_on ? NEXT(pthread_join)(threads[n].successor, result) : 0;
  }
  return NEXT(pthread_join)(handle, result);
}

/* May return without a signal, as the original may. */
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  struct thread *thread = own;
  if (thread == NULL || is_fork) return NEXT(pthread_cond_wait)(condition, mutex);
  body none = NULL;
  atomic_compare_exchange_strong(&workers, &none, thread->runs);
  unsigned seen = signals;
  thread->mutex = mutex;
  getcontext(&thread->place);
  if (is_fork) return pthread_mutex_lock(thread->mutex);
  pthread_mutex_unlock(mutex);
  thread->waits = 1;
  syscall(SYS_futex, &signals, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
  thread->waits = 0;
  return pthread_mutex_lock(mutex);
}

static void wake(void) {
  if (is_fork) return;
  signals++;
  syscall(SYS_futex, &signals, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

int pthread_cond_signal(pthread_cond_t *condition) {
  wake();
  return NEXT(pthread_cond_signal)(condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  wake();
  return NEXT(pthread_cond_broadcast)(condition);
}

struct search {
  uintptr_t address, file;
};

static int contains(struct dl_phdr_info *info, size_t size, void *of) {
  (void)size;
  struct search *search = of;
  for (int n = 0; n < info->dlpi_phnum; n++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[n];
    uintptr_t begin = info->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || search->address < begin || search->address >= begin + part->p_memsz) continue;
    /* Its own for each file; the load address of a program without position-independent code is 0. */
    search->file = (uintptr_t)info->dlpi_phdr;
    return 1;
  }
  return 0;
}

/* What is the same for all functions of a file. Other than dladdr it does not look for the function's name, which takes long in Node. */
static uintptr_t file_of(void *function) {
  struct search search = {(uintptr_t)function, 0};
  dl_iterate_phdr(contains, &search);
  return search.file;
}

int threads_foreign(void) {
  int found = 0;
  for (int n = 0; n < count; n++) {
    uintptr_t file = file_of((void *)threads[n].runs);
    found += !threads[n].has_ended && file != file_of((void *)workers) && file != file_of((void *)uv_loop_fork);
  }
  return count == MAX_THREADS ? MAX_THREADS : found;
}

int threads_wait(void) {
  const struct timespec moment = {0, 1000000};
  for (int left = PATIENCE_MS; left > 0; left--) {
    int all = workers != NULL;
    for (int n = 0; n < count; n++) all &= threads[n].runs != workers || threads[n].waits;
    if (all) return 1;
    nanosleep(&moment, NULL);
  }
  return 0;
}

static void *go_on(void *of) {
  struct thread *thread = of;
  volatile int has_begun = 0;
  getcontext(&thread->origin);
  if (!has_begun) {
    has_begun = 1;
    setcontext(&thread->place);
  }
  return thread->result;
}

int threads_go_on(void) {
  is_fork = 1;
  for (int n = 0; n < count; n++) {
    struct thread *thread = &threads[n];
    if (thread->runs != workers) continue;
    thread->goes_on = 1;
    if (NEXT(pthread_create)(&thread->successor, NULL, go_on, thread) != 0) return 0;
  }
  return 1;
}
