import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useApp } from '../../core/context.tsx';
import { setQuery, useQuery } from '../../core/hash-location.ts';
import { useRoomKeys } from '../../core/room-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { usePageTitle } from '../../ui/Page.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import header from '../../ui/RoomHeader.module.css';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { CommunityProblemLine } from '../CommunityProblemLine.tsx';
import { useProtocolSearch } from '../queries.ts';
import { CatalogueEmpty } from './CatalogueEmpty.tsx';
import { CatalogueFilters } from './CatalogueFilters.tsx';
import { CatalogueList } from './CatalogueList.tsx';
import styles from './CatalogueRoom.module.css';
import { type CatalogueFilter, choicesOf, filterQuery, matchesFilter, mergeEntries, readFilter } from './filter.ts';
import { useInstalledProtocols } from './installed-protocols.ts';

/** All protocols on this computer and in the community. The URL holds the filter. */
export function CatalogueRoom() {
  const { t } = useTranslation('protocols');
  const { t: tApp } = useTranslation();
  const [, navigate] = useLocation();
  const filter = readFilter(useQuery());
  const [debouncedText] = useDebouncedValue(filter.text.trim(), 250);
  const installed = useInstalledProtocols();
  const remote = useProtocolSearch({ ...filter, text: debouncedText });
  const registered = useApp((app) => app.phase === 'ready');
  const searchRef = useRef<HTMLInputElement>(null);
  usePageTitle(tApp('room.protocols'));

  useRoomKeys(searchRef);

  const localProtocols = installed.data?.protocols ?? [];
  const allEntries = mergeEntries(localProtocols, remote.data ?? []);
  const setFilter = (next: CatalogueFilter) => setQuery(filterQuery(next), { replace: true });
  // Deferred as a whole, so that the count and the empty state are never about other protocols than the list.
  const { visibleEntries, loading, total } = useDeferredValue({
    visibleEntries: allEntries.filter((entry) => matchesFilter(entry, filter)),
    loading: installed.isPending || (registered && remote.isFetching && !remote.data),
    total: allEntries.length,
  });
  return (
    <section className={styles.room} aria-labelledby="protocols-title">
      <header className={styles.head}>
        <h1 id="protocols-title">{tApp('room.protocols')}</h1>
        <span className={`${header.note} dim small`} role="status">
          {loading ? '' : t('shown', { count: visibleEntries.length })}
        </span>
        <Button className="end" onClick={() => navigate('/protocols/compare')}>
          <IconArrowsDiff size={17} stroke={1.75} aria-hidden="true" />
          {t('compare_two')}
        </Button>
      </header>
      <CatalogueFilters
        filter={filter}
        choices={choicesOf(allEntries, filter)}
        onChange={setFilter}
        searchRef={searchRef}
      />
      <CommunityProblemLine error={remote.error} onRetry={() => void remote.refetch()} />
      {installed.error ? (
        <div className={styles.centre}>
          <ProblemState error={installed.error} onRetry={() => void installed.refetch()} />
        </div>
      ) : visibleEntries.length > 0 ? (
        <CatalogueList
          entries={visibleEntries}
          hasMore={remote.hasNextPage && filter.location !== 'here'}
          // The community can't filter by these, so loading on scroll could fetch every page without a match.
          loadOnRequest={filter.type !== '' || filter.tag !== '' || filter.location === 'away'}
          loading={remote.isFetchingNextPage}
          onLoadMore={() => remote.hasNextPage && !remote.isFetching && void remote.fetchNextPage()}
        />
      ) : loading ? (
        <SkeletonRows rows={6} className={styles.list} />
      ) : (
        <CatalogueEmpty filter={filter} total={total} onChange={setFilter} />
      )}
    </section>
  );
}
