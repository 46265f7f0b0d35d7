/*
 * Usage: way-out NAMESPACE
 * A device `out` in a network namespace, through which all may leave that has no other way. Prints a line for each packet, with where it was
 * bound, and answers none; exits when stdin closes. Packets of ICMPv6, with which the kernel itself announces a device, are left out.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
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
#include <unistd.h>

enum { PACKET = 65536, IPV4_HEADER = 20, IPV6_HEADER = 40, HOP_BY_HOP = 0, ICMPV6 = 58 };

static void fail(const char *subject) {
  perror(subject);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  char path[256];
  snprintf(path, sizeof path, "/var/run/netns/%s", argv[1]);
  int namespace_file = open(path, O_RDONLY);
  if (namespace_file < 0 || setns(namespace_file, CLONE_NEWNET) < 0) fail(path);
  int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  struct ifreq request = {0};
  strcpy(request.ifr_name, "out");
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  if (device < 0 || ioctl(device, TUNSETIFF, &request) < 0) fail("/dev/net/tun");
  puts("{\"event\":\"ready\"}");
  fflush(stdout);
  for (;;) {
    struct pollfd ready[2] = {{device, POLLIN, 0}, {0, POLLIN, 0}};
    if (poll(ready, 2, -1) < 0) fail("poll");
    if (ready[1].revents) return 0;
    static uint8_t packet[PACKET];
    for (ssize_t bytes; (bytes = read(device, packet, sizeof packet)) > 0;) {
      int is_v6 = packet[0] >> 4 == 6;
      if (bytes < (is_v6 ? IPV6_HEADER : IPV4_HEADER)) continue;
      int protocol = is_v6 ? packet[6] : packet[9];
      /* Announcements of multicast groups are ICMPv6 behind a hop-by-hop header. */
      if (is_v6 && (protocol == ICMPV6 || (protocol == HOP_BY_HOP && packet[IPV6_HEADER] == ICMPV6))) continue;
      ssize_t payload = is_v6 ? IPV6_HEADER : (packet[0] & 15) * 4;
      int port = bytes >= payload + 4 ? packet[payload + 2] << 8 | packet[payload + 3] : 0;
      char to[INET6_ADDRSTRLEN];
      inet_ntop(is_v6 ? AF_INET6 : AF_INET, packet + (is_v6 ? 24 : 16), to, sizeof to);
      printf("{\"event\":\"packet\",\"protocol\":%d,\"to\":\"%s\",\"port\":%d}\n", protocol, to, port);
      fflush(stdout);
    }
  }
}
