/** The state of the connection to main, for display. */

/**
 * `lost`: dropped and being retried. `replaced`: another window is in control; `takeOver` reverses that. `ended`: Parlor was
 * restarted, and only its new link opens a session.
 */
export type ConnectionState = 'connected' | 'lost' | 'replaced' | 'ended';

let state: ConnectionState = 'connected';
let takeControl: () => void = () => {};
const listeners = new Set<() => void>();

/** For useSyncExternalStore. After a reconnection the state must be fetched again, since events were missed. */
export const connection = {
  get: (): ConnectionState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Takes control back from another window. */
  takeOver(): void {
    if (state === 'replaced') takeControl();
  },
};

/** Called by web.ts, which owns the connection. `onTakeOver`: only while another window is in control. */
export function setConnectionState(newState: ConnectionState, onTakeOver: () => void = () => {}): void {
  takeControl = onTakeOver;
  if (state === newState) return;
  state = newState;
  for (const listener of listeners) listener();
}
