/** Two computers, a and b, whose command lines use a community on the router between them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Entry, entryPath } from '../../installation.ts';
import { buildNetwork, type Network } from './namespaces.ts';

export interface Event {
  event: string;
  [name: string]: unknown;
}

/** A running program; every line of JSON that it prints is an event. */
export interface Run {
  pid: number;
  events: Event[];
  /** Resolves with the first such event, past or future. Rejects if the program ends before. */
  until(wanted: (event: Event) => boolean): Promise<Event>;
  ended: Promise<number | null>;
}

export interface Computers {
  network: Network;
  /** Address of the community. */
  server: string;
  /** Runs a program of Parlor on a computer. */
  on(computer: string, program: Entry, ...args: string[]): Run;
  /** Runs a program of this machine. */
  start(command: string, args: string[]): Run;
  /** Kills all programs still running. */
  dispose(): Promise<void>;
}

export const isEvent =
  (name: string) =>
  ({ event }: Event): boolean =>
    event === name;

/** The identities of both computers are registered; each has its own folder in `dir`. */
export async function openComputers(dir: string): Promise<Computers> {
  const network = await buildNetwork(['a', 'b']);
  const running = new Set<ChildProcess>();

  function start(command: string, args: string[]): Run {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    running.add(child);
    const events: Event[] = [];
    const waiting = new Set<() => void>();
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) events.push(JSON.parse(line) as Event);
      for (const look of waiting) look();
    });
    const ended = new Promise<number | null>((resolve) =>
      child.once('close', (code) => {
        running.delete(child);
        resolve(code);
      }),
    );
    return {
      pid: child.pid!,
      events,
      ended,
      until(wanted) {
        const { promise, resolve, reject } = Promise.withResolvers<Event>();
        const look = () => {
          const found = events.find(wanted);
          if (found) resolve(found);
        };
        waiting.add(look);
        look();
        const line = [command, ...args].join(' ');
        void ended.then(() => reject(new Error(`ended before: ${line} ${JSON.stringify(events.slice(-3))}`)));
        return promise.finally(() => waiting.delete(look));
      },
    };
  }

  const on = (computer: string, program: Entry, ...args: string[]) =>
    start(...network.inside(computer, [process.execPath, entryPath(program), ...args]));

  async function dispose(): Promise<void> {
    for (const child of running) child.kill('SIGKILL');
    await network.dispose();
  }

  /** Resolves with the address of the community. */
  async function openCommunity(): Promise<string> {
    const service = on(
      'router',
      'service',
      ...['--host', network.routerAddress, '--port', '0', '--data-dir', join(dir, 'community'), '--difficulty', '1'],
    );
    const server = String((await service.until(isEvent('listening'))).url);
    for (const computer of ['a', 'b']) {
      const own = ['--data-dir', join(dir, computer)];
      await on(computer, 'cli', 'init', ...own, '--nickname', computer, '--insecure-plain-key').ended;
      // Plain http is confirmed once: later commands need no flag.
      const there = ['--server', server, '--allow-plain-http'];
      await on(computer, 'cli', 'register', ...own, '--nickname', computer, ...there).ended;
    }
    return server;
  }

  const server = await openCommunity().catch(async (error: unknown) => {
    await dispose();
    throw error;
  });
  return { network, server, on, start, dispose };
}
