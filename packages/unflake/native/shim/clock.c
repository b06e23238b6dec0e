/*
 * Shifts the wall clock by UNFLAKE_CLOCK_SHIFT_MS. The monotonic clocks stay real, so that waits take as long as before. Waits until a
 * wall-clock time receive the real time, or they would end at once or never.
 */
#include "next.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#define BILLION 1000000000LL

static long long shift_ns(void) {
  static long long shift;
  static int known;
  if (!known) {
    const char *text = getenv("UNFLAKE_CLOCK_SHIFT_MS");
    shift = text ? strtoll(text, NULL, 10) * 1000000LL : 0;
    known = 1;
  }
  return shift;
}

static int is_wall(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static struct timespec moved(struct timespec at, long long ns) {
  at.tv_sec += ns / BILLION;
  at.tv_nsec += ns % BILLION;
  if (at.tv_nsec >= BILLION) {
    at.tv_sec += 1;
    at.tv_nsec -= BILLION;
  }
  if (at.tv_nsec < 0) {
    at.tv_sec -= 1;
    at.tv_nsec += BILLION;
  }
  return at;
}

static int real_clock(clockid_t clock, struct timespec *at) {
  NEXT(clock_gettime);
  return next(clock, at);
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  int failed = real_clock(clock, at);
  if (!failed && is_wall(clock)) *at = moved(*at, shift_ns());
  return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  struct timespec now;
  (void)zone;
  int failed = clock_gettime(CLOCK_REALTIME, &now);
  if (!failed) {
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
  }
  return failed;
}

time_t time(time_t *at) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now)) return (time_t)-1;
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}

int timespec_get(struct timespec *at, int base) {
  if (base != TIME_UTC) return 0;
  return clock_gettime(CLOCK_REALTIME, at) ? 0 : base;
}

/*
 * The real time for one that was computed from the shifted clock. The clock of a condition variable is not visible from outside, but a
 * wall-clock time is decades away from a time on a clock that started at boot.
 */
static struct timespec real_moment(const struct timespec *until) {
  struct timespec wall, since_start;
  if (clock_gettime(CLOCK_REALTIME, &wall) || real_clock(CLOCK_MONOTONIC, &since_start)) return *until;
  long long from_wall = llabs((long long)until->tv_sec - (long long)wall.tv_sec);
  long long from_start = llabs((long long)until->tv_sec - (long long)since_start.tv_sec);
  return from_wall <= from_start ? moved(*until, -shift_ns()) : *until;
}

int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until) {
  NEXT_VERSION(pthread_cond_timedwait, "GLIBC_2.3.2");
  struct timespec at = real_moment(until);
  return next(cond, mutex, &at);
}

int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict until) {
  NEXT(sem_timedwait);
  struct timespec at = moved(*until, -shift_ns());
  return next(sem, &at);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
  NEXT(pthread_mutex_timedlock);
  struct timespec at = moved(*until, -shift_ns());
  return next(mutex, &at);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict until) {
  NEXT(pthread_rwlock_timedrdlock);
  struct timespec at = moved(*until, -shift_ns());
  return next(lock, &at);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict until) {
  NEXT(pthread_rwlock_timedwrlock);
  struct timespec at = moved(*until, -shift_ns());
  return next(lock, &at);
}

#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 30)
int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until) {
  NEXT(pthread_cond_clockwait);
  struct timespec at = is_wall(clock) ? moved(*until, -shift_ns()) : *until;
  return next(cond, mutex, clock, &at);
}

int sem_clockwait(sem_t *restrict sem, clockid_t clock, const struct timespec *restrict until) {
  NEXT(sem_clockwait);
  struct timespec at = is_wall(clock) ? moved(*until, -shift_ns()) : *until;
  return next(sem, clock, &at);
}
#endif
#endif

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *left) {
  NEXT_VERSION(clock_nanosleep, "GLIBC_2.17");
  if (!(flags & TIMER_ABSTIME) || !is_wall(clock)) return next(clock, flags, until, left);
  struct timespec at = moved(*until, -shift_ns());
  return next(clock, flags, &at, left);
}
