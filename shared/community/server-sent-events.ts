/** Formats and parses server-sent events (WHATWG HTML, section 9.2). */
import { createParser, type EventSourceParser } from 'eventsource-parser';

export interface StreamEvent {
  event: string;
  data: string;
  /** The latest id in the stream; empty before the first. */
  id: string;
}

/** Formats an event. `data` must not contain line breaks. */
export const formatEvent = ({ id, event, data }: StreamEvent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;

/** Parses a stream from chunks split anywhere. `maxLength`: maximum characters per event. */
export class EventReader {
  readonly #parser: EventSourceParser;
  #events: StreamEvent[] = [];
  #lastId = '';

  constructor(maxLength: number) {
    this.#parser = createParser({
      maxBufferSize: maxLength,
      onId: (id) => {
        this.#lastId = id;
      },
      onEvent: ({ event = 'message', data }) => this.#events.push({ event, data, id: this.#lastId }),
      onError: ({ type, message }) => {
        if (type === 'max-buffer-size-exceeded') throw new RangeError(message);
      },
    });
  }

  /** Returns the events that `text` completes. Throws RangeError if one exceeds the maximum length. */
  read(text: string): StreamEvent[] {
    this.#events = [];
    this.#parser.feed(text);
    return this.#events;
  }
}
