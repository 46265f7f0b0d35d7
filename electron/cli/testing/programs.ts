/** Programs whose output is a sequence of events. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Event {
  event: string;
  [name: string]: unknown;
}

/** A running program; every line of JSON that it prints is an event. */
export interface Run {
  /** Also the id of its process group, to which its own child processes belong. */
  pid: number;
  events: Event[];
  /** Resolves with the first such event, past or future. Rejects if the program ends before. */
  until(wanted: (event: Event) => boolean): Promise<Event>;
  ended: Promise<number | null>;
}

export interface Programs {
  start(command: string, args: string[]): Run;
  /** Kills all programs still running, with their child processes. */
  kill(): void;
}

export const isEvent =
  (name: string) =>
  ({ event }: Event): boolean =>
    event === name;

export function openPrograms(): Programs {
  const running = new Set<ChildProcess>();
  return {
    start(command, args) {
      const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
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
    },
    kill() {
      for (const { pid, exitCode, signalCode } of running)
        if (exitCode === null && signalCode === null) process.kill(-pid!, 'SIGKILL');
    },
  };
}
