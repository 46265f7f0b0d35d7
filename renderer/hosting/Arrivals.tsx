import { IconArmchair, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { useLive, useTables } from '../app/context.tsx';
import { dialogOpen, isTyping } from '../app/keys.ts';
import { Button } from '../look/Button.tsx';
import { visible } from '../look/peer-text.ts';
import styles from './Hosting.module.css';

const running = (table: Table | undefined) => table?.phase === 'playing' || table?.phase === 'joining';

/**
 * A guest sits down: the table opens by itself. Where somebody is at another table, or in the middle of a word, it says so
 * instead and takes nothing out of their hands.
 */
export function Arrivals() {
  const { t } = useTranslation('hosting');
  const { t: frame } = useTranslation();
  const live = useLive();
  const [path, go] = useLocation();
  const here = useRef({ path, go });
  here.current = { path, go };
  const [noticed, setNoticed] = useState<string[]>([]);
  const tables = useTables((known) => known);

  useEffect(() => {
    const posted = new Set(live.hosting.getState().map(({ post_id }) => post_id));
    const offHosting = live.hosting.subscribe((hosted) => {
      for (const { post_id } of hosted) posted.add(post_id);
    });
    const offTables = live.tables.subscribe((now, before) => {
      const current = now.get(/^\/tables\/([^/]+)$/.exec(here.current.path)?.[1] ?? '');
      for (const table of now.values()) {
        if (before.has(table.table_id) || table.role !== 'host' || !posted.delete(table.post_id)) continue;
        if (running(current) || dialogOpen() || isTyping(document.activeElement)) {
          setNoticed((ids) => [...ids, table.table_id]);
        } else here.current.go(`/tables/${table.table_id}`);
      }
    });
    return () => {
      offHosting();
      offTables();
    };
  }, [live]);

  const leave = (id: string) => setNoticed((ids) => ids.filter((one) => one !== id));
  const shown = noticed.flatMap((id) => tables.get(id) ?? []).filter((one) => path !== `/tables/${one.table_id}`);
  return shown.filter(running).map((table) => (
    <div key={table.table_id} className={styles.arrival} role="alert">
      <IconArmchair size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">{t('arrived', { game: visible(table.protocol.name) })}</span>
      <Button
        size="sm"
        onClick={() => {
          leave(table.table_id);
          go(`/tables/${table.table_id}`);
        }}
      >
        {t('arrived_go')}
      </Button>
      <Button size="sm" look="quiet" icon aria-label={frame('dismiss')} onClick={() => leave(table.table_id)}>
        <IconX size={17} stroke={1.75} aria-hidden="true" />
      </Button>
    </div>
  ));
}
