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
import { readHostingQuery } from '../../hosting/hosting-query.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { SheetLayout } from '../../ui/Sheet.tsx';
import { storeDroppedFile } from '../opened/dropped-file.ts';
import { filterQuery, filterTables, isActive, readFilter, type TableFilter, tableEnds } from './filter.ts';
import { TableList } from './TableList.tsx';
import styles from './TablesRoom.module.css';

/** The room with running, waiting and finished tables. A record file can be dropped anywhere in it. */
export function TablesRoom() {
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const { t: tHosting } = useTranslation('hosting');
  const [, navigate] = useLocation();
  const tables = useTables((all) => all);
  const query = useQuery();
  const search = useRef<HTMLInputElement>(null);
  const { running, finished: over } = sortTables(tables);
  const waitingCount = useHosting().length;
  const sheet = readHostingQuery(query);
  const filter = readFilter(query);
  const endedTables = filterTables(over, filter);
  const runningTables = filterTables(running, { ...filter, end: 'all' });

  useRoomKeys(search);
  const hostButton = (
    <Button variant="primary" data-action="host" onClick={() => setQuery({ host: '', mine: null })}>
      <IconPlus size={17} stroke={1.75} aria-hidden="true" />
      {tHosting('host')}
    </Button>
  );
  const openButton = (
    <Button data-action="open-record" onClick={() => navigate('/tables/record')}>
      <IconFileImport size={17} stroke={1.75} aria-hidden="true" />
      {t('record.open')}
    </Button>
  );
  const dropHandlers = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      storeDroppedFile(event.dataTransfer.files[0]);
      navigate('/tables/record');
    },
  };
  const setFilter = (next: TableFilter) => setQuery(filterQuery(next), { replace: true });
  const clearFilter = () => setQuery({ q: null, end: null }, { replace: true });
  return (
    <SheetLayout sheet={sheet && <HostingSheet {...sheet} />}>
      <div className={styles.room} {...dropHandlers}>
        <Page
          title={tApp('room.tables')}
          action={
            <span className="row">
              {openButton}
              {hostButton}
            </span>
          }
        >
          {tables.size > 0 && (
            <FilterBar
              label={t('filter.label')}
              searchText={filter.text}
              searchLabel={t('filter.text')}
              onSearch={(text) => setFilter({ ...filter, text })}
              searchRef={search}
              choices={tableEnds.map((value) => ({ value, label: t(`filter.end.${value}`) }))}
              selectedChoice={filter.end}
              onChoice={(end) => setFilter({ ...filter, end })}
            />
          )}
          {waitingCount > 0 && (
            <section>
              <h2 className={styles.title}>{tHosting('waiting')}</h2>
              <HostedRows openId={sheet?.postId ?? null} framed />
            </section>
          )}
          {tables.size === 0 && waitingCount === 0 && (
            <EmptyState
              icon={<IconCards size={28} stroke={1.5} className="good" aria-hidden="true" />}
              title={t('none.title')}
              actions={<Button onClick={() => navigate('/')}>{t('none.to_lobby')}</Button>}
            >
              {t('none.body')}
            </EmptyState>
          )}
          {runningTables.length > 0 && <TableList title={t('running')} tables={runningTables} />}
          {endedTables.length > 0 && <TableList title={t('over')} tables={endedTables} />}
          {tables.size > 0 && endedTables.length + runningTables.length === 0 && isActive(filter) && (
            <EmptyState
              icon={<IconCards size={28} stroke={1.5} className="good" aria-hidden="true" />}
              title={t('none_fit.title')}
              actions={<Button onClick={clearFilter}>{t('none_fit.clear')}</Button>}
            >
              {t('none_fit.body', { count: tables.size })}
            </EmptyState>
          )}
        </Page>
      </div>
    </SheetLayout>
  );
}
