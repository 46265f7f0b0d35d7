/** Server-sent event streams, open until the client disconnects or the service stops (WHATWG HTML, section 9.2). */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { EventStreamWriter } from '../../shared/community/define.ts';

const head = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // Disables nginx's response buffering.
  'X-Accel-Buffering': 'no',
  // A stopping service does not wait for further requests on this connection.
  Connection: 'close',
};

export class Streams {
  readonly #open = new Map<ServerResponse, AbortController>();
  #ended = false;

  /** The head is sent with the first text; if `stream` throws before that, an error response is still possible. */
  open(response: ServerResponse, status: number, stream: (writer: EventStreamWriter) => void): void {
    const controller = new AbortController();
    const closed = controller.signal;
    if (response.closed) controller.abort();
    response.once('close', () => {
      this.#open.delete(response);
      controller.abort();
    });
    stream({
      onClose(callback) {
        if (closed.aborted) callback();
        else closed.addEventListener('abort', callback, { once: true });
      },
      get bufferedBytes() {
        return response.writableLength;
      },
      write(text) {
        if (closed.aborted) return;
        if (!response.headersSent) response.writeHead(status, head);
        response.write(text);
      },
      async drained() {
        if (response.writableNeedDrain && !closed.aborted)
          await once(response, 'drain', { signal: closed }).catch(() => {});
      },
      destroy: () => response.destroy(),
    });
    if (closed.aborted) return;
    this.#open.set(response, controller);
    if (this.#ended) this.end();
  }

  /** Ends all streams; streams opened later end immediately. */
  end(): void {
    this.#ended = true;
    for (const [response, controller] of this.#open) {
      controller.abort();
      response.end();
    }
    this.#open.clear();
  }
}
