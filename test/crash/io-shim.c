/*
 * Stands between a till and the C library (LD_PRELOAD) and counts the I/O operations on the files below one folder.
 * A test tells it what to do by trying to open a path below /crash-shim/, which never exists:
 *   arm=MODE,N[,sticky]   MODE: eio, enospc; the N-th operation from now on fails, with sticky all later ones
 *   arm=kill,FROM,STEP,LAST,FOLDER   dies at the LAST-th; at FROM and each STEP after it, all threads stand still while FOLDER is
 *                         copied to FOLDER@N: what whoever dies there leaves
 *   arm=record,0          write every operation to the file named in CRASH_SHIM_LOG
 *   disarm                let everything through again
 *   With CRASH_SHIM_WIDE set, backups and PDFs count too, and so does giving a file its name.
 *   ack=TEXT              note in the record that something was promised at this point
 * Files are recognised when they are opened. Build: cc -shared -fPIC -O2 -o shim.so io-shim.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define FD_MAX 4096
#define NAME_MAX_BYTES 64
#define PATH_MAX_BYTES 1024
#define CONTROL "/crash-shim/"

enum mode { OFF, KILL, FAIL_EIO, FAIL_ENOSPC, RECORD };
static enum mode mode = OFF;
static long countdown = 0, seen = 0, every = 1, last = 0;
static char folder[PATH_MAX_BYTES];
static int sticky = 0, hit = 0;
static int log_fd = -1;
static char names[FD_MAX][NAME_MAX_BYTES];

static int (*real_open)(const char *, int, ...);
static int (*real_open64)(const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_pwrite64)(int, const void *, size_t, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);
static int (*real_ftruncate64)(int, off64_t);
static int (*real_unlink)(const char *);
static int (*real_rename)(const char *, const char *);

static void *find(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void start(void) {
  real_open = find("open");
  real_open64 = find("open64");
  real_close = find("close");
  real_write = find("write");
  real_pwrite = find("pwrite");
  real_pwrite64 = find("pwrite64");
  real_fsync = find("fsync");
  real_fdatasync = find("fdatasync");
  real_ftruncate = find("ftruncate");
  real_ftruncate64 = find("ftruncate64");
  real_unlink = find("unlink");
  real_rename = find("rename");
  const char *log = getenv("CRASH_SHIM_LOG");
  if (log != NULL) log_fd = real_open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

/* The database and its log; the shared-memory index is rebuilt at every start and proves nothing. */
static const char *watched(const char *path) {
  const char *folder = getenv("CRASH_SHIM_DIR");
  if (folder == NULL || path == NULL || strncmp(path, folder, strlen(folder)) != 0) return NULL;
  const char *name = strrchr(path, '/');
  name = name == NULL ? path : name + 1;
  int is_database = strncmp(name, "till.db", 7) == 0 && strstr(name, "-shm") == NULL;
  /* The wide watch also sees what is written beside it: backups and PDFs, under their first names too. */
  int is_beside = getenv("CRASH_SHIM_WIDE") != NULL && (strncmp(name, "till-", 5) == 0 || strstr(name, ".pdf") != NULL);
  if (!is_database && !is_beside) return NULL;
  return strlen(name) < NAME_MAX_BYTES ? name : NULL;
}

static const char *name_of(int fd) { return fd >= 0 && fd < FD_MAX && names[fd][0] != 0 ? names[fd] : NULL; }

static void write_all(const void *bytes, size_t count) {
  const char *at = bytes;
  while (count > 0) {
    ssize_t written = real_write(log_fd, at, count);
    if (written <= 0) abort();
    at += written;
    count -= (size_t)written;
  }
}

/* One record: kind, length of the name, offset, length of the data, name, data. */
static void record(char kind, const char *name, int64_t offset, const void *data, uint32_t length) {
  if (mode != RECORD || log_fd < 0) return;
  unsigned char header[14];
  header[0] = (unsigned char)kind;
  header[1] = (unsigned char)strlen(name);
  memcpy(header + 2, &offset, 8);
  memcpy(header + 10, &length, 4);
  write_all(header, sizeof header);
  write_all(name, strlen(name));
  if (length > 0) write_all(data, length);
}

/* As SIGKILL does, SIGSTOP ends what every thread does between two of its calls; then it goes on. */
static void copy_folder(void) {
  char copy[PATH_MAX_BYTES + 32];
  snprintf(copy, sizeof copy, "%s@%ld", folder, seen);
  char *words[] = {"sh", "-c", "kill -STOP $PPID; cp -a \"$1\" \"$2\"; done=$?; kill -CONT $PPID; exit $done", "sh", folder, copy, NULL};
  char *environment[] = {"PATH=/usr/bin:/bin", NULL};
  pid_t child;
  int status = 1;
  if (posix_spawn(&child, "/bin/sh", NULL, NULL, words, environment) != 0) abort();
  while (waitpid(child, &status, 0) == -1) if (errno != EINTR) abort();
  if (status != 0) abort();
}

/* Counts one operation; the errno it has to fail with, or 0. */
static int strike(void) {
  if (mode == OFF || mode == RECORD) return 0;
  seen += 1;
  if (mode == KILL) {
    if (seen == last) kill(getpid(), SIGKILL);
    if (seen >= countdown && (seen - countdown) % every == 0) copy_folder();
    return 0;
  }
  int now = sticky ? seen >= countdown : seen == countdown;
  if (!now) return 0;
  hit = 1;
  return mode == FAIL_EIO ? EIO : ENOSPC;
}

static void control(const char *order) {
  if (strncmp(order, "ack=", 4) == 0) {
    record('A', order + 4, 0, NULL, 0);
  } else if (strncmp(order, "disarm", 6) == 0) {
    mode = OFF;
  } else if (strncmp(order, "arm=", 4) == 0) {
    order += 4;
    const char *number = strchr(order, ',');
    enum mode wanted = strncmp(order, "kill", 4) == 0 ? KILL : strncmp(order, "eio", 3) == 0 ? FAIL_EIO
      : strncmp(order, "enospc", 6) == 0 ? FAIL_ENOSPC : RECORD;
    countdown = number == NULL ? 0 : atol(number + 1);
    sticky = strstr(order, "sticky") != NULL;
    if (wanted == KILL && sscanf(order, "kill,%ld,%ld,%ld,%1023s", &countdown, &every, &last, folder) != 4) abort();
    seen = 0;
    hit = 0;
    mode = wanted;
  }
}

static int opened(int fd, const char *path) {
  const char *name = watched(path);
  if (fd >= 0 && fd < FD_MAX) {
    if (name != NULL) strcpy(names[fd], name);
    else names[fd][0] = 0;
  }
  return fd;
}

/* hit?: answers through errno whether the armed operation was reached: ENOENT = yes, ENOTDIR = no. */
static int is_control(const char *path) {
  if (path == NULL || strncmp(path, CONTROL, sizeof CONTROL - 1) != 0) return 0;
  const char *order = path + sizeof CONTROL - 1;
  if (strcmp(order, "hit") == 0) errno = hit ? ENOENT : ENOTDIR;
  else {
    control(order);
    errno = ENOENT;
  }
  return 1;
}

#define OPEN(NAME) \
  int NAME(const char *path, int flags, ...) { \
    mode_t permissions = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
      va_list list; \
      va_start(list, flags); \
      permissions = va_arg(list, mode_t); \
      va_end(list); \
    } \
    if (is_control(path)) return -1; \
    return opened(real_##NAME(path, flags, permissions), path); \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  if (fd >= 0 && fd < FD_MAX) names[fd][0] = 0;
  return real_close(fd);
}

#define PWRITE(NAME, OFFSET) \
  ssize_t NAME(int fd, const void *bytes, size_t count, OFFSET offset) { \
    const char *name = name_of(fd); \
    if (name != NULL) { \
      int error = strike(); \
      if (error != 0) { errno = error; return -1; } \
    } \
    ssize_t written = real_##NAME(fd, bytes, count, offset); \
    if (name != NULL && written > 0) record('W', name, offset, bytes, (uint32_t)written); \
    return written; \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define SYNC(NAME) \
  int NAME(int fd) { \
    const char *name = name_of(fd); \
    if (name == NULL) return real_##NAME(fd); \
    int error = strike(); \
    if (error != 0) { errno = error; return -1; } \
    int result = real_##NAME(fd); \
    if (result == 0) record('S', name, 0, NULL, 0); \
    return result; \
  }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(NAME, LENGTH) \
  int NAME(int fd, LENGTH length) { \
    const char *name = name_of(fd); \
    if (name == NULL) return real_##NAME(fd, length); \
    int error = strike(); \
    if (error != 0) { errno = error; return -1; } \
    int result = real_##NAME(fd, length); \
    if (result == 0) record('T', name, length, NULL, 0); \
    return result; \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int unlink(const char *path) {
  const char *name = watched(path);
  if (name == NULL) return real_unlink(path);
  int error = strike();
  if (error != 0) { errno = error; return -1; }
  int result = real_unlink(path);
  if (result == 0) record('U', name, 0, NULL, 0);
  return result;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  if (name_of(fd) != NULL) {
    int error = strike();
    if (error != 0) { errno = error; return -1; }
  }
  return real_write(fd, bytes, count);
}

int rename(const char *from, const char *to) {
  if (watched(from) != NULL && getenv("CRASH_SHIM_WIDE") != NULL) {
    int error = strike();
    if (error != 0) { errno = error; return -1; }
  }
  return real_rename(from, to);
}
