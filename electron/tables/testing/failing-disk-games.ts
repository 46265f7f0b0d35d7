/**
 * Plays games in which file operations of one side fail: `node failing-disk-games.ts FOLDER few|all`. Counts the operations of a whole
 * game; then the n-th of a game fails, for a few or all n; then all of them for a while. Prints a line for each game, and one with
 * `done`; ends at SIGTERM.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Table } from '../../../shared/bridge/contract.ts';
import { toProblem } from '../../../shared/errors.ts';
import { type FaultCode, failingFiles, faultCodes } from '../../../shared/testing/failing-files.ts';
import { containRejections } from '../../failures/unhandled-rejections.ts';
import type { PlayOptions } from '../game-setup.ts';
import { startTestService } from './community.ts';
import { type TestSeat, takeSeat } from './seat.ts';

const [dir = '', extent = 'few'] = process.argv.slice(2);
const isComplete = extent === 'all';
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const play: PlayOptions = {
  control_mode: 'autonomous',
  manner: 'easy',
  paceMs: 0,
  heartbeat: { intervalMs: 300, timeoutMs: 1_500, graceMs: 3_000 },
};
const gameTimeoutMs = 60_000;
const fewFaults = 3;
const pauses = isComplete ? 20 : 3;
/** A short failure is bridged, a long one fails the game. */
const shortPauseMs = 1_000;
const longPauseMs = 6_000;

containRejections();
const folder = join(dir, 'ada');
mkdirSync(folder);
const files = await failingFiles(folder);
const service = await startTestService(join(dir, 'community'));
let ada = await takeSeat(service.url, folder, 'ada');
const grace = await takeSeat(service.url, join(dir, 'grace'), 'grace', { published: ada.library });

/** The most processor time that this thread used between two turns of its event loop, milliseconds. A busy machine does not add to it. */
let longestTurnMs = 0;
let previousUse = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(previousUse);
  previousUse = process.threadCpuUsage();
  longestTurnMs = Math.max(longestTurnMs, Math.round((user + system) / 1_000));
}, 10).unref();

interface Side {
  phase: Table['phase'];
  winner: string | null;
  state: string | null;
  problem: Table['problem'];
  record: string;
}

const sideOf = (name: string, { table_id, phase, result, problem }: Table): Side => ({
  phase,
  winner: result?.winner ?? null,
  state: result?.state ?? null,
  problem,
  record: readFileSync(join(dir, name, 'tables', table_id, 'record.jsonl'), 'utf8'),
});

const isOver = ({ phase }: Table) => phase === 'finished' || phase === 'failed';

/** Plays one game. Null for a side without a table. */
async function playGame(host: TestSeat, guest: TestSeat): Promise<{ host: Table | null; guest: Table | null }> {
  const hosted = await host.tables.host({ ...play, protocol_id: host.protocol('rock-paper-scissors') });
  try {
    const guestId = await guest.tables.join(hosted.post_id, play);
    const guestTable = await guest.until(guestId, isOver);
    // A guest that failed before the handshake leaves the invitation open.
    if (guestTable.session_id === null) await hosted.cancel();
    const seated = await hosted.table;
    if (seated === null) return { host: null, guest: guestTable };
    const hostTable = await host.until(seated.table_id, isOver);
    if (hostTable.phase !== 'finished' || guestTable.phase !== 'finished')
      return { host: hostTable, guest: guestTable };
    return { host: await host.ended(seated.table_id), guest: await guest.ended(guestId) };
  } finally {
    await hosted.cancel();
  }
}

async function round(fault: string, adaHosts: boolean, during = async (_game: Promise<unknown>) => {}): Promise<void> {
  longestTurnMs = 0;
  const game = (adaHosts ? playGame(ada, grace) : playGame(grace, ada)).then(
    ({ host, guest }) => {
      const [own, other] = adaHosts ? [host, guest] : [guest, host];
      return { ada: own && sideOf('ada', own), grace: other && sideOf('grace', other) };
    },
    (error: unknown) => ({ refused: toProblem(error) }),
  );
  await during(game);
  const timeout = delay(
    gameTimeoutMs,
    { stuck: [ada, grace].map(({ tables }) => tables.listHosted()) },
    { ref: false },
  );
  const outcome = await Promise.race([game, timeout]);
  print({ event: 'game', fault, adaHosts, longestTurnMs, ...outcome });
}

/** Plays a game during which the disk is full for a while, from the operation with the given index on. */
async function roundWithFullDisk(index: number, pauseMs: number, adaHosts: boolean): Promise<void> {
  await idle();
  files.begin();
  await round(`ENOSPC for ${pauseMs} ms at ${index}`, adaHosts, async (game) => {
    const isOver = async () => (await Promise.race([game, delay(1, null)])) !== null;
    while (files.operations.length < index && !(await isOver()));
    files.failAll('ENOSPC');
    await delay(pauseMs);
    files.begin();
  });
}

/** Waits for what earlier games still do with files. */
async function idle(): Promise<void> {
  for (let count = -1; count !== files.operations.length; await delay(50)) count = files.operations.length;
}

for (const adaHosts of [true, false]) {
  await idle();
  files.begin();
  await round('none', adaHosts);
  const { length } = files.operations;
  const step = isComplete ? 1 : Math.ceil(length / fewFaults);
  for (let index = 0; index < length; index += step) {
    const codes: readonly FaultCode[] = isComplete ? faultCodes : [faultCodes[(index / step) % faultCodes.length]!];
    for (const code of codes) {
      await idle();
      files.begin({ code, from: index, to: index + 1 });
      await round(`${code} at ${index}`, adaHosts);
    }
  }
  if (!isComplete && !adaHosts) continue;
  const pauseStep = Math.ceil(length / pauses);
  for (let index = 0; index < length; index += pauseStep) await roundWithFullDisk(index, shortPauseMs, adaHosts);
  await roundWithFullDisk(Math.round(length / 3), longPauseMs, adaHosts);
}
await round('none', true);
await ada.dispose();
ada = await takeSeat(service.url, folder, 'ada', { published: ada.library });
await round('none', false);

process.once('SIGTERM', () => {
  const ending = Promise.all([ada.dispose(), grace.dispose()]).then(() => service.dispose());
  ending.then(() => process.exit(0)).catch((error) => console.error(error));
});
print({ event: 'done' });
