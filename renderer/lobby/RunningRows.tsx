import { IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { isAgents } from '../../shared/notices/ends.ts';
import { asksPerson } from '../../shared/tables/waiting-tables.ts';
import { useTables } from '../core/context.tsx';
import hostedRows from '../hosting/HostedRows.module.css';
import { tableNames } from '../notices/waiting-tables.ts';
import { Identicon } from '../ui/Identicon.tsx';
import styles from './RunningRows.module.css';

/** Rows shown at once; the others are in *Tables*. */
const rowsMax = 3;

/** Games and chats that go on while the user is here, as after a restart: those that wait for the user first, then the newest. */
export const RunningRows = memo(function RunningRows() {
  const { t } = useTranslation('lobby');
  const tables = useTables((known) => known);
  const running = [...tables.values()]
    .filter((table) => table.phase === 'playing' && !isAgents(table))
    .sort((a, b) => Number(asksPerson(b)) - Number(asksPerson(a)) || b.order - a.order);
  if (running.length === 0) return null;
  return (
    <ul className={hostedRows.rows} aria-label={t('running.label')}>
      {running.slice(0, rowsMax).map((table) => (
        <li key={table.table_id}>
          <RunningRow table={table} />
        </li>
      ))}
      {running.length > rowsMax && (
        <li>
          <Link href="/tables" className={`${hostedRows.row} ${styles.row} row small`}>
            {t('running.more', { count: running.length - rowsMax })}
          </Link>
        </li>
      )}
    </ul>
  );
});

function RunningRow({ table }: { table: Table }) {
  const { t } = useTranslation('lobby');
  const names = tableNames(table);
  const isChat = table.protocol.mode === 'free';
  const isYours = asksPerson(table);
  return (
    <Link
      href={`/tables/${table.table_id}`}
      className={`${hostedRows.row} ${styles.row} row gap3`}
      data-running={table.table_id}
    >
      <Identicon publicKey={table.peer.public_key} mode={table.peer_control_mode} size={34} />
      <span className="grow">
        <b className={`${styles.title} block`}>{t(isChat ? 'running.chat' : 'running.game', names)}</b>
        {!isChat && (
          <span className={`small block ${isYours ? 'warn strong' : 'dim'}`}>
            {t(isYours ? 'running.yours' : 'running.theirs', names)}
          </span>
        )}
      </span>
      <span className={`${styles.back} row gap1 nowrap strong`}>
        <span className={styles.label}>{t('running.back')}</span>
        <IconChevronRight size={17} stroke={1.75} aria-hidden="true" />
      </span>
    </Link>
  );
}
