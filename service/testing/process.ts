/** The service as its own process, started as an operator starts it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ServiceProcess {
  child: ChildProcessWithoutNullStreams;
  url: string;
  /** Everything on stderr so far. */
  log: () => string;
  /** Exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>;
}

export function spawnService(
  args: readonly string[],
): Omit<ServiceProcess, 'url'> & { firstLine: Promise<string | null> } {
  const child = spawn(process.execPath, ['service/main.ts', ...args], { stdio: 'pipe' });
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
  return { ...service, url: JSON.parse(line).url };
}
