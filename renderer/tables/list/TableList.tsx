import { IconHistory } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Table, TableRow } from '../../../shared/bridge/contract.ts';
import { isRatedTable } from '../../../shared/community/rating.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { tableEndOf, timeOf } from '../../../shared/tables/table-rows.ts';
import { asksPerson } from '../../../shared/tables/waiting-tables.ts';
import { useTextScale } from '../../core/appearance.ts';
import { useNotices } from '../../core/context.tsx';
import { useListKeys } from '../../core/list-keys.ts';
import { protocolPath } from '../../core/protocol-paths.ts';
import { useLabels } from '../../core/use-labels.ts';
import { Seal } from '../../trust/Seal.tsx';
import { formatDayTime, formatPoints } from '../../ui/format.ts';
import { Identicon } from '../../ui/Identicon.tsx';
import { ModeBadge } from '../../ui/ModeBadge.tsx';
import { PersonLink } from '../../ui/PersonLink.tsx';
import { type RowWindow, useRowFocus, useRowWindow } from '../../ui/row-window.ts';
import { unseenMessages } from '../chat/use-unread.ts';
import { EndTag } from '../EndTag.tsx';
import { useOutcomeText } from '../outcome-text.ts';
import styles from './TableList.module.css';
import tablesRoom from './TablesRoom.module.css';

/** Pixels at the normal text size, with the line below, as in TableList.module.css. */
const normalRowHeight = 64;

interface TableListProps {
  title: string;
  count: number;
  /** Undefined while it is loading. */
  rowAt(index: number): TableRow | Table | undefined;
  /** The element that scrolls the room. */
  scroller: RefObject<HTMLElement | null>;
  /** At the end of the heading. */
  headerEnd?: ReactNode;
  /** Reports the rows that are needed. */
  onRange?(range: RowWindow): void;
}

/** Tables in a card; only the visible rows are rendered. */
export function TableList({ title, count, rowAt, scroller, headerEnd, onRange }: TableListProps) {
  const { t } = useTranslation('tables');
  const [focusedIndex, setFocusedIndex] = useState(-1);
  const listRef = useRef<HTMLUListElement>(null);
  const id = useId();
  const [, navigate] = useLocation();
  const rowHeight = normalRowHeight * useTextScale();
  const { from, to } = useRowWindow(scroller, count, rowHeight, listRef);
  useEffect(() => onRange?.({ from, to }), [onRange, from, to]);
  const findRow = (index: string) => listRef.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
  const focusRow = useRowFocus(scroller, { rowHeight, listRef, findRow });
  const focusIndex = (index: number) => focusRow(String(index), index);
  const focusName = (text: string) => {
    for (let index = 0; index < count; index += 1)
      if (rowAt(index)?.peer.nickname.toLowerCase().startsWith(text)) return focusIndex(index);
  };
  const onListKeys = useListKeys({ count, focusName }, focusedIndex, focusIndex);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const table = rowAt(focusedIndex);
    if (event.key !== 'Enter' || !event.shiftKey || !table || !hasReplay(table)) return onListKeys(event);
    event.preventDefault();
    navigate(`/tables/${table.table_id}/replay`);
  };
  return (
    <section>
      <div className={`${tablesRoom.title} row wrap`}>
        <h2 id={id}>
          {title} <span className="small faint">{t('tables_count', { count })}</span>
        </h2>
        {headerEnd && <span className="end row wrap">{headerEnd}</span>}
      </div>
      <ul
        ref={listRef}
        className={styles.list}
        style={{ paddingTop: from * rowHeight, paddingBottom: (count - to) * rowHeight }}
        aria-labelledby={id}
        onKeyDown={onKeyDown}
      >
        {Array.from({ length: to - from }, (_, offset) => {
          const index = from + offset;
          const table = rowAt(index);
          return (
            <li
              key={table?.table_id ?? index}
              aria-setsize={count}
              aria-posinset={index + 1}
              aria-busy={table === undefined || undefined}
              onFocus={() => setFocusedIndex(index)}
            >
              {table ? <Row table={table} index={index} /> : <div className={styles.row} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A chat is read on its own page. */
const hasReplay = (table: TableRow) => isOver(table) && table.record.frames > 0 && table.protocol.mode !== 'free';

/** The text for a table in progress. Whether it is the user's move is the rule of titles, badges and cards, too. */
function runningState(table: TableRow | Table) {
  if (table.phase === 'joining') return 'row.joining';
  if (table.protocol.mode === 'free') return 'row.open';
  if (!('ask' in table) || table.ask === null) return 'row.theirs';
  return asksPerson(table) ? 'row.yours' : 'turn.agent';
}

/** Why a table gives no points, or none yet; empty if it may, and of a chat. */
function usePointsText({ protocol, result, settings }: TableRow | Table): string {
  const { t } = useTranslation('tables');
  if (protocol.mode === 'free' || protocol.name === '') return '';
  if (!isRatedTable({ protocol, settings: settings ?? {} })) return t('report.unrated.tag');
  return result === null || result.state === 'settled' ? '' : t(`report.${result.state}.tag`);
}

/** The whole row links to the table; names inside link to their own pages. */
const Row = memo(function Row({ table, index }: { table: TableRow | Table; index: number }) {
  const labels = useLabels(table.protocol.protocol_id);
  const { t, i18n } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const outcome = useOutcomeText();
  const dismissed = useNotices()?.dismissed ?? [];
  const unseenCount = 'talk' in table && !isOver(table) ? unseenMessages(table, dismissed) : 0;
  const isRunning = !isOver(table);
  const isYours = 'ask' in table && asksPerson(table);
  const end = tableEndOf(table);
  const { line, reason } = outcome(table);
  // The word of the tag says who won.
  const runningText = () => (unseenCount > 0 ? tApp('messages_new', { count: unseenCount }) : t(runningState(table)));
  const state = isRunning ? runningText() : end === null || end === 'unfinished' ? line : reason;
  const pointsText = usePointsText(table);
  const delta = table.result?.rating?.applied ? table.result.rating.mine.delta : null;
  return (
    <div className={styles.row}>
      <Identicon publicKey={table.peer.public_key} mode={table.peer_control_mode} size={38} />
      <span className="grow">
        <span className="row">
          <PersonLink person={table.peer} className={`truncate strong ${styles.innerLink}`} />
          {table.peer.rating !== null && <span className="small faint">{table.peer.rating}</span>}
          <ModeBadge mode={table.peer_control_mode} claimed={!table.peer.house} />
        </span>
        <span className={`small dim truncate block ${styles.state}`}>
          <Link
            href={`/tables/${table.table_id}`}
            className={styles.rowLink}
            data-table={table.table_id}
            data-index={index}
          >
            {end !== null && (
              <>
                <EndTag end={end} />{' '}
              </>
            )}
            <span className={isYours ? 'warn strong' : unseenCount > 0 ? 'strong' : undefined}>{state}</span>
          </Link>
          {table.client !== null && table.control_mode !== 'human' && (
            <span> · {t('row.client', { name: isolatedName(table.client.name) })}</span>
          )}
        </span>
      </span>
      <span className={`${styles.game} grow`}>
        {table.protocol.name !== '' && (
          <Link
            href={protocolPath(table.protocol.protocol_id)}
            className={`strong truncate block ${styles.innerLink} ${styles.protocol}`}
          >
            {escapeInvisible(table.protocol.name)}
          </Link>
        )}
        <span className="small faint truncate block">
          {labels.list([isOver(table) ? '' : pointsText, labels.options(table.options)])}
        </span>
      </span>
      <span className={styles.time}>
        <span className="narrow small dim truncate block">{escapeInvisible(table.protocol.name)}</span>
        {delta !== null ? (
          <span className={styles.delta}>{formatPoints(delta)} </span>
        ) : (
          isOver(table) && pointsText !== '' && <span className="micro faint">{pointsText} </span>
        )}
        <span className="micro faint">{formatDayTime(i18n.language, timeOf(table))}</span>
      </span>
      <span>
        {hasReplay(table) && (
          <Link
            href={`/tables/${table.table_id}/replay`}
            className={`${styles.innerLink} row ${styles.step}`}
            aria-label={t('row.step_through')}
            title={t('row.step_through')}
          >
            <IconHistory size={17} stroke={1.75} aria-hidden="true" />
            <span className="wide">{t('step_through')}</span>
          </Link>
        )}
      </span>
      <span className={styles.seal}>
        <Seal checks={table.checks} size={28} />
      </span>
    </div>
  );
});
