/** Commands run as a person or a script runs them: real processes, with a real community. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Ended {
  code: number | null;
  lines: string[];
  errors: string;
}

export interface Terminal {
  /** Runs `parlor` to its end. */
  parlor(...args: string[]): Promise<Ended>;
  /** Runs it, expects that all went well, and reads its last line as JSON. */
  found<T = Record<string, unknown>>(...args: string[]): Promise<T>;
  /** Ends what still runs. */
  close(): void;
}

const main = join(import.meta.dirname, '../main.ts');

export function openTerminal(environment: NodeJS.ProcessEnv): Terminal {
  const running = new Set<ChildProcess>();
  const parlor = (...args: string[]): Promise<Ended> => {
    const child = spawn(process.execPath, [main, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    running.add(child);
    const lines: string[] = [];
    let errors = '';
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    return new Promise((resolve) =>
      child.once('close', (code) => {
        running.delete(child);
        resolve({ code, lines, errors });
      }),
    );
  };
  return {
    parlor,
    async found(...args) {
      const { code, lines, errors } = await parlor(...args, '--json');
      if (code !== 0) throw new Error(`parlor ${args.join(' ')} ended with ${code}: ${errors}`);
      return JSON.parse(lines.at(-1)!);
    },
    close() {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}
