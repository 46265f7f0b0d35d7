/**
 * The house as a process: `node electron/house/main.ts --server URL --data-dir DIR [--reach local] [--exit-with-parent]`.
 * Prints one line `{"event":"house","keys":[...]}`, then hosts until it is told to stop. Main may tell it another reach.
 */
import { parseArgs } from 'node:util';
import { defaultResourcesDir } from '../library/library.ts';
import { onTold } from '../workers/told.ts';
import { runHouse } from './house.ts';

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    'data-dir': { type: 'string' },
    reach: { type: 'string' },
    'exit-with-parent': { type: 'boolean', default: false },
  },
});
if (values.server === undefined || values['data-dir'] === undefined) {
  process.stderr.write('unknown_option: the house needs --server and --data-dir\n');
  process.exit(2);
}

const reachOf = (word: unknown) => (word === 'local' ? 'local' : 'loopback');
const house = await runHouse({
  server: values.server,
  dataDir: values['data-dir'],
  resourcesDir: defaultResourcesDir(),
  reach: reachOf(values.reach),
});
onTold(({ reach }) => house.reach(reachOf(reach)));
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
if (values['exit-with-parent']) process.stdin.on('close', () => void stop()).resume();
