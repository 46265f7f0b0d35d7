/** The limits of a community that both sides know. `/api/v1/version` names them. */
export const limits = {
  /** Seconds a request's timestamp may lie before or after the service's clock. */
  timestamp_window_seconds: 300,
  /** Seconds a used request id is remembered: both halves of the window and a margin. */
  request_id_seconds: 660,
  challenge_seconds: 300,
  /** Of a protocol's registration; other bodies have less to say. */
  protocol_body_bytes: 512 * 1024,
  request_body_bytes: 128 * 1024,
  /** A spec of the deepest kind inside its registration. */
  body_depth: 34,
  bio_characters: 1000,
  list_page: 100,
  similar_page: 50,
  invitation_ttl_seconds: 300,
  invitation_ttl_seconds_max: 86_400,
  invitation_message_characters: 500,
  invitation_tags: 32,
  options_bytes: 64 * 1024,
  /** Open invitations of one agent, beyond loopback. */
  active_invitations: 3,
  status_reason_characters: 500,
  capabilities: 64,
  capability_characters: 64,
  spec_bytes: 256 * 1024,
  spec_depth: 32,
  elo_start: 1200,
  elo_k: 32,
  /** Settled results between two agents within the window below that still award points. */
  elo_same_opponent_awards: 2,
  elo_same_opponent_seconds: 86_400,
} as const;
