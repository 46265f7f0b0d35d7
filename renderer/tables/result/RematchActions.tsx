import { IconArmchair, IconSwitchHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { communityClock, wallTimeOf } from '../../core/clock.ts';
import { isControl, isDialogOpen, isTyping, useWindowKeys } from '../../core/keys.ts';
import { closingTime } from '../../hosting/host-request.ts';
import { UnseatedGuest } from '../../hosting/UnseatedGuest.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatTime } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { useOpenText } from '../open-text.ts';
import styles from './RematchActions.module.css';
import { useRematch } from './use-rematch.ts';

/** The primary action after a game: a rematch, or back to the lobby. Enter triggers it. */
export function RematchActions({ table }: { table: Table }) {
  const { t, i18n } = useTranslation('afterwards');
  const { t: tTables } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const [, navigate] = useLocation();
  const { rematch, busy, underWay, problem, request, decline, withdraw } = useRematch(table);
  const peer = isolatedName(table.peer.nickname);
  const open = useOpenText(rematch.kind === 'offered' ? rematch.offer : null);

  const presentation = (): { status?: string; label?: string; action?(): void } => {
    switch (rematch.kind) {
      case 'none':
        return { label: tTables('play_again'), action: () => navigate('/') };
      case 'next':
        return { label: t('rematch.next'), action: () => navigate(`/tables/${rematch.table_id}`) };
      case 'offered':
        return {
          status: tApp('sentence', { text: t('rematch.offered', { peer }) }),
          label: t('rematch.accept'),
          action: request,
        };
      case 'asked': {
        const closes = closingTime(rematch.hosted) ?? rematch.hosted.expires_at;
        const time = formatTime(i18n.language, wallTimeOf(closes, communityClock));
        return {
          status: rematch.hosted.arriving ? t('rematch.arriving', { peer }) : t('rematch.asked', { peer, time }),
        };
      }
      case 'starting':
        return { status: t('rematch.starting') };
      case 'soon':
        return { status: t('rematch.soon', { peer }) };
      case 'refused':
        return { status: t('rematch.refused', { peer }), label: tTables('play_again'), action: () => navigate('/') };
      case 'open':
        return { label: t('rematch.open'), action: request };
      case 'free':
        return { label: t(table.peer.house ? 'rematch.open' : 'rematch.ask'), action: request };
    }
  };
  const { status: restingStatus, label, action } = presentation();
  const status = underWay === null ? restingStatus : t(`rematch.${underWay}`, { peer });
  useWindowKeys((event) => {
    if (event.key !== 'Enter' || event.repeat || event.defaultPrevented || isDialogOpen()) return;
    if (!action || isTyping(event.target) || isControl(event.target)) return;
    event.preventDefault();
    action();
  });
  const Icon = rematch.kind === 'none' || rematch.kind === 'refused' ? IconArmchair : IconSwitchHorizontal;
  return (
    <>
      {status !== undefined && (
        <p className={styles.status} data-testid="rematch">
          <span role="status">{status}</span> {underWay === null && open}
        </p>
      )}
      {action && (
        <Button variant="brass" data-action="rematch" aria-disabled={busy} onClick={action}>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          {label}
        </Button>
      )}
      {rematch.kind === 'offered' && (
        <Button variant="felt" onClick={decline}>
          {t('rematch.decline')}
        </Button>
      )}
      {['asked', 'starting', 'soon'].includes(rematch.kind) && (
        <Button variant="felt" onClick={withdraw}>
          {t('rematch.withdraw')}
        </Button>
      )}
      {rematch.kind === 'asked' && <UnseatedGuest unseated={rematch.hosted.unseated} />}
      {problem && <ProblemLine problem={problem} />}
    </>
  );
}
