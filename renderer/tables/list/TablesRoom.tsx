import { useDebouncedValue } from '@mantine/hooks';
import { IconCards, IconChartBar, IconFileImport, IconPlus } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { isolatedName } from '../../../shared/peer-text.ts';
import { tableMatcher } from '../../../shared/tables/table-rows.ts';
import { useHosting, useTables } from '../../core/context.tsx';
import { setQuery, useQuery } from '../../core/hash-location.ts';
import { useRoomKeys } from '../../core/room-keys.ts';
import { runningTables } from '../../core/table-feed.ts';
import { HostedRows } from '../../hosting/HostedRows.tsx';
import { HostingSheet } from '../../hosting/HostingSheet.tsx';
import { readHostingQuery } from '../../hosting/hosting-query.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { shortHash } from '../../ui/format.ts';
import { Page } from '../../ui/Page.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import type { RowWindow } from '../../ui/row-window.ts';
import { SheetLayout } from '../../ui/Sheet.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { historyPath } from '../history/history-path.ts';
import { storeDroppedFile } from '../opened/dropped-file.ts';
import { ExportButton } from './ExportButton.tsx';
import {
  emptyFilter,
  filterQuery,
  isActive,
  type ListFilter,
  mainFilter,
  readFilter,
  runningFilter,
} from './filter.ts';
import { TableFilters } from './TableFilters.tsx';
import { TableList } from './TableList.tsx';
import styles from './TablesRoom.module.css';
import { useTableRows } from './use-table-rows.ts';

/** Milliseconds without typing until main searches. */
const searchDelayMs = 150;

/** The room with running, waiting and finished tables. A record file can be dropped anywhere in it. */
export function TablesRoom() {
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const { t: tHosting } = useTranslation('hosting');
  const [, navigate] = useLocation();
  const query = useQuery();
  const search = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const waitingCount = useHosting().length;
  const sheet = readHostingQuery(query);
  const filter = readFilter(query);
  const running = runningTables(useTables((all) => all)).filter(tableMatcher(runningFilter(filter)));
  const [debouncedText] = useDebouncedValue(filter.text, searchDelayMs);
  const [range, setRange] = useState<RowWindow>({ from: 0, to: 1 });
  const endedFilter = mainFilter({ ...filter, text: debouncedText }, Date.now());
  const { tables: ended, isCurrent, error, retry } = useTableRows(endedFilter, range);
  const isEmpty = ended?.all === 0 && waitingCount === 0;

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
  const setFilter = (next: ListFilter) => setQuery(filterQuery(next), { replace: true });
  const opponent = ended?.rowAt(0)?.peer;
  const opponentName =
    opponent?.public_key === filter.opponent ? isolatedName(opponent.nickname) : shortHash(filter.opponent);
  return (
    <SheetLayout sheet={sheet && <HostingSheet {...sheet} />}>
      <div className={styles.room} {...dropHandlers}>
        <Page
          title={tApp('room.tables')}
          bodyRef={scroller}
          action={
            <span className="row">
              {openButton}
              {hostButton}
            </span>
          }
        >
          {!isEmpty && (
            <TableFilters filter={filter} opponentName={opponentName} searchRef={search} onChange={setFilter} />
          )}
          {waitingCount > 0 && (
            <section>
              <h2 className={styles.title}>{tHosting('waiting')}</h2>
              <HostedRows openId={sheet?.postId ?? null} framed />
            </section>
          )}
          {isEmpty && !error && (
            <EmptyState
              icon={<IconCards size={28} stroke={1.5} className="good" aria-hidden="true" />}
              title={t('none.title')}
              actions={<Button onClick={() => navigate('/')}>{t('none.to_lobby')}</Button>}
            >
              {t('none.body')}
            </EmptyState>
          )}
          {running.length > 0 && (
            <TableList
              title={t('running')}
              count={running.length}
              rowAt={(index) => running[index]}
              scroller={scroller}
            />
          )}
          {error ? (
            <ProblemState error={error} onRetry={retry} />
          ) : !ended ? (
            <SkeletonRows rows={6} />
          ) : (
            ended.total > 0 && (
              <TableList
                title={t('over')}
                count={ended.total}
                rowAt={ended.rowAt}
                scroller={scroller}
                headerEnd={
                  <>
                    <ExportButton filter={endedFilter} />
                    <Button
                      size="sm"
                      variant="quiet"
                      data-action="history"
                      onClick={() => navigate(historyPath(filter.game))}
                    >
                      <IconChartBar size={15} stroke={1.75} aria-hidden="true" />
                      {t('by_game')}
                    </Button>
                  </>
                }
                onRange={setRange}
              />
            )
          )}
          {ended && ended.unreadable > 0 && (
            <p className="small warn">{t('unreadable', { count: ended.unreadable })}</p>
          )}
          {!error && isCurrent && ended && ended.all > 0 && ended.total + running.length === 0 && isActive(filter) && (
            <EmptyState
              icon={<IconCards size={28} stroke={1.5} className="good" aria-hidden="true" />}
              title={t('none_fit.title')}
              actions={<Button onClick={() => setFilter(emptyFilter)}>{t('none_fit.clear')}</Button>}
            >
              {t('none_fit.body', { count: ended.all })}
            </EmptyState>
          )}
        </Page>
      </div>
    </SheetLayout>
  );
}
