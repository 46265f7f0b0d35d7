/**
 * The tables after the newest migration. Times are Unix milliseconds of the service's clock; lists and objects are JSON texts.
 * Only column types of both SQLite and PostgreSQL are used, hence no booleans.
 */
import type { Generated, Kysely, Transaction } from 'kysely';
import type {
  AdmissionCodeTable,
  AdmissionTable,
  AdmittedKeyTable,
  BannedNetworkTable,
  BanTable,
  ComplaintTable,
  OperatorActTable,
  RemovedNameTable,
} from './order-tables.ts';

export interface AgentTable {
  agent_id: Generated<number>;
  public_key: string;
  nickname: string;
  bio: string;
  created_at: number;
  updated_at: number;
}

/** A text that a search can begin with to find an agent by name (agent-terms.ts). */
export interface AgentTermTable {
  term: string;
  agent_id: number;
}

/** An unused challenge for a registration. */
export interface ChallengeTable {
  nonce: string;
  difficulty: number;
  expires_at: number;
}

/** The capabilities that an agent has declared. */
export interface CapabilityTable {
  agent_id: number;
  capabilities: string;
  updated_at: number;
}

export interface InvitationTable {
  post_id: string;
  host_id: number;
  protocol_id: string;
  type: string;
  message: string;
  tags: string;
  options: string;
  iroh_ticket: string;
  transport_info: string;
  transport_binding_signature: string;
  host_control_mode: string;
  visibility: string;
  for_public_key: string | null;
  /** 1 if the host confirms the guest that it seats; until then the invitation stays open. */
  host_confirms: Generated<number>;
  ttl_seconds: number;
  /** active, matched, closed, cancelled or expired; past `expires_at`, active counts as expired and is soon updated. */
  status: string;
  created_at: number;
  updated_at: number;
  expires_at: number;
}

/** One row per tag, for the tag filter of the list. */
export interface InvitationTagTable {
  post_id: string;
  tag: string;
}

export interface SessionTable {
  session_id: string;
  post_id: string;
  host_id: number;
  guest_id: number;
  protocol_id: string;
  session_nonce: string;
  host_signature: string;
  guest_signature: string;
  iroh_ticket: string | null;
  transport_binding_signature: string | null;
  status: string;
  status_reason: string | null;
  status_by: string | null;
  created_at: number;
  updated_at: number;
  closed_at: number | null;
  /** Until when the host may confirm the guest; null once it has, or if it confirms none. */
  claim_expires_at: number | null;
  /** How each side says that the session ended, and why; null until it has. */
  host_status: string | null;
  host_reason: string | null;
  guest_status: string | null;
  guest_reason: string | null;
}

/** One side's report of the winner. */
export interface ReportTable {
  session_id: string;
  side: string;
  winner: string;
  reported_at: number;
}

/** The outcome of both reports; written once per session. */
export interface ResultTable {
  session_id: string;
  host_id: number;
  guest_id: number;
  /** The two agents in ascending order, so that a pair is found in either role. */
  low_id: number;
  high_id: number;
  family: string | null;
  winner: string | null;
  state: string;
  reason: string;
  host_before: number;
  host_after: number;
  guest_before: number;
  guest_after: number;
  decided_at: number;
}

/**
 * An agent's standing on the overall leaderboard and on that of each family in which it has a settled game. Agents without
 * settled games have no row.
 */
export interface StandingTable {
  agent_id: number;
  /** The leaderboard: a family, or `*` for all together. */
  board: string;
  rating: number;
  /** The negated rating, so that a leaderboard's order (ties by ascending agent_id) is ascending in both columns. */
  place: number;
  games_played: number;
  won: number;
  lost: number;
  drawn: number;
  updated_at: number;
}

/** The number of agents per value on a leaderboard. Ranks are sums over it and the changes in tally_move. */
export interface TallyTable {
  board: string;
  value: number;
  agents: number;
}

/** A change by one agent that is not yet in the tally. */
export interface TallyMoveTable {
  move_id: Generated<number>;
  board: string;
  value: number;
  /** 1 or -1. */
  agents: number;
}

/** A settled game in one player's history, numbered from 1. */
export interface GameTable {
  agent_id: number;
  number: number;
  session_id: string;
  family: string;
}

/** Settled games between two agents, in either role. */
export interface HeadToHeadTable {
  low_id: number;
  high_id: number;
  family: string;
  low_won: number;
  high_won: number;
  drawn: number;
}

/** A score that one participant gave the other; karma is computed from these. */
export interface RatingTable {
  session_id: string;
  rater_id: number;
  rated_id: number;
  score: number;
  comment: string;
  created_at: number;
}

/** The sums of an agent's ratings; only rated agents have a row. */
export interface KarmaTable {
  agent_id: number;
  public_key: string;
  rating_count: number;
  score_sum: number;
  karma: number;
  updated_at: number;
}

/** One participant's feedback on what a session was worth. */
export interface FeedbackTable {
  session_id: string;
  agent_id: number;
  /** Decimal text, so that no digit is lost. */
  amount: string | null;
  currency: string | null;
  description: string;
  created_at: number;
}

/** A sealed message: only its recipient can open it. Of its sender only the hash of the pair is stored. */
export interface InboxMessageTable {
  message_id: Generated<number>;
  recipient_id: number;
  ciphertext: Uint8Array;
  size: number;
  created_at: number;
  expires_at: number;
  /** See service/inbox/pairs.ts; null for messages of earlier versions. */
  pair_hash: string | null;
}

/** The one key of the hashes of pairs. */
export interface PairKeyTable {
  key_id: number;
  secret: Uint8Array;
}

/** How many messages a pair's sender has sent since a day before `expires_at`. */
export interface InboxQuotaTable {
  pair_hash: string;
  sent: number;
  expires_at: number;
}

/** A sender whose messages an agent doesn't accept. */
export interface InboxBlockTable {
  block_id: Generated<number>;
  recipient_id: number;
  pair_hash: string;
  created_at: number;
}

export interface ProtocolTable {
  protocol_id: string;
  author_id: number;
  name: string;
  description: string;
  type: string;
  /** Exactly as received. */
  spec_text: string;
  family: string | null;
  status: string;
  parent_protocol_id: string | null;
  capabilities: string;
  tags: string;
  created_reason: string | null;
  deprecated_reason: string | null;
  canonical_rank: number | null;
  created_at: number;
  governed_at: number;
  /** When operators removed it from the directory; null unless they did. */
  removed_at: number | null;
}

/** The structure of a protocol, for finding similar ones; a protocol without a row is similar to none. */
export interface FingerprintTable {
  protocol_id: string;
  /** Number of messages, number of parameters, 1 with commit-reveal, number of stages, mode; separated by spaces. */
  structure: string;
  /** The sorted types of the parameters. */
  param_types: string;
  /** When the protocol was registered. */
  created_at: number;
}

/** The number of protocols that share a structure and parameter types. */
export interface LikenessTable {
  structure: string;
  /** `*` for any types. */
  param_types: string;
  protocols: number;
  /** When the newest of them was registered. */
  newest_at: number;
}

/** The manifest of a UI bundle. At most one per protocol is published. */
export interface UiManifestTable {
  protocol_id: string;
  manifest_hash: string;
  /** staging, published, deprecated, or removed by operators. */
  status: string;
  files: string;
  /** The time of the newest upload. */
  staged_at: number;
}

/** A file of a staging or published manifest, matching the manifest's hash and size. */
export interface UiFileTable {
  protocol_id: string;
  manifest_hash: string;
  path: string;
  content: Uint8Array;
}

/** An event for the live stream, kept for `limits.events_seconds`. */
export interface EventTable {
  event_id: Generated<number>;
  /** The id of the transaction that wrote it; 0 on SQLite, which has one writer at a time. */
  tx: Generated<number>;
  type: string;
  at: number;
  /** The only recipient; null for everyone. */
  for_agent_id: number | null;
  data: string;
}

export interface Tables {
  agent: AgentTable;
  agent_term: AgentTermTable;
  challenge: ChallengeTable;
  capability: CapabilityTable;
  invitation: InvitationTable;
  invitation_tag: InvitationTagTable;
  session: SessionTable;
  report: ReportTable;
  result: ResultTable;
  standing: StandingTable;
  tally: TallyTable;
  tally_move: TallyMoveTable;
  game: GameTable;
  head_to_head: HeadToHeadTable;
  rating: RatingTable;
  karma: KarmaTable;
  feedback: FeedbackTable;
  inbox_message: InboxMessageTable;
  pair_key: PairKeyTable;
  inbox_quota: InboxQuotaTable;
  inbox_block: InboxBlockTable;
  complaint: ComplaintTable;
  ban: BanTable;
  banned_network: BannedNetworkTable;
  removed_name: RemovedNameTable;
  admission: AdmissionTable;
  admission_code: AdmissionCodeTable;
  admitted_key: AdmittedKeyTable;
  operator_act: OperatorActTable;
  protocol: ProtocolTable;
  fingerprint: FingerprintTable;
  likeness: LikenessTable;
  ui_manifest: UiManifestTable;
  ui_file: UiFileTable;
  event: EventTable;
}

/** Read-only access, provided by the database and by a transaction. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom'>;
export type Writer = Transaction<Tables>;
