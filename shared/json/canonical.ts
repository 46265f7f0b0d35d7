/** JSON Canonicalization Scheme (RFC 8785): a unique text for each value, for hashing and comparison. */
import { ParlorError } from '../errors.ts';
import { type PathStep, pointerOf } from './pointer.ts';
import type { JsonObject } from './value.ts';

// The serializer recurses once per level; this exceeds every limit on parsed texts and fits any stack.
const maxDepth = 512;

/**
 * The canonical text of a plain JSON value: keys sorted by UTF-16 code units, numbers as ECMAScript writes them. Members
 * that are `undefined` are omitted. Throws ParlorError `malformed_json` with a pointer for values that JSON cannot represent: lone
 * surrogates, non-finite numbers, anything but plain objects, arrays and scalars, nesting beyond 512.
 */
export function canonicalJson(value: unknown): string {
  return serialize(value, []);
}

/** The canonical text of an object, or its JSON as it is if it has none. For comparing and showing, not for hashing. */
export function canonicalOrPlainJson(object: JsonObject): string {
  try {
    return canonicalJson(object);
  } catch {
    return JSON.stringify(object);
  }
}

function serialize(value: unknown, path: PathStep[]): string {
  switch (typeof value) {
    case 'string':
      return serializeString(value, path);
    case 'number':
      if (!Number.isFinite(value)) throw unrepresentableError('a number that is not finite', path);
      return String(value);
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return 'null';
      if (path.length >= maxDepth) throw unrepresentableError(`nesting beyond ${maxDepth}`, path);
      return Array.isArray(value) ? serializeArray(value, path) : serializeObject(value, path);
    default:
      throw unrepresentableError(`a value of type ${typeof value}`, path);
  }
}

function serializeArray(array: readonly unknown[], path: PathStep[]): string {
  // Array.from turns holes into undefined, which is rejected.
  const parts = Array.from(array, (item, i) => {
    path.push(i);
    const text = serialize(item, path);
    path.pop();
    return text;
  });
  return `[${parts.join(',')}]`;
}

function serializeObject(object: object, path: PathStep[]): string {
  const prototype = Object.getPrototypeOf(object) as object | null;
  // Plain objects of another realm (a worker, an isolate) have a different Object.prototype, itself without a prototype.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw unrepresentableError('an object that is not plain', path);
  const parts: string[] = [];
  for (const key of Object.keys(object).sort()) {
    const member = (object as { [key: string]: unknown })[key];
    if (member === undefined) continue;
    path.push(key);
    parts.push(`${serializeString(key, path)}:${serialize(member, path)}`);
    path.pop();
  }
  return `{${parts.join(',')}}`;
}

function serializeString(text: string, path: PathStep[]): string {
  if (!text.isWellFormed()) throw unrepresentableError('a lone surrogate', path);
  return JSON.stringify(text);
}

function unrepresentableError(description: string, path: PathStep[]): ParlorError {
  return new ParlorError('malformed_json', `JSON cannot represent ${description}.`, { pointer: pointerOf(path) });
}
