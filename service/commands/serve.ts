/** Serves until a signal arrives. Prints its URL to stdout once it listens and logs to stderr; both as JSON lines, except on a terminal. */
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import pino, { type Logger } from 'pino';
import { isLoopbackHost } from '../../shared/community/address.ts';
import { onReportedError, ParlorError } from '../../shared/errors.ts';
import { isStopRequest, readNamedAfter, readPublicUrls } from '../../shared/worker-messages.ts';
import { flagVariables, type ServiceConfig } from '../config.ts';
import { createService, readCommandLine } from '../index.ts';
import { readableLog, redactedLog } from '../log.ts';
import type { Command } from './command.ts';

const help = `Serves a community over HTTP.

  parlor service --data-dir DIR [options]       in a checkout: npm run -s service -- ...
  parlor service backup --help      copy the data of a running service
  parlor service check --help       check the data for errors
  parlor service copy --help        move the data to PostgreSQL, or back
  parlor service moderate --help    read reports, ban, remove, admit, erase

  --data-dir DIR             where the data is stored; created if it does not exist
  --database-url URL         store it in this PostgreSQL database instead, postgres://user:password@host/database
  --database-connections N   maximum number of connections to it (10)
  --host HOST                the address to listen on (127.0.0.1)
  --port PORT                0 lets the system choose (0)
  --difficulty BYTES         leading zero bytes of the proof of work of a registration, 0 to 4 (2)
  --rate NAME=PER_SECOND     the rate limit per caller, or NAME=off; repeatable. NAME: capabilities,
                             signed (for each key), registration, strangers, public (for each address)
  --event-streams N          live event streams that the process keeps open at a time, at most 100000 (1000)
  --inbox-quota MESSAGES     messages from one agent to the same inbox in a day, or off (100)
  --trust-proxy ADDRESS      trust X-Forwarded-For from this proxy, or from ADDRESS/BITS; repeatable
  --metrics-port PORT        serve /metrics on 127.0.0.1 at this port; 0 lets the system choose (no metrics)
  --public-url URL           a URL under which clients reach the service; repeatable. Requests that a client signed for another
                             address are refused; with "any", none is (the address of the connection)
  --shutdown-delay SECONDS   go on serving for this long after a signal, with health checks failing, so that a balancer
                             sends requests elsewhere (0)
  --exit-with-parent         end when stdin closes

Each but the last can also be set in the environment, with commas between several values:
${Object.values(flagVariables)
  .map((name) => `  ${name}\n`)
  .join('')}PARLOR_LOG sets the log level on stderr (info).

Unless stdout is a terminal, the first line on it is {"event":"listening","url":"http://..."}. After SIGTERM or SIGINT, running
requests have up to 5 seconds to end; a second signal ends the delay, or else these requests, at once. See docs/operators.md.
`;

/** An Electron utility process has a port to its parent, and no stdin. */
interface UtilityProcess {
  parentPort?: { on(event: 'message', listener: (message: { data: unknown }) => void): void };
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

function readLogLevel({ PARLOR_LOG: level = 'info' }: NodeJS.ProcessEnv): string {
  if (logLevels.includes(level)) return level;
  throw new ParlorError('unknown_option', `PARLOR_LOG takes one of ${logLevels.join(', ')}, not "${level}"`);
}

const parentPollMs = 250;

/**
 * Calls `stop` once the shell that npm runs scripts in has exited. npm signals only that shell, and some shells, such as dash, exit
 * without passing the signal on.
 */
function onShellExit(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parentPid = process.ppid;
  setInterval(() => process.ppid !== parentPid && stop(), parentPollMs).unref();
}

/** Keeps the service running after a rejected promise that nothing handles: the requests that it belongs to have failed or time out. */
function logUnexpectedErrors(log: Logger): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  // An `internal` error is logged with its request.
  onReportedError((error, context) => context !== 'internal' && log.error({ err: error, context }, 'unexpected error'));
}

/** Whether clients may use an address that the service can't know. */
const lacksPublicUrl = ({ host, proxies, publicUrls }: ServiceConfig): boolean =>
  publicUrls.length === 0 && (proxies.length > 0 || !isLoopbackHost(host));

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // Files are readable by this user only.
  process.umask(0o077);
  const { config, exitWithParent } = readCommandLine(args, env);
  // Embedded in the app, memory matters more than throughput: V8's young generation keeps its initial size.
  if (exitWithParent) setFlagsFromString('--semi-space-growth-factor=1');
  const log = pino(
    { level: readLogLevel(env) },
    process.stderr.isTTY ? readableLog : pino.destination({ dest: 2, sync: true }),
  );
  logUnexpectedErrors(redactedLog(log));
  if (!exitWithParent && lacksPublicUrl(config))
    log.warn(
      `No --public-url is set: requests that clients sign for a name or a forwarded address are refused. Set it, or ${flagVariables['public-url']}, to the address that clients use, such as https://community.example or http://127.0.0.1:7400.`,
    );
  const service = createService(config, { log });
  const stopReason = Promise.withResolvers<string>();
  let hasSignal = false;
  let handleNextSignal = () => service.closeAllConnections();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (hasSignal) handleNextSignal();
      hasSignal = true;
      stopReason.resolve(signal);
    });
  }
  const { parentPort } = process as UtilityProcess;
  const receive = (text: string) => {
    if (isStopRequest(text)) return stopReason.resolve('stopped by its parent');
    const urls = readPublicUrls(text);
    if (urls) service.announceUrls(urls);
    const name = readNamedAfter(text);
    if (name !== null) service.nameAfter(name);
  };
  if (parentPort) {
    parentPort.on('message', ({ data }) => receive(String(data)));
  } else if (exitWithParent) {
    process.stdin.once('error', () => stopReason.resolve('parent exited'));
    createInterface({ input: process.stdin })
      .on('line', receive)
      .on('close', () => stopReason.resolve('parent exited'));
  }
  onShellExit(() => stopReason.resolve('parent exited'));
  // The parent may have closed the pipe; that must not end the service.
  process.stdout.on('error', () => {});
  const { url, metricsUrl } = await service.start();
  const line = { event: 'listening', url, ...(metricsUrl === null ? {} : { metrics_url: metricsUrl }) };
  const text = `The community is served at ${url}\nStop it with Ctrl+C.`;
  process.stdout.write(`${process.stdout.isTTY ? text : JSON.stringify(line)}\n`);
  log.info({ reason: await stopReason.promise }, 'stopping');
  if (hasSignal && config.shutdownDelay > 0) {
    const secondSignal = Promise.withResolvers<void>();
    handleNextSignal = secondSignal.resolve;
    service.retire();
    await Promise.race([delay(config.shutdownDelay * 1000), secondSignal.promise]);
    handleNextSignal = () => service.closeAllConnections();
  }
  await service.dispose();
  return 0;
}

export const serve: Command = { help, run };
