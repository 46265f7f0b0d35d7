/** What the whole window needs to know. */
import { z } from 'zod';
import { languages } from '../language.ts';
import { call, type GroupSpec } from './define.ts';
import { checkSchema } from './doctor.ts';
import { identityStateSchema } from './identity.ts';
import { networkSettingSchema, networkStateSchema } from './network.ts';
import { nothing, problemSchema, time } from './shapes.ts';

export const communityUrl = z.url({ protocol: /^https?$/ });

/** How well those of the house play who sit at the tables; `every`: all of them. */
export const houseStrengths = ['every', 'easy', 'steady', 'sharp'] as const;
export type HouseStrength = (typeof houseStrengths)[number];

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  locale: z.enum(['system', ...languages]),
  /** Show the generated UI first even where a board exists. */
  prefer_plain_view: z.boolean(),
  /** Boards that authors published are fetched without asking again. */
  accept_ui: z.boolean(),
  /** A host's own board is taken for its table without asking again, where there is no other. */
  accept_host_ui: z.boolean(),
  /** Whether the house keeps tables on the community of this computer. */
  house_on: z.boolean(),
  house_strength: z.enum(houseStrengths),
  /** Of what a shell gives notice while the person looks elsewhere: a table waits for an answer, */
  notify_turn: z.boolean(),
  /** an own invitation was taken, */
  notify_guest: z.boolean(),
  /** a letter came, */
  notify_letter: z.boolean(),
  /** a table is over. Each shell asks the system for leave in its own way. */
  notify_result: z.boolean(),
  /** Address of the community this folder belongs to; null for the one on this computer. */
  community: communityUrl.nullable(),
  /** Where others on the network are let in; null where they are not. */
  network: networkSettingSchema.nullable(),
});
export type Settings = z.infer<typeof settingsSchema>;

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
  network: networkStateSchema,
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

export const storageParts = ['records', 'letters', 'protocols', 'community', 'house', 'logs', 'keys', 'other'] as const;

export const storageSchema = z.object({
  /** The data directory, the one path a window is told. */
  path: z.string(),
  /** Bytes left on its disk; null where the system does not say. */
  free_bytes: z.int().nullable(),
  parts: z.array(z.object({ id: z.enum(storageParts), bytes: z.int(), files: z.int() })),
});
export type Storage = z.infer<typeof storageSchema>;

export const appGroup = {
  calls: {
    state: call('both', nothing, appStateSchema),
    /** The community is chosen by `community.use`, others are let in by `community.open_network`. */
    set_settings: call('both', settingsSchema.omit({ community: true, network: true }).partial(), settingsSchema),
    /** Try the community again now. */
    retry: call('both', nothing, nothing),
    /** A link with a fresh launch code for a window in a browser; null where this Parlor serves none. */
    window: call('terminal', nothing, z.object({ url: z.url().nullable() })),
    /** Looks at this computer and its way to others; `offline` at nothing beyond this computer. Takes some seconds. */
    doctor: call('both', z.object({ offline: z.boolean() }), z.object({ checks: z.array(checkSchema) })),
    /** Where everything of this Parlor lies, and how much of what. */
    storage: call('both', nothing, storageSchema),
    /** Stops the running proof of work; `retry` starts it again. */
    stop_work: call('both', nothing, nothing),
  },
  events: {
    changed: appStateSchema,
    /** The shell wants a place of the window shown: a notice was clicked, a link was opened outside. */
    show: z.object({ path: z.string().max(8192) }),
  },
} as const satisfies GroupSpec;
