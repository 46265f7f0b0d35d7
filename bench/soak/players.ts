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
import type { Table, TableRow } from '../../shared/bridge/contract.ts';
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
const firstAgent = Number(values.first);
const playOptions: PlayOptions = {
  control_mode: 'autonomous',
  manner: 'easy',
  paceMs: 100,
  heartbeat: { intervalMs: 500, timeoutMs: 2_500, graceMs: 60_000 },
};
const printLine = (line: PlayerLine) => void process.stdout.write(`${JSON.stringify(line)}\n`);

async function start() {
  const library = await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir: values['data-dir']! });
  const launchHooks = nodeLauncher();
  const seats = new Map<number, TestSeat>();
  for (let agent = firstAgent; agent < firstAgent + Number(values.count); agent += 1) {
    const dataDir = join(values['data-dir']!, `${agent}`);
    const onTable = (table: Table) => printLine(lineOf(agent, table));
    const options = { launchHooks, onTable, published: library };
    const seat = await takeSeat(values.server!, dataDir, `Agent ${agent}`, options);
    // Ratings need registered protocols.
    if (agent === firstAgent) for (const protocol of library.list()) await publishBundled(seat.client, protocol);
    seats.set(agent, seat);
  }
  for (const [agent, { tables }] of seats) for (const row of tables.lists.every()) printLine(lineOf(agent, row));
  printLine({ event: 'ready' });

  /** Turns a fault on for every seat, and off again after `durationMs` milliseconds. */
  async function applyFault(durationMs: number, setFault: (seat: TestSeat, isOn: boolean) => void): Promise<void> {
    for (const seat of seats.values()) setFault(seat, true);
    await delay(durationMs);
    for (const seat of seats.values()) setFault(seat, false);
  }

  /** Prints the error code if the request is refused. */
  async function reportError(request: number, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      printLine({ event: 'refused', request, code: toProblem(error).code });
    }
  }

  async function execute(command: PlayerCommand): Promise<void> {
    switch (command.do) {
      case 'host': {
        const { agent, request, game } = command;
        const seat = seats.get(agent)!;
        return reportError(request, async () => {
          const hosting = await seat.tables.host({ ...playOptions, protocol_id: seat.protocol(game) });
          printLine({ event: 'hosting', request, post_id: hosting.post_id });
          void hosting.ended.then(() => printLine({ event: 'hosted', request }));
        });
      }
      case 'join':
        await seats.get(command.agent)!.tables.join(command.post_id, playOptions);
        return;
      case 'join house': {
        const { agent, request, keys, game, choice } = command;
        const seat = seats.get(agent)!;
        return reportError(request, async () => {
          const query = { protocol_id: seat.protocol(game), limit: 100 };
          const { results } = (await seat.client.call('GET /api/v1/invitations', { query })).body;
          const openInvitations = results.filter(({ public_key }) => keys.includes(public_key));
          const invitation = openInvitations[Math.floor(choice * openInvitations.length)];
          if (!invitation) return printLine({ event: 'refused', request, code: 'not_found' });
          await seat.tables.join(invitation.post_id, playOptions);
          printLine({ event: 'hosting', request, post_id: invitation.post_id });
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
        return applyFault(command.durationMs, ({ transport }, isOn) => {
          transport.offline = isOn;
          if (isOn) transport.cut();
        });
      case 'community away':
        return applyFault(command.durationMs, (seat, isOn) => seat.unreachable(isOn ? () => true : null));
      case 'responses lost':
        return applyFault(command.durationMs, (seat, isOn) => seat.dropResponses(isOn ? () => true : null));
      case 'community slow':
        return applyFault(command.durationMs, (seat, isOn) => seat.slow(isOn ? command.delayMs : 0));
    }
  }

  return {
    receive: (message: unknown) => void execute(message as PlayerCommand),
    async stop() {
      await Promise.all([...seats.values()].map((seat) => seat.dispose()));
    },
  };
}

function lineOf(agent: number, { table_id, post_id, session_id, phase, result, problem }: TableRow): PlayerLine {
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
