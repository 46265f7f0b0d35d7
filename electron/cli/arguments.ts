/** Flags and arguments as texts, read into what they mean. What does not fit is `bad_arguments`, which ends with exit code 2. */
import { readFile } from 'node:fs/promises';
import { limits } from '../../shared/community/limits.ts';
import { label } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import { isJsonObject, type JsonObject } from '../../shared/json/value.ts';

export const exitCodes = '\nExit codes: 0 done, 1 refused or failed, 2 wrong arguments.';

/** The help after a command's options: one example, or more by lines, and the exit codes. */
export const helpWith = (example: string): string => `\nExample:\n${example.replace(/^/gm, '  ')}\n${exitCodes}`;

const bad = (message: string): ParlorError => new ParlorError('bad_arguments', message);

export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max) {
    throw bad(`${name} wants a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}

export function key(name: string, text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text)) throw bad(`${name} wants 64 lower-case hex digits.`);
  return text;
}

/** A JSON array of capabilities or tags. */
export function labelArray(name: string, text: string): string[] {
  const value = jsonOrUndefined(text);
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw bad(`${name} must be a JSON string array`);
  }
  if (value.length > limits.capabilities) throw bad(`${name} must contain at most ${limits.capabilities} items`);
  const wrong = value.findIndex((item) => !label.safeParse(item).success);
  if (wrong >= 0) throw bad(`${name}[${wrong}] must be 1-64 chars matching [A-Za-z0-9_.:-]+`);
  return value;
}

export function jsonObject(name: string, text: string): JsonObject {
  const value = jsonOrUndefined(text);
  if (!isJsonObject(value)) throw bad(`${name} wants a JSON object, e.g. {"best_of": 3}.`);
  return value;
}

/** The text of a file that was named on the command line. */
export async function fileText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new ParlorError('bad_arguments', `${path} cannot be read.`, undefined, { cause });
  }
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
