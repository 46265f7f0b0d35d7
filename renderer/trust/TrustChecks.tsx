import { useTranslation } from 'react-i18next';
import type { Table, TrustCheck } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { orderedChecks } from './seal-checks.ts';
import { TrustCheckLine } from './TrustCheckLine.tsx';

interface TrustChecksProps {
  checks: readonly TrustCheck[];
  host: string;
  /** The source of the board; `published`: published by the author and not yet allowed. */
  board: NonNullable<Table['board']>['source'] | 'published' | null;
}

/** The five checks of the seal as text: what was compared, never just "secure". */
export function TrustChecks({ checks, host, board }: TrustChecksProps) {
  const { t } = useTranslation('trust');
  const name = isolatedName(host);
  // A problem without a board means that the table's board cannot be shown.
  const boardState = ({ problem }: TrustCheck) => board ?? (problem ? 'refused' : 'none');
  const hasUnreadableTicket = ({ state, problem }: TrustCheck) =>
    state === 'failed' && problem?.code === 'ticket_invalid';
  const titleOf = (check: TrustCheck) => {
    if (hasUnreadableTicket(check)) return t('unreadable_ticket.title');
    if (check.state === 'failed') return t(`failed.${check.id}`, { name });
    if (check.id === 'board') return t(`board.${boardState(check)}.title`);
    return t(`check.${check.id}.title`, { name });
  };
  const detailOf = (check: TrustCheck) => {
    if (hasUnreadableTicket(check)) return t('unreadable_ticket.detail');
    if (check.state === 'failed') return t(`failed_detail.${check.id}`);
    if (check.id === 'board') return t(`board.${boardState(check)}.detail`);
    if (check.state === 'to_come') return t(`check.${check.id}.to_come`, { name });
    return t(`check.${check.id}.detail`, { name });
  };
  return (
    <ul>
      {orderedChecks(checks).map((check) => (
        <TrustCheckLine
          key={check.id}
          state={check.state}
          title={titleOf(check)}
          detail={detailOf(check)}
          evidence={check.evidence}
        />
      ))}
    </ul>
  );
}
