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

  const actions: { [kind in typeof rematch.kind]: (() => void) | null } = {
    none: () => go('/'),
    next: () => rematch.kind === 'next' && go(`/tables/${rematch.table_id}`),
    offered: request,
    asked: null,
    soon: null,
    refused: () => go('/'),
    open: request,
    free: request,
  };
  const action = actions[rematch.kind];
  useWindowKeys((event) => {
    if (event.key !== 'Enter' || event.repeat || event.defaultPrevented || dialogOpen()) return;
    if (!action || isTyping(event.target) || isControl(event.target)) return;
    event.preventDefault();
    action();
  });
  const label = {
    none: tables('play_again'),
    next: t('rematch.next'),
    offered: t('rematch.accept'),
    asked: '',
    soon: '',
    refused: tables('play_again'),
    open: t('rematch.open'),
    free: t(table.peer.house ? 'rematch.open' : 'rematch.ask'),
  }[rematch.kind];
  const Icon = rematch.kind === 'none' || rematch.kind === 'refused' ? IconArmchair : IconSwitchHorizontal;
  const status = {
    none: null,
    next: null,
    offered: t('rematch.offered', { peer }),
    asked:
      rematch.kind === 'asked'
        ? t('rematch.asked', {
            peer,
            time: clockTime(i18n.language, Math.max(rematch.hosted.renewed_until ?? 0, rematch.hosted.expires_at)),
          })
        : null,
    soon: t('rematch.soon', { peer }),
    refused: t('rematch.refused', { peer }),
    open: null,
    free: null,
  }[rematch.kind];
  return (
    <>
      {status !== null && (
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
