/** Answers that go on until their reader goes away or the service stops (WHATWG HTML, section 9.2). */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { StreamReader } from '../../shared/community/define.ts';

const head = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // Asks nginx to hand on what comes as it comes.
  'X-Accel-Buffering': 'no',
  // Nothing follows on this connection, so that a service that stops need not wait for it.
  Connection: 'close',
};

export class Streams {
  readonly #open = new Map<ServerResponse, AbortController>();
  #ended = false;

  /** Begins the answer with what `stream` writes first; where it throws, nothing was written. */
  open(response: ServerResponse, status: number, stream: (reader: StreamReader) => void): void {
    const controller = new AbortController();
    const gone = controller.signal;
    if (response.closed) controller.abort();
    response.once('close', () => {
      this.#open.delete(response);
      controller.abort();
    });
    stream({
      onGone(call) {
        if (gone.aborted) call();
        else gone.addEventListener('abort', call, { once: true });
      },
      get waiting() {
        return response.writableLength;
      },
      write(text) {
        if (gone.aborted) return;
        if (!response.headersSent) response.writeHead(status, head);
        response.write(text);
      },
      async drained() {
        if (response.writableNeedDrain && !gone.aborted)
          await once(response, 'drain', { signal: gone }).catch(() => {});
      },
      cut: () => response.destroy(),
    });
    if (gone.aborted) return;
    this.#open.set(response, controller);
    if (this.#ended) this.end();
  }

  /** Ends all streams, and those that are opened later at once. */
  end(): void {
    this.#ended = true;
    for (const [response, controller] of this.#open) {
      controller.abort();
      response.end();
    }
    this.#open.clear();
  }
}
