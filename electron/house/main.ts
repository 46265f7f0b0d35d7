/**
 * The house as a process: `node electron/house/main.ts --server URL --data-dir DIR [--strength every|easy|steady|sharp]
 * [--reach local] [--exit-with-parent]`. Prints one line `{"event":"house","keys":[...]}`, then hosts until it is told to stop.
 * Its starter may tell it `{"reach": REACH}` and `{"seat": STRENGTH}` later; with null the tables that are played go on, and the
 * process ends with the last of them.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { houseStrengths } from '../../shared/bridge/contract.ts';
import { defaultResourcesDir } from '../library/library.ts';
import { onTold } from '../workers/told.ts';
import { runHouse } from './house.ts';

const strengthSchema = z.enum(houseStrengths);

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    'data-dir': { type: 'string' },
    reach: { type: 'string' },
    strength: { type: 'string', default: 'every' },
    'exit-with-parent': { type: 'boolean', default: false },
  },
});
const strength = strengthSchema.safeParse(values.strength);
if (values.server === undefined || values['data-dir'] === undefined || !strength.success) {
  process.stderr.write('unknown_option: the house needs --server and --data-dir, and knows four strengths\n');
  process.exit(2);
}

const reachOf = (word: unknown) => (word === 'local' ? 'local' : 'loopback');
const house = await runHouse({
  server: values.server,
  dataDir: values['data-dir'],
  resourcesDir: defaultResourcesDir(),
  strength: strength.data,
  reach: reachOf(values.reach),
});
process.stdout.write(`${JSON.stringify({ event: 'house', keys: house.keys })}\n`);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await house.dispose();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
void house.left.then(stop);

onTold(({ seat, reach }) => {
  if (seat !== undefined) house.seat(strengthSchema.nullable().parse(seat));
  if (reach !== undefined) house.reach(reachOf(reach));
});
if (values['exit-with-parent']) process.stdin.on('close', () => void stop()).resume();
