/*
 * Usage: slow-link NAMESPACE NAMESPACE DELAY_MS LOSS_PERCENT BYTES_PER_S SEED
 * A link between two network namespaces that is slow and loses packets. BYTES_PER_S 0 means no limit.
 * Creates a device `far` in each, then prints a line; exits when stdin closes. In user space, because not every kernel has netem.
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

/* One direction of the link, a first-in, first-out queue. */
struct direction {
  int from, to;
  double free_at; /* when the link has finished sending the last packet, in milliseconds */
  int first, count;
  struct packet waiting[QUEUE];
};

static struct direction directions[2];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void fail(const char *subject) {
  perror(subject);
  exit(1);
}

/* Creates the device in a namespace; returns its file descriptor. */
static int create_device(const char *namespace) {
  char path[256];
  snprintf(path, sizeof path, "/var/run/netns/%s", namespace);
  int namespace_file = open(path, O_RDONLY);
  if (namespace_file < 0 || setns(namespace_file, CLONE_NEWNET) < 0) fail(path);
  close(namespace_file);
  int file = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  struct ifreq request = {0};
  strcpy(request.ifr_name, "far");
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  if (file < 0 || ioctl(file, TUNSETIFF, &request) < 0) fail("/dev/net/tun");
  return file;
}

int main(int argc, char **argv) {
  if (argc != 7) return 2;
  double delay = atof(argv[3]), loss = atof(argv[4]) / 100, rate = atof(argv[5]) / 1e3;
  srand48(atol(argv[6]));
  directions[0].from = directions[1].to = create_device(argv[1]);
  directions[1].from = directions[0].to = create_device(argv[2]);
  puts("{\"event\":\"linked\"}");
  fflush(stdout);
  for (;;) {
    double next = now() + 1000;
    for (int at = 0; at < 2; at++) {
      struct direction *direction = &directions[at];
      double due = direction->waiting[direction->first].due;
      if (direction->count > 0 && due < next) next = due;
    }
    double left = next - now();
    struct pollfd ready[3] = {{directions[0].from, POLLIN, 0}, {directions[1].from, POLLIN, 0}, {0, POLLIN, 0}};
    if (poll(ready, 3, left > 0 ? (int)left + 1 : 0) < 0) fail("poll");
    if (ready[2].revents) return 0;
    for (int at = 0; at < 2; at++) {
      struct direction *direction = &directions[at];
      char data[PACKET];
      for (ssize_t bytes; (bytes = read(direction->from, data, sizeof data)) > 0;) {
        if (direction->count == QUEUE || drand48() < loss) continue;
        double start = direction->free_at > now() ? direction->free_at : now();
        direction->free_at = start + (rate > 0 ? bytes / rate : 0);
        struct packet *packet = &direction->waiting[(direction->first + direction->count) % QUEUE];
        packet->due = direction->free_at + delay;
        packet->bytes = bytes;
        memcpy(packet->data, data, bytes);
        direction->count++;
      }
      while (direction->count > 0 && direction->waiting[direction->first].due <= now()) {
        struct packet *packet = &direction->waiting[direction->first];
        /* A device that is not up yet drops it. */
        if (write(direction->to, packet->data, packet->bytes) < 0) (void)0;
        direction->first = (direction->first + 1) % QUEUE;
        direction->count--;
      }
    }
  }
}
