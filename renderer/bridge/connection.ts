/** The state of the connection to main, for display. */

/**
 * `lost`: dropped and being retried. `replaced`: another window is in control; `takeOver` reverses that. `ended`: Parlor was
 * restarted, and only its new link opens a session.
 */
export type ConnectionState = 'connected' | 'lost' | 'replaced' | 'ended';

let state: ConnectionState = 'connected';
let reconnect: () => void = () => {};
const listeners = new Set<() => void>();

/** For useSyncExternalStore. State must be fetched again after a reconnection, as events were missed. */
export const connection = {
  get: (): ConnectionState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Takes control back from another window. */
  takeOver(): void {
    if (state === 'replaced') reconnect();
  },
};

/** Called by the adapter that owns the connection. */
export function setConnection(next: ConnectionState, again: () => void): void {
  reconnect = again;
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}
