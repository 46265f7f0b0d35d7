/** A listener to live events over real HTTP, which keeps all that it was told. */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { EventReader, type StreamEvent } from '../../shared/community/event-stream.ts';
import { type CommunityEvent, communityEvent } from '../../shared/community/events.ts';
import type { TestAgent } from './community.ts';

const listen = { method: 'GET', target: '/api/v1/events' };

export class Listener {
  readonly told: StreamEvent[] = [];
  raw = '';
  readonly response: IncomingMessage;
  /** How the stream ended: whole, or torn off. */
  readonly ended: Promise<'end' | 'cut'>;
  readonly #request: ClientRequest;
  readonly #waiting = new Set<() => void>();

  private constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request;
    this.response = response;
    const reader = new EventReader(1_000_000);
    this.ended = new Promise((resolve) => {
      response.once('end', () => resolve('end'));
      response.once('error', () => resolve('cut'));
    });
    response.setEncoding('utf8').on('data', (text: string) => {
      this.raw += text;
      this.told.push(...reader.read(text));
      for (const look of this.#waiting) look();
    });
  }

  /** Resolves when the stream has begun; rejects with the answer's status and code where it is refused. */
  static open(agent: TestAgent, after?: string, url = agent.community.url): Promise<Listener> {
    const { hostname, port } = new URL(url);
    const headers = { ...agent.headers(listen), ...(after === undefined ? {} : { 'Last-Event-ID': after }) };
    return new Promise((resolve, reject) => {
      const request = httpRequest({ hostname, port, path: listen.target, headers, agent: false });
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

  /** Resolves when what was told holds `wanted`. */
  until(wanted: (told: readonly StreamEvent[]) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!wanted(this.told)) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Types of the changes that were told, in order. */
  get types(): string[] {
    return this.told.map(({ event }) => event).filter((type) => type !== 'hello');
  }

  close(): void {
    this.#request.destroy();
  }
}

/** An event held to the contract, and to not a member more. */
export function changeOf({ event, data }: StreamEvent): CommunityEvent {
  const value = communityEvent.parse(JSON.parse(data));
  if (JSON.stringify(sorted(value)) !== JSON.stringify(sorted(JSON.parse(data))) || value.type !== event) {
    throw new Error(`An event beyond the contract: ${event} ${data}`);
  }
  return value;
}

const sorted = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
