/**
 * One side of many games as a process that a test can kill: `node player.ts --server URL --data-dir DIR --name NAME`. Reads `{"host":
 * PROTOCOL}` and `{"join": POST_ID}` from stdin, and prints a line for every event of its tables.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { TableRow } from '../../../shared/bridge/contract.ts';
import { isLongRun } from '../../../shared/testing/long.ts';
import { nodeLauncher } from '../../hooks/node-launcher.ts';
import { defaultResourcesDir } from '../../installation.ts';
import { openLibrary } from '../../library/library.ts';
import type { PlayOptions } from '../game-setup.ts';
import { launchPlainHooks } from './plain-hooks.ts';
import { takeSeat } from './seat.ts';

const { values } = parseArgs({
  options: { server: { type: 'string' }, 'data-dir': { type: 'string' }, name: { type: 'string' } },
});
const lastLines = new Map<string, string>();
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const seat = await takeSeat(values.server!, values['data-dir']!, values.name!, {
  launchHooks: isLongRun ? nodeLauncher() : launchPlainHooks,
  onTable: printTable,
  // The test has already published the protocols.
  published: await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir: values['data-dir']! }),
});
const play: PlayOptions = {
  control_mode: 'autonomous',
  manner: 'easy',
  paceMs: 80,
  heartbeat: { intervalMs: 300, timeoutMs: 1_500, graceMs: 60_000 },
};

function printTable({ table_id, post_id, session_id, phase, result, problem }: TableRow): void {
  const state = result?.state ?? null;
  const line = { table_id, post_id, session_id, phase, winner: result?.winner ?? null, state, problem };
  const text = JSON.stringify(line);
  if (lastLines.get(table_id) === text) return;
  lastLines.set(table_id, text);
  print({ event: 'table', ...line });
}

for (const row of seat.tables.lists.every()) printTable(row);
print({ event: 'ready' });
createInterface({ input: process.stdin }).on('line', (text) => void onCommand(JSON.parse(text)));

async function onCommand({ host, join }: { host?: string; join?: string }): Promise<void> {
  if (host !== undefined) {
    const { post_id } = await seat.tables.host({ ...play, protocol_id: seat.protocol(host) });
    print({ event: 'hosting', post_id });
  }
  if (join !== undefined) await seat.tables.join(join, play);
}

process.once('SIGTERM', () => void seat.dispose().then(() => process.exit(0)));
