import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { useApp, useBridge, useLive, useLobby } from '../core/context.tsx';
import { setQuery, useQueryParameter } from '../core/hash-location.ts';
import { isDialogOpen, isMac, isTyping, useWindowKeys } from '../core/keys.ts';
import { lazyPart, prepareWhenIdle } from '../core/lazy-part.ts';
import { useAgentInvalidation, useDateInvalidation, useReconnectInvalidation } from '../core/query-client.ts';
import { roomOf, rooms } from '../core/rooms.ts';
import { roomShortcut, shortcuts, useShortcuts } from '../core/shortcuts.ts';
import { GuestArrivals } from '../hosting/GuestArrivals.tsx';
import { LobbyRoom, OfferSheet } from '../lobby/LobbyRoom.tsx';
import { tableToVisit } from '../notices/waiting-tables.ts';
import type { PaletteDialog } from '../palette/use-commands.ts';
import { PlayFollower } from '../play/PlayFollower.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { ClockQuestion } from './ClockQuestion.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import styles from './Frame.module.css';
import { useFrameKeys } from './frame-keys.ts';
import { useLineToMain } from './line-to-main.ts';
import { ProblemNotice } from './ProblemNotice.tsx';
import { Rail } from './Rail.tsx';
import { useRegions } from './regions.ts';
import { StatusBar } from './StatusBar.tsx';
import { TitleBar } from './TitleBar.tsx';
import { UndoToasts } from './UndoToasts.tsx';

const loadingPage = <SkeletonRows rows={6} isPage />;
const PaletteDialogs = lazyPart(
  ['palette'],
  async () => (await import('../palette/PaletteDialogs.tsx')).PaletteDialogs,
);
const TablesRoom = lazyPart(
  ['tables'],
  async () => (await import('../tables/list/TablesRoom.tsx')).TablesRoom,
  loadingPage,
);
const TablePage = lazyPart(
  ['afterwards', 'analysis', 'record', 'tables', 'palette'],
  async () => (await import('../tables/TablePage.tsx')).TablePage,
  loadingPage,
);
const GamesPage = lazyPart(
  ['history', 'tables'],
  async () => (await import('../tables/history/GamesPage.tsx')).GamesPage,
  loadingPage,
);
const GamePage = lazyPart(
  ['history', 'leaderboards', 'tables'],
  async () => (await import('../tables/history/GamePage.tsx')).GamePage,
  loadingPage,
);
const RecordPage = lazyPart(
  ['record', 'analysis', 'tables'],
  async () => (await import('../tables/opened/RecordPage.tsx')).RecordPage,
  loadingPage,
);
const ProtocolsRoom = lazyPart(
  ['protocols', 'clients'],
  async () => (await import('../protocols/ProtocolsRoom.tsx')).ProtocolsRoom,
  loadingPage,
);
const LeaderboardsRoom = lazyPart(
  ['leaderboards', 'tables'],
  async () => (await import('../leaderboards/LeaderboardsRoom.tsx')).LeaderboardsRoom,
  loadingPage,
);
const SettingsRoom = lazyPart(
  ['settings', 'clients', 'identity'],
  async () => (await import('../settings/SettingsRoom.tsx')).SettingsRoom,
  loadingPage,
);
const InboxRoom = lazyPart(
  ['inbox', 'clients'],
  async () => (await import('../inbox/InboxRoom.tsx')).InboxRoom,
  loadingPage,
);
const StudioRoom = lazyPart(
  ['studio', 'tables'],
  async () => (await import('../studio/StudioRoom.tsx')).StudioRoom,
  loadingPage,
);
const ClientRequests = lazyPart([], async () => (await import('../clients/ClientRequests.tsx')).ClientRequests);
const MutualRematch = lazyPart([], async () => (await import('../tables/result/MutualRematch.tsx')).MutualRematch);
const Moments = lazyPart(['notices'], async () => (await import('../notices/Moments.tsx')).Moments);
const Sounds = lazyPart([], async () => (await import('../sounds/Sounds.tsx')).Sounds);
const WebNotices = lazyPart(['notices'], async () => (await import('../notices/WebNotices.tsx')).WebNotices);
const RecoveryPhraseDialog = lazyPart(
  ['identity'],
  async () => (await import('../identity/RecoveryPhraseDialog.tsx')).RecoveryPhraseDialog,
);

/** Loaded while the window is idle, once the lobby has loaded. */
const preloadedParts = [
  OfferSheet,
  PaletteDialogs,
  TablesRoom,
  TablePage,
  ProtocolsRoom,
  InboxRoom,
  LeaderboardsRoom,
  StudioRoom,
  SettingsRoom,
];

/** The window around the rooms: title bar, rail and status bar, with the routes and the global shortcuts. */
export function Frame() {
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const { tables } = useLive();
  const [phraseOpen, setPhraseOpen] = useState(false);
  const [openedDialog, setOpenedDialog] = useState<PaletteDialog | null>(null);
  const bridge = useBridge();
  // A link opened from outside is only shown in the dialog; the user decides whether to follow it.
  const link = useQueryParameter('link');
  const dialog: PaletteDialog | null = openedDialog ?? (link === null ? null : { kind: 'link', text: link });
  const changeDialog = (next: PaletteDialog | null) => {
    if (link !== null) setQuery({ link: null }, { replace: true });
    setOpenedDialog(next);
  };
  const lobbyLoaded = useLobby(({ status }) => status !== 'loading');
  useEffect(() => (lobbyLoaded ? prepareWhenIdle(preloadedParts) : undefined), [lobbyLoaded]);
  useEffect(() => bridge.app.on('show', ({ path }) => navigate(path)), [bridge, navigate]);
  const desktop = useApp((app) => app.shell === 'desktop');
  const matchesShortcut = useShortcuts();
  useRegions();
  useFrameKeys();
  useAgentInvalidation();
  useDateInvalidation();
  useReconnectInvalidation();
  useWindowKeys((event) => {
    // Browsers handle this themselves.
    if (
      desktop &&
      event.altKey &&
      !event.ctrlKey &&
      (event.key === 'ArrowLeft' || event.key === 'ArrowRight') &&
      !(isMac() && isTyping(event.target))
    ) {
      event.preventDefault();
      return history.go(event.key === 'ArrowLeft' ? -1 : 1);
    }
    if (isDialogOpen()) return;
    const handleKey = (action: () => void) => {
      event.preventDefault();
      action();
    };
    const { keys, palette, host, turn } = shortcuts.everywhere;
    if (event.key === keys && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
      return handleKey(() => setOpenedDialog({ kind: 'keys' }));
    }
    if (matchesShortcut(event, palette)) return handleKey(() => setOpenedDialog({ kind: 'palette' }));
    if (matchesShortcut(event, host)) return handleKey(() => navigate('/?host='));
    const next = matchesShortcut(event, turn) ? tableToVisit(tables.getState(), path) : null;
    if (next) return handleKey(() => navigate(`/tables/${next.table_id}`));
    const room = rooms.find(({ id }, index) => matchesShortcut(event, roomShortcut(id, index)));
    if (room) handleKey(() => navigate(room.path));
  });
  const line = useLineToMain();
  const openRecoveryPhrase = () => setPhraseOpen(true);
  return (
    <div className={styles.app} data-line={line}>
      <TitleBar onRecoveryPhrase={openRecoveryPhrase} onPalette={() => setOpenedDialog({ kind: 'palette' })} />
      <Rail />
      <main className={styles.main} data-region="main" aria-label={t(`room.${roomOf(path)}`)} tabIndex={-1}>
        <GuestArrivals />
        <ClientRequests />
        <Switch>
          <Route path="/tables/record/:id?/:part?">{({ id, part }) => <RecordPage id={id} part={part} />}</Route>
          <Route path="/tables/games">
            <GamesPage />
          </Route>
          <Route path="/tables/games/:id">{({ id }) => <GamePage key={id} protocolId={id} />}</Route>
          <Route path="/tables/:id/:part?">
            {({ id, part }) => <TablePage key={id} tableId={id} part={part} onRecoveryPhrase={openRecoveryPhrase} />}
          </Route>
          <Route path="/tables">
            <TablesRoom />
          </Route>
          <Route path="/protocols/*?">
            <ProtocolsRoom />
          </Route>
          <Route path="/inbox/*?">
            <InboxRoom />
          </Route>
          {/* The address of leaderboards in earlier versions; bookmarks may still use it. */}
          <Route path="/boards/*?">{({ '*': rest }) => <Redirect to={`/leaderboards/${rest ?? ''}`} replace />}</Route>
          <Route path="/leaderboards/*?">
            <LeaderboardsRoom />
          </Route>
          <Route path="/studio/*?">
            <StudioRoom />
          </Route>
          <Route path="/settings/*?">
            <SettingsRoom onRecoveryPhrase={openRecoveryPhrase} />
          </Route>
          <Route>
            <LobbyRoom />
          </Route>
        </Switch>
      </main>
      {/* Only the first is shown. */}
      <ConnectionNotice />
      <ClockQuestion />
      <ProblemNotice />
      <Moments />
      <MutualRematch />
      <PlayFollower />
      <StatusBar />
      <Sounds />
      <WebNotices />
      <UndoToasts />
      {dialog && (
        <PaletteDialogs key={link} dialog={dialog} onChange={changeDialog} onRecoveryPhrase={openRecoveryPhrase} />
      )}
      {phraseOpen && <RecoveryPhraseDialog onClose={() => setPhraseOpen(false)} />}
    </div>
  );
}
