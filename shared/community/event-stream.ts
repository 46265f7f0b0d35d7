/** The text format of server-sent events (WHATWG HTML, section 9.2), written and read. */

export interface StreamEvent {
  event: string;
  data: string;
  /** The last id the stream named; empty before the first. */
  id: string;
}

/** One event. `data` has no line breaks. */
export const eventText = ({ id, event, data }: StreamEvent): string => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;

/** Takes a stream in pieces as they arrive, cut anywhere. `maxLength`: characters of one event. */
export class EventReader {
  readonly #maxLength: number;
  #rest = '';
  #begun = false;
  #id = '';
  #event = '';
  #data: string[] = [];
  #length = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** The events that `text` completes. Throws RangeError where one does not end. */
  read(text: string): StreamEvent[] {
    let rest = this.#rest + text;
    if (!this.#begun && rest !== '') {
      this.#begun = true;
      if (rest.startsWith('\ufeff')) rest = rest.slice(1);
    }
    // A carriage return at the end may be half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop()!;
    const events: StreamEvent[] = [];
    for (const line of lines) {
      if (line === '') this.#dispatch(events);
      else this.#field(line);
    }
    if (this.#length + this.#rest.length > this.#maxLength) throw new RangeError('An event does not end.');
    return events;
  }

  #dispatch(events: StreamEvent[]): void {
    if (this.#data.length > 0) {
      events.push({ event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id });
    }
    this.#event = '';
    this.#data = [];
    this.#length = 0;
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') {
      this.#data.push(value);
      this.#length += value.length;
    } else if (name === 'event') this.#event = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
  }
}
