/** The service as its own process, started as an operator starts it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ServiceProcess {
  child: ChildProcessWithoutNullStreams;
  url: string;
  /** Null where it serves no metrics. */
  metricsUrl: string | null;
  /** Everything on stderr so far. */
  log: () => string;
  /** Exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>;
}

export function spawnService(
  args: readonly string[],
  /** Another user to run as; only root can. */
  user: { uid?: number; gid?: number } = {},
): Omit<ServiceProcess, 'url' | 'metricsUrl'> & { firstLine: Promise<string | null> } {
  const child = spawn(process.execPath, ['service/main.ts', ...args], { stdio: 'pipe', ...user });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const lines = createInterface({ input: child.stdout });
  const firstLine = Promise.race([
    once(lines, 'line').then(([line]) => line as string),
    once(lines, 'close').then(() => null),
  ]);
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return { child, log: () => log, ended, firstLine };
}

export async function startedService(args: readonly string[]): Promise<ServiceProcess> {
  const { firstLine, ...service } = spawnService(args);
  const line = await firstLine;
  if (line === null) throw new Error(`The service did not start: ${service.log()}`);
  const { url, metrics_url: metricsUrl = null } = JSON.parse(line);
  return { ...service, url, metricsUrl };
}

/** A command of the service, run to its end. */
export async function runService(
  args: readonly string[],
): Promise<{ code: number | string; out: string; err: string }> {
  const { child, log, ended } = spawnService(args);
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const code = await ended;
  return { code, out, err: log() };
}
