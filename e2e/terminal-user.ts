/** A user who runs `parlor` commands in a terminal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { entryPath } from '../electron/installation.ts';
import type { WrapCommand } from './app-fixture.ts';

export interface TerminalUser {
  /** Creates the identity and registers it; resolves with its public key. */
  register(nickname: string): Promise<string>;
  /** Runs a command to its end; resolves with its last line of JSON. Rejects with its output if it fails. */
  parlor(...args: string[]): Promise<Record<string, unknown>>;
  /** Opens a table, autonomous unless the arguments say otherwise; resolves once it is open, and keeps playing at it. */
  host(...args: string[]): Promise<void>;
  /** Kills the commands that are still running. */
  stop(): Promise<void>;
}

/**
 * Without `server`, commands use the community of the Parlor that runs in `dataDir`. `wrapCommand` changes the commands, for instance to run
 * them in another network namespace.
 */
export function terminalUser(
  dataDir: string,
  server?: string,
  wrapCommand: WrapCommand = ([program = '', ...args]) => [program, args],
): TerminalUser {
  const running = new Map<ChildProcess, Promise<unknown>>();

  function start(args: string[]) {
    const command = [process.execPath, entryPath('cli'), ...args, '--data-dir', dataDir, '--json'];
    const child = spawn(...wrapCommand(command), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PARLOR_SERVER: server },
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const lines: string[] = [];
    const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    const ended = new Promise<Record<string, unknown>>((resolve, reject) =>
      child.once('close', (code) => {
        running.delete(child);
        if (code === 0) resolve(JSON.parse(lines.at(-1)!) as Record<string, unknown>);
        else reject(new Error(`parlor ${args[0]} ended with ${code}: ${errors}`));
      }),
    );
    const stopped = ended.catch(() => {});
    running.set(child, stopped);
    return { output, ended };
  }

  const parlor = (...args: string[]) => start(args).ended;
  return {
    parlor,
    async register(nickname) {
      const { public_key } = await parlor('init', '--nickname', nickname, '--insecure-plain-key');
      await parlor('register', '--nickname', nickname);
      return String(public_key);
    },
    async host(...args) {
      const mode = args.includes('--control-mode') ? [] : ['--control-mode', 'autonomous'];
      const { output, ended } = start(['host', ...mode, ...args]);
      await Promise.race([new Promise((resolve) => output.once('line', resolve)), ended]);
    },
    async stop() {
      for (const child of running.keys()) child.kill('SIGKILL');
      await Promise.all(running.values());
    },
  };
}
