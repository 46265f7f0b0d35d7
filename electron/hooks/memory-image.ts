/** A copy of a WebAssembly module's memory, which can be restored as often as needed. */

/** The page size of WebAssembly; a memory has whole pages. */
const pageBytes = 64 * 1024;
/** Pages compared beyond the last nonzero one: they may contain objects that are all zero until a call writes to them. */
const marginPages = 16;
const zeros = new Uint8Array(pageBytes);

/**
 * Memory beyond what was in use at the time of the copy keeps its contents, like freed memory: the allocator, which is part of the copy,
 * considers it free.
 */
export class MemoryImage {
  readonly #memory: WebAssembly.Memory;
  /** Pages that are zero share one copy. */
  readonly #pages: readonly Uint8Array[];

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    const pages: Uint8Array[] = [];
    for (let start = 0; start < memory.buffer.byteLength; start += pageBytes) {
      const page = Buffer.from(memory.buffer, start, pageBytes);
      pages.push(page.equals(zeros) ? zeros : Uint8Array.from(page));
    }
    this.#pages = pages.slice(0, pages.findLastIndex((page) => page !== zeros) + 1 + marginPages);
  }

  /** Writes back only the pages that have changed. No function of the module may be running. */
  restore(): void {
    // Growing replaces the buffer.
    const current = Buffer.from(this.#memory.buffer);
    for (const [index, page] of this.#pages.entries()) {
      const start = index * pageBytes;
      if (current.compare(page, 0, pageBytes, start, start + pageBytes) !== 0) current.set(page, start);
    }
  }
}
