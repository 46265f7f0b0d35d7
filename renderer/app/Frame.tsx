import { lazy, Suspense, useEffect, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { Arrivals } from '../hosting/Arrivals.tsx';
import { LobbyRoom } from '../lobby/LobbyRoom.tsx';
import { WebNotices } from '../notices/WebNotices.tsx';
import { type Layer, Layers } from '../palette/Layers.tsx';
import { RematchOffers } from '../tables/RematchOffers.tsx';
import { TablesRoom } from '../tables/TablesRoom.tsx';
import { setQuery, useQuery } from './address.ts';
import { useApp, useBridge } from './context.tsx';
import styles from './Frame.module.css';
import { dialogOpen, isTyping, useModifier, useWindowKeys } from './keys.ts';
import { LineNotice } from './LineNotice.tsx';
import { ProblemBanner } from './ProblemBanner.tsx';
import { useFreshAgents } from './queries.ts';
import { Rail } from './Rail.tsx';
import { useRegions } from './regions.ts';
import { rooms } from './rooms.ts';
import { StatusBar } from './StatusBar.tsx';
import { TitleBar } from './TitleBar.tsx';
import { WayBacks } from './Toasts.tsx';

const TablePage = lazy(() => import('../tables/TablePage.tsx').then((module) => ({ default: module.TablePage })));
const ProtocolsRoom = lazy(() =>
  import('../protocols/ProtocolsRoom.tsx').then((module) => ({ default: module.ProtocolsRoom })),
);
const StandingsRoom = lazy(() =>
  import('../standings/StandingsRoom.tsx').then((module) => ({ default: module.StandingsRoom })),
);
const SettingsRoom = lazy(() =>
  import('../settings/SettingsRoom.tsx').then((module) => ({ default: module.SettingsRoom })),
);
const InboxRoom = lazy(() => import('../inbox/InboxRoom.tsx').then((module) => ({ default: module.InboxRoom })));
const StudioRoom = lazy(() => import('../studio/StudioRoom.tsx').then((module) => ({ default: module.StudioRoom })));
const WordsDialog = lazy(() =>
  import('../identity/WordsDialog.tsx').then((module) => ({ default: module.WordsDialog })),
);

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
        <RematchOffers />
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
      <WebNotices />
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
