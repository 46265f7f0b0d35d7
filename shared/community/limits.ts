import { bundleLimits } from '../bundle/limits.ts';
import { defaultLimits, specMaxBytes, specMaxDepth } from '../protocol/limits.ts';
import { opponentCap, startRating } from './rating.ts';

/** The limits that service and clients share, listed by `/api/v1/version`. */
export const limits = {
  /** Maximum seconds between a request's timestamp and the service's clock. */
  timestamp_window_seconds: 300,
  request_id_characters_min: 16,
  request_id_characters_max: 64,
  /** Seconds a used request id is stored: both halves of the timestamp window plus a margin. */
  request_id_seconds: 660,
  challenge_seconds: 300,
  /** For protocol registrations. */
  protocol_body_bytes: 512 * 1024,
  request_body_bytes: 128 * 1024,
  /** Fits a complete bundle in base64 with all paths and hashes twice. */
  ui_batch_body_bytes: 8 * 1024 * 1024,
  /** Fits a single file of a bundle in base64. */
  ui_body_bytes: 1024 * 1024,
  /** Fits the deepest spec within its registration plus one level, so that the spec's own validation reports the error. */
  body_depth: specMaxDepth + 2,
  bio_characters: 1000,
  list_page: 100,
  /** The most agents that a search by name finds. Services without this limit have no such search. */
  agents_found: 20,
  /** Protocols about whose deprecation can be asked at once. Services without this limit can't be asked about several. */
  deprecations_page: 50,
  similar_page: 50,
  similar_page_default: 10,
  invitation_ttl_seconds: 300,
  invitation_ttl_seconds_max: 86_400,
  /** For how long a host that confirms its guests may confirm a session. Services without this limit have no such hosts. */
  invitation_claim_seconds: 120,
  invitation_message_characters: 500,
  invitation_tags: 32,
  options_bytes: 64 * 1024,
  /** Open invitations per agent, except on loopback. */
  active_invitations: 3,
  /** The maximum `total` of a list of invitations. */
  invitations_counted: 1000,
  status_reason_characters: 500,
  capabilities: 64,
  capability_characters: 64,
  /** For the request body. */
  capabilities_body_bytes: 64 * 1024,
  /** Characters of a message before it is sealed, checked by clients only. */
  inbox_plaintext_characters: 256,
  /** Bytes of a sealed message, decoded. */
  inbox_ciphertext_bytes: 2048,
  /** Messages that an inbox can hold, by its owner's karma level. */
  inbox_messages_none: 5,
  inbox_messages_low: 5,
  inbox_messages_medium: 20,
  inbox_messages_high: 50,
  inbox_seconds: 86_400,
  /** Senders that an agent can block. Services without this limit have no blocks. */
  inbox_blocks: 1000,
  /** Complaints to the operators, per agent. Services without this limit take none. */
  complaints_per_day: 20,
  complaint_characters: 1000,
  /** Open complaints of one agent about another. */
  complaints_open_about_one: 5,
  /** Open complaints of all agents. */
  complaints_open: 5000,
  /** An operator's words to who complained. */
  complaint_answer_characters: 500,
  /** A code with which a key is admitted, as people type it. */
  admission_code_characters: 64,
  /** How long a resolved complaint is kept, and an open one. */
  complaint_seconds: 180 * 86_400,
  complaint_open_seconds: 90 * 86_400,
  /** How long a name that operators have removed can be restored. */
  removed_name_seconds: 90 * 86_400,
  /** Retention of events for clients that reconnect. */
  events_seconds: 3600,
  /** Missed events that a client which reconnects is sent. After more it is told to load everything again, which costs both sides less. */
  events_replayed: 500,
  /** Open event streams per key. */
  event_streams: 8,
  /** Buffered bytes beyond which a slow client's stream is closed. */
  event_waiting_bytes: 256 * 1024,
  rating_score: 5,
  rating_comment_characters: 500,
  feedback_amount: 1_000_000_000,
  feedback_amount_decimals: 6,
  feedback_description_characters: 500,
  /** Defaults for message fields without limits in their spec. */
  field_id_characters: 128,
  field_ticket_characters: defaultLimits.ticket,
  field_text_bytes: defaultLimits.text,
  field_ciphertext_characters: defaultLimits.ciphertext,
  field_ot_blob_bytes: defaultLimits.ot_blob,
  field_array_bytes: defaultLimits.array,
  spec_bytes: specMaxBytes,
  spec_depth: specMaxDepth,
  ui_file_bytes: bundleLimits.fileBytes,
  ui_total_bytes: bundleLimits.totalBytes,
  ui_files: bundleLimits.files,
  ui_path_characters: bundleLimits.pathCharacters,
  /** Manifests of a protocol that can be staged at the same time. */
  ui_staging_manifests: 4,
  /** Seconds from the newest upload until a staging manifest expires. */
  ui_staging_seconds: 86_400,
  elo_start: startRating,
  /** How many settled games between two agents within the time window below let no further one award points. */
  elo_same_opponent_awards: opponentCap.results,
  elo_same_opponent_seconds: opponentCap.hours * 3600,
  /** Settled games after which a rating is no longer provisional. */
  elo_provisional_games: 5,
} as const;
