/*
 * Lists folders in the order that UNFLAKE_DIR_ORDER names: sorted, reversed, or shuffled-<seed>. The order depends only on the names and
 * the seed, not on the file system, so that every process of a trial and every trial sees the same.
 */
#include "next.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* An open folder: all its entries and the current position. */
struct listing {
  DIR *dir;
  struct dirent **entries;
  size_t count, at;
  struct listing *next;
};

static struct listing *listings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *order(void) {
  const char *text = getenv("UNFLAKE_DIR_ORDER");
  return text && *text ? text : NULL;
}

/* FNV-1a over the digits of the seed and the name, then mixed, because names often differ only in their last letter. */
static uint32_t rank(const char *seed, const char *name) {
  uint32_t hash = 2166136261u;
  for (const char *c = seed; *c; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
  for (const char *c = name; *c; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
  hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
  return hash ^ (hash >> 16);
}

static int by_name(const void *a, const void *b) {
  return strcmp((*(struct dirent *const *)a)->d_name, (*(struct dirent *const *)b)->d_name);
}

static int by_order(const void *a, const void *b) {
  const char *how = order();
  if (how && !strcmp(how, "reversed")) return by_name(b, a);
  if (how && !strncmp(how, "shuffled-", 9)) {
    uint32_t left = rank(how + 9, (*(struct dirent *const *)a)->d_name);
    uint32_t right = rank(how + 9, (*(struct dirent *const *)b)->d_name);
    if (left != right) return left < right ? -1 : 1;
  }
  return by_name(a, b);
}

static void release(struct listing *listing) {
  for (size_t i = 0; i < listing->count; i++) free(listing->entries[i]);
  free(listing->entries);
  free(listing);
}

static struct listing **place_of(DIR *dir) {
  struct listing **place = &listings;
  while (*place && (*place)->dir != dir) place = &(*place)->next;
  return place;
}

static void forget(DIR *dir) {
  pthread_mutex_lock(&lock);
  struct listing **place = place_of(dir), *listing = *place;
  if (listing) *place = listing->next;
  pthread_mutex_unlock(&lock);
  if (listing) release(listing);
}

/* Reads the rest of the folder; NULL if memory or the file system fails, and the folder is then read in its own order. */
static struct listing *read_all(DIR *dir, struct dirent *(*read_next)(DIR *)) {
  struct listing *listing = calloc(1, sizeof *listing);
  if (!listing) return NULL;
  listing->dir = dir;
  size_t room = 0;
  struct dirent *entry;
  while ((entry = read_next(dir))) {
    if (listing->count == room) {
      room = room ? 2 * room : 64;
      struct dirent **more = realloc(listing->entries, room * sizeof *more);
      if (!more) break;
      listing->entries = more;
    }
    struct dirent *copy = malloc(entry->d_reclen > sizeof *entry ? entry->d_reclen : sizeof *entry);
    if (!copy) break;
    memcpy(copy, entry, entry->d_reclen);
    listing->entries[listing->count++] = copy;
  }
  qsort(listing->entries, listing->count, sizeof *listing->entries, by_order);
  return listing;
}

static struct dirent *next_entry(DIR *dir, struct dirent *(*read_next)(DIR *)) {
  int before = errno;
  pthread_mutex_lock(&lock);
  struct listing **place = place_of(dir);
  if (!*place) *place = read_all(dir, read_next);
  struct listing *listing = *place;
  struct dirent *entry = listing && listing->at < listing->count ? listing->entries[listing->at++] : NULL;
  pthread_mutex_unlock(&lock);
  /* errno stays unchanged at the end; callers tell the end from a failure that way. */
  errno = before;
  return entry;
}

struct dirent *readdir(DIR *dir) {
  NEXT(readdir);
  return order() ? next_entry(dir, next) : next(dir);
}

#ifdef __GLIBC__
/* On 64-bit machines both kinds of entry are the same. */
_Static_assert(sizeof(struct dirent) == sizeof(struct dirent64), "64-bit only");

struct dirent64 *readdir64(DIR *dir) {
  NEXT(readdir64);
  if (!order()) return next(dir);
  return (struct dirent64 *)next_entry(dir, (struct dirent * (*)(DIR *)) next);
}

int scandir64(const char *path, struct dirent64 ***list, int (*filter)(const struct dirent64 *),
              int (*compare)(const struct dirent64 **, const struct dirent64 **)) {
  NEXT(scandir64);
  int count = next(path, list, filter, compare);
  if (order() && !compare && count > 0) qsort(*list, (size_t)count, sizeof **list, by_order);
  return count;
}
#endif

/* A caller that passes a comparison function gets its own order. */
int scandir(const char *path, struct dirent ***list, int (*filter)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
  NEXT(scandir);
  int count = next(path, list, filter, compare);
  if (order() && !compare && count > 0) qsort(*list, (size_t)count, sizeof **list, by_order);
  return count;
}

void rewinddir(DIR *dir) {
  NEXT(rewinddir);
  forget(dir);
  next(dir);
}

int closedir(DIR *dir) {
  NEXT(closedir);
  forget(dir);
  return next(dir);
}
