/** The community's open tables as the lobby shows them: host, rating gain, trust checks, and why a table cannot be joined. */
import { setImmediate } from 'node:timers/promises';
import { callSafely, inBackground } from '../../shared/background.ts';
import {
  type LobbyEntry,
  type LobbyPage,
  type LobbyStatus,
  lobbyPageMaxEntries,
  type Offer,
  type TrustCheck,
} from '../../shared/bridge/contract.ts';
import { isRated, isUnrated, ratingDelta } from '../../shared/community/rating.ts';
import type { Invitation, InvitationEntry } from '../../shared/community/shapes.ts';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { excludesDraw, namesWinner } from '../../shared/protocol/named-winner.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { decisionSeconds, proposalSeconds } from '../../shared/tables/deadlines.ts';
import { isPlayable, modeUnsupported } from '../../shared/tables/engine.ts';
import type { CommunityClient } from '../community/client.ts';
import type { EventStream } from '../community/event-stream.ts';
import { houseEntryOf } from '../community/house-players.ts';
import type { People } from '../community/people.ts';
import { byHandProblem } from '../hooks/by-hand.ts';
import type { HooksFile } from '../library/hooks-file.ts';
import type { Library, LibraryProtocol } from '../library/library.ts';
import { personOf } from '../tables/joining/join-table.ts';
import { readInvitation, resolveProtocol } from '../tables/joining/terms.ts';
import { ticketOf } from '../tables/joining/ticket-signature.ts';
import { verifyInvitation } from '../tables/joining/trust-checks.ts';
import { createChangeLog } from './change-log.ts';
import { createListing, type ListingState } from './listing.ts';

export interface LobbyConfig {
  client: CommunityClient;
  eventStream: EventStream;
  people: People;
  library: Library;
  ownKey: string;
  /** This identity's rating; null while unknown. */
  rating(): number | null;
  /** Number of tables that the house players on this computer are about to open first; the first list waits for them. */
  houseTableCount?(): number;
  onChange(head: LobbyStatus): void;
}

export interface LobbyStore {
  readonly entries: LobbyEntry[];
  /** Why the list can't be loaded; null if it can. */
  readonly problem: Problem | null;
  /** Changes after `seq`. */
  changes(after: number): LobbyPage;
  start(): void;
  /** Loads the list again. */
  refresh(): void;
  /** Renders all rows again, after a change of blocked people, house players or the user's rating. */
  redraw(): void;
  /** Marks the list as offline when the community becomes unreachable; the rows stay. */
  markOffline(problem: Problem | null): void;
  inspect(post_id: string): Promise<Offer>;
  dispose(): void;
}

/** Milliseconds after the first rows until an incomplete first list is shown. */
const settleTimeoutMs = 4_000;
/** Minimum time between two change events, milliseconds. */
const changeIntervalMs = 100;
/** Rows rendered before yielding to other work. */
const rowsPerBatch = 200;

/** Shared by all lobbies of this process, so that a number from one is never valid in another. */
let lastSeq = Date.now();

interface ShownRow {
  invitation: InvitationEntry;
  protocol: LibraryProtocol | null;
  entry: LobbyEntry;
}

export function createLobby(config: LobbyConfig): LobbyStore {
  const { client, eventStream, people, library, ownKey } = config;
  lastSeq = Math.max(lastSeq + 1, Date.now());
  const changeLog = createChangeLog<LobbyEntry>(() => (lastSeq += 1), lastSeq);
  const shownRows = new Map<string, ShownRow>();
  /** Of the protocols that did not come with Parlor, by id; read again with every redraw. */
  const hooksStates = new Map<string, HooksFile['state'] | 'reading'>();
  let state: ListingState = { status: 'loading', complete: false, problem: null };
  let offlineProblem: Problem | null = null;
  let isMarkedOffline = false;
  /** Whether the first list is complete enough to be shown. */
  let isSettled = false;
  let settleTimer: NodeJS.Timeout | null = null;
  let changeTimer: NodeJS.Timeout | null = null;
  const redrawQueue = createSerialQueue();
  let isRedrawPending = false;
  let disposed = false;
  const listing = createListing({
    client,
    eventStream,
    onRows: showRows,
    onRemoved(post_ids) {
      for (const post_id of post_ids) removeRow(post_id);
      scheduleChange();
    },
    onState(newState) {
      state = newState;
      if (newState.status === 'loaded') {
        [isMarkedOffline, offlineProblem] = [false, null];
        settleIfComplete();
      }
      changeLog.touch();
      scheduleChange();
    },
    isAwaited: () => !isSettled,
  });

  function currentHead(): Omit<LobbyStatus, 'seq'> {
    const offline = isMarkedOffline || state.status === 'failed';
    const status = offline ? 'offline' : isSettled ? 'live' : 'loading';
    return { status, complete: state.complete, problem: offline ? (offlineProblem ?? state.problem) : null };
  }

  function scheduleChange(): void {
    if (!disposed) changeTimer ??= setTimeout(emitChange, changeIntervalMs);
  }

  function markOffline(isMarked: boolean, problem: Problem | null = null): void {
    [isMarkedOffline, offlineProblem] = [isMarked, problem];
    changeLog.touch();
    scheduleChange();
  }

  function emitChange(): void {
    if (changeTimer) clearTimeout(changeTimer);
    changeTimer = null;
    config.onChange({ ...currentHead(), seq: changeLog.seq });
  }

  function settle(): void {
    if (isSettled) return;
    isSettled = true;
    if (settleTimer) clearTimeout(settleTimer);
    changeLog.touch();
    if (!disposed) emitChange();
  }

  function settleIfComplete(): void {
    if (isSettled) return;
    settleTimer ??= setTimeout(settle, settleTimeoutMs);
    if (state.status !== 'loaded') return;
    const houseEntries = changeLog.values().filter(({ host }) => host.house);
    if (new Set(houseEntries.map(({ host }) => host.public_key)).size >= (config.houseTableCount?.() ?? 0)) settle();
  }

  function showRows(invitations: Iterable<InvitationEntry>): void {
    // A row that can't be shown does not hide the others.
    for (const invitation of invitations) callSafely('row of the lobby', showRow, invitation);
    settleIfComplete();
    scheduleChange();
  }

  function showRow(invitation: InvitationEntry): void {
    const { post_id, public_key, protocol_id } = invitation;
    if (people.isBlocked(public_key)) {
      removeRow(post_id);
      return;
    }
    const previousRow = shownRows.get(post_id);
    const protocol = library.get(protocol_id);
    // Each signature is verified only once.
    const checks =
      previousRow && previousRow.protocol === protocol && sameTicket(previousRow.invitation, invitation)
        ? previousRow.entry.checks
        : verifyInvitation(invitation, protocol).map((check) => ({ ...check, evidence: [] }));
    const entry = entryOf(invitation, protocol, checks);
    shownRows.set(post_id, { invitation, protocol, entry });
    if (!previousRow || JSON.stringify(previousRow.entry) !== JSON.stringify(entry)) changeLog.put(post_id, entry);
  }

  /** The state of a protocol's hooks; null until it has been read, and for a protocol that is not on this computer. */
  function hooksStateOf(protocol: LibraryProtocol | null): HooksFile['state'] | null {
    if (protocol === null) return null;
    if (protocol.source === 'bundled') return protocol.hooks === null ? 'missing' : 'finished';
    const state = hooksStates.get(protocol.protocol_id);
    if (state === undefined) inBackground('lobby', readHooksState(protocol));
    return state === undefined || state === 'reading' ? null : state;
  }

  async function readHooksState(protocol: LibraryProtocol): Promise<void> {
    const { protocol_id } = protocol;
    hooksStates.set(protocol_id, 'reading');
    noteHooksState(protocol_id, (await library.readHooks(protocol)).state);
  }

  /** The user may have put a file there. */
  function noteHooksState(protocol_id: string, state: HooksFile['state']): void {
    if (hooksStates.get(protocol_id) === state) return;
    hooksStates.set(protocol_id, state);
    const rows = [...listing.rows.values()].filter((row) => row.protocol_id === protocol_id);
    if (!disposed && rows.length > 0) showRows(rows);
  }

  function removeRow(post_id: string): void {
    if (shownRows.delete(post_id)) changeLog.remove(post_id);
  }

  async function redrawAll(): Promise<void> {
    const postIds = [...listing.rows.keys()];
    for (let offset = 0; offset < postIds.length && !disposed; offset += rowsPerBatch) {
      // Some rows may have been removed meanwhile.
      showRows(postIds.slice(offset, offset + rowsPerBatch).flatMap((post_id) => listing.rows.get(post_id) ?? []));
      if (offset + rowsPerBatch < postIds.length) await setImmediate();
    }
  }

  function redraw(): void {
    if (isRedrawPending) return;
    isRedrawPending = true;
    hooksStates.clear();
    const redrawing = redrawQueue(() => {
      isRedrawPending = false;
      return redrawAll();
    });
    inBackground('lobby', redrawing);
  }

  /** A blocked host's table is not listed, but a link may lead to it. */
  function blockedProblem({ public_key }: { public_key: string }): LobbyEntry['refusal'] {
    if (!people.isBlocked(public_key)) return null;
    return new ParlorError('host_blocked', 'You have blocked the host of this table.').toProblem();
  }

  function entryOf(
    invitation: InvitationEntry | Invitation,
    protocol: LibraryProtocol | null,
    checks: TrustCheck[],
  ): LobbyEntry {
    const isOwn = invitation.public_key === ownKey;
    const hooksState = hooksStateOf(protocol);
    const gain = isOwn ? null : ratingGainOf(invitation, config.rating());
    const isByHand = hooksState !== null && hooksState !== 'finished';
    return {
      post_id: invitation.post_id,
      host: personOf(invitation, people),
      protocol_id: invitation.protocol_id,
      protocol_name: protocol?.spec.name ?? invitation.protocol_name ?? invitation.protocol_id.slice(0, 8),
      bundled: protocol?.source === 'bundled' ? protocol.folder : null,
      known: hooksState === 'finished' || hooksState === 'by_hand',
      family: invitation.family,
      host_control_mode: invitation.host_control_mode,
      message: invitation.message,
      type: invitation.type,
      tags: invitation.tags,
      options: invitation.options as JsonObject,
      own: isOwn,
      house: people.isHouse(invitation.public_key) ? houseEntryOf(invitation.nickname) : null,
      for_me: invitation.for_public_key === ownKey,
      created_at: Date.parse(invitation.created_at),
      expires_at: Date.parse(invitation.expires_at),
      gain,
      ...(gain !== null && protocol && isByHand && !namesWinner(protocol.spec) ? { says_result: true } : {}),
      cap: invitation.cap ? { ...invitation.cap, again_at: parseTime(invitation.cap.again_at) } : null,
      checks,
      refusal: isOwn
        ? null
        : (blockedProblem(invitation) ??
          checks.find(({ state }) => state === 'failed')?.problem ??
          unplayableProblem(protocol) ??
          missingHooksProblem(protocol, hooksState)),
    };
  }

  return {
    get entries() {
      return changeLog.values();
    },
    get problem() {
      return currentHead().problem;
    },
    changes(after) {
      const { seq, reset, values, removedIds, more } = changeLog.changesAfter(after, lobbyPageMaxEntries);
      return { ...currentHead(), seq, reset, entries: values, gone: removedIds, more };
    },
    start: listing.start,
    refresh() {
      // No load will end the mark of a list that isn't kept.
      if (!listing.isStarted && isMarkedOffline) markOffline(false);
      listing.refresh();
    },
    redraw,
    markOffline: (problem) => markOffline(true, problem),
    async inspect(post_id) {
      const invitation = await readInvitation(client, post_id);
      const protocol = await resolveProtocol(client, library, invitation.protocol_id);
      const { spec } = protocol;
      const { state } = await library.readHooks(protocol);
      if (protocol.source !== 'bundled') noteHooksState(protocol.protocol_id, state);
      const entry = entryOf(invitation, protocol, verifyInvitation(invitation, protocol));
      return {
        ...entry,
        protocol: {
          name: spec.name ?? protocol.protocol_id.slice(0, 8),
          description: spec.description ?? '',
          mode: protocol.mode,
          family: invitation.family,
          rules: spec.rules ?? null,
        },
        // By-hand hooks, and those that a join would write, leave every decision to the person.
        control_modes: state === 'finished' ? ['human', 'hybrid', 'autonomous'] : ['human'],
        player_installed: state === 'finished' || state === 'by_hand',
        decision_seconds: decisionSeconds(spec, invitation.options),
        proposal_seconds: proposalSeconds(spec),
        board: protocol.board && {
          source: protocol.board.source,
          manifest_hash: protocol.board.manifest_hash,
          author: protocol.board.author,
          files: protocol.board.files.size,
          size_bytes: protocol.board.size_bytes,
        },
        ...(entry.gain !== null && excludesDraw(spec) ? { no_draw: true } : {}),
        head_to_head: invitation.head_to_head,
      };
    },
    dispose() {
      disposed = true;
      listing.dispose();
      for (const timer of [settleTimer, changeTimer]) if (timer) clearTimeout(timer);
    },
  };
}

const parseTime = (text: string | null) => (text === null ? null : Date.parse(text));

function ratingGainOf(
  { family, tags, cap, rating }: InvitationEntry | Invitation,
  ownRating: number | null,
): LobbyEntry['gain'] {
  if (!isRated(family) || isUnrated({ tags }) || ownRating === null) return null;
  if (cap && cap.used >= cap.limit) return { win: 0, draw: 0, loss: 0 };
  return {
    win: ratingDelta(ownRating, rating, 'win'),
    draw: ratingDelta(ownRating, rating, 'draw'),
    loss: ratingDelta(ownRating, rating, 'loss'),
  };
}

function unplayableProblem(protocol: LibraryProtocol | null): LobbyEntry['refusal'] {
  return protocol === null || isPlayable(protocol.spec) ? null : modeUnsupported(protocol.spec).toProblem();
}

/** The problem of a protocol that this computer has no hooks for, and that can't be played by hand either. */
function missingHooksProblem(
  protocol: LibraryProtocol | null,
  hooks: HooksFile['state'] | null,
): LobbyEntry['refusal'] {
  if (protocol === null || hooks === null || hooks === 'finished' || hooks === 'by_hand') return null;
  const reason = byHandProblem(protocol.spec, 'guest');
  return reason === null ? null : new ParlorError('hooks_missing', reason).toProblem();
}

const sameTicket = (a: InvitationEntry, b: InvitationEntry): boolean =>
  ticketOf(a) === ticketOf(b) && a.transport_binding_signature === b.transport_binding_signature;
