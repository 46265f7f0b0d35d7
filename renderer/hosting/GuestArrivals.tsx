import { IconArmchair, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { visible } from '../../shared/peer-text.ts';
import { useLive, useTables } from '../core/context.tsx';
import { dialogOpen, isTyping } from '../core/keys.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';

const isRunning = (table: Table | undefined) => table?.phase === 'playing' || table?.phase === 'joining';

/** Opens the user's table when a guest joins, or shows a banner if the user is at another table, typing or in a dialog. */
export function GuestArrivals() {
  const { t } = useTranslation('hosting');
  const { t: tApp } = useTranslation();
  const live = useLive();
  const [path, go] = useLocation();
  const latest = useRef({ path, go });
  latest.current = { path, go };
  const [announced, setAnnounced] = useState<string[]>([]);
  const tables = useTables((tablesById) => tablesById);

  useEffect(() => {
    // A new table with one of these ids means that a guest joined.
    const posted = new Set(live.hosting.getState().map(({ post_id }) => post_id));
    const unsubscribeHosting = live.hosting.subscribe((hosted) => {
      for (const { post_id } of hosted) posted.add(post_id);
    });
    const unsubscribeTables = live.tables.subscribe((now, before) => {
      const current = now.get(/^\/tables\/([^/]+)$/.exec(latest.current.path)?.[1] ?? '');
      for (const table of now.values()) {
        if (before.has(table.table_id) || table.role !== 'host' || !posted.delete(table.post_id)) continue;
        if (isRunning(current) || dialogOpen() || isTyping(document.activeElement)) {
          setAnnounced((ids) => [...ids, table.table_id]);
        } else latest.current.go(`/tables/${table.table_id}`);
      }
    });
    return () => {
      unsubscribeHosting();
      unsubscribeTables();
    };
  }, [live]);

  const dismiss = (id: string) => setAnnounced((ids) => ids.filter((other) => other !== id));
  const shown = announced
    .flatMap((id) => tables.get(id) ?? [])
    .filter(({ table_id }) => path !== `/tables/${table_id}`);
  return shown.filter(isRunning).map((table) => (
    <Banner key={table.table_id} role="alert">
      <IconArmchair size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">{t('arrived', { game: visible(table.protocol.name) })}</span>
      <Button
        size="sm"
        onClick={() => {
          dismiss(table.table_id);
          go(`/tables/${table.table_id}`);
        }}
      >
        {t('arrived_go')}
      </Button>
      <Button size="sm" look="quiet" icon aria-label={tApp('dismiss')} onClick={() => dismiss(table.table_id)}>
        <IconX size={17} stroke={1.75} aria-hidden="true" />
      </Button>
    </Banner>
  ));
}
