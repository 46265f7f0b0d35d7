/** Starts programs whose output is a sequence of events, one JSON object per line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Event {
  event: string;
  [name: string]: unknown;
}

/** A running program; every line of JSON that it prints is an event. */
export interface RunningProgram {
  /** Also the id of its process group, to which its own child processes belong. */
  pid: number;
  events: Event[];
  /** Resolves with the first event that matches, past or future. Rejects if the program ends before. */
  waitFor(matches: (event: Event) => boolean): Promise<Event>;
  ended: Promise<number | null>;
}

export interface Programs {
  start(command: string, args: string[]): RunningProgram;
  /** Kills all programs still running, with their child processes. */
  killAll(): void;
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
      const eventListeners = new Set<() => void>();
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('{')) events.push(JSON.parse(line) as Event);
        for (const check of eventListeners) check();
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
        waitFor(matches) {
          const { promise, resolve, reject } = Promise.withResolvers<Event>();
          const check = () => {
            const event = events.find(matches);
            if (event) resolve(event);
          };
          eventListeners.add(check);
          check();
          const commandLine = [command, ...args].join(' ');
          const lastEvents = () => JSON.stringify(events.slice(-3));
          void ended.then(() => reject(new Error(`${commandLine} ended too early, after ${lastEvents()}`)));
          return promise.finally(() => eventListeners.delete(check));
        },
      };
    },
    killAll() {
      for (const { pid, exitCode, signalCode } of running)
        if (exitCode === null && signalCode === null) process.kill(-pid!, 'SIGKILL');
    },
  };
}
