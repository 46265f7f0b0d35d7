import { IconHistory } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolated, visible } from '../../../shared/peer-text.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { useListKeys } from '../../core/list-keys.ts';
import { protocolPath } from '../../core/protocol-paths.ts';
import { useLabels } from '../../core/use-labels.ts';
import { Seal } from '../../trust/Seal.tsx';
import { dayAndTime, signed } from '../../ui/format.ts';
import { Identicon } from '../../ui/Identicon.tsx';
import { ModeBadge } from '../../ui/ModeBadge.tsx';
import { PersonLink } from '../../ui/PersonLink.tsx';
import { useOutcomeText } from '../outcome-text.ts';
import styles from './TableList.module.css';
import tablesRoom from './TablesRoom.module.css';

const pageSize = 60;

/** Tables in a card; scrolling to the end renders more. */
export function TableList({ title, tables }: { title: string; tables: Table[] }) {
  const [rendered, setRendered] = useState(pageSize);
  const [focused, setFocused] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLLIElement>(null);
  const id = useId();
  const [, go] = useLocation();
  const more = tables.length > rendered;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rendering more rows moves the observed element
  useEffect(() => {
    const sentinel = end.current;
    if (!sentinel || !more) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setRendered((count) => count + pageSize),
      { rootMargin: '600px' },
    );
    observer.observe(sentinel);
    return () => observer.disconnect();
  }, [more, rendered]);
  const shown = tables.slice(0, rendered);
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-table]') ?? [])];
  const onListKeys = useListKeys(
    shown.map(({ peer }) => peer.nickname),
    shown.findIndex(({ table_id }) => table_id === focused),
    (index) => links()[index]?.focus(),
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const table = shown.find(({ table_id }) => table_id === focused);
    if (event.key !== 'Enter' || !event.shiftKey || !table || !hasReplay(table)) return onListKeys(event);
    event.preventDefault();
    go(`/tables/${table.table_id}/replay`);
  };
  return (
    <section>
      <h2 id={id} className={tablesRoom.title}>
        {title}
      </h2>
      <ul ref={list} className={styles.list} aria-labelledby={id} onKeyDown={onKeyDown}>
        {shown.map((table) => (
          <li key={table.table_id} onFocus={() => setFocused(table.table_id)}>
            <TableRow table={table} />
          </li>
        ))}
        {more && <li ref={end} className={styles.end} aria-hidden="true" />}
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
  const running = !isOver(table);
  const clientDecides = table.client !== null && table.control_mode === 'autonomous';
  const state = running
    ? t(
        table.phase === 'joining'
          ? 'row.joining'
          : table.ask
            ? clientDecides
              ? 'turn.client'
              : 'row.yours'
            : 'row.theirs',
      )
    : outcome(table).short;
  const delta = table.result?.rating?.applied ? table.result.rating.mine.delta : null;
  return (
    <div className={styles.row}>
      <Identicon publicKey={table.peer.public_key} mode={table.peer_control_mode} size={38} />
      <span className="grow">
        <span className="row">
          <PersonLink person={table.peer} className={`cut strong ${styles.innerLink}`} />
          {table.peer.rating !== null && <span className="small faint">{table.peer.rating}</span>}
          <ModeBadge mode={table.peer_control_mode} claimed={!table.peer.house} />
        </span>
        <span className="small dim cut block">
          <Link href={`/tables/${table.table_id}`} className={styles.rowLink} data-table={table.table_id}>
            <span className={running && table.ask && !clientDecides ? 'warn strong' : undefined}>{state}</span>
          </Link>
          {table.client !== null && table.control_mode !== 'human' && (
            <span> · {t('row.client', { name: isolated(table.client.name) })}</span>
          )}
          <span className="narrow"> · {visible(table.protocol.name)}</span>
        </span>
      </span>
      <span className={`${styles.game} grow`}>
        {table.protocol.name !== '' && (
          <Link
            href={protocolPath(table.protocol.protocol_id)}
            className={`strong cut block ${styles.innerLink} ${styles.protocol}`}
          >
            {visible(table.protocol.name)}
          </Link>
        )}
        <span className="small faint cut block">{labels.options(table.options)}</span>
      </span>
      <span className={styles.when}>
        {delta !== null && <span className={styles.delta}>{signed(delta)} </span>}
        <span className="micro faint">{dayAndTime(i18n.language, table.ended_at ?? table.started_at)}</span>
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
