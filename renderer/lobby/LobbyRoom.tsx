import { IconLink, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useHosting, useLobby, useTables } from '../core/context.tsx';
import { setQuery, useQuery } from '../core/hash-location.ts';
import { lazyPart } from '../core/lazy-part.ts';
import { useRoomKeys } from '../core/room-keys.ts';
import { HostedRows } from '../hosting/HostedRows.tsx';
import { HostingSheet } from '../hosting/HostingSheet.tsx';
import { readHostingQuery } from '../hosting/hosting-query.ts';
import { useHeldHeight } from '../notices/held-height.ts';
import { ContactsButton } from '../people/ContactsButton.tsx';
import { ContactsColumn } from '../people/ContactsColumn.tsx';
import { ContactsSheet } from '../people/ContactsSheet.tsx';
import { useContactKeys } from '../people/use-active-contacts.ts';
import { PlayPanel } from '../play/PlayPanel.tsx';
import { Button } from '../ui/Button.tsx';
import { duplicateNames } from '../ui/duplicate-names.ts';
import { usePageTitle } from '../ui/Page.tsx';
import { SheetLayout } from '../ui/Sheet.tsx';
import { activeParts, filterQuery, type LobbyFilter, matching, readFilter } from './filter.ts';
import { GamesColumn } from './GamesColumn.tsx';
import { gamesOf } from './games.ts';
import { ListStatus } from './ListStatus.tsx';
import { LobbyEmpty } from './LobbyEmpty.tsx';
import { LobbyFilters } from './LobbyFilters.tsx';
import { LobbyList } from './LobbyList.tsx';
import styles from './LobbyRoom.module.css';
import { findSuggestedTable, type LobbyView } from './order.ts';
import { RegistrationProgress } from './RegistrationProgress.tsx';
import { RunningRows } from './RunningRows.tsx';

/** The table of a row, loaded on demand. */
export const OfferSheet = lazyPart(['tables'], async () => (await import('./OfferSheet.tsx')).OfferSheet);
const NetworkSheet = lazy(() =>
  import('../local-network/NetworkSheet.tsx').then((module) => ({ default: module.NetworkSheet })),
);

const selectGame = (game: string) => setQuery({ game: game === '' ? null : game }, { replace: true });

/** The list of open tables, with the sheets to join or host one. The URL holds the filter and the open sheet. */
export function LobbyRoom() {
  const { t } = useTranslation('lobby');
  const { t: tHosting } = useTranslation('hosting');
  const { t: tNetwork } = useTranslation('network');
  const { t: tApp } = useTranslation();
  const lobby = useLobby((state) => state);
  const { entries } = lobby;
  const rating = useApp((app) => app.me?.rating ?? null);
  const hosted = useHosting();
  const hasContacts = useContactKeys().size > 0;
  const query = useQuery();
  const filter = readFilter(query);
  const view: LobbyView = query.get('by') === 'person' ? 'person' : 'game';
  const [byKeyboard, setByKeyboard] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  useHeldHeight(above, below);
  usePageTitle(tApp('room.lobby'));

  const requestedId = query.get('table');
  // Links to the user's own table open the host's view.
  const isOwn = requestedId !== null && hosted.some(({ post_id }) => post_id === requestedId);
  const hostingSheet = readHostingQuery(isOwn ? new URLSearchParams({ mine: requestedId }) : query);
  // The network sheet takes precedence; the previous sheet returns when it closes.
  const networkOpen = query.get('network') !== null;
  const offerId = hostingSheet === null && !networkOpen ? requestedId : null;
  const contactsOpen = query.get('contacts') !== null;
  const filterKey = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter is a new object on every render
  const latestList = useMemo(() => ({ lobby, filter, filterKey, rating }), [lobby, filterKey, rating]);
  // Deferred, so that the search field stays responsive with thousands of rows; as a whole, so that its parts agree.
  const list = useDeferredValue(latestList);
  const { status } = list.lobby;
  const matches = useMemo(() => matching(list.lobby.entries, list.filter, list.rating), [list]);
  const openCount = useMemo(
    () => list.lobby.entries.reduce((count, { own }) => (own ? count : count + 1), 0),
    [list.lobby.entries],
  );
  const games = useMemo(() => gamesOf(list.lobby.entries), [list.lobby.entries]);
  const duplicates = useMemo(() => duplicateNames(list.lobby.entries.map(({ host }) => host)), [list.lobby.entries]);
  const isNewcomer = useApp(({ me }) => me?.games_played === 0);
  const hasPlayed = useTables((tables) =>
    [...tables.values()].some(({ phase, protocol }) => phase === 'finished' && protocol.mode !== 'free'),
  );
  const suggested = useMemo(
    () => (isNewcomer && !hasPlayed ? findSuggestedTable(matches) : null),
    [matches, isNewcomer, hasPlayed],
  );
  const setFilter = (next: LobbyFilter) => setQuery(filterQuery(next), { replace: true });

  const offerOpen = offerId !== null;
  const openOffer = useCallback(
    (postId: string, usedKeyboard: boolean) => {
      setByKeyboard(usedKeyboard);
      setQuery({ table: postId, host: null, mine: null, network: null }, { replace: offerOpen });
    },
    [offerOpen],
  );
  const closeOffer = useCallback(() => {
    setQuery({ table: null }, { replace: true });
    document.querySelector<HTMLElement>(`[data-post="${requestedId}"]`)?.focus();
  }, [requestedId]);

  useRoomKeys(search, offerId !== null ? closeOffer : null);

  return (
    <SheetLayout
      labelledBy="lobby-title"
      sheet={
        networkOpen ? (
          <Suspense>
            <NetworkSheet onClose={() => setQuery({ network: null }, { replace: true })} />
          </Suspense>
        ) : hostingSheet ? (
          <HostingSheet {...hostingSheet} />
        ) : offerId !== null ? (
          <OfferSheet key={offerId} postId={offerId} focusesJoin={byKeyboard} onClose={closeOffer} />
        ) : (
          contactsOpen && <ContactsSheet onClose={() => setQuery({ contacts: null }, { replace: true })} />
        )
      }
    >
      <div className={styles.room}>
        <header className={styles.header}>
          <h1 id="lobby-title">{tApp('room.lobby')}</h1>
          <PlayPanel chosenGame={filter.game === '' ? null : filter.game} />
          <div className={`${styles.actions} row end`}>
            {hasContacts && <ContactsButton className={styles.contactsButton} />}
            <Button
              data-action="join-by-link"
              aria-label={tNetwork('by_link.open')}
              onClick={() => setQuery({ link: '' })}
            >
              <IconLink size={17} stroke={1.75} aria-hidden="true" />
              <span className={styles.label}>{tNetwork('by_link.open')}</span>
            </Button>
            <Button
              data-action="host"
              aria-label={tHosting('host')}
              onClick={() => setQuery({ host: '', mine: null, table: null, network: null })}
            >
              <IconPlus size={17} stroke={1.75} aria-hidden="true" />
              <span className={styles.label}>{tHosting('host')}</span>
            </Button>
          </div>
        </header>
        <div className={styles.body}>
          <GamesColumn games={games} selected={filter.game} onSelect={selectGame} />
          <div className={styles.tables}>
            <LobbyFilters
              filter={filter}
              onChange={setFilter}
              searchRef={search}
              view={view}
              onView={(next) => setQuery({ by: next === 'game' ? null : next }, { replace: true })}
            />
            <div ref={above} className={styles.above}>
              <RegistrationProgress />
              <RunningRows />
              <HostedRows openId={hostingSheet?.postId ?? null} lobbyEntries={entries} />
            </div>
            <div ref={below} className={styles.below}>
              {matches.length > 0 && status !== 'loading' ? (
                <LobbyList
                  view={view}
                  entries={matches}
                  duplicates={duplicates}
                  suggested={suggested}
                  filterKey={`${view} ${list.filterKey}`}
                  foldsHouse={activeParts(list.filter).length === 0}
                  openId={offerId}
                  onOpen={openOffer}
                />
              ) : (
                <LobbyEmpty
                  lobby={list.lobby}
                  filter={list.filter}
                  total={status === 'loading' ? 0 : openCount}
                  onChange={setFilter}
                />
              )}
            </div>
            <footer className={`${styles.foot} small faint`}>
              <ListStatus lobby={list.lobby} openCount={openCount} matchCount={matches.length} />
              <span className={styles.closing}>{t('tables_close')}</span>
            </footer>
          </div>
          <ContactsColumn />
        </div>
      </div>
    </SheetLayout>
  );
}
