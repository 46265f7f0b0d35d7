import { Suspense, useEffect, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { Arrivals } from '../hosting/Arrivals.tsx';
import { LobbyRoom } from '../lobby/LobbyRoom.tsx';
import { type Layer, Layers } from '../palette/Layers.tsx';
import { TablesRoom } from '../tables/TablesRoom.tsx';
import { setQuery, useQuery } from './address.ts';
import { useApp, useBridge } from './context.tsx';
import styles from './Frame.module.css';
import { dialogOpen, isTyping, useModifier, useWindowKeys } from './keys.ts';
import { LineNotice } from './LineNotice.tsx';
import { loaded } from './loaded.ts';
import { ProblemBanner } from './ProblemBanner.tsx';
import { useFreshAgents } from './queries.ts';
import { Rail } from './Rail.tsx';
import { useRegions } from './regions.ts';
import { rooms } from './rooms.ts';
import { StatusBar } from './StatusBar.tsx';
import { TitleBar } from './TitleBar.tsx';
import { WayBacks } from './Toasts.tsx';

const TablePage = loaded(['afterwards', 'record'], async () => (await import('../tables/TablePage.tsx')).TablePage);
const ProtocolsRoom = loaded(['protocols'], async () => (await import('../protocols/ProtocolsRoom.tsx')).ProtocolsRoom);
const StandingsRoom = loaded(['standings'], async () => (await import('../standings/StandingsRoom.tsx')).StandingsRoom);
const SettingsRoom = loaded(
  ['settings', 'identity'],
  async () => (await import('../settings/SettingsRoom.tsx')).SettingsRoom,
);
const InboxRoom = loaded(['inbox'], async () => (await import('../inbox/InboxRoom.tsx')).InboxRoom);
const StudioRoom = loaded(['studio'], async () => (await import('../studio/StudioRoom.tsx')).StudioRoom);
const RematchOffers = loaded(['afterwards'], async () => (await import('../tables/RematchOffers.tsx')).RematchOffers);
const WebNotices = loaded(['notices'], async () => (await import('../notices/WebNotices.tsx')).WebNotices);
const WordsDialog = loaded(['identity'], async () => (await import('../identity/WordsDialog.tsx')).WordsDialog);

/** Everything in wood is drawn by Parlor, and stands around whatever the rooms show. */
export function Frame() {
  const [, go] = useLocation();
  const [showWords, setShowWords] = useState(false);
  const [chosen, setLayer] = useState<Layer | null>(null);
  const bridge = useBridge();
  // A link that was opened outside is shown; what becomes of it is the person's to say.
  const link = useQuery().get('link');
  const layer: Layer | null = chosen ?? (link === null ? null : { kind: 'link', text: link });
  const setAbove = (next: Layer | null) => {
    if (link !== null) setQuery({ link: null }, { replace: true });
    setLayer(next);
  };
  useEffect(() => bridge.app.on('show', ({ path }) => go(path)), [bridge, go]);
  const desktop = useApp((app) => app.shell === 'desktop');
  const withModifier = useModifier();
  useRegions();
  useFreshAgents();
  useWindowKeys((event) => {
    // A browser does this by itself.
    if (desktop && event.altKey && !event.ctrlKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault();
      return history.go(event.key === 'ArrowLeft' ? -1 : 1);
    }
    if (dialogOpen()) return;
    const run = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
      return run(() => setLayer({ kind: 'keys' }));
    }
    const ctrl = (event.ctrlKey || event.metaKey) && !event.altKey;
    // The browser lets a page have this one of its own.
    if ((ctrl || withModifier(event)) && !event.shiftKey && event.code === 'KeyK') {
      return run(() => setLayer({ kind: 'palette' }));
    }
    if (!withModifier(event) || event.shiftKey) return;
    if (event.code === 'KeyN') return run(() => go('/?host='));
    const room =
      event.key === ',' ? rooms.at(-1) : /^[1-6]$/.test(event.key) ? rooms[Number(event.key) - 1] : undefined;
    if (room) run(() => go(room.path));
  });
  const openWords = () => setShowWords(true);
  return (
    <div className={styles.app}>
      <TitleBar onWords={openWords} onPalette={() => setLayer({ kind: 'palette' })} />
      <Rail />
      <main className={styles.main} data-region="main" tabIndex={-1}>
        <LineNotice />
        <ProblemBanner />
        <Arrivals />
        <Suspense>
          <RematchOffers />
        </Suspense>
        <Switch>
          <Route path="/tables/:id/:part?">
            {({ id, part }) => (
              <Suspense>
                <TablePage key={id} tableId={id} part={part} onWords={openWords} />
              </Suspense>
            )}
          </Route>
          <Route path="/tables">
            <TablesRoom />
          </Route>
          <Route path="/protocols/*?">
            <Suspense>
              <ProtocolsRoom />
            </Suspense>
          </Route>
          <Route path="/inbox/*?">
            <Suspense>
              <InboxRoom />
            </Suspense>
          </Route>
          <Route path="/boards/*?">
            <Suspense>
              <StandingsRoom />
            </Suspense>
          </Route>
          <Route path="/studio/*?">
            <Suspense>
              <StudioRoom />
            </Suspense>
          </Route>
          <Route path="/settings/*?">
            <Suspense>
              <SettingsRoom onWords={openWords} />
            </Suspense>
          </Route>
          <Route>
            <LobbyRoom />
          </Route>
        </Switch>
      </main>
      <StatusBar />
      <Suspense>
        <WebNotices />
      </Suspense>
      <WayBacks />
      {layer && <Layers key={link} layer={layer} onChange={setAbove} onWords={openWords} />}
      {showWords && (
        <Suspense>
          <WordsDialog onClose={() => setShowWords(false)} />
        </Suspense>
      )}
    </div>
  );
}
