import { IconArmchair, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useLive, useTables } from '../core/context.tsx';
import { isDialogOpen, isTyping } from '../core/keys.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';

const isRunning = (table: Table | undefined) => table?.phase === 'playing' || table?.phase === 'joining';

/** Opens the user's table when a guest joins, or shows a banner if the user is at another table, typing or in a dialog. */
export function GuestArrivals() {
  const { t } = useTranslation('hosting');
  const { t: tApp } = useTranslation();
  const live = useLive();
  const [path, navigate] = useLocation();
  const latest = useRef({ path, navigate });
  latest.current = { path, navigate };
  const [announcedIds, setAnnouncedIds] = useState<string[]>([]);
  const tables = useTables((tablesById) => tablesById);

  useEffect(() => {
    // A new table with one of these ids means that a guest joined.
    const postIds = new Set(live.hosting.getState().map(({ post_id }) => post_id));
    const unsubscribeHosting = live.hosting.subscribe((hosted) => {
      for (const { post_id } of hosted) postIds.add(post_id);
    });
    const unsubscribeTables = live.tables.subscribe((tablesNow, tablesBefore) => {
      const currentTable = tablesNow.get(/^\/tables\/([^/]+)$/.exec(latest.current.path)?.[1] ?? '');
      for (const table of tablesNow.values()) {
        if (tablesBefore.has(table.table_id) || table.role !== 'host' || !postIds.delete(table.post_id)) continue;
        if (isRunning(currentTable) || isDialogOpen() || isTyping(document.activeElement)) {
          setAnnouncedIds((ids) => [...ids, table.table_id]);
        } else latest.current.navigate(`/tables/${table.table_id}`);
      }
    });
    return () => {
      unsubscribeHosting();
      unsubscribeTables();
    };
  }, [live]);

  const dismiss = (id: string) => setAnnouncedIds((ids) => ids.filter((other) => other !== id));
  const visibleTables = announcedIds
    .flatMap((id) => tables.get(id) ?? [])
    .filter(({ table_id }) => path !== `/tables/${table_id}`);
  return visibleTables.filter(isRunning).map((table) => (
    <Banner key={table.table_id} role="alert">
      <IconArmchair size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">{t('arrived', { game: escapeInvisible(table.protocol.name) })}</span>
      <Button
        size="sm"
        onClick={() => {
          dismiss(table.table_id);
          navigate(`/tables/${table.table_id}`);
        }}
      >
        {t('arrived_go')}
      </Button>
      <Button size="sm" variant="quiet" iconOnly aria-label={tApp('dismiss')} onClick={() => dismiss(table.table_id)}>
        <IconX size={17} stroke={1.75} aria-hidden="true" />
      </Button>
    </Banner>
  ));
}
