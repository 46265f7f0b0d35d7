import { IconCards, IconFileImport, IconPlus } from '@tabler/icons-react';
import { type DragEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useHosting, useTables } from '../../core/context.tsx';
import { setQuery, useQuery } from '../../core/hash-location.ts';
import { sortTables } from '../../core/live.ts';
import { useRoomKeys } from '../../core/room-keys.ts';
import { HostedRows } from '../../hosting/HostedRows.tsx';
import { HostingSheet } from '../../hosting/HostingSheet.tsx';
import { hostingSheetOf } from '../../hosting/hosting-query.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { SheetLayout } from '../../ui/Sheet.tsx';
import { keepDropped } from '../opened/dropped-file.ts';
import { ends, filtered, filterQuery, isActive, readFilter, type TableFilter } from './filter.ts';
import { TableList } from './TableList.tsx';
import styles from './TablesRoom.module.css';

/** The room with running, waiting and finished tables. A record file can be dropped anywhere in it. */
export function TablesRoom() {
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const { t: hosting } = useTranslation('hosting');
  const [, go] = useLocation();
  const tables = useTables((all) => all);
  const query = useQuery();
  const search = useRef<HTMLInputElement>(null);
  const { running, over } = sortTables(tables);
  const waiting = useHosting().length;
  const sheet = hostingSheetOf(query);
  const filter = readFilter(query);
  const shownOver = filtered(over, filter);
  const shownRunning = filtered(running, { ...filter, end: 'all' });

  useRoomKeys(search);
  const host = (
    <Button look="primary" data-action="host" onClick={() => setQuery({ host: '', mine: null })}>
      <IconPlus size={17} stroke={1.75} aria-hidden="true" />
      {hosting('host')}
    </Button>
  );
  const open = (
    <Button data-action="open-record" onClick={() => go('/tables/record')}>
      <IconFileImport size={17} stroke={1.75} aria-hidden="true" />
      {t('record.open')}
    </Button>
  );
  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      keepDropped(event.dataTransfer.files[0]);
      go('/tables/record');
    },
  };
  const setFilter = (next: TableFilter) => setQuery(filterQuery(next), { replace: true });
  const clear = () => setQuery({ q: null, end: null }, { replace: true });
  return (
    <SheetLayout sheet={sheet && <HostingSheet {...sheet} />}>
      <div className={styles.room} {...drop}>
        <Page
          title={tApp('room.tables')}
          action={
            <span className="row">
              {open}
              {host}
            </span>
          }
        >
          {tables.size > 0 && (
            <FilterBar
              label={t('filter.label')}
              text={filter.text}
              textLabel={t('filter.text')}
              onText={(text) => setFilter({ ...filter, text })}
              searchRef={search}
              groups={ends.map((value) => ({ value, label: t(`filter.end.${value}`) }))}
              group={filter.end}
              onGroup={(end) => setFilter({ ...filter, end })}
            />
          )}
          {waiting > 0 && (
            <section>
              <h2 className={styles.title}>{hosting('waiting')}</h2>
              <HostedRows openId={sheet?.mine ?? null} card />
            </section>
          )}
          {tables.size === 0 && waiting === 0 && (
            <EmptyState
              icon={<IconCards size={28} stroke={1.5} className="good" aria-hidden="true" />}
              title={t('none.title')}
              actions={<Button onClick={() => go('/')}>{t('none.to_lobby')}</Button>}
            >
              {t('none.body')}
            </EmptyState>
          )}
          {shownRunning.length > 0 && <TableList title={t('running')} tables={shownRunning} />}
          {shownOver.length > 0 && <TableList title={t('over')} tables={shownOver} />}
          {tables.size > 0 && shownOver.length + shownRunning.length === 0 && isActive(filter) && (
            <EmptyState
              icon={<IconCards size={28} stroke={1.5} className="good" aria-hidden="true" />}
              title={t('none_fit.title')}
              actions={<Button onClick={clear}>{t('none_fit.clear')}</Button>}
            >
              {t('none_fit.body', { count: tables.size })}
            </EmptyState>
          )}
        </Page>
      </div>
    </SheetLayout>
  );
}
