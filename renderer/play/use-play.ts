/** Play as the window shows it: what a press would find, and the search that main runs for all windows. */
import { type KeyboardEvent, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { LobbyEntry, PlayScope, PlayState, PlayWish, Table } from '../../shared/bridge/contract.ts';
import { isRatedTable } from '../../shared/community/rating.ts';
import { ownStrength, playCandidates, protocolsToCheck, unratedTable } from '../../shared/tables/play-candidates.ts';
import { useApp, useBridge, useDeferredLobby, useLive, useTables } from '../core/context.tsx';
import { useDeprecations } from '../core/deprecations.ts';
import { useEarlyPress } from '../core/early-press.ts';
import { asProblem, isBan, type Problem } from '../core/problem.ts';
import { useAction } from '../core/use-action.ts';

/** The search in progress, whichever window began it; null without one. */
export const usePlayState = (): PlayState | null => useStore(useLive().play);

export type PlayPhase =
  /** The list of tables, or the user's seat, is not ready yet. */
  | { kind: 'preparing' }
  | { kind: 'offline' | 'banned' }
  /** Pressed before it was possible; joins as soon as it is. */
  | { kind: 'waiting' }
  | { kind: 'ready'; candidate: LobbyEntry; next: LobbyEntry | null; isDeprecated: boolean }
  /** `unrated`: who waits nevertheless, without points. */
  | { kind: 'nobody'; unrated: LobbyEntry | null }
  | { kind: 'looking' }
  | { kind: 'joining'; table: Table }
  /** The game has begun, and the user has not moved yet. */
  | { kind: 'begun'; table: Table };

export interface PlayControl {
  phase: PlayPhase;
  /** Why the last press led to no table; null once there is a new one. */
  problem: Problem | null;
  press(): void;
  /** Withdraws an early press, or stops looking and joining. */
  stop(): void;
  isStopping: boolean;
}

/** For the buttons of Play: the key repeat of a held Enter presses nothing. */
export const ignoreKeyRepeat = (event: KeyboardEvent): void => {
  if (event.repeat) event.preventDefault();
};

/** The rated game that was played last; null before the first. */
export function lastGameOf(tables: Iterable<Table>): string | null {
  let last: Table | null = null;
  for (const table of tables) {
    if (table.session_id === null || !isRatedTable(table)) continue;
    if (last === null || table.order > last.order) last = table;
  }
  return last?.protocol.protocol_id ?? null;
}

/** What Play looks for: the chosen game only, or what the user has set. */
export function usePlayWish(chosenGame: string | null): PlayWish {
  const setting = useApp(({ settings }) => settings.play_scope);
  const strength = useApp(({ settings, me }) => ownStrength(settings.house_strength, me?.games_played ?? 0));
  const lastGame = useTables((tables) => lastGameOf(tables.values()));
  const scope: PlayScope = chosenGame !== null ? 'game' : setting === 'game' && lastGame === null ? 'known' : setting;
  const protocol_id = chosenGame ?? lastGame;
  return useMemo(() => ({ scope, protocol_id, strength, only_house: false }), [scope, protocol_id, strength]);
}

/** Starts a search and opens the table that it leads to. Resolves without one if the user has stopped it. */
export function useStartPlay(): (wish: PlayWish) => Promise<void> {
  const bridge = useBridge();
  const [, navigate] = useLocation();
  return async (wish) => {
    const { table_id, post_id } = await bridge.play.start(wish).catch((error: unknown) => {
      if (asProblem(error).code === 'cancelled') return { table_id: null, post_id: null };
      throw error;
    });
    if (table_id !== null) navigate(`/tables/${table_id}`);
    else if (post_id !== null) navigate(`/?table=${post_id}`);
  };
}

/** `wish` must stay the same object while it means the same. */
export function usePlay(wish: PlayWish): PlayControl {
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const start = useStartPlay();
  const play = usePlayState();
  const rating = useApp(({ me }) => me?.rating ?? null);
  const isRegistered = useApp(({ phase }) => phase === 'ready');
  const { status, entries, problem: lobbyProblem } = useDeferredLobby();
  const table = useTables((tables) => (play?.table_id ? (tables.get(play.table_id) ?? null) : null));
  const deprecations = useDeprecations(useMemo(() => protocolsToCheck(entries, wish), [entries, wish]));
  const [candidate, next] = useMemo(
    () => playCandidates(entries, wish, rating, new Set(deprecations.keys())),
    [entries, wish, rating, deprecations],
  );
  const { busy, problem, run } = useAction();
  const stopping = useAction();

  const canRun = isRegistered && status === 'live';
  const early = useEarlyPress({
    canRun: canRun && play === null,
    isRefused: status === 'offline' || play !== null || (canRun && !candidate),
    run: () => void run(() => start(wish)),
  });

  const phaseNow = (): PlayPhase => {
    if (play !== null || busy) {
      if (table?.phase === 'joining') return { kind: 'joining', table };
      return table?.phase === 'playing' ? { kind: 'begun', table } : { kind: 'looking' };
    }
    if (early.waiting) return { kind: 'waiting' };
    if (status === 'offline') return { kind: isBan(lobbyProblem) ? 'banned' : 'offline' };
    if (!canRun) return { kind: 'preparing' };
    if (!candidate) return { kind: 'nobody', unrated: unratedTable(entries, wish) };
    return {
      kind: 'ready',
      candidate,
      next: next ?? null,
      isDeprecated: deprecations.has(candidate.protocol_id),
    };
  };
  const phase = phaseNow();
  return {
    phase,
    problem: problem ?? stopping.problem,
    press() {
      if (phase.kind === 'begun' || phase.kind === 'joining') navigate(`/tables/${phase.table.table_id}`);
      else if (phase.kind === 'ready' || phase.kind === 'preparing') early.press();
    },
    stop() {
      if (phase.kind === 'waiting') early.cancel();
      else void stopping.run(() => bridge.play.stop({}));
    },
    isStopping: stopping.busy,
  };
}
