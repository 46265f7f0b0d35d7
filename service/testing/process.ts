/** Runs the service as a separate process, as an operator would. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { entryPath } from '../../electron/installation.ts';
import { residentMemory } from '../../shared/testing/processes.ts';
import { TestCommunity } from './community.ts';

export interface ServiceProcess {
  child: ChildProcessWithoutNullStreams;
  url: string;
  /** Null if metrics are disabled. */
  metricsUrl: string | null;
  /** stderr so far. */
  log: () => string;
  /** The exit code, or the name of the signal that ended the process. */
  ended: Promise<number | string>;
}

export interface ProcessOptions {
  /** Starts the sources, also in a run of all tests, which has built the programs. */
  fromSource?: boolean;
  /** Flags for node itself. */
  node?: readonly string[];
  /** A shell command to run first, such as ulimit. */
  shell?: string;
  /** Makes file permissions apply even if the tests run as root. */
  obeysFileModes?: boolean;
  env?: NodeJS.ProcessEnv;
}

const isRoot = process.getuid?.() === 0;
/** Whether `obeysFileModes` is possible here: as root it needs Linux capabilities (capabilities(7)). */
export const canObeyFileModes = !isRoot || process.platform === 'linux';
/** Root without its exemption from file permissions. Another user might not be able to read the checkout. */
const exemptionDropper = ['setpriv', '--inh-caps=-all', '--bounding-set=-dac_override,-dac_read_search'];

/** Starts a later version, with a further migration. */
export const laterVersion: ProcessOptions = {
  fromSource: true,
  node: ['--import', new URL('later-version.ts', import.meta.url).href],
};

/** `firstLine`: of stdout; null if the process ends without one. */
export function spawnService(
  args: readonly string[],
  { fromSource = false, node = [], shell = '', obeysFileModes = false, env = process.env }: ProcessOptions = {},
): Omit<ServiceProcess, 'url' | 'metricsUrl'> & { firstLine: Promise<string | null> } {
  const entry = fromSource ? fileURLToPath(new URL('../main.ts', import.meta.url)) : entryPath('service');
  const command = [process.execPath, ...node, entry, ...args];
  if (shell !== '') command.unshift('sh', '-c', `${shell}; exec "$@"`, 'sh');
  if (obeysFileModes && isRoot) command.unshift(...exemptionDropper);
  const [program, ...commandArgs] = command;
  const child = spawn(program!, commandArgs, { stdio: 'pipe', env });
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

export async function startService(args: readonly string[], options?: ProcessOptions): Promise<ServiceProcess> {
  const { firstLine, ...service } = spawnService(args, options);
  const line = await firstLine;
  if (line === null) throw new Error(`The service did not start: ${service.log()}`);
  const { url, metrics_url: metricsUrl = null } = JSON.parse(line);
  return { ...service, url, metricsUrl };
}

export interface CommandResult {
  /** The exit code, or the name of the signal that ended the subcommand. */
  code: number | string;
  /** stdout. */
  out: string;
  /** stderr. */
  err: string;
}

/** Runs a subcommand to completion in a separate process. */
export async function runService(args: readonly string[]): Promise<CommandResult> {
  const { child, log, ended } = spawnService(args);
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const code = await ended;
  return { code, out, err: log() };
}

/** Flags for a service on this data directory that exits with the test process. */
export const serviceArgs = (dataDir: string): string[] => [
  ...['--host', '127.0.0.1', '--port', '0'],
  ...['--data-dir', dataDir, '--difficulty', '0', '--exit-with-parent'],
];

/** A client of a service in another process; its clock stops at the time of this call. */
export function remoteCommunity(url: string, dataDir = ''): TestCommunity {
  const community = new TestCommunity(dataDir, {});
  community.url = url;
  community.now = Date.now();
  return community;
}

/** The resident memory of the process in bytes. Linux only. */
export function memoryOf({ child }: Pick<ServiceProcess, 'child'>): number {
  const bytes = residentMemory(child.pid!);
  if (bytes === null) throw new Error('The process has ended.');
  return bytes;
}
