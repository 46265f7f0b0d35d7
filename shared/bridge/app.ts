/** The state of the app as a whole, settings and maintenance. */
import { z } from 'zod';
import { call, type GroupSpec } from './define.ts';
import { checkSchema } from './doctor.ts';
import { identityStateSchema } from './identity.ts';
import { networkStateSchema } from './network.ts';
import { settingsSchema } from './settings.ts';
import { admissionCode, clockTime, nothing, problemSchema, time } from './shapes.ts';

export const communityStateSchema = z.object({
  /** For commands and logs: `Ada’s community` for the embedded one, else the host of the address. */
  name: z.string(),
  /** The owner of the community on this computer, even if another is in use; null until an agent has registered there. */
  owner: z.string().nullable(),
  /** Whose community another one claims to be; null if it doesn't say. Nothing proves it. */
  claimed_owner: z.string().nullable(),
  url: z.string(),
  embedded: z.boolean(),
  status: z.enum(['starting', 'online', 'offline']),
  agents: z.int().nullable(),
  /** Community clock minus ours, milliseconds. */
  clock_offset_ms: z.number().nullable(),
  problem: problemSchema.nullable(),
  retry_at: clockTime.nullable(),
  /** What it does beyond the specification, as far as windows offer it only there: reports to its operators, blocks of senders. */
  offers: z.object({ complaints: z.boolean(), blocks: z.boolean() }),
});

export const appStateSchema = z.object({
  version: z.string(),
  shell: z.enum(['desktop', 'web', 'terminal']),
  /** `first_run`: no identity. `locked`: needs the passphrase. `unreadable`: the identity's file can't be opened. */
  phase: z.enum(['first_run', 'locked', 'unreadable', 'registering', 'ready']),
  /** Two words known only to this computer, shown in dialogs for secrets and consents. */
  house_sign: z.string(),
  identity: identityStateSchema.nullable(),
  me: z.object({ agent_id: z.int(), rating: z.int(), games_played: z.int() }).nullable(),
  community: communityStateSchema,
  network: networkStateSchema,
  /** A long computation in the background; `chance` is the probability that it would be done by now. */
  work: z
    .object({
      kind: z.literal('proof_of_work'),
      started_at: clockTime,
      tries: z.int(),
      difficulty: z.int(),
      chance: z.number(),
    })
    .nullable(),
  /** True from the end of the first finished table until the recovery phrase is confirmed. */
  words_due: z.boolean(),
  settings: settingsSchema,
  /** The latest problem that concerns the whole window (invalid settings, keychain unavailable, ...). */
  problem: problemSchema.nullable(),
});
export type AppState = z.infer<typeof appStateSchema>;

export const storageParts = [
  'records',
  'messages',
  'protocols',
  'community',
  'house',
  'logs',
  'keys',
  'other',
] as const;

export const storageSchema = z.object({
  /** The data directory. Windows receive no other paths than those of the Studio's projects. */
  path: z.string(),
  /** Free bytes on its disk; null if unknown. */
  free_bytes: z.int().nullable(),
  parts: z.array(z.object({ id: z.enum(storageParts), bytes: z.int(), files: z.int() })),
});
export type Storage = z.infer<typeof storageSchema>;

/** Readings of main's clock and of the community's. */
const clocksSchema = z.object({ clock: clockTime, community: time });

/** A key pressed in a board's frame that the window handles. `key` and `code` as in KeyboardEvent. */
export const pressedKeySchema = z.object({
  key: z.string().max(16),
  code: z.string().max(32),
  shift: z.boolean(),
  control: z.boolean(),
  meta: z.boolean(),
});
export type PressedKey = z.infer<typeof pressedKeySchema>;

export const appGroup = {
  calls: {
    state: call('both', nothing, appStateSchema),
    /** The community is set by `community.use`, sharing by `community.open_network`. */
    set_settings: call('both', settingsSchema.omit({ community: true, network: true }).partial(), settingsSchema),
    clock: call('both', nothing, clocksSchema),
    /** Tries to reach the community and to register now. `admission_code`: for a community that asks for one. */
    retry: call('both', z.object({ admission_code: admissionCode.optional() }), nothing),
    /** The same, unless the community is online. Resolves after the attempt, with what prevents its use; null if nothing does. */
    connect: call('terminal', nothing, z.object({ problem: problemSchema.nullable() })),
    /** A link that opens a window in a browser, with a new launch code; null if this Parlor serves no browser. */
    window: call('terminal', nothing, z.object({ url: z.url().nullable() })),
    /** Checks this computer and its connection to others; `offline`: only this computer. Takes some seconds. */
    doctor: call('both', z.object({ offline: z.boolean() }), z.object({ checks: z.array(checkSchema) })),
    /** The data directory and the size of each part. */
    storage: call('both', nothing, storageSchema),
    /** Asks an owner without tables to exit, so that the caller can become the owner. Only an owner started by `parlor mcp` agrees. */
    hand_over: call('terminal', nothing, z.object({ handed_over: z.boolean() })),
    /** Stops the running proof of work; `retry` starts it again. */
    stop_work: call('both', nothing, nothing),
  },
  events: {
    changed: appStateSchema,
    clock: clocksSchema,
    /** A path that the window should show: a notification was clicked, or a link was opened in another program. */
    show: z.object({ path: z.string().max(8192) }),
    /** A key that the desktop shell intercepted from a board. */
    pressed: pressedKeySchema,
  },
} as const satisfies GroupSpec;
