import type { AppState } from '../shared/bridge/contract.ts';
import type { IdentityStore } from './identity/identity.ts';

/** How far a window may go: no key, a key that does not open, on its way to the community, or there. */
export function phaseOf(identity: IdentityStore, registered: boolean): AppState['phase'] {
  if (identity.state === 'missing') return 'first_run';
  if (identity.state === 'locked' || identity.state === 'unreadable') return identity.state;
  return registered ? 'ready' : 'registering';
}
