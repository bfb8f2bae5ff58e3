// Makes the disk fail, for tests: an LD_PRELOAD library that counts the calls which change files
// below one directory, and lets a chosen one go wrong.
//
//   ASOF_FAULT_DIR=path      count calls on files below this path; nothing happens without it
//   ASOF_FAULT_AT=N          the N-th such call (from 1) goes wrong
//   ASOF_FAULT_ERRNO=ENOSPC  ... by failing so; EIO is the default
//   ASOF_FAULT_STICKY=1      ... and every later one too, as on a disk that stays full
//   ASOF_FAULT_SHORT=1       ... a write stores only half of its bytes, and says so, as a disk does
//                            that is about to be full; other calls fail as above
//   ASOF_FAULT_KILL=1        ... by ending the process as kill -9 does, before the call is made;
//                            with ASOF_FAULT_SHORT, after half of a write
//   ASOF_FAULT_COUNT=file    at exit, the number of counted calls is written there
//
// Counted: open with O_TRUNC, or with O_CREAT of a file that does not exist, write, pwrite, writev,
// pwritev, sendfile, copy_file_range, fsync, fdatasync, ftruncate, rename, link, symlink, unlink,
// mkdir and rmdir, with their 64-bit and *at forms. Not seen: stores into a mapped file, and what
// stdio writes from its own buffer. Counting is process-wide in call order, so a program without
// threads fails at the same place each time. A sanitized program needs
// ASAN_OPTIONS=verify_asan_link_order=0.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// The next definition of a function after this library's own: the sanitizer's or libc's.
#define NEXT(name)                         \
  static __typeof__(name)* next = NULL;    \
  if (next == NULL) {                      \
    void* found = dlsym(RTLD_NEXT, #name); \
    memcpy(&next, &found, sizeof next);    \
  }

static char root[PATH_MAX];
static size_t root_length;
static long fail_at;
static int fail_errno = EIO;
static int sticky;
static int half;
static int fatal;
static atomic_long calls;

__attribute__((constructor)) static void read_settings(void) {
  const char* directory = getenv("ASOF_FAULT_DIR");
  const char* at = getenv("ASOF_FAULT_AT");
  const char* code = getenv("ASOF_FAULT_ERRNO");
  sticky = getenv("ASOF_FAULT_STICKY") != NULL;
  half = getenv("ASOF_FAULT_SHORT") != NULL;
  fatal = getenv("ASOF_FAULT_KILL") != NULL;
  if (at != NULL) fail_at = strtol(at, NULL, 10);
  if (code != NULL && strcmp(code, "ENOSPC") == 0) fail_errno = ENOSPC;
  if (directory != NULL && realpath(directory, root) != NULL) root_length = strlen(root);
}

__attribute__((destructor)) static void write_count(void) {
  const char* path = getenv("ASOF_FAULT_COUNT");
  if (path == NULL) return;
  char text[32];
  int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&calls));
  long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) return;
  syscall(SYS_write, file, text, (size_t)length);
  syscall(SYS_close, file);
}

static int is_below(const char* path) {
  return root_length > 0 && strncmp(path, root, root_length) == 0 &&
         (path[root_length] == '/' || path[root_length] == '\0');
}

static int fd_path(int fd, char* path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, (size_t)PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return 1;
}

static int file_counts(int fd) {
  char path[PATH_MAX];
  int saved = errno;
  int counts = root_length > 0 && fd_path(fd, path) && is_below(path);
  errno = saved;
  return counts;
}

// Whether `name`, seen from directory `at`, lies below the root. Its parent must exist; the name
// itself need not, and is not followed when it is a link.
static int name_counts(int at, const char* name) {
  char whole[2 * PATH_MAX];
  char parent[PATH_MAX];
  if (root_length == 0 || name == NULL || strlen(name) >= PATH_MAX) return 0;
  int saved = errno;
  whole[0] = '\0';
  if (name[0] != '/') {
    if (at == AT_FDCWD ? getcwd(whole, PATH_MAX) == NULL : !fd_path(at, whole)) whole[0] = '\0';
    strcat(whole, "/");
  }
  strcat(whole, name);
  for (size_t end = strlen(whole); end > 1 && whole[end - 1] == '/';) whole[--end] = '\0';
  char* slash = strrchr(whole, '/');
  int is_root = slash == whole;
  *slash = '\0';
  int counts = realpath(is_root ? "/" : whole, parent) != NULL && is_below(parent);
  errno = saved;
  return counts;
}

enum Verdict { Proceed, Fail, Half };

static enum Verdict next_call(int is_write) {
  long call = atomic_fetch_add(&calls, 1) + 1;
  if (fail_at == 0 || call < fail_at || (call > fail_at && !sticky)) return Proceed;
  if (half && is_write && call == fail_at) return Half;
  if (fatal) raise(SIGKILL);
  errno = fail_errno;
  return Fail;
}

static void after_half(void) {
  if (fatal) raise(SIGKILL);
}

static int creates(int at, const char* path, int flags) {
  if ((flags & (O_CREAT | O_TRUNC)) == 0 || !name_counts(at, path)) return 0;
  if ((flags & O_TRUNC) != 0) return 1;
  struct stat ignored;
  int saved = errno;
  int exists = fstatat(at, path, &ignored, 0) == 0;
  errno = saved;
  return !exists;
}

#define READ_MODE                               \
  mode_t mode = 0;                              \
  if ((flags & (O_CREAT | __O_TMPFILE)) != 0) { \
    va_list rest;                               \
    va_start(rest, flags);                      \
    mode = va_arg(rest, mode_t);                \
    va_end(rest);                               \
  }

#define OPEN(name)                                                            \
  int name(const char* path, int flags, ...) {                                \
    NEXT(name)                                                                \
    READ_MODE                                                                 \
    if (creates(AT_FDCWD, path, flags) && next_call(0) != Proceed) return -1; \
    return next(path, flags, mode);                                           \
  }
#define OPENAT(name)                                                    \
  int name(int at, const char* path, int flags, ...) {                  \
    NEXT(name)                                                          \
    READ_MODE                                                           \
    if (creates(at, path, flags) && next_call(0) != Proceed) return -1; \
    return next(at, path, flags, mode);                                 \
  }
#define CREAT(name)                                                        \
  int name(const char* path, mode_t mode) {                                \
    NEXT(name)                                                             \
    if (name_counts(AT_FDCWD, path) && next_call(0) != Proceed) return -1; \
    return next(path, mode);                                               \
  }
#define FOPEN(name)                                                             \
  FILE* name(const char* path, const char* mode) {                              \
    NEXT(name)                                                                  \
    int flags = mode[0] == 'w' ? O_TRUNC : mode[0] == 'a' ? O_CREAT : 0;        \
    if (creates(AT_FDCWD, path, flags) && next_call(0) != Proceed) return NULL; \
    return next(path, mode);                                                    \
  }
#define PWRITE(name, offset_type)                                                 \
  ssize_t name(int fd, const void* bytes, size_t size, offset_type offset) {      \
    NEXT(name)                                                                    \
    enum Verdict verdict = file_counts(fd) ? next_call(size > 1) : Proceed;       \
    if (verdict == Fail) return -1;                                               \
    ssize_t written = next(fd, bytes, verdict == Half ? size / 2 : size, offset); \
    if (verdict == Half) after_half();                                            \
    return written;                                                               \
  }
#define PWRITEV(name, offset_type)                                                  \
  ssize_t name(int fd, const struct iovec* parts, int count, offset_type offset) {  \
    NEXT(name)                                                                      \
    enum Verdict verdict = file_counts(fd) ? next_call(count > 1) : Proceed;        \
    if (verdict == Fail) return -1;                                                 \
    ssize_t written = next(fd, parts, verdict == Half ? count / 2 : count, offset); \
    if (verdict == Half) after_half();                                              \
    return written;                                                                 \
  }
#define FTRUNCATE(name, offset_type)                           \
  int name(int fd, offset_type size) {                         \
    NEXT(name)                                                 \
    if (file_counts(fd) && next_call(0) != Proceed) return -1; \
    return next(fd, size);                                     \
  }
#define SENDFILE(name, offset_type)                                  \
  ssize_t name(int to, int from, offset_type* offset, size_t size) { \
    NEXT(name)                                                       \
    if (file_counts(to) && next_call(0) != Proceed) return -1;       \
    return next(to, from, offset, size);                             \
  }
#define ON_FILE(name)                                          \
  int name(int fd) {                                           \
    NEXT(name)                                                 \
    if (file_counts(fd) && next_call(0) != Proceed) return -1; \
    return next(fd);                                           \
  }
#define ON_NAME(name)                                                      \
  int name(const char* path) {                                             \
    NEXT(name)                                                             \
    if (name_counts(AT_FDCWD, path) && next_call(0) != Proceed) return -1; \
    return next(path);                                                     \
  }
#define ON_TWO_NAMES(name)                                               \
  int name(const char* from, const char* to) {                           \
    NEXT(name)                                                           \
    if (name_counts(AT_FDCWD, to) && next_call(0) != Proceed) return -1; \
    return next(from, to);                                               \
  }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
CREAT(creat)
CREAT(creat64)
FOPEN(fopen)
FOPEN(fopen64)
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)
PWRITEV(pwritev, off_t)
PWRITEV(pwritev64, off64_t)
FTRUNCATE(ftruncate, off_t)
FTRUNCATE(ftruncate64, off64_t)
SENDFILE(sendfile, off_t)
SENDFILE(sendfile64, off64_t)
ON_FILE(fsync)
ON_FILE(fdatasync)
ON_NAME(unlink)
ON_NAME(rmdir)
ON_NAME(remove)
ON_TWO_NAMES(rename)
ON_TWO_NAMES(link)
ON_TWO_NAMES(symlink)

ssize_t write(int fd, const void* bytes, size_t size) {
  NEXT(write)
  enum Verdict verdict = file_counts(fd) ? next_call(size > 1) : Proceed;
  if (verdict == Fail) return -1;
  ssize_t written = next(fd, bytes, verdict == Half ? size / 2 : size);
  if (verdict == Half) after_half();
  return written;
}

ssize_t writev(int fd, const struct iovec* parts, int count) {
  NEXT(writev)
  enum Verdict verdict = file_counts(fd) ? next_call(count > 1) : Proceed;
  if (verdict == Fail) return -1;
  ssize_t written = next(fd, parts, verdict == Half ? count / 2 : count);
  if (verdict == Half) after_half();
  return written;
}

ssize_t copy_file_range(int from, off64_t* from_offset, int to, off64_t* to_offset, size_t size,
                        unsigned flags) {
  NEXT(copy_file_range)
  if (file_counts(to) && next_call(0) != Proceed) return -1;
  return next(from, from_offset, to, to_offset, size, flags);
}

int mkdir(const char* path, mode_t mode) {
  NEXT(mkdir)
  if (name_counts(AT_FDCWD, path) && next_call(0) != Proceed) return -1;
  return next(path, mode);
}

int mkdirat(int at, const char* path, mode_t mode) {
  NEXT(mkdirat)
  if (name_counts(at, path) && next_call(0) != Proceed) return -1;
  return next(at, path, mode);
}

int unlinkat(int at, const char* path, int flags) {
  NEXT(unlinkat)
  if (name_counts(at, path) && next_call(0) != Proceed) return -1;
  return next(at, path, flags);
}

int renameat(int from_at, const char* from, int to_at, const char* to) {
  NEXT(renameat)
  if (name_counts(to_at, to) && next_call(0) != Proceed) return -1;
  return next(from_at, from, to_at, to);
}

int renameat2(int from_at, const char* from, int to_at, const char* to, unsigned flags) {
  NEXT(renameat2)
  if (name_counts(to_at, to) && next_call(0) != Proceed) return -1;
  return next(from_at, from, to_at, to, flags);
}

int linkat(int from_at, const char* from, int to_at, const char* to, int flags) {
  NEXT(linkat)
  if (name_counts(to_at, to) && next_call(0) != Proceed) return -1;
  return next(from_at, from, to_at, to, flags);
}

int symlinkat(const char* text, int at, const char* path) {
  NEXT(symlinkat)
  if (name_counts(at, path) && next_call(0) != Proceed) return -1;
  return next(text, at, path);
}
