import { IconHistory } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { useListKeys } from '../../core/list-keys.ts';
import { protocolPath } from '../../core/protocol-paths.ts';
import { useLabels } from '../../core/use-labels.ts';
import { Seal } from '../../trust/Seal.tsx';
import { formatDayTime, formatPoints } from '../../ui/format.ts';
import { Identicon } from '../../ui/Identicon.tsx';
import { ModeBadge } from '../../ui/ModeBadge.tsx';
import { PersonLink } from '../../ui/PersonLink.tsx';
import { useOutcomeText } from '../outcome-text.ts';
import styles from './TableList.module.css';
import tablesRoom from './TablesRoom.module.css';

const pageSize = 60;

/** Tables in a card; scrolling to the end renders more. */
export function TableList({ title, tables }: { title: string; tables: Table[] }) {
  const [renderedCount, setRenderedCount] = useState(pageSize);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const listRef = useRef<HTMLUListElement>(null);
  const sentinelRef = useRef<HTMLLIElement>(null);
  const id = useId();
  const [, navigate] = useLocation();
  const hasMore = tables.length > renderedCount;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rendering more rows moves the observed element
  useEffect(() => {
    const sentinel = sentinelRef.current;
    if (!sentinel || !hasMore) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setRenderedCount((count) => count + pageSize),
      { rootMargin: '600px' },
    );
    observer.observe(sentinel);
    return () => observer.disconnect();
  }, [hasMore, renderedCount]);
  const renderedTables = tables.slice(0, renderedCount);
  const findLinks = () => [...(listRef.current?.querySelectorAll<HTMLElement>('[data-table]') ?? [])];
  const onListKeys = useListKeys(
    renderedTables.map(({ peer }) => peer.nickname),
    renderedTables.findIndex(({ table_id }) => table_id === focusedId),
    (index) => findLinks()[index]?.focus(),
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const table = renderedTables.find(({ table_id }) => table_id === focusedId);
    if (event.key !== 'Enter' || !event.shiftKey || !table || !hasReplay(table)) return onListKeys(event);
    event.preventDefault();
    navigate(`/tables/${table.table_id}/replay`);
  };
  return (
    <section>
      <h2 id={id} className={tablesRoom.title}>
        {title}
      </h2>
      <ul ref={listRef} className={styles.list} aria-labelledby={id} onKeyDown={onKeyDown}>
        {renderedTables.map((table) => (
          <li key={table.table_id} onFocus={() => setFocusedId(table.table_id)}>
            <TableRow table={table} />
          </li>
        ))}
        {hasMore && <li ref={sentinelRef} className={styles.end} aria-hidden="true" />}
      </ul>
    </section>
  );
}

const hasReplay = (table: Table) => isOver(table) && table.record.frames > 0;

/** The whole row links to the table; names inside link to their own pages. */
function TableRow({ table }: { table: Table }) {
  const labels = useLabels(table.protocol.protocol_id);
  const { t, i18n } = useTranslation('tables');
  const outcome = useOutcomeText();
  const isRunning = !isOver(table);
  const clientDecides = table.client !== null && table.control_mode === 'autonomous';
  const state = isRunning
    ? t(
        table.phase === 'joining'
          ? 'row.joining'
          : table.ask
            ? clientDecides
              ? 'turn.client'
              : 'row.yours'
            : 'row.theirs',
      )
    : outcome(table).line;
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
        <span className="small dim truncate block">
          <Link href={`/tables/${table.table_id}`} className={styles.rowLink} data-table={table.table_id}>
            <span className={isRunning && table.ask && !clientDecides ? 'warn strong' : undefined}>{state}</span>
          </Link>
          {table.client !== null && table.control_mode !== 'human' && (
            <span> · {t('row.client', { name: isolatedName(table.client.name) })}</span>
          )}
          <span className="narrow"> · {escapeInvisible(table.protocol.name)}</span>
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
        <span className="small faint truncate block">{labels.options(table.options)}</span>
      </span>
      <span className={styles.time}>
        {delta !== null && <span className={styles.delta}>{formatPoints(delta)} </span>}
        <span className="micro faint">{formatDayTime(i18n.language, table.ended_at ?? table.started_at)}</span>
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
}
