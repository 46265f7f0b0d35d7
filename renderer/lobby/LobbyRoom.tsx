import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setQuery, useQuery } from '../app/address.ts';
import { useApp, useHosting, useLobby } from '../app/context.tsx';
import { dialogOpen, useModifier, useWindowKeys } from '../app/keys.ts';
import { usePageTitle } from '../app/Page.tsx';
import { hostingSheetOf } from '../hosting/asked.ts';
import { HostedRows } from '../hosting/HostedRows.tsx';
import { HostingSheet } from '../hosting/HostingSheet.tsx';
import { Button } from '../look/Button.tsx';
import { SheetPlace } from '../look/Sheet.tsx';
import { filterQuery, fitting, type LobbyFilter, readFilter } from './filter.ts';
import styles from './Lobby.module.css';
import { LobbyEmpty } from './LobbyEmpty.tsx';
import { LobbyFilters } from './LobbyFilters.tsx';
import { LobbyList } from './LobbyList.tsx';
import { OfferSheet } from './OfferSheet.tsx';
import { StartingStrip } from './StartingStrip.tsx';

const NetworkSheet = lazy(() =>
  import('../network/NetworkSheet.tsx').then((module) => ({ default: module.NetworkSheet })),
);

/** Who waits at a table, and what one would agree to by joining. Filters and the open sheet stand in the address. */
export function LobbyRoom() {
  const { t } = useTranslation('lobby');
  const { t: hosting } = useTranslation('hosting');
  const { t: frame } = useTranslation();
  const entries = useLobby((lobby) => lobby.entries);
  const status = useLobby((lobby) => lobby.status);
  const rating = useApp((app) => app.me?.rating ?? null);
  const mine = useHosting();
  const query = useQuery();
  const filter = readFilter(query);
  const [byKey, setByKey] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const withModifier = useModifier();
  usePageTitle(frame('room.lobby'));

  const asked = query.get('table');
  // A link to a table of one's own shows it as the host sees it.
  const ownAsked = asked !== null && mine.some(({ post_id }) => post_id === asked);
  const sheet = hostingSheetOf(ownAsked ? new URLSearchParams({ mine: asked }) : query);
  // Who else is let in stands above what was open before, which comes back when it closes.
  const network = query.get('network') !== null;
  const offer = sheet === null && !network ? asked : null;
  const others = entries.filter((entry) => !entry.own);
  const shown = fitting(entries, filter, rating);
  const setFilter = (next: LobbyFilter) => setQuery(filterQuery(next), { replace: true });

  const close = useCallback(() => {
    setQuery({ table: null }, { replace: true });
    document.querySelector<HTMLElement>(`[data-post="${asked}"]`)?.focus();
  }, [asked]);

  useWindowKeys((event) => {
    if (dialogOpen() || event.defaultPrevented) return;
    if (withModifier(event) && !event.shiftKey && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      search.current?.focus();
    } else if (event.key === 'Escape' && offer !== null) close();
  });

  return (
    <SheetPlace
      labelledBy="lobby-title"
      sheet={
        network ? (
          <Suspense>
            <NetworkSheet onClose={() => setQuery({ network: null }, { replace: true })} />
          </Suspense>
        ) : sheet ? (
          <HostingSheet {...sheet} />
        ) : (
          offer !== null && <OfferSheet key={offer} postId={offer} actionFirst={byKey} onClose={close} />
        )
      }
    >
      <header className={styles.head}>
        <h1 id="lobby-title">{frame('room.lobby')}</h1>
        {status === 'live' && (
          <span className="dim small" role="status">
            {t('open_live', { count: others.length })}
          </span>
        )}
        <Button
          look="primary"
          className="end"
          data-action="host"
          onClick={() => setQuery({ host: '', mine: null, table: null, network: null })}
        >
          <IconPlus size={17} stroke={1.75} aria-hidden="true" />
          {hosting('host')}
        </Button>
      </header>
      <LobbyFilters filter={filter} onChange={setFilter} searchRef={search} />
      <StartingStrip />
      <HostedRows openId={sheet?.mine ?? null} listed={entries} />
      {shown.length > 0 ? (
        <LobbyList
          entries={shown}
          openId={offer}
          onOpen={(postId, key) => {
            setByKey(key);
            setQuery({ table: postId, host: null, mine: null, network: null }, { replace: offer !== null });
          }}
        />
      ) : (
        <LobbyEmpty filter={filter} without={others.length} onChange={setFilter} />
      )}
    </SheetPlace>
  );
}
