import { useTranslation } from 'react-i18next';
import { useLobby } from '../core/context.tsx';

/** How many tables are open and match the filter, and whether the list is complete and current. */
export function ListStatus({ openCount, matchCount }: { openCount: number; matchCount: number }) {
  const { t } = useTranslation('lobby');
  const status = useLobby((lobby) => lobby.status);
  const complete = useLobby((lobby) => lobby.complete);
  if (status === 'loading') return null;
  if (status === 'offline') {
    return openCount > 0 && <span className="warn small">{t('state.old', { count: openCount })}</span>;
  }
  return (
    <span className="dim small" data-list-state={complete ? 'complete' : 'partial'}>
      {matchCount < openCount && t('state.shown', { count: matchCount })} {t('state.open', { count: openCount })} ·{' '}
      {t(complete ? 'state.live' : 'state.partial')}
    </span>
  );
}
