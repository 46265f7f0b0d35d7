/** A client of the event stream over real HTTP that records all events. */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { type CommunityEvent, communityEvent } from '../../shared/community/events.ts';
import { EventReader, type StreamEvent } from '../../shared/community/server-sent-events.ts';
import { Conditions } from '../../shared/testing/conditions.ts';
import type { TestAgent } from './community.ts';

const listenRequest = { method: 'GET', target: '/api/v1/events' };

export class Listener {
  readonly received: StreamEvent[] = [];
  rawText = '';
  readonly response: IncomingMessage;
  /** How the stream ended: complete or aborted. */
  readonly ended: Promise<'end' | 'cut'>;
  readonly #request: ClientRequest;
  readonly #conditions = new Conditions();

  private constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request;
    this.response = response;
    const reader = new EventReader(1_000_000);
    this.ended = new Promise((resolve) => {
      response.once('end', () => resolve('end'));
      response.once('error', () => resolve('cut'));
    });
    response.setEncoding('utf8').on('data', (text: string) => {
      this.rawText += text;
      this.received.push(...reader.read(text));
      this.#conditions.check();
    });
  }

  /** Resolves when the stream has begun; rejects with status and code if it is refused. */
  static open(
    agent: TestAgent,
    after?: string,
    url = agent.community.url,
    furtherHeaders: { [name: string]: string } = {},
  ): Promise<Listener> {
    const { hostname, port } = new URL(url);
    const headers = {
      ...agent.headers(listenRequest),
      ...(after === undefined ? {} : { 'Last-Event-ID': after }),
      ...furtherHeaders,
    };
    return new Promise((resolve, reject) => {
      const request = httpRequest({ hostname, port, path: listenRequest.target, headers, agent: false });
      request.once('error', reject);
      request.once('response', (response) => {
        if (response.statusCode === 200) {
          resolve(new Listener(request, response));
          return;
        }
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.once('end', () => reject(new Error(`${response.statusCode} ${JSON.parse(text).code}`)));
      });
      request.end();
    });
  }

  /** Resolves when the received events satisfy `condition`. */
  until(condition: (received: readonly StreamEvent[]) => boolean): Promise<void> {
    return this.#conditions.until(() => condition(this.received));
  }

  /** Types of the received changes, in order. */
  get types(): string[] {
    return this.received.map(({ event }) => event).filter((type) => type !== 'hello');
  }

  close(): void {
    this.#request.destroy();
  }
}

/** Parses an event. Throws if it has members that the contract does not allow. */
export function changeOf({ event, data }: StreamEvent): CommunityEvent {
  const value = communityEvent.parse(JSON.parse(data));
  if (!isDeepStrictEqual(value, JSON.parse(data)) || value.type !== event) {
    throw new Error(`The event does not match the contract: ${event} ${data}`);
  }
  return value;
}
