/**
 * Runs agents with the real code of hosts and guests in one process: `node --expose-gc bench/soak/players.ts --server URL
 * --data-dir DIR --first N --count N`. Reads commands from stdin and prints a line for every change of a table; see player-messages.ts.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { nodeLauncher } from '../../electron/hooks/node-launcher.ts';
import { defaultResourcesDir } from '../../electron/installation.ts';
import { openLibrary } from '../../electron/library/library.ts';
import { publishBundled } from '../../electron/library/publishing/publish.ts';
import type { PlayOptions } from '../../electron/tables/game-setup.ts';
import { type TestSeat, takeSeat } from '../../electron/tables/testing/seat.ts';
import { runWorker } from '../../electron/workers/entry.ts';
import type { Table } from '../../shared/bridge/contract.ts';
import { toProblem } from '../../shared/errors.ts';
import type { PlayerCommand, PlayerLine } from './player-messages.ts';

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    'data-dir': { type: 'string' },
    first: { type: 'string' },
    count: { type: 'string' },
  },
});
const first = Number(values.first);
const play: PlayOptions = {
  control_mode: 'autonomous',
  manner: 'easy',
  paceMs: 100,
  heartbeat: { intervalMs: 500, timeoutMs: 2_500, graceMs: 60_000 },
};
const print = (line: PlayerLine) => void process.stdout.write(`${JSON.stringify(line)}\n`);

async function start() {
  const library = await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir: values['data-dir']! });
  const launchHooks = nodeLauncher();
  const seats = new Map<number, TestSeat>();
  for (let agent = first; agent < first + Number(values.count); agent += 1) {
    const dataDir = join(values['data-dir']!, `${agent}`);
    const onTable = (table: Table) => print(lineOf(agent, table));
    const options = { launchHooks, onTable, published: library };
    const seat = await takeSeat(values.server!, dataDir, `Agent ${agent}`, options);
    // Ratings need registered protocols.
    if (agent === first) for (const protocol of library.list()) await publishBundled(seat.client, protocol);
    seats.set(agent, seat);
  }
  for (const [agent, { tables }] of seats) for (const table of tables.list()) print(lineOf(agent, table));
  print({ event: 'ready' });

  /** Turns a fault on for every seat, and off again after `forMs` milliseconds. */
  async function during(forMs: number, setFault: (seat: TestSeat, isOn: boolean) => void): Promise<void> {
    for (const seat of seats.values()) setFault(seat, true);
    await delay(forMs);
    for (const seat of seats.values()) setFault(seat, false);
  }

  /** Prints the error code if the request is refused. */
  async function reportRefusal(request: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      print({ event: 'refused', request, code: toProblem(error).code });
    }
  }

  async function execute(command: PlayerCommand): Promise<void> {
    switch (command.do) {
      case 'host': {
        const { agent, request, game } = command;
        const seat = seats.get(agent)!;
        return reportRefusal(request, async () => {
          const hosted = await seat.tables.host({ ...play, protocol_id: seat.protocol(game) });
          print({ event: 'hosting', request, post_id: hosted.post_id });
          void hosted.ended.then(() => print({ event: 'hosted', request }));
        });
      }
      case 'join':
        await seats.get(command.agent)!.tables.join(command.post_id, play);
        return;
      case 'join house': {
        const { agent, request, keys, game, among } = command;
        const seat = seats.get(agent)!;
        return reportRefusal(request, async () => {
          const query = { protocol_id: seat.protocol(game), limit: 100 };
          const { results } = (await seat.client.call('GET /api/v1/invitations', { query })).body;
          const open = results.filter(({ public_key }) => keys.includes(public_key));
          const invitation = open[Math.floor(among * open.length)];
          if (!invitation) return print({ event: 'refused', request, code: 'not_found' });
          await seat.tables.join(invitation.post_id, play);
          print({ event: 'hosting', request, post_id: invitation.post_id });
        });
      }
      case 'withdraw':
        await seats
          .get(command.agent)!
          .tables.withdraw(command.post_id)
          .catch(() => {});
        return;
      case 'collect':
        globalThis.gc?.();
        return;
      case 'cut peers':
        return during(command.forMs, ({ transport }, isOn) => {
          transport.offline = isOn;
          if (isOn) transport.cut();
        });
      case 'community away':
        return during(command.forMs, (seat, isOn) => seat.unreachable(isOn ? () => true : null));
      case 'responses lost':
        return during(command.forMs, (seat, isOn) => seat.dropResponses(isOn ? () => true : null));
      case 'community slow':
        return during(command.forMs, (seat, isOn) => seat.slow(isOn ? command.delayMs : 0));
    }
  }

  return {
    receive: (message: unknown) => void execute(message as PlayerCommand),
    async stop() {
      await Promise.all([...seats.values()].map((seat) => seat.dispose()));
    },
  };
}

function lineOf(agent: number, { table_id, post_id, session_id, phase, result, problem }: Table): PlayerLine {
  return {
    event: 'table',
    agent,
    table_id,
    post_id,
    session_id,
    phase,
    winner: result?.winner ?? null,
    state: result?.state ?? null,
    problem: problem?.code ?? null,
  };
}

runWorker(start, { exitWithParent: true });
