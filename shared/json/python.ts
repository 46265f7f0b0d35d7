/**
 * Serializes JSON like Python's `json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)`, which the network's
 * protocol ids and manifest hashes are computed from.
 */
import { ParlorError } from '../errors.ts';
import { NumberText, type TextJson, type TextJsonObject } from './parse.ts';
import type { Json } from './value.ts';

/**
 * NumberText preserves integers of any length; an integer-valued number is written as an integer. Throws ParlorError
 * `malformed_json` for a number beyond a double and for lone surrogates.
 */
export function pythonJson(value: TextJson | Json): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return writeString(value);
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value).toString() : pythonFloat(value);
  if (value instanceof NumberText) return pythonNumber(value.text);
  if (Array.isArray(value)) return `[${value.map((item) => pythonJson(item)).join(',')}]`;
  const object = value as TextJsonObject;
  const members = Object.keys(object)
    .sort(compareCodePoints)
    .map((key) => `${writeString(key)}:${pythonJson(object[key]!)}`);
  return `{${members.join(',')}}`;
}

/** Formats a scalar like Python's `str()`: `True`, `False`, integers in decimal, strings as they are. */
export function pythonText(value: string | number | boolean): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return Number.isInteger(value) ? BigInt(value).toString() : pythonFloat(value);
}

/** Compares by Unicode code points; JavaScript compares UTF-16 units, where U+FF5E comes after U+1F600. */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i += 1) {
    const unitA = a.charCodeAt(i);
    const unitB = b.charCodeAt(i);
    if (unitA !== unitB) return codePointRank(unitA) - codePointRank(unitB);
  }
  return a.length - b.length;
}

// Surrogates represent code points above U+FFFF.
const codePointRank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

function writeString(text: string): string {
  if (!text.isWellFormed()) throw new ParlorError('malformed_json', 'A lone surrogate cannot be written as UTF-8.');
  // ECMAScript and Python escape the same characters in the same way: quote, backslash and controls below U+0020.
  return JSON.stringify(text);
}

function pythonNumber(text: string): string {
  if (/[.eE]/.test(text)) return pythonFloat(Number(text));
  // Python's integers have no negative zero.
  return text === '-0' ? '0' : text;
}

/** `repr(float)`: the shortest digits that round-trip, in positional form for exponents from -4 to 15. */
function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) throw new ParlorError('malformed_json', 'A number is too large for a double.');
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', exponentText = ''] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(exponentText);
  const sign = value < 0 ? '-' : '';
  if (exponent < -4 || exponent > 15) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const exponentDigits = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${exponentDigits}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const integerDigits = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${integerDigits}.${digits.slice(exponent + 1) || '0'}`;
}
