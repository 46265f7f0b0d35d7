import { IconCards, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { setQuery, useQuery } from '../app/address.ts';
import { useHosting, useTables } from '../app/context.tsx';
import { inOrder } from '../app/live.ts';
import { Page } from '../app/Page.tsx';
import { HostedRows } from '../hosting/HostedRows.tsx';
import { HostingSheet, hostingSheetOf } from '../hosting/HostingSheet.tsx';
import { Button } from '../look/Button.tsx';
import { Empty } from '../look/Empty.tsx';
import { dayAndTime, optionsLine, signed } from '../look/format.ts';
import { ModeBadge } from '../look/ModeBadge.tsx';
import { PeerName } from '../look/PeerName.tsx';
import { Quilt } from '../look/Quilt.tsx';
import { SheetPlace } from '../look/Sheet.tsx';
import { Seal } from '../trust/Seal.tsx';
import { useOutcomeWords } from './outcome-words.ts';
import styles from './TablesRoom.module.css';

/** Running tables and the ones that are over, with how they ended. */
export function TablesRoom() {
  const { t } = useTranslation('tables');
  const { t: frame } = useTranslation();
  const { t: hosting } = useTranslation('hosting');
  const [, go] = useLocation();
  const tables = useTables((known) => known);
  const { running, over } = inOrder(tables);
  const waiting = useHosting().length;
  const sheet = hostingSheetOf(useQuery());
  const host = (
    <Button look="primary" data-action="host" onClick={() => setQuery({ host: '', mine: null })}>
      <IconPlus size={17} stroke={1.75} aria-hidden="true" />
      {hosting('host')}
    </Button>
  );
  return (
    <SheetPlace sheet={sheet && <HostingSheet {...sheet} />}>
      <Page title={frame('room.tables')} action={host}>
        {waiting > 0 && (
          <section>
            <h2 className={styles.title}>{hosting('waiting')}</h2>
            <HostedRows openId={sheet?.mine ?? null} card />
          </section>
        )}
        {tables.size === 0 && waiting === 0 && (
          <Empty
            icon={<IconCards size={28} stroke={1.5} className="good" aria-hidden="true" />}
            title={t('none.title')}
            actions={<Button onClick={() => go('/')}>{t('none.to_lobby')}</Button>}
          >
            {t('none.body')}
          </Empty>
        )}
        {running.length > 0 && <TableList title={t('running')} tables={running} />}
        {over.length > 0 && <TableList title={t('over')} tables={over} />}
      </Page>
    </SheetPlace>
  );
}

function TableList({ title, tables }: { title: string; tables: Table[] }) {
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {tables.map((table) => (
          <li key={table.table_id}>
            <TableRow table={table} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TableRow({ table }: { table: Table }) {
  const { t, i18n } = useTranslation('tables');
  const outcome = useOutcomeWords();
  const running = table.phase === 'joining' || table.phase === 'playing';
  const state = running
    ? t(table.phase === 'joining' ? 'row.joining' : table.ask ? 'row.yours' : 'row.theirs')
    : outcome(table).short;
  const delta = table.result?.rating?.applied ? table.result.rating.mine.delta : null;
  return (
    <Link href={`/tables/${table.table_id}`} className={styles.row}>
      <Quilt publicKey={table.peer.public_key} mode={table.peer_control_mode} size={38} />
      <span className="grow">
        <span className="row">
          <PeerName name={table.peer.nickname} className="cut strong" />
          <ModeBadge mode={table.peer_control_mode} said={!table.peer.house} />
        </span>
        <span className="small dim cut block">
          <span className={running && table.ask ? 'warn strong' : undefined}>{state}</span>
          <span className="narrow"> · {table.protocol.name}</span>
        </span>
      </span>
      <span className={`${styles.game} grow`}>
        <b className="cut block">{table.protocol.name}</b>
        <span className="small faint cut block">{optionsLine(table.options)}</span>
      </span>
      <span className={styles.when}>
        {delta !== null && <span className={styles.delta}>{signed(delta)} </span>}
        <span className="micro faint">{dayAndTime(i18n.language, table.ended_at ?? table.started_at)}</span>
      </span>
      <span className={styles.seal}>
        <Seal checks={table.checks} size={28} />
      </span>
    </Link>
  );
}
