/**
 * The community service with a clock that the soak sets: `node bench/soak/service.ts` with the flags of `service/main.ts`. A line
 * `{"clock": MILLISECONDS}` on stdin sets the offset of its wall clock.
 */
import { ServerResponse } from 'node:http';
import pino from 'pino';
import { runWorker } from '../../electron/workers/entry.ts';
import { createService, readCommandLine } from '../../service/index.ts';

async function start() {
  process.umask(0o077);
  let offsetMs = 0;
  const now = () => Date.now() + offsetMs;
  // Clients learn the time from the Date header, which Node takes from the system clock.
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...head: unknown[]) {
    this.setHeader('Date', new Date(now()).toUTCString());
    return Reflect.apply(writeHead, this, head) as ServerResponse;
  } as typeof writeHead;
  const { config } = readCommandLine(process.argv.slice(2), process.env);
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
  const service = createService(config, { log, clock: now });
  const { url } = await service.start();
  process.stdout.write(`${JSON.stringify({ event: 'listening', url })}\n`);
  return {
    receive({ clock }: { clock?: unknown }) {
      if (typeof clock === 'number') offsetMs = clock;
    },
    stop: () => service.dispose(),
  };
}

runWorker(start, { exitWithParent: true });
