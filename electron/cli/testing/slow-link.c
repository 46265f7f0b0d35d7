/*
 * A link between two network namespaces that is slow and loses packets: slow-link NAMESPACE NAMESPACE DELAY_MS LOSS_PERCENT BYTES_PER_S SEED.
 * Creates a device `far` in each and prints a line; ends when stdin closes. In user space, because not every kernel has netem.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { PACKET = 2048, QUEUE = 1024 };

struct packet {
  double due; /* milliseconds */
  ssize_t bytes;
  char data[PACKET];
};

/* One direction: packets leave in the order in which they came. */
struct way {
  int from, to;
  double free_at; /* when the last packet has been sent at the link's rate */
  int first, count;
  struct packet waiting[QUEUE];
};

static struct way ways[2];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int device(const char *namespace) {
  char path[256];
  snprintf(path, sizeof path, "/var/run/netns/%s", namespace);
  int space = open(path, O_RDONLY);
  if (space < 0 || setns(space, CLONE_NEWNET) < 0) fail(path);
  close(space);
  int file = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  struct ifreq request = {0};
  strcpy(request.ifr_name, "far");
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  if (file < 0 || ioctl(file, TUNSETIFF, &request) < 0) fail("/dev/net/tun");
  return file;
}

int main(int count, char **args) {
  if (count != 7) return 2;
  double delay = atof(args[3]), loss = atof(args[4]) / 100, rate = atof(args[5]) / 1e3;
  srand48(atol(args[6]));
  ways[0].from = ways[1].to = device(args[1]);
  ways[1].from = ways[0].to = device(args[2]);
  puts("{\"event\":\"linked\"}");
  fflush(stdout);
  for (;;) {
    double next = now() + 1000;
    for (int at = 0; at < 2; at++)
      if (ways[at].count > 0 && ways[at].waiting[ways[at].first].due < next) next = ways[at].waiting[ways[at].first].due;
    double left = next - now();
    struct pollfd ready[3] = {{ways[0].from, POLLIN, 0}, {ways[1].from, POLLIN, 0}, {0, POLLIN, 0}};
    if (poll(ready, 3, left > 0 ? (int)left + 1 : 0) < 0) fail("poll");
    if (ready[2].revents) return 0;
    for (int at = 0; at < 2; at++) {
      struct way *way = &ways[at];
      char data[PACKET];
      for (ssize_t bytes; (bytes = read(way->from, data, sizeof data)) > 0;) {
        if (way->count == QUEUE || drand48() < loss) continue;
        double start = way->free_at > now() ? way->free_at : now();
        way->free_at = start + (rate > 0 ? bytes / rate : 0);
        struct packet *packet = &way->waiting[(way->first + way->count) % QUEUE];
        packet->due = way->free_at + delay;
        packet->bytes = bytes;
        memcpy(packet->data, data, bytes);
        way->count++;
      }
      while (way->count > 0 && way->waiting[way->first].due <= now()) {
        struct packet *packet = &way->waiting[way->first];
        /* A device that is not up yet drops it. */
        if (write(way->to, packet->data, packet->bytes) < 0) (void)0;
        way->first = (way->first + 1) % QUEUE;
        way->count--;
      }
    }
  }
}
