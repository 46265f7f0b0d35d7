/**
 * Calls and events over a port for text messages. A shell supplies the port (Electron IPC, WebSocket) and the caller; everything
 * else follows from the contract. Each message is JSON:
 *
 *     to main      {id, call: [group, name], args}     answered once, with the same id
 *                  {listen: [group, event]}            not answered, like {unlisten: [group, event]}
 *     to a window  {id, value} | {id, problem}
 *                  {event: [group, event], value} | {event: [group, event], problem}
 */

import { z } from 'zod';
import { inBackground } from '../background.ts';
import { ParlorError, type Problem, toProblem } from '../errors.ts';
import { parseJson } from '../json/parse.ts';
import { getOwn } from '../json/value.ts';
import type { BridgeSpec, Caller, CallSpec, Client, Handlers, Surface } from './define.ts';

export interface Port {
  send(text: string): void;
  onMessage(listener: (text: string) => void): void;
  /** Called once, however the port is closed. */
  onClose(listener: () => void): void;
}

/** Subscribes to every event that main emits; returns a function that unsubscribes. */
export type Subscribe = (listener: (group: string, event: string, value: unknown) => void) => () => void;

/** Maximum UTF-16 units of a text to main: at three bytes each, it still fits a frame of 1 MiB. */
export const requestMaxLength = 320 * 1024;
/** Maximum UTF-16 units of a text to a window. */
export const responseMaxLength = 4 * 1024 * 1024;
/** Maximum concurrent calls per port. */
export const callsInFlight = 32;
const maxDepth = 64;

const name = z.string().max(64);
const memberPath = z.tuple([name, name]);
const id = z.int().min(0);
const requestSchema = z.union([
  z.strictObject({ id, call: memberPath, args: z.json() }),
  z.strictObject({ listen: memberPath }),
  z.strictObject({ unlisten: memberPath }),
]);
type CallRequest = Extract<z.infer<typeof requestSchema>, { call: unknown }>;

/**
 * Main's end. Arguments, results and events are validated and stripped of anything the contract does not define. Closing the
 * port ends all of its subscriptions. `report` receives what must not be sent, and its source: thrown values that are not ParlorErrors, and
 * results or events that violate the contract. Returns a function that stops serving.
 */
export function serve<B extends BridgeSpec>(
  contract: B,
  port: Port,
  handlers: Handlers<B>,
  caller: Caller,
  subscribe: Subscribe,
  report: (error: unknown, source: string) => void = () => {},
): () => void {
  const subscriptions = new Set<string>();
  let inFlight = 0;
  let open = true;

  function send(message: { id: number; value: unknown } | { id: number; problem: Problem }): void {
    if (!open) return;
    const text = JSON.stringify(message);
    if (text.length <= responseMaxLength) port.send(text);
    else send({ id: message.id, problem: new ParlorError('too_large', 'The response is too large.').toProblem() });
  }

  async function run(group: string, call: string, spec: CallSpec, args: unknown): Promise<unknown> {
    const parsed = spec.args.safeParse(args);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new ParlorError('bad_arguments', `${group}.${call} was called with invalid arguments.`, {
        pointer: `/${issue?.path.join('/') ?? ''}`,
        reason: issue?.message ?? '',
      });
    }
    const handler = getOwn(getOwn(handlers, group), call);
    if (!handler) throw new ParlorError('unknown_call', `There is no call ${group}.${call}.`);
    return spec.result.parse(await handler(parsed.data as never, caller));
  }

  async function answer({ id, call: [group, call], args }: CallRequest): Promise<void> {
    const callName = `${group}.${call}`;
    try {
      const spec = getOwn(getOwn(contract, group)?.calls, call);
      if (!spec) throw new ParlorError('unknown_call', 'There is no such call.');
      if (!canCall(caller.surface, spec.surface))
        throw new ParlorError('forbidden', `${callName} is not available here.`);
      if (inFlight >= callsInFlight) {
        throw new ParlorError('too_many_calls', `More than ${callsInFlight} calls are open at once.`);
      }
      inFlight += 1;
      try {
        send({ id, value: await run(group, call, spec, args) });
      } finally {
        inFlight -= 1;
      }
    } catch (error) {
      if (!(error instanceof ParlorError)) report(error, callName);
      send({ id, problem: toProblem(error) });
    }
  }

  const unsubscribe = subscribe((group, event, value) => {
    if (!subscriptions.has(`${group}.${event}`)) return;
    const spec = getOwn(getOwn(contract, group)?.events, event);
    const parsed = spec?.safeParse(value);
    if (!parsed?.success) return report(parsed?.error, `${group}.${event}`);
    const text = JSON.stringify({ event: [group, event], value: parsed.data });
    if (text.length <= responseMaxLength) return port.send(text);
    const tooLarge = new ParlorError('too_large', 'A change is too large to send.');
    port.send(JSON.stringify({ event: [group, event], problem: tooLarge.toProblem() }));
    report(tooLarge, `${group}.${event}`);
  });

  function stop(): void {
    open = false;
    subscriptions.clear();
    unsubscribe();
  }

  port.onClose(stop);
  port.onMessage((text) => {
    if (!open) return;
    const request = readRequest(text);
    if (request === null) return report(new ParlorError('bad_arguments', 'The message is not a request.'), 'port');
    if ('invalidId' in request) return send({ id: request.invalidId, problem: malformedRequest.toProblem() });
    if ('call' in request) return inBackground('answer', answer(request));
    const [group, event] = 'listen' in request ? request.listen : request.unlisten;
    if (!getOwn(getOwn(contract, group)?.events, event)) return;
    if ('listen' in request) subscriptions.add(`${group}.${event}`);
    else subscriptions.delete(`${group}.${event}`);
  });
  return stop;
}

const malformedRequest = new ParlorError('bad_arguments', 'The request is malformed.');

/** A valid request, the id of an invalid one, or null if that has no id. */
function readRequest(text: string): z.infer<typeof requestSchema> | { invalidId: number } | null {
  try {
    if (text.length <= requestMaxLength) return requestSchema.parse(parseJson(text, { maxDepth }));
  } catch {
    // Rejected below.
  }
  // Our own client writes the id first, so each of its calls gets a response.
  const match = /^\{"id":([0-9]{1,15}),/.exec(text);
  return match ? { invalidId: Number(match[1]) } : null;
}

function canCall(surface: Caller['surface'], callSurface: Surface): boolean {
  return callSurface === 'both' || surface === 'terminal' || surface === callSurface;
}

/** The surfaces whose calls a caller may make. Typed, so that a web client does not even have the desktop calls. */
export type SurfacesOf<C extends Caller['surface']> = C extends 'terminal'
  ? Surface
  : C extends 'desktop'
    ? 'both' | 'desktop'
    : 'both';

interface Pending {
  resolve(value: unknown): void;
  reject(error: ParlorError): void;
}

/** A client that outlives its port: `attach` moves all of its subscriptions to the new one. */
export interface ReusableClient<B extends BridgeSpec, S extends Surface> {
  client: Client<B, S>;
  attach(port: Port): void;
}

type AnyListener = (value: never) => void;

/**
 * The window's end without a port: calls reject with `bridge_closed` until one is attached. `onLostEvent` is called for an event that
 * main could not send.
 */
export function createClient<B extends BridgeSpec, const C extends Caller['surface']>(
  contract: B,
  surface: C,
  onLostEvent: (problem: Problem) => void = () => {},
): ReusableClient<B, SurfacesOf<C>> {
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, { path: [string, string]; callbacks: Set<AnyListener> }>();
  let port: Port | null = null;
  let nextId = 1;

  function callMain(group: string, call: string, args: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!port) return reject(closedError());
      const id = nextId++;
      const text = JSON.stringify({ id, call: [group, call], args });
      if (text.length > requestMaxLength) {
        return reject(new ParlorError('too_large', 'The request is too large.'));
      }
      pending.set(id, { resolve, reject });
      port.send(text);
    });
  }

  function on(group: string, event: string, listener: AnyListener): () => void {
    const key = `${group}.${event}`;
    const entry = listeners.get(key) ?? { path: [group, event] as [string, string], callbacks: new Set<AnyListener>() };
    if (!listeners.has(key)) {
      listeners.set(key, entry);
      port?.send(JSON.stringify({ listen: entry.path }));
    }
    // Wrapped, so that passing the same function twice creates two subscriptions.
    const subscription: AnyListener = (value) => listener(value);
    entry.callbacks.add(subscription);
    return () => {
      if (!entry.callbacks.delete(subscription) || entry.callbacks.size > 0) return;
      listeners.delete(key);
      port?.send(JSON.stringify({ unlisten: entry.path }));
    };
  }

  function receive(text: string): void {
    const message = JSON.parse(text) as
      | { id: number; value: unknown }
      | { id: number; problem: Problem }
      | { event: [string, string]; value: unknown }
      | { event: [string, string]; problem: Problem };
    if ('event' in message) {
      if ('problem' in message) {
        onLostEvent(message.problem);
        return;
      }
      const entry = listeners.get(message.event.join('.'));
      for (const listener of entry ? [...entry.callbacks] : []) listener(message.value as never);
      return;
    }
    const call = pending.get(message.id);
    pending.delete(message.id);
    if ('problem' in message) {
      const { code, message: text, detail } = message.problem;
      call?.reject(new ParlorError(code, text, detail));
    } else call?.resolve(message.value);
  }

  function attach(next: Port): void {
    port = next;
    next.onMessage((text) => {
      if (port === next) receive(text);
    });
    next.onClose(() => {
      if (port !== next) return;
      port = null;
      const rejectedCalls = [...pending.values()];
      pending.clear();
      for (const { reject } of rejectedCalls) reject(closedError());
    });
    for (const { path } of listeners.values()) next.send(JSON.stringify({ listen: path }));
  }

  const client = Object.fromEntries(
    Object.entries(contract).map(([group, { calls }]) => [
      group,
      {
        ...Object.fromEntries(
          Object.entries(calls)
            .filter(([, spec]) => canCall(surface, spec.surface))
            .map(([call]) => [call, (args: unknown) => callMain(group, call, args)]),
        ),
        on: (event: string, listener: AnyListener) => on(group, event, listener),
      },
    ]),
  );
  return { client: client as unknown as Client<B, SurfacesOf<C>>, attach };
}

/** The window's end of a fixed port. A call settles with its response, or rejects when the port closes. */
export function connect<B extends BridgeSpec, const C extends Caller['surface']>(
  contract: B,
  port: Port,
  surface: C,
  onLostEvent?: (problem: Problem) => void,
): Client<B, SurfacesOf<C>> {
  const { client, attach } = createClient(contract, surface, onLostEvent);
  attach(port);
  return client;
}

function closedError(): ParlorError {
  return new ParlorError('bridge_closed', 'The connection to Parlor is closed.');
}
