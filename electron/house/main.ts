/**
 * The house as a process: `node electron/house/main.ts --server URL --data-dir DIR [--strength every|easy|steady|sharp]
 * [--exit-with-parent]`. Prints one line `{"event":"house","keys":[...]}`, then hosts until it is told to stop. Its starter may
 * tell it `{"seat": STRENGTH}` later; with null the tables that are played go on, and the process ends with the last of them.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { houseStrengths } from '../../shared/bridge/contract.ts';
import { defaultResourcesDir } from '../library/library.ts';
import { runHouse } from './house.ts';

interface ParentPort {
  on(event: 'message', listener: (event: { data: string }) => void): void;
}

const strengthSchema = z.enum(houseStrengths);
const toldSchema = z.object({ seat: strengthSchema.nullable() });

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    'data-dir': { type: 'string' },
    strength: { type: 'string', default: 'every' },
    'exit-with-parent': { type: 'boolean', default: false },
  },
});
const strength = strengthSchema.safeParse(values.strength);
if (values.server === undefined || values['data-dir'] === undefined || !strength.success) {
  process.stderr.write('unknown_option: the house needs --server and --data-dir, and knows four strengths\n');
  process.exit(2);
}

const house = await runHouse({
  server: values.server,
  dataDir: values['data-dir'],
  resourcesDir: defaultResourcesDir(),
  strength: strength.data,
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

const hear = (text: string) => house.seat(toldSchema.parse(JSON.parse(text)).seat);
// An Electron utility process hears its parent by a port, a Node child by its stdin.
const port = (process as { parentPort?: ParentPort }).parentPort;
port?.on('message', (event) => hear(event.data));
if (values['exit-with-parent']) {
  createInterface({ input: process.stdin }).on('line', hear);
  process.stdin.on('close', () => void stop());
}
