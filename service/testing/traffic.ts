/** Sends signed requests as several clients. Each waits for a response before its next request, and never sends one twice. */
import { Conditions } from '../../shared/testing/conditions.ts';
import type { TestAgent } from './community.ts';
import { type RawRequest, sendRequest } from './http.ts';

export interface TrafficResponse {
  request: RawRequest;
  /** Null if the connection ended without a response. */
  status: number | null;
  text: string;
  /** The traffic's phase when the request was sent. */
  phase: string;
}

export class Traffic {
  readonly responses: TrafficResponse[] = [];
  /** Set by tests, to distinguish requests sent before an event from those sent after it. */
  phase = '';
  readonly #url: string;
  readonly #clients: Promise<unknown>;
  readonly #conditions = new Conditions();
  #isStopped = false;

  constructor(url: string, agents: readonly TestAgent[]) {
    this.#url = url;
    this.#clients = Promise.all(agents.map((agent) => this.#sendRequests(agent)));
  }

  /** Resolves once the responses satisfy `condition`. */
  until(condition: (responses: readonly TrafficResponse[]) => boolean): Promise<void> {
    return this.#conditions.until(() => condition(this.responses));
  }

  /** Resolves after this many more responses. */
  waitForMore(count: number): Promise<void> {
    const target = this.responses.length + count;
    return this.until(({ length }) => length >= target);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#clients;
  }

  get failures(): TrafficResponse[] {
    return this.responses.filter(({ status }) => status === null || status >= 400);
  }

  async #sendRequests(agent: TestAgent): Promise<void> {
    const requests: RawRequest[] = [
      { method: 'GET', target: '/api/v1/protocols' },
      { method: 'DELETE', target: '/api/v1/inbox' },
      { method: 'POST', target: `/api/v1/agents/${agent.agent_id}/capabilities`, body: '{"capabilities":["dice"]}' },
    ];
    for (let index = 0; !this.#isStopped; index += 1) {
      const request = requests[index % requests.length]!;
      const { phase } = this;
      agent.community.now = Date.now();
      const headers = agent.headers(request);
      const { status, text } = await sendRequest(this.#url, { ...request, headers }).catch((error: Error) => ({
        status: null,
        text: error.message,
      }));
      this.responses.push({ request, status, text, phase });
      this.#conditions.check();
    }
  }
}
