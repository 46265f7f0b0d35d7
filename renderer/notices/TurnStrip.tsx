import { IconHourglass } from '@tabler/icons-react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { dueAt, waitingTables, warningOf } from '../../shared/tables/waiting-tables.ts';
import { mainClock, useClock } from '../core/clock.ts';
import { useApp, useTables } from '../core/context.tsx';
import { shortcuts } from '../core/shortcuts.ts';
import { setAlertTitle } from '../core/window-title.ts';
import { Button } from '../ui/Button.tsx';
import { formatCountdown, wholeSeconds } from '../ui/format.ts';
import { Kbd } from '../ui/Kbd.tsx';
import styles from './TurnStrip.module.css';
import { otherWaitingTables, tableNames, tableOnPage, turnTitle, useFocused, useWarnings } from './waiting-tables.ts';

/** Shown in every room except at the table itself: the opponent, the game, the countdown, and a button to the table. */
export function TurnStrip() {
  const [path] = useLocation();
  const tables = useTables((tables) => tables);
  const waiting = otherWaitingTables(tables.values(), path);
  const [urgentTable] = waiting;
  const focused = useFocused();
  const unseenTables = focused ? waiting : waitingTables(tables.values());
  useAlerts(unseenTables);
  return (
    <div className={styles.place}>
      <Announcer waiting={waiting} currentTableId={tableOnPage(path)} />
      {urgentTable && <Strip table={urgentTable} others={waiting.length - 1} />}
    </div>
  );
}

function Strip({ table, others }: { table: Table; others: number }) {
  const { t } = useTranslation('notices');
  const [path, navigate] = useLocation();
  const now = useClock(true);
  const deadline = dueAt(table);
  const remainingMs = deadline === null ? null : Math.max(0, deadline - now);
  const totalMs = deadline === null ? 0 : deadline - (table.ask?.asked_at ?? now);
  const proposed = table.ask?.plays_at != null;
  const names = tableNames(table);
  return (
    <section
      className={`${styles.strip} row gap3 on-wood`}
      data-region="turn"
      data-warning={warningOf(table, now) ?? undefined}
      aria-label={t('strip.label')}
    >
      {remainingMs !== null && totalMs > 0 && (
        <span className={styles.edge} aria-hidden="true">
          <i style={{ transform: `scaleX(${Math.min(1, remainingMs / totalMs).toFixed(3)})` }} />
        </span>
      )}
      <IconHourglass size={20} stroke={1.75} className={styles.sign} aria-hidden="true" />
      <span className={`${styles.text} truncate`}>
        <b>{t(proposed ? 'strip.proposal' : 'strip.turn')}</b> <span>{names.name}</span>{' '}
        <span className={styles.game}>{names.game}</span>
      </span>
      {remainingMs !== null && (
        <span
          className={styles.left}
          role="timer"
          aria-label={t('strip.left', { count: wholeSeconds(remainingMs) })}
          title={t(proposed ? 'strip.plays' : 'strip.ends')}
        >
          <span aria-hidden="true">{formatCountdown(remainingMs)}</span>
        </span>
      )}
      <span className="end row nowrap">
        {others > 0 && (
          <Link href="/tables" className={`${styles.more} small`}>
            {t('strip.more', { count: others })}
          </Link>
        )}
        <Button
          size="sm"
          // On another table's page the decision bar has the one brass button.
          variant={tableOnPage(path) === null ? 'brass' : 'wood'}
          data-action="to-turn"
          onClick={() => navigate(`/tables/${table.table_id}`)}
        >
          {t('strip.go')}
          <span className="wide">
            <Kbd>{shortcuts.everywhere.turn}</Kbd>
          </span>
        </Button>
      </span>
    </section>
  );
}

/** Announces each turn and each warning once to assistive technology; for the table on the page, tables/play/Narrator.tsx does. */
function Announcer({ waiting, currentTableId }: { waiting: readonly Table[]; currentTableId: string | null }) {
  const { t } = useTranslation('notices');
  const known = useTables((tables) => tables);
  const announcedKeys = useRef(new Set<string>());
  const [status, setStatus] = useState('');
  const [alert, setAlert] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per snapshot
  useEffect(() => {
    const newTables = waitingTables(known.values()).filter((table) => !announcedKeys.current.has(keyOf(table)));
    for (const table of newTables) announcedKeys.current.add(keyOf(table));
    const sentences = newTables.filter(({ table_id }) => table_id !== currentTableId).map(announcementOf);
    if (sentences.length > 0) setStatus(sentences.join(' '));
    else if (waiting.length === 0) setStatus('');
    if (waiting.length === 0) setAlert('');
  }, [known, currentTableId]);
  useWarnings((table, seconds) => {
    if (table.table_id === currentTableId) return;
    const text = t('announce.left', { count: seconds, ...tableNames(table) });
    if (seconds <= 10) setAlert(text);
    else setStatus(text);
  });
  const announcementOf = (table: Table): string => {
    const deadline = dueAt(table);
    const key =
      table.ask?.plays_at != null ? 'announce.proposal' : deadline === null ? 'announce.turn' : 'announce.turn_in';
    return t(key, { count: deadline === null ? 0 : wholeSeconds(deadline - mainClock.now()), ...tableNames(table) });
  };
  return (
    <>
      <div className="offscreen" role="status" data-testid="turn-announcement">
        {status}
      </div>
      <div className="offscreen" role="alert" data-testid="turn-warned">
        {alert}
      </div>
    </>
  );
}

const keyOf = ({ table_id, ask }: Table) => `${table_id} ${ask?.key}`;

/** Sets the window's title and badge for tables that the user isn't looking at. */
function useAlerts(unseen: readonly Table[]): void {
  const { t } = useTranslation('notices');
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useWarnings(rerender);
  const parts = turnTitle(unseen, mainClock.now());
  const title = parts && t(parts.key, parts);
  const countPrefix = parts !== null && parts.tables > 1 ? `(${parts.tables}) ` : '';
  useEffect(() => setAlertTitle(title === null ? null : countPrefix + title), [title, countPrefix]);
  useEffect(() => () => setAlertTitle(null), []);
  const { length } = unseen;
  const web = useApp((app) => app.shell === 'web');
  useEffect(() => {
    // Rejects if the page is not installed as an app and so has no icon.
    if (web) void navigator.setAppBadge?.(length).catch(() => {});
  }, [web, length]);
}
