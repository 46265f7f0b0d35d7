/**
 * The bridge between main and its windows: groups of calls and events. JSON values only, never synchronous. Main is the
 * truth: each event carries a whole snapshot, so a window that reloads asks once and is up to date. Times are Unix
 * milliseconds; keys and hashes are lower-case hex. No call reveals the key, a ticket, or a path the user did not pick.
 */
import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import { answerValueSchema, askSchema, controlModeSchema, roleSchema, winnerSchema } from '../tables/hooks.ts';
import { call } from './define.ts';

const nothing = z.object({});
const hex64 = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.int();
const json = z.json();
const options = z.record(z.string(), json);

export const problemSchema = z.object({
  code: z.enum(errorCodes as [(typeof errorCodes)[number], ...(typeof errorCodes)[number][]]),
  message: z.string(),
  detail: z.record(z.string(), json).optional(),
});

const passphrase = z.string().min(1).max(1024);
const nickname = z.string().min(1).max(64);
const words = z.array(z.string().max(16)).length(24);

// ---- app: what the whole window needs to know ----------------------------------------------------------------------

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  locale: z.enum(['system', 'en', 'zh-CN']),
  /** Show the generated UI first even where a board exists. */
  prefer_plain_view: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const identityStateSchema = z.object({
  public_key: hex64,
  nickname: z.string(),
  bio: z.string(),
  /** What keeps the key at rest; `plain` means only file permissions do. */
  protection: z.enum(['passphrase', 'keychain', 'plain']),
  /** True once three of the 24 words were given back. */
  words_confirmed: z.boolean(),
});

export const communityStateSchema = z.object({
  /** Shown name: `This computer` for the embedded one, else the host of the address. */
  name: z.string(),
  url: z.string(),
  embedded: z.boolean(),
  status: z.enum(['starting', 'online', 'offline']),
  agents: z.int().nullable(),
  /** Community clock minus ours, milliseconds. */
  clock_offset_ms: z.number().nullable(),
  problem: problemSchema.nullable(),
  retry_at: time.nullable(),
});

export const appStateSchema = z.object({
  version: z.string(),
  shell: z.enum(['desktop', 'web', 'terminal']),
  /** `first_run`: no identity. `locked`: needs the passphrase. `unreadable`: the file does not open. */
  phase: z.enum(['first_run', 'locked', 'unreadable', 'registering', 'ready']),
  /** Two words only this computer knows; shown when Parlor asks for a secret or a consent. */
  house_sign: z.string(),
  identity: identityStateSchema.nullable(),
  me: z.object({ agent_id: z.int(), rating: z.int(), games_played: z.int() }).nullable(),
  community: communityStateSchema,
  /** Long work in the background; `chance` is the probability of being done by now. */
  work: z
    .object({
      kind: z.literal('proof_of_work'),
      started_at: time,
      tries: z.int(),
      difficulty: z.int(),
      chance: z.number(),
    })
    .nullable(),
  /** True from the end of the first finished table until the words are confirmed. */
  words_due: z.boolean(),
  settings: settingsSchema,
  /** The newest problem that concerns the whole window (settings set aside, keychain away, ...). */
  problem: problemSchema.nullable(),
});
export type AppState = z.infer<typeof appStateSchema>;

// ---- trust: what is recomputed on this computer ---------------------------------------------------------------------

export const trustCheckSchema = z.object({
  /** rules match their id; ticket signed by the host; board fits its hash; peer answers with that key; both sign the session. */
  id: z.enum(['rules', 'ticket', 'board', 'peer', 'session']),
  state: z.enum(['checked', 'to_come', 'not_needed', 'failed']),
  /** Inputs, computation and result behind "Show me"; `name` is a fixed word, `value` is data. */
  evidence: z.array(z.object({ name: z.string(), value: z.string() })),
  problem: problemSchema.nullable(),
});
export type TrustCheck = z.infer<typeof trustCheckSchema>;

const gainSchema = z.object({ win: z.int(), draw: z.int(), loss: z.int() });
const capSchema = z.object({ used: z.int(), limit: z.int(), again_at: time.nullable() });

export const personSchema = z.object({
  public_key: hex64,
  nickname: z.string(),
  agent_id: z.int().nullable(),
  rating: z.int().nullable(),
  /** True for the cast that this Parlor runs itself. */
  house: z.boolean(),
});
export type Person = z.infer<typeof personSchema>;

// ---- lobby ----------------------------------------------------------------------------------------------------------

export const lobbyEntrySchema = z.object({
  post_id: z.uuid(),
  host: personSchema,
  protocol_id: hex64,
  protocol_name: z.string(),
  host_control_mode: controlModeSchema,
  /** Words of a stranger. */
  message: z.string(),
  type: z.string(),
  tags: z.array(z.string()),
  options,
  own: z.boolean(),
  created_at: time,
  expires_at: time,
  /** Points for me now; null where the protocol is not rated. All 0 while the cap holds. */
  gain: gainSchema.nullable(),
  cap: capSchema.nullable(),
  checks: z.array(trustCheckSchema).length(5),
  /** Why Join is not offered. */
  refusal: problemSchema.nullable(),
});
export type LobbyEntry = z.infer<typeof lobbyEntrySchema>;

/** Everything a person agrees to by joining. */
export const offerSchema = lobbyEntrySchema.extend({
  protocol: z.object({
    name: z.string(),
    description: z.string(),
    mode: z.string(),
    family: z.string().nullable(),
    rules: json,
  }),
  control_modes: z.array(controlModeSchema),
  /** Seconds for one move in human mode; then the table ends failed. */
  decision_seconds: z.int(),
  /** Seconds after which a hybrid proposal is played. */
  proposal_seconds: z.int(),
  board: z
    .object({
      source: z.enum(['bundled', 'community']),
      manifest_hash: hex64,
      author: z.string(),
      files: z.int(),
      size_bytes: z.int(),
    })
    .nullable(),
  head_to_head: z.object({ won: z.int(), lost: z.int(), drawn: z.int() }),
});
export type Offer = z.infer<typeof offerSchema>;

export const lobbySchema = z.object({
  entries: z.array(lobbyEntrySchema),
  status: z.enum(['loading', 'live', 'offline']),
  problem: problemSchema.nullable(),
});
export type Lobby = z.infer<typeof lobbySchema>;

// ---- tables ---------------------------------------------------------------------------------------------------------

/** The specification's eight steps of joining, in order. */
export const joinStepIds = [
  'invitation',
  'not_own',
  'terms',
  'binding',
  'protocol',
  'connect',
  'handshake',
  'lifecycle',
] as const;
export const joinStepSchema = z.object({
  id: z.enum(joinStepIds),
  state: z.enum(['to_come', 'now', 'done', 'failed']),
  started_at: time.nullable(),
  deadline_at: time.nullable(),
});

export const openAskSchema = askSchema.extend({
  asked_at: time,
  /** Hybrid only: what the agent would play, and when it plays by itself (null while held). */
  proposal: answerValueSchema.nullable(),
  plays_at: time.nullable(),
  held: z.boolean(),
  /** When the table ends failed for want of an answer; null where nobody but the agent is asked. */
  deadline_at: time.nullable(),
});
export type OpenAsk = z.infer<typeof openAskSchema>;

export const moveOriginSchema = z.enum(['you', 'override', 'accepted', 'agent', 'timeout']);

export const moveSchema = z.object({
  number: z.int(),
  by: roleSchema,
  /** Short words of the move, from the choice's label or the message's business fields. */
  text: z.string(),
  at: time,
  /** Own moves only: you chose, you overrode, you accepted, agent alone, time ran out. */
  origin: moveOriginSchema.nullable(),
});

export const sealedRoundSchema = z.object({
  round: z.int(),
  host: z.object({
    sealed: hex64.nullable(),
    sealed_at: time.nullable(),
    value: z.string().nullable(),
    nonce: z.string().nullable(),
  }),
  guest: z.object({
    sealed: hex64.nullable(),
    sealed_at: time.nullable(),
    value: z.string().nullable(),
    nonce: z.string().nullable(),
  }),
});

export const ratingChangeSchema = z.object({ before: z.int(), after: z.int(), delta: z.int() });

export const resultSchema = z.object({
  winner: winnerSchema.nullable(),
  outcome: z.enum(['won', 'lost', 'drawn', 'none']),
  reason: z.string().nullable(),
  /** unrated: no result is reported. queued: waiting for the community. The rest are the community's states. */
  state: z.enum(['unrated', 'queued', 'pending', 'settled', 'disputed', 'capped']),
  reports: z.object({
    mine: winnerSchema.nullable(),
    mine_at: time.nullable(),
    theirs: winnerSchema.nullable(),
    theirs_at: time.nullable(),
  }),
  rating: z
    .object({ applied: z.boolean(), reason: z.string(), mine: ratingChangeSchema, theirs: ratingChangeSchema })
    .nullable(),
  cap: capSchema.nullable(),
});

export const tableSchema = z.object({
  table_id: z.string(),
  post_id: z.uuid(),
  session_id: hex64.nullable(),
  role: roleSchema,
  control_mode: controlModeSchema,
  phase: z.enum(['joining', 'playing', 'finished', 'failed']),
  me: personSchema,
  peer: personSchema,
  peer_control_mode: controlModeSchema,
  protocol: z.object({ protocol_id: hex64, name: z.string(), mode: z.string(), family: z.string().nullable() }),
  options,
  steps: z.array(joinStepSchema),
  checks: z.array(trustCheckSchema),
  /** Rises with every change of this snapshot's game part. */
  seq: z.int(),
  /** What the hooks let a board see. */
  view: json,
  ask: openAskSchema.nullable(),
  moves: z.array(moveSchema),
  sealed_rounds: z.array(sealedRoundSchema),
  connection: z.object({
    kind: z.enum(['direct', 'relay', 'none']),
    rtt_ms: z.number().nullable(),
    /** Set while the peer is silent beyond the heartbeat timeout. */
    quiet_since: time.nullable(),
  }),
  board: z.object({ source: z.enum(['bundled', 'community']), manifest_hash: hex64, author: z.string() }).nullable(),
  result: resultSchema.nullable(),
  record: z.object({ frames: z.int(), head: hex64.nullable() }),
  problem: problemSchema.nullable(),
  started_at: time,
  ended_at: time.nullable(),
});
export type Table = z.infer<typeof tableSchema>;

const tableRef = z.object({ table_id: z.string().max(64) });

export const bridge = {
  app: {
    calls: {
      state: call('both', nothing, appStateSchema),
      set_settings: call('both', settingsSchema.partial(), settingsSchema),
      /** Try the community again now. */
      retry: call('both', nothing, nothing),
      /** Stops the running proof of work; `retry` starts it again. */
      stop_work: call('both', nothing, nothing),
    },
    events: { changed: appStateSchema },
  },
  identity: {
    calls: {
      /** Makes the key and starts registration in the background. */
      create: call(
        'both',
        z.object({ nickname, bio: z.string().max(500), passphrase: passphrase.nullable() }),
        nothing,
      ),
      /** Brings a name back from its 24 words; an unreadable file is set aside, never overwritten. */
      recover: call('both', z.object({ nickname, words, passphrase: passphrase.nullable() }), nothing),
      unlock: call('both', z.object({ passphrase }), nothing),
      /** Shows the words; asks for the passphrase again where there is one. */
      words: call('both', z.object({ passphrase: passphrase.nullable() }), z.object({ words })),
      /** `answers` are the words at the asked positions (1 to 24); three are asked. */
      confirm_words: call(
        'both',
        z.object({
          answers: z.array(z.object({ position: z.int().min(1).max(24), word: z.string().max(16) })).length(3),
        }),
        z.object({ confirmed: z.boolean() }),
      ),
    },
    events: {},
  },
  lobby: {
    calls: {
      list: call('both', nothing, lobbySchema),
      inspect: call('both', z.object({ post_id: z.uuid() }), offerSchema),
    },
    events: { changed: lobbySchema },
  },
  tables: {
    calls: {
      /** Newest first. */
      list: call('both', nothing, z.object({ tables: z.array(tableSchema) })),
      join: call('both', z.object({ post_id: z.uuid(), control_mode: controlModeSchema }), tableRef),
      /** Stops a join that is under way. */
      stop: call('both', tableRef, nothing),
      answer: call('both', tableRef.extend({ key: z.string().max(64), answer: answerValueSchema }), nothing),
      /** Hybrid: keeps the proposal from playing by itself. */
      hold: call('both', tableRef.extend({ key: z.string().max(64) }), nothing),
      resign: call('both', tableRef, nothing),
      /** Where the verified board of a table is served for its sandboxed frame. */
      board: call('both', tableRef, z.object({ url: z.url() })),
    },
    events: { changed: tableSchema },
  },
} as const;
export type Bridge = typeof bridge;
