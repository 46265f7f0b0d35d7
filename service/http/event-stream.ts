/** Server-sent event streams, open until the client disconnects or the service stops (WHATWG HTML, section 9.2). */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventStreamWriter } from '../../shared/community/define.ts';

const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // Disables nginx's response buffering.
  'X-Accel-Buffering': 'no',
  // A stopping service does not wait for further requests on this connection.
  Connection: 'close',
};

export class EventStreams {
  readonly #openStreams = new Map<ServerResponse, AbortController>();
  #isEnded = false;

  /** The head is sent with the first text; if `stream` throws before that, an error response is still possible. */
  open(response: ServerResponse, status: number, stream: (writer: EventStreamWriter) => void): void {
    if (response.req.method === 'HEAD') {
      response.writeHead(status, streamHeaders).end();
      return;
    }
    const controller = new AbortController();
    const closeSignal = controller.signal;
    if (response.closed) controller.abort();
    response.once('close', () => {
      this.#openStreams.delete(response);
      controller.abort();
    });
    stream({
      onClose(callback) {
        if (closeSignal.aborted) callback();
        else closeSignal.addEventListener('abort', callback, { once: true });
      },
      get bufferedBytes() {
        return response.writableLength;
      },
      write(text) {
        if (closeSignal.aborted) return;
        if (!response.headersSent) response.writeHead(status, streamHeaders);
        response.write(text);
      },
      async whenDrained() {
        if (response.writableNeedDrain && !closeSignal.aborted)
          await once(response, 'drain', { signal: closeSignal }).catch(() => {
            // Closed meanwhile.
          });
      },
      destroy: () => response.destroy(),
    });
    if (closeSignal.aborted) return;
    this.#openStreams.set(response, controller);
    if (this.#isEnded) this.end();
  }

  /** Ends all streams; streams opened later end immediately. */
  end(): void {
    this.#isEnded = true;
    this.endWhere(() => true);
  }

  endWhere(isEnding: (request: IncomingMessage) => boolean): void {
    for (const [response, controller] of this.#openStreams) {
      if (!isEnding(response.req)) continue;
      controller.abort();
      response.end();
      this.#openStreams.delete(response);
    }
  }
}
