/**
 * The LAN proxy as a process: `node electron/local-network/main.ts --to URL --host ADDRESS --port PORT [--exit-with-parent]`. Prints
 * `{"event":"open","port":PORT}`, and `{"event":"visitors","count":N}` whenever another computer connects for the first time.
 */
import { parseArgs } from 'node:util';
import { runWorker, type WorkerBody } from '../workers/entry.ts';
import { openLanProxy } from './lan-proxy.ts';

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    'exit-with-parent': { type: 'boolean', default: false },
  },
});
const { to, host, port = '0', 'exit-with-parent': exitWithParent } = values;
if (to === undefined || host === undefined) {
  process.stderr.write('unknown_option: the proxy needs --to and --host\n');
  process.exit(2);
}
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function start(target: { targetUrl: string; host: string; port: number }): Promise<WorkerBody> {
  const proxy = await openLanProxy({
    ...target,
    onVisitors: (count) => print({ event: 'visitors', count }),
  });
  print({ event: 'open', port: proxy.port });
  return { stop: () => proxy.close() };
}
runWorker(() => start({ targetUrl: to, host, port: Number(port) }), { exitWithParent });
