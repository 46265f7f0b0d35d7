/** Events as lines on stdout. */
import { printable } from './commands/browse.ts';

export interface Printer {
  event(type: string, data: Record<string, unknown>): void;
}

/** Events as lines: `key: value` for people, JSON objects for programs. */
export function printer(json: boolean): Printer {
  return {
    event(type, data) {
      if (json) process.stdout.write(`${JSON.stringify({ event: type, ...data })}\n`);
      else process.stdout.write(`${type}: ${printable(Object.values(data).map(String).join(' '))}\n`);
    },
  };
}
