import { IconArrowsDiff } from '@tabler/icons-react';
import { useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { setQuery, useQuery } from '../app/address.ts';
import { useApp } from '../app/context.tsx';
import { dialogOpen, useModifier, useWindowKeys } from '../app/keys.ts';
import { usePageTitle } from '../app/Page.tsx';
import { Button } from '../look/Button.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { useFound } from './asking.ts';
import styles from './Catalogue.module.css';
import { CatalogueEmpty } from './CatalogueEmpty.tsx';
import { CatalogueFilters } from './CatalogueFilters.tsx';
import { CatalogueList } from './CatalogueList.tsx';
import { CommunityLine } from './CommunityLine.tsx';
import { type CatalogueFilter, choicesOf, filterQuery, fits, merged, readFilter } from './filter.ts';
import { useSettled } from './settled.ts';
import { useShelf } from './shelf.ts';
import { Trouble } from './Trouble.tsx';

/** Every protocol of this computer and of the community. Filters stand in the address. */
export function CatalogueRoom() {
  const { t } = useTranslation('protocols');
  const { t: frame } = useTranslation();
  const [, go] = useLocation();
  const filter = readFilter(useQuery());
  const settled = useSettled(filter.text.trim(), 250);
  const shelf = useShelf();
  const found = useFound({ ...filter, text: settled });
  const seated = useApp((app) => app.phase === 'ready');
  const search = useRef<HTMLInputElement>(null);
  const withModifier = useModifier();
  usePageTitle(frame('room.protocols'));

  useWindowKeys((event) => {
    if (dialogOpen() || event.defaultPrevented) return;
    if (withModifier(event) && !event.shiftKey && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      search.current?.focus();
    }
  });

  const here = shelf.data?.protocols ?? [];
  const all = merged(here, found.data?.pages.flatMap(({ results }) => results) ?? []);
  const shown = useDeferredValue(all.filter((entry) => fits(entry, filter)));
  const setFilter = (next: CatalogueFilter) => setQuery(filterQuery(next), { replace: true });
  const waiting = shelf.isPending || (seated && found.isFetching && !found.data);
  return (
    <section className={styles.room} aria-labelledby="protocols-title">
      <header className={styles.head}>
        <h1 id="protocols-title">{frame('room.protocols')}</h1>
        <span className="dim small" role="status">
          {waiting ? '' : t('shown', { count: shown.length })}
        </span>
        <Button className="end" onClick={() => go('/protocols/compare')}>
          <IconArrowsDiff size={17} stroke={1.75} aria-hidden="true" />
          {t('compare_two')}
        </Button>
      </header>
      <CatalogueFilters filter={filter} choices={choicesOf(all, filter)} onChange={setFilter} searchRef={search} />
      <CommunityLine error={found.error} onAgain={() => void found.refetch()} />
      {shelf.error ? (
        <div className={styles.centre}>
          <Trouble error={shelf.error} onAgain={() => void shelf.refetch()} />
        </div>
      ) : shown.length > 0 ? (
        <CatalogueList
          entries={shown}
          more={found.hasNextPage && filter.place !== 'here'}
          wait={filter.type !== '' || filter.tag !== '' || filter.place === 'away'}
          loading={found.isFetchingNextPage}
          onMore={() => found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
        />
      ) : waiting ? (
        <StillRows rows={6} className={styles.list} />
      ) : (
        <CatalogueEmpty filter={filter} without={all.length} onChange={setFilter} />
      )}
    </section>
  );
}
