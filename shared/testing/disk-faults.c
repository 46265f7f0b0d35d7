/*
 * Makes the disk below one folder fail, or records all changes there; loaded with LD_PRELOAD by disk-faults.ts. Environment:
 * DISK_FAULTS_PATH: the folder.
 * DISK_FAULTS_CONTROL: a file of three 32-bit integers: the mode, the number of calls to let pass first, the number of calls affected.
 * DISK_FAULTS_LOG: a file that every change is appended to; optional.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NONE, WRITE_FAILS, SYNC_FAILS, WRITE_IS_SHORT, READ_FAILS };

static volatile int32_t *control;
static const char *folder;
static int log_file = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*next_write)(int, const void *, size_t);
static ssize_t (*next_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*next_writev)(int, const struct iovec *, int);
static ssize_t (*next_read)(int, void *, size_t);
static ssize_t (*next_pread)(int, void *, size_t, off_t);
static int (*next_fsync)(int);
static int (*next_fdatasync)(int);
static int (*next_ftruncate)(int, off_t);
static int (*next_unlink)(const char *);

__attribute__((constructor)) static void load(void) {
  next_write = dlsym(RTLD_NEXT, "write");
  next_pwrite = dlsym(RTLD_NEXT, "pwrite");
  next_writev = dlsym(RTLD_NEXT, "writev");
  next_read = dlsym(RTLD_NEXT, "read");
  next_pread = dlsym(RTLD_NEXT, "pread");
  next_fsync = dlsym(RTLD_NEXT, "fsync");
  next_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  next_ftruncate = dlsym(RTLD_NEXT, "ftruncate");
  next_unlink = dlsym(RTLD_NEXT, "unlink");
  folder = getenv("DISK_FAULTS_PATH");
  const char *path = getenv("DISK_FAULTS_CONTROL");
  if (path) {
    int file = open(path, O_RDWR | O_CLOEXEC);
    void *shared = mmap(NULL, 12, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file < 0 || shared == MAP_FAILED) abort();
    control = shared;
    close(file);
  }
  path = getenv("DISK_FAULTS_LOG");
  if (path && (log_file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) < 0) abort();
}

static int inside(const char *path) {
  size_t length = folder ? strlen(folder) : 0;
  return length > 0 && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

/* Whether an open file is below the folder, and its path; preserves errno. */
static int affected(int file, char *path, size_t size) {
  int before = errno;
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = folder ? readlink(link, path, size - 1) : -1;
  errno = before;
  if (length < 0) return 0;
  path[length] = 0;
  return inside(path);
}

/* Whether the fault applies to this call; counts the call. */
static int hit(int mode) {
  if (!control || control[0] != mode) return 0;
  if (__sync_fetch_and_sub(&control[1], 1) > 0) return 0;
  __sync_fetch_and_add(&control[2], 1);
  return 1;
}

struct head {
  char kind; /* W: write, S: sync, T: truncate, U: unlink */
  char padding[3];
  uint32_t path_bytes;
  uint64_t offset;
  uint64_t bytes;
};

/* Appends a change to the log. Call with the lock held, after the change itself. */
static void record(char kind, const char *path, uint64_t offset, const void *data, uint64_t bytes) {
  struct head head = {kind, {0}, (uint32_t)strlen(path), offset, bytes};
  struct iovec parts[3] = {{&head, sizeof head}, {(void *)path, head.path_bytes}, {(void *)data, data ? bytes : 0}};
  size_t total = parts[0].iov_len + parts[1].iov_len + parts[2].iov_len;
  if (next_writev(log_file, parts, 3) != (ssize_t)total) abort();
}

static ssize_t write_through(int file, const void *data, size_t bytes, off_t offset) {
  return offset < 0 ? next_write(file, data, bytes) : next_pwrite(file, data, bytes, offset);
}

/* `offset`: -1 for the file's current position. */
static ssize_t change(int file, const void *data, size_t bytes, off_t offset) {
  char path[4096];
  if (!affected(file, path, sizeof path)) return write_through(file, data, bytes, offset);
  if (hit(WRITE_FAILS)) {
    errno = EIO;
    return -1;
  }
  if (bytes > 1 && hit(WRITE_IS_SHORT)) bytes /= 2;
  if (log_file < 0) return write_through(file, data, bytes, offset);
  pthread_mutex_lock(&lock);
  off_t at = offset;
  if (at < 0) at = fcntl(file, F_GETFL) & O_APPEND ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
  ssize_t written = write_through(file, data, bytes, offset);
  if (written > 0) record('W', path, (uint64_t)at, data, (uint64_t)written);
  pthread_mutex_unlock(&lock);
  return written;
}

ssize_t write(int file, const void *data, size_t bytes) { return change(file, data, bytes, -1); }
ssize_t pwrite(int file, const void *data, size_t bytes, off_t offset) { return change(file, data, bytes, offset); }
ssize_t pwrite64(int file, const void *data, size_t bytes, off_t offset) { return change(file, data, bytes, offset); }

/* Writes only the first part that is not empty: a short write, which callers must handle anyway. */
ssize_t writev(int file, const struct iovec *parts, int count) {
  char path[4096];
  if (!affected(file, path, sizeof path)) return next_writev(file, parts, count);
  for (int at = 0; at < count; at++)
    if (parts[at].iov_len > 0) return change(file, parts[at].iov_base, parts[at].iov_len, -1);
  return 0;
}

static int read_fails(int file) {
  char path[4096];
  if (!control || control[0] != READ_FAILS || !affected(file, path, sizeof path) || !hit(READ_FAILS)) return 0;
  errno = EIO;
  return 1;
}

ssize_t read(int file, void *data, size_t bytes) { return read_fails(file) ? -1 : next_read(file, data, bytes); }
ssize_t pread(int file, void *data, size_t bytes, off_t offset) {
  return read_fails(file) ? -1 : next_pread(file, data, bytes, offset);
}
ssize_t pread64(int file, void *data, size_t bytes, off_t offset) { return pread(file, data, bytes, offset); }

static int sync_file(int file, int (*through)(int)) {
  char path[4096];
  if (!affected(file, path, sizeof path)) return through(file);
  if (hit(SYNC_FAILS)) {
    errno = EIO;
    return -1;
  }
  if (log_file < 0) return through(file);
  pthread_mutex_lock(&lock);
  int result = through(file);
  if (result == 0) record('S', path, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int file) { return sync_file(file, next_fsync); }
int fdatasync(int file) { return sync_file(file, next_fdatasync); }

int ftruncate(int file, off_t size) {
  char path[4096];
  if (!affected(file, path, sizeof path)) return next_ftruncate(file, size);
  if (hit(WRITE_FAILS)) {
    errno = EIO;
    return -1;
  }
  if (log_file < 0) return next_ftruncate(file, size);
  pthread_mutex_lock(&lock);
  int result = next_ftruncate(file, size);
  if (result == 0) record('T', path, (uint64_t)size, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}
int ftruncate64(int file, off_t size) { return ftruncate(file, size); }

int unlink(const char *path) {
  if (log_file < 0 || !inside(path)) return next_unlink(path);
  pthread_mutex_lock(&lock);
  int result = next_unlink(path);
  if (result == 0) record('U', path, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}
