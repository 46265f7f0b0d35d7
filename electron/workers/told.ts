/** The other end of a worker's `say`: what main tells, whichever kind of process this is. */
import { createInterface } from 'node:readline';
import { isJsonObject, type JsonObject } from '../../shared/json/value.ts';

/** Electron's utility processes have a port, and no stdin. */
interface UtilityProcess {
  parentPort?: { on(event: 'message', listener: (message: { data: unknown }) => void): void };
}

export function onTold(listener: (message: JsonObject) => void): void {
  const hear = (text: string) => {
    try {
      const message: unknown = JSON.parse(text);
      if (isJsonObject(message)) listener(message);
    } catch {
      // Whoever started this by hand may type what they like.
    }
  };
  const { parentPort } = process as UtilityProcess;
  if (parentPort) parentPort.on('message', ({ data }) => hear(String(data)));
  else createInterface({ input: process.stdin }).on('line', hear);
}
