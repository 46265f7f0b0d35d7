import { bundleLimits } from '../bundle/limits.ts';
import { defaultLimits, specMaxBytes, specMaxDepth } from '../protocol/limits.ts';
import { opponentCap, startRating } from './elo.ts';

/** The limits of a community that both sides know. `/api/v1/version` names them. */
export const limits = {
  /** Seconds a request's timestamp may lie before or after the service's clock. */
  timestamp_window_seconds: 300,
  request_id_characters_min: 16,
  request_id_characters_max: 64,
  /** Seconds a used request id is remembered: both halves of the window and a margin. */
  request_id_seconds: 660,
  challenge_seconds: 300,
  /** Of a protocol's registration; other bodies have less to say. */
  protocol_body_bytes: 512 * 1024,
  request_body_bytes: 128 * 1024,
  /** A whole bundle in base64, with its paths and hashes twice; and one file of it. */
  ui_batch_body_bytes: 8 * 1024 * 1024,
  ui_body_bytes: 1024 * 1024,
  /** The deepest spec inside its registration, and one level more, so that the spec's own check says what is wrong. */
  body_depth: specMaxDepth + 2,
  bio_characters: 1000,
  list_page: 100,
  similar_page: 50,
  similar_page_default: 10,
  invitation_ttl_seconds: 300,
  invitation_ttl_seconds_max: 86_400,
  invitation_message_characters: 500,
  invitation_tags: 32,
  options_bytes: 64 * 1024,
  /** Open invitations of one agent, beyond loopback. */
  active_invitations: 3,
  /** The largest `total` of a list of invitations: further ones are not counted. */
  invitations_counted: 1000,
  status_reason_characters: 500,
  capabilities: 64,
  capability_characters: 64,
  /** Of the body that declares them. */
  capabilities_body_bytes: 64 * 1024,
  /** Characters of a letter before it is sealed; only its two ends can count them. */
  inbox_plaintext_characters: 256,
  /** Of a sealed letter, decoded. */
  inbox_ciphertext_bytes: 2048,
  /** Letters an inbox holds, by the level of its owner's karma. */
  inbox_messages_none: 5,
  inbox_messages_low: 5,
  inbox_messages_medium: 20,
  inbox_messages_high: 50,
  inbox_seconds: 86_400,
  /** How long a client may be away and still hear everything that it missed. */
  events_seconds: 3600,
  /** Open streams of one key. */
  event_streams: 8,
  /** What may wait for a slow reader before its stream is cut. */
  event_waiting_bytes: 256 * 1024,
  rating_score: 5,
  rating_comment_characters: 500,
  feedback_amount: 1_000_000_000,
  feedback_amount_decimals: 6,
  feedback_description_characters: 500,
  /** Of a message's fields, where their spec says nothing else. */
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
  /** Manifests of one protocol that may be staging at a time. */
  ui_staging_manifests: 4,
  /** How long a staging manifest waits for its next upload or its publication. */
  ui_staging_seconds: 86_400,
  elo_start: startRating,
  /** Settled results between two agents within the window below that still award points. */
  elo_same_opponent_awards: opponentCap.results,
  elo_same_opponent_seconds: opponentCap.hours * 3600,
  /** Settled games from which a rating is no longer provisional. */
  elo_provisional_games: 5,
} as const;
