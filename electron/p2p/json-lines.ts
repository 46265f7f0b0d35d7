/** JSON lines from a byte stream. Peers are untrusted: the length of a line is limited before it is complete. */
import { ParlorError } from '../../shared/errors.ts';
import { parseJson } from '../../shared/json/parse.ts';
import { isJsonObject, type JsonObject } from '../../shared/json/value.ts';

/** Capacity kept while idle; a larger buffer is freed once it is empty. */
const idleBytes = 64 * 1024;
const lineFeed = 0x0a;

// `ignoreBOM` keeps a byte order mark in the text, where the JSON parser refuses it (RFC 8259, 8.1).
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Splits a byte stream into LF-terminated UTF-8 lines. Holds at most one unfinished line of `cap` bytes plus the last `push`, and
 * scans every byte once.
 */
export class LineSplitter {
  readonly #cap: number;
  #store = new Uint8Array(idleBytes);
  #start = 0;
  #end = 0;
  /** Bytes before this index hold no line feed. */
  #scanned = 0;

  /** `cap`: the longest line in bytes, without its line feed. */
  constructor(cap: number) {
    this.#cap = cap;
  }

  /** Whether bytes of an unfinished or unread line are waiting. */
  get pending(): boolean {
    return this.#end > this.#start;
  }

  push(bytes: ArrayLike<number>): void {
    this.#reserve(bytes.length);
    // A plain loop copies the transport's number arrays an order of magnitude faster than TypedArray.set.
    const store = this.#store;
    const end = this.#end;
    for (let i = 0; i < bytes.length; i++) store[end + i] = bytes[i]!;
    this.#end = end + bytes.length;
  }

  /**
   * The next line without its line feed, `null` if none is complete; empty lines are skipped.
   * Throws `frame_too_large` (the stream is of no further use) or `frame_invalid` (not UTF-8; the line is dropped).
   */
  next(): string | null {
    for (;;) {
      const at = this.#store.subarray(0, this.#end).indexOf(lineFeed, this.#scanned);
      const length = (at === -1 ? this.#end : at) - this.#start;
      if (length > this.#cap) {
        throw new ParlorError('frame_too_large', `A line of more than ${this.#cap} bytes arrived.`, {
          limit: this.#cap,
        });
      }
      if (at === -1) {
        this.#scanned = this.#end;
        return null;
      }
      const line = this.#store.subarray(this.#start, at);
      this.#start = this.#scanned = at + 1;
      if (line.length === 0) continue;
      try {
        return utf8.decode(line);
      } catch (cause) {
        throw new ParlorError('frame_invalid', 'A line arrived that is not UTF-8.', undefined, { cause });
      }
    }
  }

  #reserve(room: number): void {
    const held = this.#end - this.#start;
    const needed = held + room;
    if (this.#end + room <= this.#store.length && (held > 0 || this.#store.length === idleBytes)) return;
    let capacity = idleBytes;
    while (capacity < needed) capacity *= 2;
    const target = capacity === this.#store.length ? this.#store : new Uint8Array(capacity);
    target.set(this.#store.subarray(this.#start, this.#end));
    this.#store = target;
    this.#scanned -= this.#start;
    this.#start = 0;
    this.#end = held;
  }
}

/** The frame of a line. Throws `frame_invalid`. */
export function parseFrame(line: string): JsonObject {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch (cause) {
    const reason = cause instanceof ParlorError ? cause.code : 'malformed_json';
    throw new ParlorError('frame_invalid', 'A line arrived that is not valid JSON.', { reason }, { cause });
  }
  if (!isJsonObject(value)) throw new ParlorError('frame_invalid', 'A line arrived that is not a JSON object.');
  return value;
}
