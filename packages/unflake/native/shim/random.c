/*
 * Replaces the kernel's random numbers by seeded ones: UNFLAKE_RANDOM_SEED for random bytes, UNFLAKE_HASH_SEED for the keys of hash tables.
 * Runtimes request the latter with non-blocking calls, which distinguishes the two. Without a seed the kernel answers. Files such as
 * /dev/urandom are not changed, and programs that make system calls without the C library are not affected.
 */
#include "next.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef GRND_INSECURE
#define GRND_INSECURE 4
#endif
#define NEVER_WAITS (GRND_NONBLOCK | GRND_INSECURE)
#define STEP 0x9e3779b97f4a7c15ull

struct stream {
  const char *variable;
  _Atomic uint64_t at;
};

static struct stream bytes = {.variable = "UNFLAKE_RANDOM_SEED"}, hashes = {.variable = "UNFLAKE_HASH_SEED"};
static uint64_t forks;

/* A forked child continues with a stream of its own; otherwise siblings would draw the same ids. */
static void before_fork(void) { forks += 1; }
static void in_child(void) {
  atomic_fetch_xor(&bytes.at, forks * 0xbf58476d1ce4e5b9ull);
  atomic_fetch_xor(&hashes.at, forks * 0xbf58476d1ce4e5b9ull);
}

static void watch_forks(void) { pthread_atfork(before_fork, NULL, in_child); }

/* splitmix64 */
static uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/* False when there is no seed. */
static int drawn(struct stream *stream, void *place, size_t length) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const char *text = getenv(stream->variable);
  if (!text || !*text) return 0;
  pthread_once(&once, watch_forks);
  uint64_t seed = mixed(strtoull(text, NULL, 10) + STEP);
  for (size_t done = 0; done < length; done += 8) {
    uint64_t next = mixed(seed + atomic_fetch_add(&stream->at, STEP));
    memcpy((char *)place + done, &next, length - done < 8 ? length - done : 8);
  }
  return 1;
}

static struct stream *asked_for(unsigned flags) { return flags & NEVER_WAITS ? &hashes : &bytes; }

ssize_t getrandom(void *place, size_t length, unsigned flags) {
  NEXT(getrandom);
  return drawn(asked_for(flags), place, length) ? (ssize_t)length : next(place, length, flags);
}

int getentropy(void *place, size_t length) {
  NEXT(getentropy);
  return length <= 256 && drawn(&bytes, place, length) ? 0 : next(place, length);
}

/* Libraries older than this function use the system call number. */
long syscall(long number, ...) {
  NEXT(syscall);
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_getrandom && drawn(asked_for((unsigned)c), (void *)a, (size_t)b)) return b;
  return next(number, a, b, c, d, e, f);
}

#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 36)
void arc4random_buf(void *place, size_t length) {
  NEXT(arc4random_buf);
  if (!drawn(&bytes, place, length)) next(place, length);
}

uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

uint32_t arc4random_uniform(uint32_t below) {
  uint64_t number;
  arc4random_buf(&number, sizeof number);
  return below < 2 ? 0 : (uint32_t)(number % below);
}
#endif
#endif
