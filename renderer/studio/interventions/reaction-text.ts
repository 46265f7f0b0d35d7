import { useTranslation } from 'react-i18next';
import type { StudioFrame } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { otherRole } from '../../../shared/tables/hooks.ts';

/** Returns a function that says what the other seat made of a message of the author, and its reason; null for the messages of seats. */
export function useReactionText(): (frame: StudioFrame) => { text: string; reason: string | null } | null {
  const { t } = useTranslation('studio');
  return ({ from, forged }) => {
    if (forged === null) return null;
    const seat = t(`role.${otherRole(from)}`);
    const { kind, reason } = forged.reaction ?? { kind: 'pending' as const, reason: null };
    return { text: t(`reaction.${kind}`, { seat }), reason: reason === null ? null : escapeInvisible(reason) };
  };
}
