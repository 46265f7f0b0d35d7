/** TCP, UDP and DNS listeners that record what reaches them, for tests of what a page can send out. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** A separate loopback address, since port 53 is often taken on 127.0.0.1. */
export const nameserver = '127.18.53.1';

export interface Listeners {
  /** `127.0.0.1:PORT`, over TCP. */
  host: string;
  /** `127.0.0.1:PORT`, over UDP. */
  stun: string;
  /** What was received: `tcp /path`, `udp`, `dns name`. */
  received(): string[];
  close(): void;
}

/** The name that a DNS query asks for (RFC 1035, section 4.1.2). */
function queriedName(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; at < query.length && query[at] !== 0; at += query[at]! + 1) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  }
  return labels.join('.').toLowerCase();
}

/** The answer "no such name" (NXDOMAIN): the query with the bits of an answer set and no records. */
function noSuchName(query: Buffer): Buffer {
  const answer = Buffer.from(query.subarray(0, Math.max(12, query.length)));
  answer.writeUInt16BE(0x8183, 2);
  answer.writeUInt16BE(0, 10);
  return answer;
}

async function bind(socket: Socket, port: number, address: string): Promise<void> {
  socket.bind(port, address);
  await once(socket, 'listening');
}

/** `withDns`: also listens for DNS, which needs the right to bind port 53, and records queries for names in `zone`. */
export async function listen({ withDns, zone }: { withDns: boolean; zone: string }): Promise<Listeners> {
  const received: string[] = [];
  const tcp: Server = createServer((socket) => {
    received.push('tcp');
    socket.on('error', () => {});
    socket.once('data', (data) => {
      received.push(`tcp ${/^\w+ (\S+)/.exec(data.toString('latin1'))?.[1] ?? ''}`);
      socket.end('HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const udp = createSocket('udp4');
  udp.on('message', () => received.push('udp'));
  await bind(udp, 0, '127.0.0.1');
  const dns = withDns ? createSocket('udp4') : null;
  if (dns) {
    dns.on('message', (query, from) => {
      const name = queriedName(query);
      // Chromium resolves some names itself.
      if (name.endsWith(zone)) received.push(`dns ${name}`);
      dns.send(noSuchName(query), from.port, from.address);
    });
    await bind(dns, 53, nameserver);
  }
  return {
    host: `127.0.0.1:${(tcp.address() as AddressInfo).port}`,
    stun: `127.0.0.1:${udp.address().port}`,
    received: () => [...new Set(received)],
    close() {
      tcp.close();
      udp.close();
      dns?.close();
    },
  };
}
