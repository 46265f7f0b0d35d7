import { IconArmchair, IconSwitchHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isControl, isDialogOpen, isTyping, useWindowKeys } from '../../core/keys.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './RematchActions.module.css';
import type { RematchState } from './use-rematch.ts';

/** The primary action after a game: a rematch, or back to the lobby. Enter triggers it. */
export function RematchActions({ table, state }: { table: Table; state: RematchState }) {
  const { t } = useTranslation('afterwards');
  const { t: tTables } = useTranslation('tables');
  const [, navigate] = useLocation();
  const { rematch, busy, request, withdraw } = state;

  const primary = (): { label: string; action(): void } | null => {
    switch (rematch.kind) {
      case 'none':
      case 'theirs':
      case 'refused':
        return { label: tTables('play_again'), action: () => navigate('/') };
      case 'next':
        return { label: t('rematch.next'), action: () => navigate(`/tables/${rematch.table_id}`) };
      case 'offered':
        return { label: t('rematch.accept'), action: request };
      case 'open':
        return { label: t('rematch.open'), action: request };
      case 'free':
        return { label: t(table.peer.house ? 'rematch.open' : 'rematch.ask'), action: request };
      default:
        return null;
    }
  };
  const shown = primary();
  useWindowKeys((event) => {
    if (event.key !== 'Enter' || event.repeat || event.defaultPrevented || isDialogOpen()) return;
    if (!shown || isTyping(event.target) || isControl(event.target)) return;
    event.preventDefault();
    shown.action();
  });
  const Icon = ['none', 'theirs', 'refused'].includes(rematch.kind) ? IconArmchair : IconSwitchHorizontal;
  const className = table.peer.house ? '' : styles.first;
  if (!shown)
    return (
      <Button variant="felt" className={className} onClick={withdraw}>
        {t('rematch.withdraw')}
      </Button>
    );
  return (
    <Button variant="brass" className={className} data-action="rematch" aria-disabled={busy} onClick={shown.action}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {shown.label}
    </Button>
  );
}
