/** How the window is connected to Parlor, for anyone who shows it. */

/**
 * `lost`: the connection dropped and is being tried again. `replaced`: another window took over; `takeOver` takes it
 * back. `ended`: Parlor was started anew, only its new link helps.
 */
export type ConnectionState = 'connected' | 'lost' | 'replaced' | 'ended';

let state: ConnectionState = 'connected';
let reconnect: () => void = () => {};
const listeners = new Set<() => void>();

/** Shaped for React's useSyncExternalStore. After `connected` comes again, ask for what is shown: events were missed. */
export const connection = {
  get: (): ConnectionState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Makes this the window that controls. */
  takeOver(): void {
    if (state === 'replaced') reconnect();
  },
};

/** For the adapter that owns the connection. */
export function setConnection(next: ConnectionState, again: () => void): void {
  reconnect = again;
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}
