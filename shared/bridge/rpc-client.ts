/** A window's end of the bridge: makes calls and receives events over a port (port.ts). */
import { ParlorError, type Problem } from '../errors.ts';
import type { BridgeSpec, Caller, Client, Surface } from './define.ts';
import { type Port, requestMaxLength } from './port.ts';

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
export function createClient<B extends BridgeSpec, C extends Caller['surface']>(
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

  const client = withMembers<Client<B, SurfacesOf<C>>>((group) =>
    withMembers((name) =>
      name === 'on'
        ? (event: string, listener: AnyListener) => on(group, event, listener)
        : (args: unknown) => callMain(group, name, args),
    ),
  );
  return { client, attach };
}

/** An object whose members are created when first read. It needs no list of them: the contract, with all its schemas, is for main. */
function withMembers<T extends object>(create: (name: string) => unknown): T {
  return new Proxy({} as T, {
    get(members, name) {
      // A promise that resolves with the object reads `then`, which must not be a call.
      if (typeof name === 'string' && name !== 'then' && !Object.hasOwn(members, name))
        Reflect.set(members, name, create(name));
      return Object.hasOwn(members, name) ? Reflect.get(members, name) : undefined;
    },
  });
}

/** The window's end of a fixed port. A call settles with its response, or rejects when the port closes. */
export function connect<B extends BridgeSpec, C extends Caller['surface']>(
  port: Port,
  onLostEvent?: (problem: Problem) => void,
): Client<B, SurfacesOf<C>> {
  const { client, attach } = createClient<B, C>(onLostEvent);
  attach(port);
  return client;
}

function closedError(): ParlorError {
  return new ParlorError('bridge_closed', 'The connection to Parlor is closed.');
}
