/** One JSON line on stdout once it listens, logs on stderr, until a signal. */
import pino from 'pino';
import { flagVariables } from '../config.ts';
import { createService, readCommandLine } from '../index.ts';
import type { Command } from './command.ts';

const help = `Serves a community over HTTP.

  npm run -s service -- --data-dir DIR [options]
  npm run -s service -- backup --help      copy the data of a running service
  npm run -s service -- check --help       compute again what the data claims

  --data-dir DIR             where the data is kept; made where it does not exist
  --database-url URL         keep it in this PostgreSQL instead, postgres://user:password@host/database
  --database-connections N   connections to it at a time (10)
  --host HOST                what to listen on (127.0.0.1)
  --port PORT                0 lets the system choose (0)
  --difficulty BYTES         leading zero bytes of the proof of work of a registration, 0 to 4 (2)
  --rate NAME=PER_SECOND     how often one caller may ask, or NAME=off; may be given several times. NAME: capabilities,
                             signed (for each key), registration, strangers (for each address)
  --trust-proxy ADDRESS      believe X-Forwarded-For of this proxy, or of ADDRESS/BITS; may be given several times
  --metrics-port PORT        serve /metrics on 127.0.0.1 at this port; 0 lets the system choose (no metrics)
  --exit-with-parent         end when stdin closes

Each but the last may come from the environment instead, where several values are a comma list:
${Object.values(flagVariables)
  .map((name) => `  ${name}\n`)
  .join('')}PARLOR_LOG sets the level of the log on stderr (info).

The first line on stdout is {"event":"listening","url":"http://..."}. SIGTERM or SIGINT lets running requests end for up to 5
seconds; a second one cuts them. docs/operators.md has the rest.
`;

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // What it keeps is for nobody else on this machine.
  process.umask(0o077);
  const { config, exitWithParent } = readCommandLine(args, env);
  const log = pino({ level: env.PARLOR_LOG ?? 'info' }, pino.destination({ dest: 2, sync: true }));
  const service = createService(config, { log });
  const ended = Promise.withResolvers<string>();
  let leaving = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (leaving) service.cut();
      leaving = true;
      ended.resolve(signal);
    });
  }
  if (exitWithParent) {
    process.stdin.once('end', () => ended.resolve('parent gone'));
    process.stdin.once('error', () => ended.resolve('parent gone'));
    process.stdin.resume();
  }
  // Whoever read the line may be gone; that must not end the service.
  process.stdout.on('error', () => {});
  const { url, metricsUrl } = await service.start();
  const line = { event: 'listening', url, ...(metricsUrl === null ? {} : { metrics_url: metricsUrl }) };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  log.info({ reason: await ended.promise }, 'stopping');
  await service.dispose();
  return 0;
}

export const serve: Command = { help, run };
