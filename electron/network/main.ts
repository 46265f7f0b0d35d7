/**
 * The gate as a process: `node electron/network/main.ts --to URL --host ADDRESS --port PORT [--exit-with-parent]`. Prints
 * `{"event":"open","port":PORT}`, and `{"event":"visitors","count":N}` whenever another computer comes by for the first time.
 */
import { parseArgs } from 'node:util';
import { openGate } from './gate.ts';

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    'exit-with-parent': { type: 'boolean', default: false },
  },
});
if (values.to === undefined || values.host === undefined) {
  process.stderr.write('unknown_option: the gate needs --to and --host\n');
  process.exit(2);
}
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
// Main may be gone; that must not end what is being said to others half-way.
process.stdout.on('error', () => {});

const gate = await openGate({
  to: values.to,
  host: values.host,
  port: Number(values.port ?? '0'),
  onVisitors: (count) => say({ event: 'visitors', count }),
}).catch((error: NodeJS.ErrnoException) => {
  process.stderr.write(`${error.code ?? error.message}\n`);
  process.exit(1);
});
say({ event: 'open', port: gate.port });

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await gate.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
if (values['exit-with-parent']) process.stdin.on('close', () => void stop()).resume();
