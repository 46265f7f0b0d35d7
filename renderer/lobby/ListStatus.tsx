import { useTranslation } from 'react-i18next';
import { useLobby } from '../core/context.tsx';

/** How many tables are open and match the filter, and whether the list is complete and current. */
export function ListStatus({ open, shown }: { open: number; shown: number }) {
  const { t } = useTranslation('lobby');
  const status = useLobby((lobby) => lobby.status);
  const complete = useLobby((lobby) => lobby.complete);
  if (status === 'loading') return null;
  if (status === 'offline') {
    return open > 0 && <span className="warn small">{t('state.old', { count: open })}</span>;
  }
  return (
    <span className="dim small" data-list-state={complete ? 'complete' : 'partial'}>
      {shown < open && t('state.shown', { count: shown })} {t('state.open', { count: open })} ·{' '}
      {t(complete ? 'state.live' : 'state.partial')}
    </span>
  );
}
