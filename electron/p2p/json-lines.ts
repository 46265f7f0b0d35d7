/** JSON lines from a byte stream. Peers are untrusted: the length of a line is limited before it is complete. */
import { ParlorError } from '../../shared/errors.ts';
import { parseJson } from '../../shared/json/parse.ts';
import { isJsonObject, type JsonObject } from '../../shared/json/value.ts';
import { budgets } from '../../shared/tables/budgets.ts';

/** Capacity kept while idle; a larger buffer is freed once it is empty. */
const idleBytes = 64 * 1024;
const lineFeed = 0x0a;

// `ignoreBOM` keeps a byte order mark in the text, where the JSON parser refuses it (RFC 8259, 8.1).
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Splits a byte stream into LF-terminated UTF-8 lines. Holds at most one unfinished line of the largest length plus the last
 * `push`, and scans every byte once.
 */
export class LineSplitter {
  #buffer = new Uint8Array(idleBytes);
  #start = 0;
  #end = 0;
  /** Bytes before this index hold no line feed. */
  #scanned = 0;
  /** Pushes since the last line. */
  #pushes = 0;
  #emptyLines = 0;
  readonly #maxLineBytes: number;
  readonly #maxPushes: number;
  readonly #maxEmptyLines: number;

  /**
   * `maxLineBytes`: the longest line in bytes, without its line feed. `maxPushes`: of one line. `maxEmptyLines`: of the whole stream. Both
   * are unlimited by default.
   */
  constructor(maxLineBytes: number, { maxPushes = Infinity, maxEmptyLines = Infinity } = {}) {
    this.#maxLineBytes = maxLineBytes;
    this.#maxPushes = maxPushes;
    this.#maxEmptyLines = maxEmptyLines;
  }

  /** Whether bytes of an unfinished or unread line are waiting. */
  get pending(): boolean {
    return this.#end > this.#start;
  }

  push(bytes: ArrayLike<number>): void {
    this.#pushes += 1;
    this.#reserve(bytes.length);
    // A plain loop copies the transport's number arrays an order of magnitude faster than TypedArray.set.
    const buffer = this.#buffer;
    const end = this.#end;
    for (let i = 0; i < bytes.length; i++) buffer[end + i] = bytes[i]!;
    this.#end = end + bytes.length;
  }

  /**
   * The next line without its line feed, `null` if none is complete; empty lines are skipped. `maxLineBytes` replaces the constructor's.
   * Throws `frame_too_large` (the stream is of no further use), or `frame_invalid` for a line that is not UTF-8 (it is dropped), and for
   * one that arrives in too many pieces or after too many empty lines.
   */
  next(maxLineBytes = this.#maxLineBytes): string | null {
    for (;;) {
      const lineEnd = this.#buffer.subarray(0, this.#end).indexOf(lineFeed, this.#scanned);
      const length = (lineEnd === -1 ? this.#end : lineEnd) - this.#start;
      if (length > maxLineBytes) {
        throw new ParlorError('frame_too_large', `A line of more than ${maxLineBytes} bytes arrived.`, {
          limit: maxLineBytes,
        });
      }
      if (lineEnd === -1) {
        this.#scanned = this.#end;
        if (this.#pushes > this.#maxPushes) throw wastefulError();
        return null;
      }
      this.#pushes = 0;
      const line = this.#buffer.subarray(this.#start, lineEnd);
      this.#start = this.#scanned = lineEnd + 1;
      if (line.length === 0) {
        this.#emptyLines += 1;
        if (this.#emptyLines > this.#maxEmptyLines) throw wastefulError();
        continue;
      }
      try {
        return utf8.decode(line);
      } catch (cause) {
        throw new ParlorError('frame_invalid', 'A line arrived that is not UTF-8.', undefined, { cause });
      }
    }
  }

  #reserve(additionalBytes: number): void {
    const pendingBytes = this.#end - this.#start;
    const requiredBytes = pendingBytes + additionalBytes;
    if (this.#end + additionalBytes <= this.#buffer.length && (pendingBytes > 0 || this.#buffer.length === idleBytes))
      return;
    let capacity = idleBytes;
    while (capacity < requiredBytes) capacity *= 2;
    const nextBuffer = capacity === this.#buffer.length ? this.#buffer : new Uint8Array(capacity);
    nextBuffer.set(this.#buffer.subarray(this.#start, this.#end));
    this.#buffer = nextBuffer;
    this.#scanned -= this.#start;
    this.#start = 0;
    this.#end = pendingBytes;
  }
}

const wastefulError = () => new ParlorError('frame_invalid', 'The stream arrives in too many pieces without a line.');

/** The frame of a line. Throws `frame_invalid`. */
export function parseFrame(line: string): JsonObject {
  let value: unknown;
  try {
    value = parseJson(line, { maxValues: budgets.frame.values });
  } catch (cause) {
    const reason = cause instanceof ParlorError ? cause.code : 'malformed_json';
    throw new ParlorError('frame_invalid', 'A line arrived that is not valid JSON.', { reason }, { cause });
  }
  if (!isJsonObject(value)) throw new ParlorError('frame_invalid', 'A line arrived that is not a JSON object.');
  return value;
}
