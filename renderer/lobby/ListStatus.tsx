import { useTranslation } from 'react-i18next';
import type { Lobby } from '../../shared/bridge/contract.ts';

interface ListStatusProps {
  lobby: Lobby;
  openCount: number;
  matchCount: number;
}

/** How many tables are open and match the filter, and whether the list is complete and current. */
export function ListStatus({ lobby: { status, complete }, openCount, matchCount }: ListStatusProps) {
  const { t } = useTranslation('lobby');
  if (status === 'loading') return null;
  if (status === 'offline') {
    return openCount > 0 && <span className="warn">{t('state.old', { count: openCount })}</span>;
  }
  return (
    <span data-list-state={complete ? 'complete' : 'partial'}>
      {matchCount < openCount && t('state.shown', { count: matchCount })} {t('state.open', { count: openCount })} ·{' '}
      {t(complete ? 'state.live' : 'state.partial')}
    </span>
  );
}
