/* Looks up the function that the shim replaces. */
#ifndef UNFLAKE_NEXT_H
#define UNFLAKE_NEXT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>

/* Looked up at the first call: a constructor would run after the constructors of other libraries. */
#define NEXT(name)                                        \
  static __typeof__(&name) next;                          \
  if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* glibc keeps an older function of the same name for another kind of object, and dlsym may return that one. */
#if defined(__GLIBC__) && defined(__x86_64__)
#define NEXT_VERSION(name, version)                                          \
  static __typeof__(&name) next;                                             \
  if (!next) next = (__typeof__(&name))dlvsym(RTLD_NEXT, #name, version);    \
  if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#else
#define NEXT_VERSION(name, version) NEXT(name)
#endif

#endif
