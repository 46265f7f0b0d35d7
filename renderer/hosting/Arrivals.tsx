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

const running = (table: Table | undefined) => table?.phase === 'playing' || table?.phase === 'joining';

/**
 * Opens an own table when a guest joins. If the user is playing elsewhere, typing or in a dialog, a banner announces it instead.
 */
export function Arrivals() {
  const { t } = useTranslation('hosting');
  const { t: tApp } = useTranslation();
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

  const dismiss = (id: string) => setNoticed((ids) => ids.filter((one) => one !== id));
  const shown = noticed.flatMap((id) => tables.get(id) ?? []).filter((one) => path !== `/tables/${one.table_id}`);
  return shown.filter(running).map((table) => (
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
