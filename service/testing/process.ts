/** The service as its own process, started as an operator starts it. */
import { type ChildProcessWithoutNullStreams, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { TestCommunity } from './community.ts';

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

export interface Start {
  /** Flags of node itself. */
  node?: readonly string[];
  /** A shell command that comes first, such as a limit. */
  shell?: string;
  options?: Pick<SpawnOptions, 'uid' | 'gid' | 'env'>;
}

export function spawnService(
  args: readonly string[],
  { node = [], shell = '', options = {} }: Start = {},
): Omit<ServiceProcess, 'url' | 'metricsUrl'> & { firstLine: Promise<string | null> } {
  const command = [process.execPath, ...node, 'service/main.ts', ...args];
  const [file, ...rest] = shell === '' ? command : ['sh', '-c', `${shell}; exec "$@"`, 'sh', ...command];
  const child = spawn(file!, rest, { ...options, stdio: 'pipe' });
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

export async function startedService(args: readonly string[], start?: Start): Promise<ServiceProcess> {
  const { firstLine, ...service } = spawnService(args, start);
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

/** Flags of a service on this data directory; one that a failing test leaves behind ends with it. */
export const argsFor = (dataDir: string): string[] => [
  ...['--host', '127.0.0.1', '--port', '0'],
  ...['--data-dir', dataDir, '--difficulty', '0', '--exit-with-parent'],
];

/** Agents of a service that runs elsewhere, by the real clock as it stands now. */
export function visitor(url: string, dataDir = ''): TestCommunity {
  const community = new TestCommunity(dataDir, {});
  community.url = url;
  community.now = Date.now();
  return community;
}

/** Bytes of memory the process holds now. Linux only. */
export function memoryOf({ child }: Pick<ServiceProcess, 'child'>): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024;
}
