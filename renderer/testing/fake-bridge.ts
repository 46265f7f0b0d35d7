/** Main as the window sees it. Calls without a handler respond with an example derived from the contract. */
import type { z } from 'zod';
import { type Bridge, bridge } from '../../shared/bridge/contract.ts';
import type { Caller, Client, Emit, Handlers } from '../../shared/bridge/define.ts';
import type { Port } from '../../shared/bridge/port.ts';
import { type Subscribe, serve } from '../../shared/bridge/rpc.ts';
import { connect, type SurfacesOf } from '../../shared/bridge/rpc-client.ts';
import { exampleOf } from './example.ts';
import { withHostileWords } from './hostile-words.ts';

/** Handlers for any of the calls in the contract. */
export type FakeHandlers = { [G in keyof Bridge]?: Partial<Handlers<Bridge>[G]> };

export interface FakeBridge<From extends Caller['surface']> {
  client: Client<Bridge, SurfacesOf<From>>;
  emit: Emit<Bridge>;
}

/**
 * Calls, responses and events are validated against the contract, as they are between processes. An invalid response rejects its call
 * with `internal`. `report` receives invalid responses and events. With `hostile`, every
 * free text in them is a stranger's (hostile-words.ts). Every text between the two takes `delayMs`.
 */
export function createFakeBridge<const From extends Caller['surface'] = 'web'>(
  handlers: FakeHandlers,
  {
    caller,
    report = reportToConsole,
    hostile = false,
    delayMs = 0,
  }: { caller?: Caller & { surface: From }; report?: FaultReport; hostile?: boolean; delayMs?: number } = {},
): FakeBridge<From> {
  const from = caller ?? ({ surface: 'web', client: 'test' } as Caller & { surface: From });
  const listeners = new Set<Parameters<Subscribe>[0]>();
  const subscribe: Subscribe = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const [main, window] = portPair(delayMs);
  const answering = withExamples(handlers);
  serve(bridge, main, hostile ? withHostileAnswers(answering) : answering, from, subscribe, report);
  return {
    client: connect<Bridge, From>(window),
    emit(group, event, value) {
      const events: { [event: string]: z.core.$ZodType } = bridge[group].events;
      const schema = hostile ? events[event] : undefined;
      for (const listener of listeners) listener(group, event, schema ? withHostileWords(schema, value) : value);
    },
  };
}

type FaultReport = (fault: unknown, where: string) => void;
const reportToConsole: FaultReport = (fault, where) => console.error(`The fake bridge, ${where}:`, fault);

function withExamples(given: FakeHandlers): Handlers<Bridge> {
  return Object.fromEntries(
    Object.entries(bridge).map(([group, { calls }]) => [
      group,
      {
        ...Object.fromEntries(Object.entries(calls).map(([call, { result }]) => [call, () => exampleOf(result)])),
        ...(group === 'app' ? { clock: () => ({ clock: Date.now(), community: Date.now() }) } : {}),
        ...given[group as keyof Bridge],
      },
    ]),
  ) as unknown as Handlers<Bridge>;
}

/** With the words of strangers in every answer. */
const withHostileAnswers = (handlers: Handlers<Bridge>): Handlers<Bridge> =>
  Object.fromEntries(
    Object.entries(bridge).map(([group, { calls }]) => [
      group,
      Object.fromEntries(
        Object.entries(calls).map(([call, { result }]) => [
          call,
          async (...args: unknown[]) => {
            const answer = (handlers as Record<string, Record<string, (...args: unknown[]) => unknown>>)[group]![call]!;
            return withHostileWords(result, await answer(...args));
          },
        ]),
      ),
    ]),
  ) as unknown as Handlers<Bridge>;

/** Two connected ports; texts arrive asynchronously, as between processes. */
function portPair(delayMs: number): [Port, Port] {
  const later = (task: () => void) => (delayMs === 0 ? queueMicrotask(task) : setTimeout(task, delayMs));
  const listeners: [Set<(text: string) => void>, Set<(text: string) => void>] = [new Set(), new Set()];
  const end = (own: 0 | 1): Port => ({
    send(text) {
      later(() => {
        for (const listener of listeners[own === 0 ? 1 : 0]) listener(text);
      });
    },
    onMessage: (listener) => void listeners[own].add(listener),
    onClose() {},
  });
  return [end(0), end(1)];
}
