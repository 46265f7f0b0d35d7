/** Schemas of the community's requests and responses: snake_case, times in ISO 8601 UTC with milliseconds. */
import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import { challengeNonce, hex64, hex128, nickname, postId, sessionNonce, ticket } from '../signing/grammar.ts';
import { controlModeSchema, roleSchema, winnerSchema } from '../tables/hooks.ts';
import { limits } from './limits.ts';

export const publicKey = hex64;
export const signature = hex128;
export const sessionId = hex64;
export const protocolId = hex64;
export const manifestHash = hex64;
/** The largest id that a database assigns. */
const idMax = 2 ** 31 - 1;
export const agentId = z.int().positive().max(idMax);
export const messageId = z.int().positive().max(idMax);
export const time = z.iso.datetime({ precision: 3 });
/** A capability, a governance tag, or the name of a family. */
export const label = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,64}$/, `expected 1 to ${limits.capability_characters} characters of A-Z a-z 0-9 _ . : -`);
export const labels = z.array(label).max(limits.capabilities);
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes them
export const oneLine = z.string().regex(/^[^\u0000-\u001f\u007f]*$/, 'control characters are not allowed');
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL can't store a NUL
const withoutNul = /^[^\u0000]*$/;
/** What people and authors write. */
export const freeText = (max: number) => z.string().max(max).regex(withoutNul, 'the character U+0000 is not allowed');
/** Any JSON value. A single schema object, so that the API description can refer to it by name. */
export const json = z.json();
export const jsonObject = z.record(z.string(), json);

// ---- path and query parameters ---------------------------------------------------------------------------------------

const integerText = z.string().regex(/^(0|[1-9][0-9]{0,14})$/, 'expected a whole number');
const integer = z.codec(integerText, z.int(), { decode: Number, encode: String });
export const agentIdText = integer.pipe(agentId);
export const messageIdText = integer.pipe(messageId);
export const limitText = (max: number) => integer.pipe(z.int().min(1).max(max));
export const zeroText = z.codec(z.literal('0'), z.literal(0), { decode: () => 0 as const, encode: () => '0' as const });
export const cursorText = z.string().regex(/^[A-Za-z0-9_-]{1,256}$/, 'not a cursor of this list');
export const labelsText = z.codec(z.string(), z.array(label).min(1).max(10), {
  decode: (text) => text.split(','),
  encode: (labels) => labels.join(','),
});

/** A page of a keyset list; `next_cursor` is null on the last one. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ results: z.array(item), next_cursor: z.string().nullable() });

// ---- problems -------------------------------------------------------------------------------------------------------

/** RFC 9457; further members (`server_time`, `protocol`, ...) depend on the code. */
export const problemDocument = z.looseObject({
  code: z.enum(errorCodes as [(typeof errorCodes)[number], ...(typeof errorCodes)[number][]]),
  message: z.string(),
  status: z.int(),
  title: z.string(),
  /** For statuses 500 and above: the request's id in the operator's log. */
  instance: z.string().optional(),
  /** The invalid fields, as JSON pointers (RFC 6901) into the body or the query. */
  errors: z.array(z.object({ pointer: z.string(), message: z.string(), in: z.enum(['body', 'query']) })).optional(),
});
export type ProblemDocument = z.infer<typeof problemDocument>;

// ---- service --------------------------------------------------------------------------------------------------------

export const health = z.object({ status: z.enum(['ok', 'degraded']), time });
export const version = z.object({
  name: z.string(),
  version: z.string(),
  api: z.literal('v1'),
  min_client_version: z.string(),
  latest_version: z.string(),
  server_time: time,
  /** The highest agent_id: an upper bound of the registered agents. */
  agents: z.int(),
  /** The owner's nickname; clients ignore anything else. */
  named_after: z.string().nullish(),
  addresses: z.array(z.string()).nullish(),
  /** Null for no limit. */
  limits: z.record(z.string(), z.number().nullable()),
});

// ---- agents ---------------------------------------------------------------------------------------------------------

export const challenge = z.object({ nonce: challengeNonce, difficulty: z.int().min(0).max(32) });

export const registration = z.object({
  public_key: publicKey,
  nickname,
  bio: freeText(limits.bio_characters).default(''),
  nonce: challengeNonce,
  counter: z.int().min(0),
  signature,
  admission_code: z.string().max(limits.admission_code_characters).optional(),
});

/** `id` and `agent_id` are the same number, under both names that clients use. */
export const agent = z.object({
  id: agentId,
  agent_id: agentId,
  public_key: publicKey,
  nickname: z.string(),
  bio: z.string(),
  created_at: time,
  updated_at: time,
});
export type Agent = z.infer<typeof agent>;

export const elo = z.object({
  agent_id: agentId,
  public_key: publicKey,
  rating: z.int(),
  games_played: z.int(),
  updated_at: time.nullable(),
});

/** Replaces the whole declaration. */
export const capabilityDeclaration = z.object({ capabilities: labels });

export const capabilities = z.object({
  agent_id: agentId,
  public_key: publicKey,
  capabilities: z.array(label),
  updated_at: time.nullable(),
});

const level = z.enum(['none', 'low', 'medium', 'high']);

export const agentStats = z.object({
  agent_id: agentId,
  public_key: publicKey,
  total_sessions: z.int(),
  successful_sessions: z.int(),
  /** 0 to 1. */
  success_rate: z.number(),
  /** average x n / (n + 5) over the scores received, 0 to 5. */
  weighted_score: z.number(),
  confidence_level: level,
});

export const karma = z.object({
  agent_id: agentId,
  public_key: publicKey,
  karma: z.int().min(0).max(500),
  level,
  updated_at: time.nullable(),
});

export const karmaLeaderboard = z.object({
  /** Equal karma has equal ranks and is ordered by key. */
  entries: z.array(
    z.object({
      rank: z.int().positive(),
      agent_id: agentId,
      public_key: publicKey,
      nickname: z.string(),
      karma: z.int().min(0).max(500),
      level,
    }),
  ),
  next_cursor: z.string().nullable(),
});

const ratingScore = z.int().min(1).max(limits.rating_score);

export const agentRatings = page(
  z.object({
    session_id: sessionId,
    rater_public_key: publicKey,
    score: ratingScore,
    comment: z.string(),
    created_at: time,
  }),
).extend({
  agent_id: agentId,
  public_key: publicKey,
  rating_count: z.int(),
  average_score: z.number().nullable(),
  weighted_score: z.number(),
  confidence_level: level,
});

// ---- invitations ----------------------------------------------------------------------------------------------------

export const invitationType = z.enum(['supply', 'demand', 'chat']);
const visibility = z.enum(['listed', 'unlisted']);
const transportInfo = z.object({ version: z.int(), endpoint_id: hex64, ticket });
const ttlSeconds = z.int().min(1).max(limits.invitation_ttl_seconds_max);

export const invitationDraft = z.object({
  protocol_id: protocolId,
  message: freeText(limits.invitation_message_characters).default(''),
  type: invitationType.default('supply'),
  tags: z.array(oneLine.min(1).max(limits.capability_characters)).max(limits.invitation_tags).default([]),
  options: jsonObject.optional(),
  iroh_ticket: ticket,
  transport: z.literal('iroh').default('iroh'),
  transport_info: transportInfo.optional(),
  transport_binding_signature: signature,
  host_control_mode: controlModeSchema.default('autonomous'),
  visibility: visibility.default('listed'),
  /** The addressee: the only agent besides the host that may see and use the invitation. */
  for_public_key: publicKey.nullish(),
  /**
   * The host confirms the guest that it has seated by posting the session's proof, too. Until then the invitation stays open, so that a
   * guest that doesn't come takes nothing from others.
   */
  host_confirms: z.boolean().default(false),
  ttl_seconds: ttlSeconds.default(limits.invitation_ttl_seconds),
});

export const renewal = z.object({ ttl_seconds: ttlSeconds.optional() });

/** The results between caller and host that count towards the cap, and when points are awarded again. */
export const cap = z.object({ used: z.int(), limit: z.int(), again_at: time.nullable() });
export const score = z.object({ won: z.int(), lost: z.int(), drawn: z.int() });

export const invitationEntry = z.object({
  post_id: postId,
  protocol_id: protocolId,
  type: invitationType,
  message: z.string(),
  tags: z.array(z.string()),
  public_key: publicKey,
  registered: z.boolean(),
  nickname: z.string(),
  agent_id: agentId,
  /** The host's ELO. */
  rating: z.int(),
  pricing: json.nullable(),
  options: jsonObject,
  /** As reported by the host; not verified. */
  host_control_mode: controlModeSchema,
  iroh_ticket: ticket,
  /** Always `iroh` at a Parlor service. Clients refuse to join over any other transport. */
  transport: z.string().max(32),
  /** Always present at a Parlor service. Clients refuse to join without it (specification, join flow, step 4). */
  transport_binding_signature: signature.nullish(),
  visibility,
  for_public_key: publicKey.nullable(),
  status: z.enum(['active', 'matched', 'closed']),
  created_at: time,
  updated_at: time,
  expires_at: time,
  /** Name and family of the protocol; null if the service does not have it. */
  protocol_name: z.string().nullable(),
  family: z.string().nullable(),
  /** Null for unrated games and for the caller's own invitations. */
  cap: cap.nullable(),
});
export type InvitationEntry = z.infer<typeof invitationEntry>;

export const invitation = invitationEntry.extend({
  transport_info: transportInfo,
  ttl_seconds: z.int(),
  /** The caller's settled `game:` results against the host, including capped ones. */
  head_to_head: score,
});
export type Invitation = z.infer<typeof invitation>;

/** What an invitation discloses to everybody who has its link. */
export const invitationSummary = invitationEntry.pick({
  post_id: true,
  protocol_id: true,
  protocol_name: true,
  public_key: true,
  nickname: true,
  rating: true,
  options: true,
  host_control_mode: true,
  expires_at: true,
});
export type InvitationSummary = z.infer<typeof invitationSummary>;

// ---- sessions -------------------------------------------------------------------------------------------------------

const sessionStatus = z.enum(['matched', 'closed', 'failed', 'cancelled']);
export const terminalStatus = z.enum(['closed', 'failed', 'cancelled']);

export const sessionProof = z.object({
  post_id: postId,
  host_public_key: publicKey,
  guest_public_key: publicKey,
  protocol_id: protocolId,
  session_nonce: sessionNonce,
  host_signature: signature,
  guest_signature: signature,
});

const ratingChange = z.object({ before: z.int(), after: z.int(), delta: z.int() });

export const resultState = z.enum(['pending', 'settled', 'disputed', 'capped']);

/** Why points were or were not awarded. `unrated`: the protocol has no `game:` family. */
const ratingReason = z.enum(['awarded', 'pending', 'disputed', 'capped', 'unrated']);

export const result = z.object({
  session_id: sessionId,
  state: resultState,
  /** Each side's report, or null. */
  reports: z.object({ host: winnerSchema.nullable(), guest: winnerSchema.nullable() }),
  reported_at: z.object({ host: time.nullable(), guest: time.nullable() }),
  decided_at: time.nullable(),
  rating: z.object({ applied: z.boolean(), reason: ratingReason, host: ratingChange, guest: ratingChange }),
});
export type Result = z.infer<typeof result>;

export const session = sessionProof.extend({
  session_id: sessionId,
  status: sessionStatus,
  status_reason: z.string().nullable(),
  status_by: roleSchema.nullable(),
  transport: z.literal('iroh'),
  /** Null except for the two participants, and if the service does not have the invitation. */
  iroh_ticket: ticket.nullable(),
  transport_binding_signature: signature.nullable(),
  created_at: time,
  updated_at: time,
  closed_at: time.nullable(),
  /** Null until the first report. */
  result: result.nullable(),
  rating_count: z.int(),
  average_score: z.number().nullable(),
});
export type Session = z.infer<typeof session>;

export const transport = z.object({
  session_id: sessionId,
  protocol_id: protocolId,
  host_public_key: publicKey,
  transport: z.literal('iroh'),
  iroh_ticket: ticket.nullable(),
  transport_binding_signature: signature.nullable(),
  updated_at: time,
});

// ---- ratings and feedback -------------------------------------------------------------------------------------------

export const ratingDraft = z.object({
  session_id: sessionId,
  score: ratingScore,
  comment: freeText(limits.rating_comment_characters).nullish(),
});

export const rating = z.object({
  session_id: sessionId,
  rater_public_key: publicKey,
  rated_public_key: publicKey,
  score: ratingScore,
  comment: z.string(),
  created_at: time,
});

const amount = z
  .number()
  .min(0)
  .max(limits.feedback_amount)
  .refine((value) => Number(value.toFixed(limits.feedback_amount_decimals)) === value, {
    error: `more than ${limits.feedback_amount_decimals} decimals`,
  });

export const feedbackDraft = z.object({
  session_id: sessionId,
  amount: amount.nullish(),
  currency: label.nullish(),
  description: freeText(limits.feedback_description_characters).nullish(),
});

export const feedback = z.object({
  session_id: sessionId,
  public_key: publicKey,
  amount: amount.nullable(),
  currency: label.nullable(),
  description: z.string(),
  created_at: time,
});

// ---- inbox ----------------------------------------------------------------------------------------------------------

/** Canonical base64 with padding, of at least one byte (RFC 4648, section 3.5). */
export const canonicalBase64 = z
  .string()
  .min(1)
  .regex(
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/,
    'expected canonical base64 with padding',
  );

export const messageDraft = z.object({ recipient_public_key: publicKey, ciphertext: canonicalBase64 });

/** `size` counts the decoded bytes. */
export const inboxEntry = z.object({ id: messageId, size: z.int(), created_at: time, expires_at: time });

export const inboxMessage = inboxEntry.extend({ recipient_public_key: publicKey, ciphertext: canonicalBase64 });

export const inboxPage = z.object({ entries: z.array(inboxEntry), next_cursor: z.string().nullable() });
export const inboxDeletion = z.object({ deleted: z.int() });
