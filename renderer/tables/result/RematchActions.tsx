import { IconArmchair, IconSwitchHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolated } from '../../../shared/peer-text.ts';
import { canRematch } from '../../../shared/tables/rematch.ts';
import { dialogOpen, isControl, isTyping, useWindowKeys } from '../../core/keys.ts';
import { ChallengeButton } from '../../hosting/ChallengeButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { clockTime } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import styles from './RematchActions.module.css';
import { useRematch } from './use-rematch.ts';

/** The primary action after a game: a rematch, or back to the lobby. Enter triggers it. */
export function RematchActions({ table }: { table: Table }) {
  const { t, i18n } = useTranslation('afterwards');
  const { t: tables } = useTranslation('tables');
  const [, go] = useLocation();
  const { rematch, busy, problem, request, decline, withdraw } = useRematch(table);
  const peer = isolated(table.peer.nickname);

  const state = (): { status?: string; label?: string; action?(): void } => {
    switch (rematch.kind) {
      case 'none':
        return { label: tables('play_again'), action: () => go('/') };
      case 'next':
        return { label: t('rematch.next'), action: () => go(`/tables/${rematch.table_id}`) };
      case 'offered':
        return { status: t('rematch.offered', { peer }), label: t('rematch.accept'), action: request };
      case 'asked': {
        const { renewed_until, expires_at } = rematch.hosted;
        const time = clockTime(i18n.language, Math.max(renewed_until ?? 0, expires_at));
        return { status: t('rematch.asked', { peer, time }) };
      }
      case 'soon':
        return { status: t('rematch.soon', { peer }) };
      case 'refused':
        return { status: t('rematch.refused', { peer }), label: tables('play_again'), action: () => go('/') };
      case 'open':
        return { label: t('rematch.open'), action: request };
      case 'free':
        return { label: t(table.peer.house ? 'rematch.open' : 'rematch.ask'), action: request };
    }
  };
  const { status, label, action } = state();
  useWindowKeys((event) => {
    if (event.key !== 'Enter' || event.repeat || event.defaultPrevented || dialogOpen()) return;
    if (!action || isTyping(event.target) || isControl(event.target)) return;
    event.preventDefault();
    action();
  });
  const Icon = rematch.kind === 'none' || rematch.kind === 'refused' ? IconArmchair : IconSwitchHorizontal;
  return (
    <>
      {status !== undefined && (
        <p className={styles.status} role="status" data-testid="rematch">
          {status}
        </p>
      )}
      {action && (
        <Button look="brass" data-action="rematch" aria-disabled={busy} onClick={action}>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          {label}
        </Button>
      )}
      {rematch.kind === 'offered' && (
        <Button look="feltside" onClick={decline}>
          {t('rematch.decline')}
        </Button>
      )}
      {(rematch.kind === 'asked' || rematch.kind === 'soon') && (
        <Button look="feltside" onClick={withdraw}>
          {t('rematch.withdraw')}
        </Button>
      )}
      {canRematch(table) && !table.peer.house && <ChallengeButton publicKey={table.peer.public_key} look="feltside" />}
      {problem && <ProblemLine problem={problem} />}
    </>
  );
}
