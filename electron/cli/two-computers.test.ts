/** Two computers on one network, no internet: the whole command line in network namespaces, over the real endpoint. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildNetwork, canBuildNetworks, type Network } from './testing/namespaces.ts';

const root = join(import.meta.dirname, '../..');
const possible = await canBuildNetworks();
if (!possible) console.log('Two computers: skipped, since network namespaces need root and iproute2.');

let dir: string;
let network: Network;
let server: string;
const running = new Set<ChildProcess>();

interface Event {
  event: string;
  [name: string]: unknown;
}

interface Run {
  events: Event[];
  /** Resolves with the first such event from now or before. */
  until(wanted: (event: Event) => boolean): Promise<Event>;
  ended: Promise<number | null>;
}

/** Runs a script on one of the computers; every line of it is an event. */
function on(computer: string, script: string, ...args: string[]): Run {
  const [command, before] = network.inside(computer, [process.execPath, join(root, script), ...args]);
  const child = spawn(command, before, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const events: Event[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) events.push(JSON.parse(line) as Event);
    for (const look of waiting) look();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    events,
    ended,
    async until(wanted) {
      const { promise, resolve, reject } = Promise.withResolvers<Event>();
      const look = () => {
        const found = events.find(wanted);
        if (found) resolve(found);
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`${computer} ended before: ${JSON.stringify(events.slice(-3))}`)));
      return promise.finally(() => waiting.delete(look));
    },
  };
}

beforeAll(async () => {
  if (!possible) return;
  dir = await mkdtemp(join(tmpdir(), 'parlor-two-'));
  network = await buildNetwork(['a', 'b']);
  const service = on(
    'router',
    'service/main.ts',
    ...['--host', network.routerAddress, '--port', '0', '--data-dir', join(dir, 'community'), '--difficulty', '1'],
  );
  server = String((await service.until(({ event }) => event === 'listening')).url);
  for (const computer of ['a', 'b']) {
    const own = ['--data-dir', join(dir, computer)];
    await on(computer, 'electron/cli/main.ts', 'init', ...own, '--nickname', computer, '--insecure-plain-key').ended;
    // Confirmed once: the commands after it need no flag.
    const there = ['--server', server, '--allow-plain-http'];
    await on(computer, 'electron/cli/main.ts', 'register', ...own, '--nickname', computer, ...there).ended;
  }
}, 60_000);
afterAll(async () => {
  if (!possible) return;
  for (const child of running) child.kill('SIGKILL');
  await network.dispose();
  await rm(dir, { recursive: true, force: true });
}, 30_000);

const play = [
  '--control-mode',
  'autonomous',
  '--pace',
  '0.1',
  '--heartbeat-interval',
  '0.5',
  '--heartbeat-timeout',
  '2',
  '--json',
];

test.skipIf(!possible)(
  'a game between two computers goes on when the host’s address changes, and settles',
  { timeout: 90_000 },
  async () => {
    const at = (computer: string) => [...play, '--server', server, '--data-dir', join(dir, computer)];
    const host = on('a', 'electron/cli/main.ts', 'host', '--protocol', 'connect-four', ...at('a'));
    const { post_id } = await host.until(({ event }) => event === 'invite_created');
    const guest = on('b', 'electron/cli/main.ts', 'join', String(post_id), ...at('b'));
    const moves = ({ events }: Run) => events.filter(({ event }) => event === 'move').length;
    await guest.until(() => moves(guest) >= 4);
    await network.readdress('a');
    const after = moves(guest);
    await guest.until(() => moves(guest) >= after + 3);
    const [mine, theirs] = await Promise.all([guest, host].map((run) => run.until(({ event }) => event === 'result')));
    expect(mine).toMatchObject({ event: 'result', state: 'settled' });
    expect(theirs).toMatchObject({ event: 'result', state: 'settled' });
    expect([mine?.outcome, theirs?.outcome].sort()).toEqual(
      mine?.outcome === 'drawn' ? ['drawn', 'drawn'] : ['lost', 'won'],
    );
    expect(await Promise.all([guest.ended, host.ended])).toEqual([0, 0]);
    const told = guest.events.map(({ event }) => event).filter((event) => event.startsWith('peer_'));
    // Where the transport finds the new address by itself there is nothing to tell.
    expect([[], ['peer_unresponsive', 'peer_resumed']]).toContainEqual(told);
  },
);
