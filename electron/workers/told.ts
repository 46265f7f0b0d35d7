/** The other end of a worker's `tell`: messages from main, whichever kind of process this is. */
import { createInterface } from 'node:readline';
import { isJsonObject } from '../../shared/json/value.ts';

/** Electron's utility processes have a port, and no stdin. */
interface UtilityProcess {
  parentPort?: { on(event: 'message', listener: (message: { data: unknown }) => void): void };
}

export function onTold(listener: (message: { [name: string]: unknown }) => void): void {
  const hear = (message: unknown) => {
    if (isJsonObject(message)) listener(message);
  };
  const { parentPort } = process as UtilityProcess;
  if (parentPort) parentPort.on('message', ({ data }) => hear(data));
  else {
    createInterface({ input: process.stdin }).on('line', (line) => {
      try {
        hear(JSON.parse(line));
      } catch {
        // Whoever started this by hand may type what they like.
      }
    });
  }
}
