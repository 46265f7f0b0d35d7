/** Commands run as a person or a script runs them: real processes, with a real community. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isOver, listStates } from '../../sessions/state.ts';

export interface Ended {
  code: number | null;
  lines: string[];
  errors: string;
}

export interface How {
  /** What the descriptors 3, 4 ... give. */
  secrets?: string[];
  env?: NodeJS.ProcessEnv;
  onLine?: (line: string) => void;
}

export interface Terminal {
  /** Runs `parlor` to its end. */
  parlor(...args: string[]): Promise<Ended>;
  /** The same, with more than words. */
  run(args: string[], how: How): Promise<Ended>;
  /** Runs it, expects that all went well, and reads its last line as JSON. */
  found<T = Record<string, unknown>>(...args: string[]): Promise<T>;
  /** Ends what still runs. */
  close(): void;
}

const main = join(import.meta.dirname, '../main.ts');

/** `environment` is all that commands know of `PARLOR_...`, whatever the developer's own says. */
export function openTerminal(environment: NodeJS.ProcessEnv): Terminal {
  const running = new Set<ChildProcess>();
  const bare = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PARLOR_')));
  const run: Terminal['run'] = (args, { secrets = [], env = {}, onLine = () => {} }) => {
    const child = spawn(process.execPath, [main, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', ...secrets.map(() => 'pipe' as const)],
      env: { ...bare, ...environment, ...env },
    });
    running.add(child);
    for (const [index, secret] of secrets.entries()) {
      const pipe = child.stdio[3 + index] as NodeJS.WritableStream;
      pipe.on('error', () => {});
      pipe.end(secret);
    }
    const lines: string[] = [];
    let errors = '';
    createInterface({ input: child.stdout! }).on('line', (line) => {
      lines.push(line);
      onLine(line);
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    return new Promise((resolve) =>
      child.once('close', (code) => {
        running.delete(child);
        resolve({ code, lines, errors });
      }),
    );
  };
  const parlor: Terminal['parlor'] = (...args) => run(args, {});
  return {
    run,
    parlor,
    found: async (...args) => foundIn(await parlor(...args, '--json')),
    close() {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

/** The last line as JSON of a command that went well and complained of nothing. */
export function foundIn<T = Record<string, unknown>>({ code, lines, errors }: Ended): T {
  if (code !== 0 || errors !== '') throw new Error(`parlor ended with ${code}: ${errors}`);
  return JSON.parse(lines.at(-1)!) as T;
}

export const eachFoundIn = <T = Record<string, unknown>>({ lines }: Ended): T[] =>
  lines.map((line) => JSON.parse(line) as T);

/** Ends every seat that a data directory still plays in the background. */
export async function endDaemons(dataDir: string): Promise<void> {
  for (const state of await listStates(dataDir)) if (!isOver(state)) process.kill(state.pid, 'SIGKILL');
}
