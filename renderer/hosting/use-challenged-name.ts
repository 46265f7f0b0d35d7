import { isolatedName } from '../../shared/peer-text.ts';
import { useAgent } from '../core/agent-profile.ts';
import { useContactName } from '../core/context.tsx';
import { shortHash } from '../ui/format.ts';

/** The challenged player's name as a contact, or else their nickname, or else their key; empty without a key. */
export function useChallengedName(publicKey: string | null): string {
  const contact = useContactName(publicKey)?.name;
  const { data } = useAgent(publicKey ?? '', publicKey !== null);
  return publicKey === null ? '' : isolatedName(contact || (data?.person.nickname ?? shortHash(publicKey)));
}
