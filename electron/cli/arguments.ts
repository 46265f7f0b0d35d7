/** Parsers of options and arguments. They throw `bad_arguments`, which ends the command with exit code 2. */
import { z } from 'zod';
import { admissionCode } from '../../shared/bridge/shapes.ts';
import { parsePastedCommunity } from '../../shared/community/join-links.ts';
import { limits } from '../../shared/community/limits.ts';
import { label } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import { parseJson } from '../../shared/json/parse.ts';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json/value.ts';
import { nickname } from '../../shared/signing/grammar.ts';
import { isHex64 } from '../../shared/signing/hex.ts';
import { readAuthorText } from '../files/author-text.ts';
import { refusalOf } from '../files/foreign-file.ts';

export const defaultExitCodes = '\nExit codes: 0 done, 1 refused or failed, 2 wrong arguments.';

/** Help below a command's options: examples, one per line, and the exit codes. */
export function helpText(examples: string, exitCodesText = defaultExitCodes): string {
  const heading = /\n(?! )/.test(examples) ? 'Examples' : 'Example';
  return `\n${heading}:\n${examples.replace(/^/gm, '  ')}\n${exitCodesText}`;
}

const badArguments = (message: string): ParlorError => new ParlorError('bad_arguments', message);

export function parseWholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max) {
    throw badArguments(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}

/** Validates early what the core validates only once it is open. `rule` completes "must ...". */
function validateText(name: string, text: string, schema: z.ZodType<string>, rule: string): string {
  if (!schema.safeParse(text).success) throw badArguments(`${name} must ${rule}.`);
  return text;
}

export const parseNickname = (name: string, text: string): string =>
  validateText(name, text, nickname, 'have 1 to 64 characters, all of them visible or spaces');

export const parseText = (name: string, text: string, max: number): string =>
  validateText(name, text, z.string().max(max), `have at most ${max} characters`);

/** An invitation code of a community. */
export const parseCode = (name: string, text: string): string =>
  validateText(name, text, admissionCode, `have 1 to ${limits.admission_code_characters} characters`);

/** A public key, or the id of a protocol, board or session. */
export function parseHex64(name: string, text: string): string {
  if (!isHex64(text)) throw badArguments(`${name} must be 64 lower-case hex digits.`);
  return text;
}

/** A JSON array of capabilities or tags. */
export function parseLabels(name: string, text: string): string[] {
  const value = parseJsonOrUndefined(text);
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw badArguments(`${name} must be a JSON string array`);
  }
  if (value.length > limits.capabilities)
    throw badArguments(`${name} must contain at most ${limits.capabilities} items`);
  const invalidIndex = value.findIndex((item) => !label.safeParse(item).success);
  if (invalidIndex >= 0) throw badArguments(`${name}[${invalidIndex}] must be 1-64 chars matching [A-Za-z0-9_.:-]+`);
  return value;
}

export function parseJsonObject(name: string, text: string): JsonObject {
  const refuse = (problem: string) => badArguments(`${name} must be a JSON object, e.g. {"best_of": 3}${problem}.`);
  let value: Json;
  try {
    value = parseJson(text);
  } catch (error) {
    throw refuse(error instanceof ParlorError && error.code === 'duplicate_key' ? ', without a key twice' : '');
  }
  if (!isJsonObject(value)) throw refuse('');
  // Validators drop this key, so that it would be ignored.
  if (Object.hasOwn(value, '__proto__')) throw refuse(', without "__proto__"');
  return value;
}

/** A spec, hooks or a backup; all are much smaller. */
const textFileMaxBytes = 4 * 1024 * 1024;

/** Rejects `file_refused` for a link and other special files. */
export async function readTextFile(path: string, maxBytes = textFileMaxBytes): Promise<string> {
  try {
    return await readAuthorText(path, { maxBytes });
  } catch (cause) {
    if (refusalOf(cause) !== null) throw cause;
    throw new ParlorError('bad_arguments', `${path} cannot be read.`, undefined, { cause });
  }
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The address of a community; `option`: the one that it was given to. @throws ParlorError `bad_arguments` */
export function parseCommunity(text: string, option?: string): string {
  const address = parsePastedCommunity(text);
  if (address !== null) return address;
  throw new ParlorError(
    'bad_arguments',
    `${option === undefined ? '' : `${option}: `}"${text}" is not the address of a community, such as https://parlor.example.`,
  );
}
