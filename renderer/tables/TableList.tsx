import { IconHistory } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { useListKeys } from '../app/list-keys.ts';
import { dayAndTime, optionsLine, signed } from '../look/format.ts';
import { ModeBadge } from '../look/ModeBadge.tsx';
import { PersonLink } from '../look/PersonLink.tsx';
import { visible } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import { protocolPath } from '../protocols/paths.ts';
import { Seal } from '../trust/Seal.tsx';
import { useOutcomeWords } from './outcome-words.ts';
import styles from './TablesRoom.module.css';

const rowsAtOnce = 60;

/** Tables in a card; further ones are drawn as one scrolls to the end of it. */
export function TableList({ title, tables }: { title: string; tables: Table[] }) {
  const [drawn, setDrawn] = useState(rowsAtOnce);
  const [focused, setFocused] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLLIElement>(null);
  const id = useId();
  const more = tables.length > drawn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end that is watched is another one once more is drawn
  useEffect(() => {
    const mark = end.current;
    if (!mark || !more) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setDrawn((count) => count + rowsAtOnce),
      { rootMargin: '600px' },
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, [more, drawn]);
  const shown = tables.slice(0, drawn);
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-table]') ?? [])];
  const onKeyDown = useListKeys(
    shown.map(({ peer }) => peer.nickname),
    shown.findIndex(({ table_id }) => table_id === focused),
    (index) => links()[index]?.focus(),
  );
  return (
    <section>
      <h2 id={id} className={styles.title}>
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

/** The whole row leads to the table; the names in it lead to who and what they name. */
function TableRow({ table }: { table: Table }) {
  const { t, i18n } = useTranslation('tables');
  const outcome = useOutcomeWords();
  const running = table.phase === 'joining' || table.phase === 'playing';
  const state = running
    ? t(table.phase === 'joining' ? 'row.joining' : table.ask ? 'row.yours' : 'row.theirs')
    : outcome(table).short;
  const delta = table.result?.rating?.applied ? table.result.rating.mine.delta : null;
  const known = table.protocol.name !== '';
  return (
    <div className={styles.row}>
      <Quilt publicKey={table.peer.public_key} mode={table.peer_control_mode} size={38} />
      <span className="grow">
        <span className="row">
          <PersonLink person={table.peer} className={`cut strong ${styles.inner}`} />
          <ModeBadge mode={table.peer_control_mode} said={!table.peer.house} />
        </span>
        <span className="small dim cut block">
          <Link href={`/tables/${table.table_id}`} className={styles.whole} data-table={table.table_id}>
            <span className={running && table.ask ? 'warn strong' : undefined}>{state}</span>
          </Link>
          <span className="narrow"> · {visible(table.protocol.name)}</span>
        </span>
      </span>
      <span className={`${styles.game} grow`}>
        {known && (
          <Link
            href={protocolPath(table.protocol.protocol_id)}
            className={`strong cut block ${styles.inner} ${styles.protocol}`}
          >
            {visible(table.protocol.name)}
          </Link>
        )}
        <span className="small faint cut block">{optionsLine(table.options)}</span>
      </span>
      <span className={styles.when}>
        {delta !== null && <span className={styles.delta}>{signed(delta)} </span>}
        <span className="micro faint">{dayAndTime(i18n.language, table.ended_at ?? table.started_at)}</span>
      </span>
      <span className={styles.again}>
        {!running && table.record.frames > 0 && (
          <Link
            href={`/tables/${table.table_id}/replay`}
            className={`${styles.inner} ${styles.step}`}
            aria-label={t('row.step_through')}
            title={t('row.step_through')}
          >
            <IconHistory size={17} stroke={1.75} aria-hidden="true" />
          </Link>
        )}
      </span>
      <span className={styles.seal}>
        <Seal checks={table.checks} size={28} />
      </span>
    </div>
  );
}
