/** The open tables of the community as a person sees them: who waits, what it would give, what can be checked already. */
import type { Lobby, LobbyEntry, Offer } from '../../shared/bridge/contract.ts';
import { isRated, ratingDelta } from '../../shared/community/elo.ts';
import type { CommunityEvent } from '../../shared/community/events.ts';
import type { Invitation, InvitationEntry } from '../../shared/community/shapes.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { decisionSeconds, proposalSeconds } from '../../shared/tables/deadlines.ts';
import { isPlayable } from '../../shared/tables/engine.ts';
import type { CommunityClient } from '../community/client.ts';
import type { Live } from '../community/live.ts';
import type { People } from '../community/people.ts';
import type { Library, LibraryProtocol } from '../library/library.ts';
import { personOf } from '../tables/join.ts';
import { findProtocol, readInvitation } from '../tables/terms.ts';
import { checkInvitation } from '../tables/trust.ts';

export interface LobbyConfig {
  client: CommunityClient;
  live: Live;
  people: People;
  library: Library;
  ownKey: string;
  /** My rating now; null while unknown. */
  rating(): number | null;
  onChange(lobby: Lobby): void;
}

export interface LobbyRoom {
  readonly lobby: Lobby;
  start(): void;
  /** Read the list again. */
  refresh(): void;
  /** The community is away: what was read stays, marked as old. */
  away(problem: Problem | null): void;
  inspect(post_id: string): Promise<Offer>;
  dispose(): void;
}

/** Milliseconds between two reads when nothing is told: the stream may be down. */
const slowMs = 30_000;
/** After a read that failed. */
const againMs = 5_000;
/** However much happens, the list is not read more often than this. */
const spacingMs = 500;

/** What changes the list, or what is shown of its hosts and protocols. */
const concerns = (type: CommunityEvent['type']): boolean =>
  /^(hello|reset|result_reported|invitation_.*|protocol_.*)$/.test(type);

export function createLobby(config: LobbyConfig): LobbyRoom {
  const { client, live, people, library, ownKey } = config;
  let lobby: Lobby = { entries: [], status: 'loading', problem: null };
  let timer: NodeJS.Timeout | null = null;
  let started = false;
  let reading = false;
  let readAt = 0;
  /** Something happened while the list was being read. */
  let stale = false;
  let disposed = false;
  const off = live.onEvent(({ type }) => concerns(type) && refresh());

  function set(next: Lobby): void {
    if (JSON.stringify(next) === JSON.stringify(lobby)) return;
    lobby = next;
    if (!disposed) config.onChange(lobby);
  }

  function refresh(): void {
    if (!started) return;
    if (reading) stale = true;
    else readIn(Math.max(0, readAt + spacingMs - Date.now()));
  }

  function readIn(ms: number): void {
    if (timer) clearTimeout(timer);
    if (!disposed) timer = setTimeout(() => void read(), ms);
  }

  async function read(): Promise<void> {
    reading = true;
    stale = false;
    readAt = Date.now();
    try {
      const { body } = await client.call('GET /api/v1/invitations', { query: { limit: 100 } });
      const entries = body.results
        .filter(({ status, public_key }) => status === 'active' && !people.isBlocked(public_key))
        .map((entry) => entryOf(entry));
      set({ entries: entries.sort(byWorth), status: 'live', problem: null });
    } catch (error) {
      // What was there stays on screen, marked as old.
      set({ ...lobby, status: 'offline', problem: toProblem(error) });
    } finally {
      reading = false;
      if (stale) refresh();
      else readIn(lobby.status === 'live' ? untilExpiry() : againMs);
    }
  }

  /** Nobody tells that a table has waited too long. */
  function untilExpiry(): number {
    const communityNow = Date.now() + (client.clockOffsetMs ?? 0);
    const next = Math.min(...lobby.entries.map(({ expires_at }) => expires_at - communityNow));
    return Math.min(Math.max(next, spacingMs), slowMs);
  }

  function entryOf(
    invitation: InvitationEntry | Invitation,
    protocol = library.get(invitation.protocol_id),
  ): LobbyEntry {
    const checks = checkInvitation(invitation, protocol);
    const own = invitation.public_key === ownKey;
    return {
      post_id: invitation.post_id,
      host: personOf(invitation, people),
      protocol_id: invitation.protocol_id,
      protocol_name: protocol?.spec.name ?? invitation.protocol_name ?? invitation.protocol_id.slice(0, 8),
      family: invitation.family,
      host_control_mode: invitation.host_control_mode,
      message: invitation.message,
      type: invitation.type,
      tags: invitation.tags,
      options: invitation.options as JsonObject,
      own,
      for_me: invitation.for_public_key === ownKey,
      created_at: Date.parse(invitation.created_at),
      expires_at: Date.parse(invitation.expires_at),
      gain: own ? null : gainOf(invitation, config.rating()),
      cap: invitation.cap ? { ...invitation.cap, again_at: timeOf(invitation.cap.again_at) } : null,
      checks,
      refusal: own ? null : (checks.find(({ state }) => state === 'failed')?.problem ?? refusalOf(protocol)),
    };
  }

  return {
    get lobby() {
      return lobby;
    },
    start() {
      started = true;
      refresh();
    },
    refresh,
    away: (problem) => set({ ...lobby, status: 'offline', problem }),
    async inspect(post_id) {
      const invitation = await readInvitation(client, post_id);
      const protocol = await findProtocol(client, library, invitation.protocol_id);
      const { spec } = protocol;
      return {
        ...entryOf(invitation, protocol),
        protocol: {
          name: spec.name ?? protocol.protocol_id.slice(0, 8),
          description: spec.description ?? '',
          mode: protocol.mode,
          family: invitation.family,
          rules: spec.rules ?? null,
        },
        control_modes: ['human', 'hybrid', 'autonomous'],
        decision_seconds: decisionSeconds(spec),
        proposal_seconds: proposalSeconds(spec),
        board: protocol.board && {
          source: protocol.board.source,
          manifest_hash: protocol.board.manifest_hash,
          author: protocol.board.author,
          files: protocol.board.files.size,
          size_bytes: protocol.board.size_bytes,
        },
        head_to_head: invitation.head_to_head,
      };
    },
    dispose() {
      disposed = true;
      off();
      if (timer) clearTimeout(timer);
    },
  };
}

const timeOf = (text: string | null) => (text === null ? null : Date.parse(text));

function gainOf({ family, cap, rating }: InvitationEntry | Invitation, mine: number | null): LobbyEntry['gain'] {
  if (!isRated(family) || mine === null) return null;
  if (cap && cap.used >= cap.limit) return { win: 0, draw: 0, loss: 0 };
  return {
    win: ratingDelta(mine, rating, 'win'),
    draw: ratingDelta(mine, rating, 'draw'),
    loss: ratingDelta(mine, rating, 'loss'),
  };
}

function refusalOf(protocol: LibraryProtocol | null): LobbyEntry['refusal'] {
  if (protocol === null || isPlayable(protocol.spec)) return null;
  return new ParlorError(
    'mode_unsupported',
    `Tables of the kind ${protocol.mode} can be looked at here, but not played.`,
  ).toProblem();
}

/** Tables that still pay points come first, then by name, so that rows keep their places between reads. */
function byWorth(a: LobbyEntry, b: LobbyEntry): number {
  const pays = ({ gain, own }: LobbyEntry) => (own ? 2 : gain && gain.win > 0 ? 0 : 1);
  return pays(a) - pays(b) || a.host.nickname.localeCompare(b.host.nickname) || a.post_id.localeCompare(b.post_id);
}
