import type { AppState } from '../../shared/bridge/contract.ts';
import type { IdentityStore } from '../identity/identity.ts';

/** The start-up phase that a window shows. */
export function phaseOf(identity: IdentityStore, registered: boolean): AppState['phase'] {
  if (identity.state === 'missing') return 'first_run';
  if (identity.state === 'locked' || identity.state === 'unreadable') return identity.state;
  return registered ? 'ready' : 'registering';
}

/** Whether the key would be lost with this computer. The phrase of a derived identity is that of the one it was derived from. */
export const hasUnsavedPhrase = ({ identity }: IdentityStore): boolean =>
  identity !== null && !identity.words_confirmed && identity.derived_from === undefined;
