import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import type { Decision } from './bar-state.ts';

/** Whose turn it is, for the table's header. */
export function useTurnText(): (table: Table, decision: Decision) => string {
  const { t } = useTranslation('tables');
  return (table, decision) => {
    const number = table.moves.length + 1;
    if (decision.kind === 'over') return t(table.phase === 'finished' ? 'turn.finished' : 'turn.unfinished');
    if (table.concession === 'said') return t('turn.conceded', { peer: isolatedName(table.peer.nickname) });
    if (decision.kind === 'client') return t('turn.client');
    if (decision.kind === 'proposal' || decision.kind === 'held') return t('turn.proposal');
    if (table.protocol.mode === 'free' && decision.kind !== 'quiet') return t('turn.talk');
    if (decision.kind === 'choose' || decision.kind === 'picked') {
      const round = table.sealed_rounds.filter((sealed) => sealed[table.role].sealed !== null).length + 1;
      return table.protocol.mode === 'simultaneous_round'
        ? t('turn.round', { number: round })
        : t('turn.yours', { number });
    }
    return t('turn.theirs', { peer: isolatedName(table.peer.nickname) });
  };
}
