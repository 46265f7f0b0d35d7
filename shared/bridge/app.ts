/** What the whole window needs to know, and the identity behind it. */
import { z } from 'zod';
import { agent as agentSchema } from '../community/shapes.ts';
import { call, type GroupSpec } from './define.ts';
import { checkSchema } from './doctor.ts';
import { hex64, nickname, nothing, problemSchema, time } from './shapes.ts';

const passphrase = z.string().min(1).max(1024);
const words = z.array(z.string().max(16)).length(24);

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  locale: z.enum(['system', 'en', 'zh-CN']),
  /** Show the generated UI first even where a board exists. */
  prefer_plain_view: z.boolean(),
  /** Boards that authors published are fetched without asking again. */
  accept_ui: z.boolean(),
  /** A host's own board is taken for its table without asking again, where there is no other. */
  accept_host_ui: z.boolean(),
  /** Address of the community this folder belongs to from its next start on; null for the one on this computer. */
  community: z.url({ protocol: /^https?$/ }).nullable(),
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

export const appGroup = {
  calls: {
    state: call('both', nothing, appStateSchema),
    set_settings: call('both', settingsSchema.partial(), settingsSchema),
    /** Try the community again now. */
    retry: call('both', nothing, nothing),
    /** A link with a fresh launch code for a window in a browser; null where this Parlor serves none. */
    window: call('terminal', nothing, z.object({ url: z.url().nullable() })),
    /** Looks at this computer and its way to others; `offline` at nothing beyond this computer. Takes some seconds. */
    doctor: call('both', z.object({ offline: z.boolean() }), z.object({ checks: z.array(checkSchema) })),
    /** Stops the running proof of work; `retry` starts it again. */
    stop_work: call('both', nothing, nothing),
  },
  events: { changed: appStateSchema },
} as const satisfies GroupSpec;

export const identityGroup = {
  calls: {
    /** Makes the key and starts registration in the background. */
    create: call('both', z.object({ nickname, bio: z.string().max(500), passphrase: passphrase.nullable() }), nothing),
    /** Brings a name back from its 24 words; an unreadable file is set aside, never overwritten. */
    recover: call('both', z.object({ nickname, words, passphrase: passphrase.nullable() }), nothing),
    unlock: call('both', z.object({ passphrase }), nothing),
    /** Shows the words; asks for the passphrase again where there is one. */
    words: call('both', z.object({ passphrase: passphrase.nullable() }), z.object({ words })),
    /** `answers` are the words at the asked positions (1 to 24); three are asked. */
    /** Registers at the community now, or changes name and bio there. */
    register: call('both', z.object({ nickname, bio: z.string().max(1000) }), agentSchema),
    confirm_words: call(
      'both',
      z.object({
        answers: z.array(z.object({ position: z.int().min(1).max(24), word: z.string().max(16) })).length(3),
      }),
      z.object({ confirmed: z.boolean() }),
    ),
  },
  events: {},
} as const satisfies GroupSpec;
