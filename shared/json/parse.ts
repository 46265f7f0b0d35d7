/**
 * A strict JSON parser (RFC 8259) for signed, hashed and untrusted texts. Unlike JSON.parse it rejects duplicate keys, deep nesting,
 * lone surrogates and numbers that overflow a double, treats `__proto__` as an ordinary member, and can preserve the text of numbers.
 */
import { ParlorError } from '../errors.ts';
import { locatedProblem, type PathStep, type ProblemParams, pointerOf } from './pointer.ts';
import { positionOf } from './position.ts';
import type { Json, JsonObject } from './value.ts';

/** A number's original text, for hashes that distinguish `1` from `1.0`. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** JSON with numbers as NumberText. */
export type TextJson = null | boolean | string | NumberText | TextJson[] | TextJsonObject;
export type TextJsonObject = { [key: string]: TextJson };

export function isTextJsonObject(value: TextJson | undefined): value is TextJsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText);
}

export interface ParseOptions {
  /** Maximum nesting of arrays and objects: 32 by default, at most 512. */
  maxDepth?: number;
  /** Default `refuse`. Texts with lone surrogates cannot be encoded as UTF-8. */
  loneSurrogates?: 'refuse' | 'keep';
  /** Maximum number of values, containers included; unlimited by default. */
  maxValues?: number;
}

export const syntaxTexts = {
  expected_end: 'Expected the end',
  expected_key: 'Expected a key',
  expected_value: 'Expected a value',
  expected_character: 'Expected "{expected}"',
  too_deep: 'Nested deeper than {max}',
  too_many_values: 'More than {max} values',
  number_too_large: 'A number too large for a double',
  unended_string: 'An unterminated string, or a control character in a string',
  lone_surrogate: 'A lone surrogate in a string',
  unknown_escape: 'An unknown escape',
} as const;

const defaultMaxDepth = 32;
// The parser recurses once per level; this fits any stack.
const depthLimit = 512;
const fastPathMaxLength = 4096;

/**
 * Parses one JSON text. Numbers become doubles, or NumberText with `numbers: 'text'`.
 * Throws ParlorError `duplicate_key` or `malformed_json` with `detail.pointer`, and for syntax errors `detail.character`, the offset, and
 * `detail.reason`, a key of `syntaxTexts`.
 */
export function parseJson(text: string, options: ParseOptions & { numbers: 'text' }): TextJson;
export function parseJson(text: string, options?: ParseOptions): Json;
export function parseJson(text: string, options: ParseOptions & { numbers?: 'text' } = {}): Json | TextJson {
  if (options.numbers === undefined && (options.maxValues ?? Infinity) >= fastPathMaxLength) {
    const value = parseCompact(text, options.maxDepth ?? defaultMaxDepth);
    if (value !== undefined) return value;
  }
  return new Parser(text, options).parse() as Json | TextJson;
}

/**
 * Fast path with the built-in parser: a short text that JSON.stringify reproduces exactly has no duplicate keys, rounded numbers or
 * lone surrogates. Most messages qualify. Returns `undefined` for all other texts.
 */
function parseCompact(text: string, maxDepth: number): Json | undefined {
  if (text.length > fastPathMaxLength || text.includes('\\u')) return undefined;
  // An upper bound of the depth; brackets within strings count too.
  let brackets = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x7b || unit === 0x5b) brackets += 1;
  }
  if (brackets > maxDepth) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The source text of each member of a JSON object, so that a member can be preserved as received.
 * Throws as parseJson does, and `malformed_json` if the text is not an object.
 */
export function memberTexts(text: string, options: ParseOptions = {}): Map<string, string> {
  const members = new Map<string, string>();
  const value = new Parser(text, options, members).parse();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ParlorError('malformed_json', 'Expected a JSON object.', { pointer: '' });
  }
  return members;
}

const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const hex4 = /[0-9a-fA-F]{4}/y;
const escapes: { [letter: string]: string } = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const quote = 0x22;
const backslash = 0x5c;

class Parser {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #maxValues: number;
  readonly #keepNumbers: boolean;
  readonly #keepSurrogates: boolean;
  #valuesLeft: number;
  /** Collects the source texts of the root's members, if requested. */
  readonly #members: Map<string, string> | undefined;
  readonly #path: PathStep[] = [];
  #offset = 0;

  constructor(text: string, options: ParseOptions & { numbers?: 'text' }, members?: Map<string, string>) {
    this.#text = text;
    this.#maxDepth = Math.min(options.maxDepth ?? defaultMaxDepth, depthLimit);
    this.#maxValues = options.maxValues ?? Infinity;
    this.#valuesLeft = this.#maxValues;
    this.#keepNumbers = options.numbers === 'text';
    this.#keepSurrogates = options.loneSurrogates === 'keep';
    this.#members = members;
  }

  parse(): unknown {
    this.#skipSpace();
    const value = this.#parseValue();
    this.#skipSpace();
    if (this.#offset < this.#text.length) throw this.#syntaxError('expected_end');
    return value;
  }

  #parseValue(): unknown {
    if (this.#valuesLeft === 0) throw this.#syntaxError('too_many_values', { max: this.#maxValues });
    this.#valuesLeft -= 1;
    const firstCharacter = this.#text[this.#offset];
    switch (firstCharacter) {
      case '{':
        return this.#parseObject();
      case '[':
        return this.#parseArray();
      case '"':
        return this.#parseString();
      case 't':
        return this.#parseLiteral('true', true);
      case 'f':
        return this.#parseLiteral('false', false);
      case 'n':
        return this.#parseLiteral('null', null);
      default:
        return this.#parseNumber();
    }
  }

  #parseObject(): unknown {
    this.#enterContainer();
    const object: JsonObject = {};
    const memberTexts = this.#path.length === 0 ? this.#members : undefined;
    if (this.#skipBracket('}')) return object;
    for (;;) {
      if (this.#text.charCodeAt(this.#offset) !== quote) throw this.#syntaxError('expected_key');
      const key = this.#parseString();
      this.#path.push(key);
      if (Object.hasOwn(object, key)) {
        throw new ParlorError('duplicate_key', 'A JSON object contains the same key twice.', {
          pointer: pointerOf(this.#path),
        });
      }
      this.#skipSpace();
      this.#expect(':');
      this.#skipSpace();
      const start = this.#offset;
      const value = this.#parseValue();
      memberTexts?.set(key, this.#text.slice(start, this.#offset));
      if (key === '__proto__') {
        // An assignment would set the prototype.
        Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
      } else {
        object[key] = value as Json;
      }
      this.#path.pop();
      if (!this.#skipSeparator('}')) return object;
    }
  }

  #parseArray(): unknown {
    this.#enterContainer();
    const array: unknown[] = [];
    if (this.#skipBracket(']')) return array;
    for (;;) {
      this.#path.push(array.length);
      array.push(this.#parseValue());
      this.#path.pop();
      if (!this.#skipSeparator(']')) return array;
    }
  }

  #enterContainer(): void {
    // `path` has one segment for each enclosing container.
    if (this.#path.length >= this.#maxDepth) throw this.#syntaxError('too_deep', { max: this.#maxDepth });
    this.#offset += 1;
    this.#skipSpace();
  }

  /** Consumes the bracket if it comes next. */
  #skipBracket(bracket: string): boolean {
    if (this.#text[this.#offset] !== bracket) return false;
    this.#offset += 1;
    return true;
  }

  /** Consumes what follows a member or element: true for a comma, false for the closing bracket. */
  #skipSeparator(bracket: string): boolean {
    this.#skipSpace();
    if (this.#skipBracket(bracket)) return false;
    this.#expect(',');
    this.#skipSpace();
    return true;
  }

  #expect(character: string): void {
    if (this.#text[this.#offset] !== character) throw this.#syntaxError('expected_character', { expected: character });
    this.#offset += 1;
  }

  #skipSpace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#offset);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#offset += 1;
    }
  }

  #parseLiteral<T>(literal: string, value: T): T {
    if (!this.#text.startsWith(literal, this.#offset)) throw this.#syntaxError('expected_value');
    this.#offset += literal.length;
    return value;
  }

  #parseNumber(): number | NumberText {
    numberToken.lastIndex = this.#offset;
    const token = numberToken.exec(this.#text)?.[0];
    if (token === undefined) throw this.#syntaxError('expected_value');
    const value = Number(token);
    if (!this.#keepNumbers && !Number.isFinite(value)) throw this.#syntaxError('number_too_large');
    this.#offset += token.length;
    return this.#keepNumbers ? new NumberText(token) : value;
  }

  #parseString(): string {
    this.#offset += 1;
    let value = '';
    let start = this.#offset;
    for (;;) {
      const unit = this.#text.charCodeAt(this.#offset);
      if (unit === quote) break;
      // Written so that NaN, the unit at the end of the text, is rejected as well.
      if (!(unit >= 0x20)) throw this.#syntaxError('unended_string');
      if (unit === backslash) {
        value += this.#text.slice(start, this.#offset) + this.#parseEscape();
        start = this.#offset;
      } else {
        this.#offset += 1;
      }
    }
    value += this.#text.slice(start, this.#offset);
    this.#offset += 1;
    if (!this.#keepSurrogates && !value.isWellFormed()) throw this.#syntaxError('lone_surrogate');
    return value;
  }

  #parseEscape(): string {
    const letter = this.#text[this.#offset + 1] ?? '';
    if (letter === 'u') {
      hex4.lastIndex = this.#offset + 2;
      const digits = hex4.exec(this.#text)?.[0];
      if (digits === undefined) throw this.#syntaxError('unknown_escape');
      this.#offset += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    if (!Object.hasOwn(escapes, letter)) throw this.#syntaxError('unknown_escape');
    this.#offset += 2;
    return escapes[letter]!;
  }

  #syntaxError(reason: keyof typeof syntaxTexts, params?: ProblemParams): ParlorError {
    const { pointer, message } = locatedProblem(syntaxTexts, this.#path, reason, params);
    const { line, column } = positionOf(this.#text, this.#offset);
    return new ParlorError('malformed_json', `${message}, at line ${line}, column ${column} of the JSON text.`, {
      ...{ pointer, character: this.#offset, reason },
      ...params,
    });
  }
}
