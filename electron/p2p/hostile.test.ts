/** Peers that attack the transport: after each attack, the same endpoint still serves a well-behaved peer. */
import type { ChildProcess } from 'node:child_process';
import type { Connection } from '@number0/iroh';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { residentMemory } from '../../shared/testing/processes.ts';
import type { Transport } from './channel.ts';
import { createTransport } from './iroh-transport.ts';
import { bytesOf, openRawPeer, openStream, type RawPeer } from './testing/raw-peer.ts';
import { startEchoPeer } from './testing/start-echo-peer.ts';

const connections = 1_000;
/** Tolerance for memory that allocators and stacks retain; leaked connections, buffers and handles cost a multiple. */
const slackMiB = 8;

let host: ChildProcess;
let ticket: string;
let attacker: RawPeer;
let good: Transport;

beforeAll(async () => {
  ({ child: host, ticket } = await startEchoPeer());
  attacker = await openRawPeer();
  good = createTransport({ reach: 'loopback' });
});
afterAll(async () => {
  await good.close();
  await attacker.close();
  host.kill('SIGKILL');
});

/** Plays two turns and a clean end as a well-behaved guest. */
async function expectGuestServed(): Promise<void> {
  const channel = await good.dial(ticket);
  for (const turn of [1, 2]) {
    await channel.send({ action: 'move', turn });
    expect(await channel.receive({ timeoutMs: 10_000 })).toEqual({ action: 'move', turn });
  }
  await channel.close();
}

const ignore = () => undefined;

const attacks: [string, (connection: Connection) => Promise<unknown>][] = [
  ['P-6 a line that never ends', (connection) => openStream(connection, 'x'.repeat(2 * 1024 * 1024))],
  ['P-6 a length prefix', (connection) => openStream(connection, [0xff, 0xff, 0xff, 0xff, 0x7b, 0x7d, 0x0a])],
  ['P-6 a stream that ends inside a line', async (connection) => (await openStream(connection, '{"a":')).send.finish()],
  ['P-6 only line feeds', (connection) => openStream(connection, '\n'.repeat(500_000))],
  [
    'P-6 one byte at a time, then a reset',
    async (connection) => {
      const { send } = await openStream(connection, '{');
      for (const character of '"action":"move"') await send.writeAll(bytesOf(character));
      await send.reset(7n);
    },
  ],
  [
    'P-7 a guest that sends and never reads',
    async (connection) => {
      const { send } = await openStream(connection, '{"a":1}\n');
      for (let frame = 0; frame < 30; frame += 1) await send.writeAll(bytesOf(`{"a":"${'x'.repeat(60_000)}"}\n`));
    },
  ],
  ['P-7 a stream without data', (connection) => connection.openBi()],
  [
    'P-8 a hundred streams',
    async (connection) => {
      for (let stream = 0; stream < 100; stream += 1) await openStream(connection, '{"a":1}\n');
    },
  ],
  [
    'P-8 unidirectional streams',
    async (connection) => {
      for (let stream = 0; stream < 50; stream += 1) await (await connection.openUni()).writeAll(bytesOf('{"a":1}\n'));
    },
  ],
  [
    'P-8 a flood of datagrams',
    async (connection) => {
      for (let datagram = 0; datagram < 200; datagram += 1) connection.sendDatagram(bytesOf('{"a":1}'));
    },
  ],
  ['P-9 bytes that are not UTF-8', (connection) => openStream(connection, [0x7b, 0xff, 0xfe, 0x7d, 0x0a])],
  ['P-9 deeply nested arrays', (connection) => openStream(connection, `{"a":${'['.repeat(200_000)}\n`)],
  ['P-9 a duplicate member', (connection) => openStream(connection, '{"action":"move","action":"end"}\n')],
];

describe('under attack, a host still serves a guest', () => {
  test.each(attacks)('%s', async (_name, attack) => {
    const connection = await attacker.connect(ticket);
    // The host may close the connection during the attack.
    await attack(connection).catch(ignore);
    await expectGuestServed();
    connection.close(9n, []);
  });

  test('refuses a connection with another protocol', async () => {
    await expect(attacker.connect(ticket, bytesOf('/agent-chat/2'))).rejects.toThrow();
    await expectGuestServed();
  });
});

/** Resident memory of the host in MiB. */
function residentMiB(): number {
  const bytes = residentMemory(host.pid!);
  if (bytes === null) throw new Error('The host has ended.');
  return bytes / 1024 ** 2;
}

/** Makes `count` connections with the attacks in turn. */
async function attackRepeatedly(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const [, attack] = attacks[number % attacks.length]!;
    const connection = await attacker.connect(ticket).catch(ignore);
    if (!connection) continue;
    await attack(connection).catch(ignore);
    connection.close(9n, []);
  }
}

test.runIf(isLongRun && process.platform === 'linux')(
  `P-8 the memory of a host stays flat over ${connections} hostile connections`,
  { timeout: 1_800_000 },
  async () => {
    // The first connection of each kind causes one-off allocations.
    await attackRepeatedly(attacks.length * 5);
    await expectGuestServed();
    // A leak grows with every round; uncollected garbage does not, nor do connections whose end was lost, which time out.
    const growth: number[] = [];
    for (let round = 0; round < 20 && !(growth.at(-1)! < slackMiB); round += 1) {
      const before = residentMiB();
      await attackRepeatedly(connections);
      await expectGuestServed();
      growth.push(residentMiB() - before);
    }
    expect(growth.at(-1), `MiB by round: ${growth.map(Math.round)}`).toBeLessThan(slackMiB);
  },
);
