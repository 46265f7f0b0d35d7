import { IconArmchair, IconSwitchHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { dialogOpen, isControl, isTyping, useWindowKeys } from '../app/keys.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { clockTime } from '../look/format.ts';
import { isolated } from '../look/peer-text.ts';
import styles from './Result.module.css';
import { useRematch } from './use-rematch.ts';

/** The one brass button of a result: another game, or the way back where there is none; Enter presses it. */
export function RematchActions({ table }: { table: Table }) {
  const { t, i18n } = useTranslation('afterwards');
  const { t: tables } = useTranslation('tables');
  const [, go] = useLocation();
  const { rematch, busy, problem, ask, decline, withdraw } = useRematch(table);
  const peer = isolated(table.peer.nickname);

  const press: { [kind in typeof rematch.kind]: (() => void) | null } = {
    none: () => go('/'),
    next: () => rematch.kind === 'next' && go(`/tables/${rematch.table_id}`),
    offered: ask,
    asked: null,
    soon: null,
    refused: () => go('/'),
    open: ask,
    free: ask,
  };
  const main = press[rematch.kind];
  useWindowKeys((event) => {
    if (event.key !== 'Enter' || event.repeat || event.defaultPrevented || dialogOpen()) return;
    if (!main || isTyping(event.target) || isControl(event.target)) return;
    event.preventDefault();
    main();
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
  const said = {
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
      {said !== null && (
        <p className={styles.said} role="status" data-testid="rematch">
          {said}
        </p>
      )}
      {main && (
        <Button look="brass" data-action="rematch" aria-disabled={busy} onClick={main}>
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
      {problem && <ProblemLine problem={problem} />}
    </>
  );
}
