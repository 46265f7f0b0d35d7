import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useLobby } from '../app/context.tsx';
import { dialogOpen, useModifier, useWindowKeys } from '../app/keys.ts';
import { usePageTitle } from '../app/Page.tsx';
import { fitting, type LobbyFilter } from './filter.ts';
import styles from './Lobby.module.css';
import { LobbyEmpty } from './LobbyEmpty.tsx';
import { LobbyFilters } from './LobbyFilters.tsx';
import { LobbyList } from './LobbyList.tsx';
import { OfferSheet } from './OfferSheet.tsx';
import { StartingStrip } from './StartingStrip.tsx';

const everything: LobbyFilter = { text: '', crowd: 'everyone' };

/** Who waits at a table, and what one would agree to by joining. */
export function LobbyRoom() {
  const { t } = useTranslation('lobby');
  const { t: frame } = useTranslation();
  const entries = useLobby((lobby) => lobby.entries);
  const status = useLobby((lobby) => lobby.status);
  const rating = useApp((app) => app.me?.rating ?? null);
  const [filter, setFilter] = useState(everything);
  const [open, setOpen] = useState<{ postId: string; byKey: boolean } | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const withModifier = useModifier();
  usePageTitle(frame('room.lobby'));

  const others = entries.filter((entry) => !entry.own);
  const shown = fitting(entries, filter, rating);

  const close = useCallback(() => {
    setOpen((now) => {
      if (now) document.querySelector<HTMLElement>(`[data-post="${now.postId}"]`)?.focus();
      return null;
    });
  }, []);

  useWindowKeys((event) => {
    if (dialogOpen()) return;
    if (withModifier(event) && !event.shiftKey && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      search.current?.focus();
    } else if (event.key === 'Escape' && open) close();
  });

  return (
    <div className={[styles.lobby, open && styles.withsheet].filter(Boolean).join(' ')}>
      <section className={styles.left} aria-labelledby="lobby-title">
        <header className={styles.head}>
          <h1 id="lobby-title">{frame('room.lobby')}</h1>
          {status === 'live' && (
            <span className="dim small" role="status">
              {t('open_live', { count: others.length })}
            </span>
          )}
        </header>
        <LobbyFilters filter={filter} onChange={setFilter} searchRef={search} />
        <StartingStrip />
        {shown.length > 0 ? (
          <LobbyList
            entries={shown}
            openId={open?.postId ?? null}
            onOpen={(postId, byKey) => setOpen({ postId, byKey })}
          />
        ) : (
          <LobbyEmpty without={others.length} onClear={() => setFilter(everything)} />
        )}
      </section>
      {open && <OfferSheet key={open.postId} postId={open.postId} actionFirst={open.byKey} onClose={close} />}
    </div>
  );
}
