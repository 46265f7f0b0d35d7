/**
 * The tables, as the newest migration leaves them. Times are Unix milliseconds of the service's clock; lists and objects
 * are JSON texts; flags do not exist on purpose (SQLite has no booleans). Only columns that both SQLite and PostgreSQL
 * have are used.
 */
import type { Generated, Kysely, Transaction } from 'kysely';

export interface AgentTable {
  agent_id: Generated<number>;
  public_key: string;
  nickname: string;
  bio: string;
  created_at: number;
  updated_at: number;
}

export interface ChallengeTable {
  nonce: string;
  difficulty: number;
  expires_at: number;
}

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
  ttl_seconds: number;
  /** active, matched, closed, cancelled or expired; an active one past `expires_at` is over, and soon says so. */
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
}

/** One side's own view of who won. */
export interface ReportTable {
  session_id: string;
  side: string;
  winner: string;
  reported_at: number;
}

/** What both reports came to; written once per session. */
export interface ResultTable {
  session_id: string;
  host_id: number;
  guest_id: number;
  /** The two agents in ascending order, so that a pair is found whoever hosted. */
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
 * Where an agent stands on the community's board, and on the board of each family it has a settled game in. Agents without
 * such a game have no row.
 */
export interface StandingTable {
  agent_id: number;
  /** A family, or `*` for all of them together. */
  board: string;
  rating: number;
  /** Minus the rating, so that the order of a board, with the lower agent_id first among equals, is ascending. */
  place: number;
  games_played: number;
  won: number;
  lost: number;
  drawn: number;
  updated_at: number;
}

/** How many agents have a value on a board; without a row, none. With the moves since, ranks are sums of it. */
export interface TallyTable {
  board: string;
  value: number;
  agents: number;
}

/** One agent more or less who has a value on a board, not yet in the tally. */
export interface TallyMoveTable {
  move_id: Generated<number>;
  board: string;
  value: number;
  /** 1 or -1. */
  agents: number;
}

/** A settled game in the history of one of its two players, who numbers them from 1. */
export interface GameTable {
  agent_id: number;
  number: number;
  session_id: string;
  family: string;
}

/** Settled games between two agents, whoever hosted. */
export interface HeadToHeadTable {
  low_id: number;
  high_id: number;
  family: string;
  low_won: number;
  high_won: number;
  drawn: number;
}

/** A score one participant gave the other; the source of karma. */
export interface RatingTable {
  session_id: string;
  rater_id: number;
  rated_id: number;
  score: number;
  comment: string;
  created_at: number;
}

/** What the ratings of an agent come to; only rated agents have a row. */
export interface KarmaTable {
  agent_id: number;
  public_key: string;
  rating_count: number;
  score_sum: number;
  karma: number;
  updated_at: number;
}

/** What one participant says a session was worth. */
export interface FeedbackTable {
  session_id: string;
  agent_id: number;
  /** Decimal text, so that no digit is lost. */
  amount: string | null;
  currency: string | null;
  description: string;
  created_at: number;
}

/** A letter as it was sent: bytes that only its recipient can open. Nothing says who sent it. */
export interface InboxMessageTable {
  message_id: Generated<number>;
  recipient_id: number;
  ciphertext: Uint8Array;
  size: number;
  created_at: number;
  expires_at: number;
}

export interface ProtocolTable {
  protocol_id: string;
  author_id: number;
  name: string;
  description: string;
  type: string;
  /** Exactly the text that was received. */
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
}

/** The structure of a protocol; one without a row is like none. */
export interface FingerprintTable {
  protocol_id: string;
  /** Numbers of messages and options, 1 with commit-reveal, number of stages, mode; with spaces between. */
  structure: string;
  /** Types of the parameters in order, one for each. */
  param_types: string;
  /** Of the protocol. */
  created_at: number;
}

/** The protocols of one structure and the same types of parameters. */
export interface LikenessTable {
  structure: string;
  /** `*`: whatever their types. */
  param_types: string;
  protocols: number;
  /** When the newest was registered. */
  newest_at: number;
}

/** What one UI bundle of a protocol holds. At most one of a protocol is published. */
export interface UiManifestTable {
  protocol_id: string;
  manifest_hash: string;
  /** staging, published or deprecated. */
  status: string;
  files: string;
  /** Of the newest upload. */
  staged_at: number;
}

/** The bytes of a manifest that is staging or published; they fit the manifest's hash and size. */
export interface UiFileTable {
  protocol_id: string;
  manifest_hash: string;
  path: string;
  content: Uint8Array;
}

/** What happened, for those who listen; kept for a while. */
export interface EventTable {
  event_id: Generated<number>;
  /** The transaction that wrote it, in the order they began; 0 where there is one writer at a time. */
  tx: Generated<number>;
  type: string;
  at: number;
  /** Null is everybody. */
  for_agent_id: number | null;
  data: string;
}

export interface Tables {
  agent: AgentTable;
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
  protocol: ProtocolTable;
  fingerprint: FingerprintTable;
  likeness: LikenessTable;
  ui_manifest: UiManifestTable;
  ui_file: UiFileTable;
  event: EventTable;
}

/** Everything a method that only looks may do. A transaction is one too. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom'>;
export type Writer = Transaction<Tables>;
