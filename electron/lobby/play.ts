/** Play: seats the user at an open table, or at the next one if that seat has been taken meanwhile. One search at a time. */
import { inBackground } from '../../shared/background.ts';
import {
  type LobbyEntry,
  type MissedSeat,
  missedMax,
  type PlayState,
  type PlayWish,
  type Table,
} from '../../shared/bridge/contract.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import { playCandidates, protocolsToCheck } from '../../shared/tables/play-candidates.ts';
import { failedToJoin, isOver } from '../../shared/tables/rematch.ts';
import { throwIfCancelled, waitFor } from '../p2p/wait-for.ts';
import type { Tables } from '../tables/table-registry.ts';

export interface PlayConfig {
  tables: Pick<Tables, 'stopJoining'>;
  /** The lobby's open tables. */
  entries(): readonly LobbyEntry[];
  rating(): number | null;
  /** Which of these protocols are deprecated; empty if the community doesn't tell. */
  deprecatedAmong(protocol_ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Rejects `invitation_gone` if nobody waits at the table any more. */
  requireOpen(post_id: string): Promise<unknown>;
  /** Joins as a person; resolves to the table's id once its first step has begun. */
  join(entry: LobbyEntry): Promise<string>;
  onChange(state: PlayState | null): void;
}

/** Exactly one of the two is set, see `play.start`. */
export interface PlayStart {
  table_id: string | null;
  post_id: string | null;
}

export interface Play {
  readonly state: PlayState | null;
  start(wish: PlayWish): Promise<PlayStart>;
  stop(): Promise<void>;
  /** Called with every change of a table. */
  onTable(table: Table): void;
}

/** Problems of this computer or its community that would make every other seat fail, too. After any other, the search goes on. */
const ownCodes: ReadonlySet<Problem['code']> = new Set([
  ...([
    'cancelled',
    'internal',
    'identity_missing',
    'identity_locked',
    'unregistered_key',
    'data_dir_unusable',
  ] as const),
  ...([
    'community_unreachable',
    'certificate_invalid',
    'community_timeout',
    'community_refused',
    'community_invalid_answer',
  ] as const),
  ...([
    'rate_limited',
    'service_busy',
    'database_unavailable',
    'storage_full',
    'clock_skew',
    'wrong_audience',
  ] as const),
]);

interface Search {
  wish: PlayWish;
  started: Promise<PlayStart>;
  tried: Set<string>;
  table_id: string | null;
  /** The seat that is being joined. */
  candidate: LobbyEntry | null;
  missed: MissedSeat[];
  stopping: AbortController;
}

const hasActed = ({ moves, talk, role }: Table): boolean => [...moves, ...talk].some(({ by }) => by === role);

export function createPlay(config: PlayConfig): Play {
  let search: Search | null = null;

  const stateOf = ({ table_id, missed }: Search): PlayState => ({ table_id, missed: missed.slice(-missedMax) });
  const emit = () => config.onChange(search && stateOf(search));

  function end(current: Search): void {
    if (search !== current) return;
    search = null;
    emit();
  }

  function miss(current: Search, problem: Problem): void {
    if (current.candidate) {
      const { post_id, host } = current.candidate;
      current.missed.push({ post_id, nickname: host.nickname, problem });
    }
    current.candidate = null;
  }

  /** Joins the best of the tables that have not been tried; the list may have changed since the last one. */
  async function joinNext(current: Search): Promise<PlayStart> {
    const { signal } = current.stopping;
    const deprecated = await waitFor(config.deprecatedAmong(protocolsToCheck(config.entries(), current.wish)), {
      signal,
    });
    for (;;) {
      const candidate = playCandidates(config.entries(), current.wish, config.rating(), deprecated).find(
        ({ post_id }) => !current.tried.has(post_id),
      );
      if (!candidate) throw new ParlorError('invitation_gone', 'Nobody is waiting for an opponent right now.');
      if (!candidate.known) return { table_id: null, post_id: candidate.post_id };
      current.tried.add(candidate.post_id);
      current.candidate = candidate;
      try {
        // Asked first, so that a seat that is gone leaves no failed table behind.
        await waitFor(config.requireOpen(candidate.post_id), { signal });
        throwIfCancelled(signal);
        current.table_id = await config.join(candidate);
        emit();
        return { table_id: current.table_id, post_id: null };
      } catch (error) {
        const problem = toProblem(error);
        if (signal.aborted || ownCodes.has(problem.code)) throw error;
        miss(current, problem);
        emit();
      }
    }
  }

  async function begin(current: Search): Promise<PlayStart> {
    emit();
    try {
      const start = await joinNext(current);
      if (start.post_id !== null) end(current);
      return start;
    } catch (error) {
      end(current);
      throw error;
    }
  }

  return {
    get state() {
      return search && stateOf(search);
    },
    start(wish) {
      if (search) {
        const { table_id, started } = search;
        return table_id === null ? started : Promise.resolve({ table_id, post_id: null });
      }
      const current: Search = {
        wish,
        started: Promise.resolve({ table_id: null, post_id: null }),
        tried: new Set(),
        table_id: null,
        candidate: null,
        missed: [],
        stopping: new AbortController(),
      };
      search = current;
      current.started = begin(current);
      return current.started;
    },
    async stop() {
      if (!search) return;
      const { table_id, stopping } = search;
      stopping.abort();
      if (table_id !== null) await config.tables.stopJoining(table_id);
    },
    onTable(table) {
      const current = search;
      if (!current || table.table_id !== current.table_id) return;
      if (failedToJoin(table)) {
        const { problem } = table;
        if (problem === null || current.stopping.signal.aborted || ownCodes.has(problem.code)) return end(current);
        current.table_id = null;
        miss(current, problem);
        emit();
        // The page of the last failed table shows what was wrong with it.
        const ended = () => end(current);
        inBackground(
          'play',
          joinNext(current).then(({ post_id }) => (post_id === null ? undefined : ended()), ended),
        );
      } else if (isOver(table) || hasActed(table)) end(current);
    },
  };
}
