/** Lines on stdout: events, and what a command found. */
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

/** One JSON object on a line. */
export const printJson = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

/** What a command found: one JSON object, or a line for each member that is plain. */
export function printFound(value: object, json: boolean | undefined): void {
  if (json) {
    printJson(value);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const text = plainText(member);
    if (text !== null) process.stdout.write(`${name}: ${printable(text)}\n`);
  }
}

/** Tabs between the fields; what a stranger wrote can't break the line, and can't speak to the terminal. */
export function printRow(fields: readonly (string | number | null)[]): void {
  process.stdout.write(`${fields.map((field) => printable(String(field ?? '-'))).join('\t')}\n`);
}

function plainText(member: unknown): string | null {
  if (member === null) return '-';
  if (Array.isArray(member)) return member.every((item) => typeof item !== 'object') ? member.join(', ') : null;
  return typeof member === 'object' || member === undefined ? null : String(member);
}
