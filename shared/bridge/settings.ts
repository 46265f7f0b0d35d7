/** The user's settings for one data directory. */
import { z } from 'zod';
import { isCommunityAddress } from '../community/address.ts';
import { languages } from '../language.ts';
import { houseStrengths } from './house-strengths.ts';
import { networkSettingSchema } from './network.ts';
import { playScopes } from './play-scopes.ts';

export const communityUrl = z.url({ protocol: /^https?$/ }).refine(isCommunityAddress);

export const themes = ['system', 'light', 'dark'] as const;

export const textSizes = ['normal', 'large', 'larger'] as const;
export type TextSize = (typeof textSizes)[number];

/** How much moves on its own. `system`: as the operating system is set. */
export const motions = ['system', 'less', 'full'] as const;

export const soundLevels = ['off', 'quiet', 'loud'] as const;
export type SoundLevel = (typeof soundLevels)[number];

/** A relay's address, normalized: only an https origin, because tickets publish it. */
export const relayUrl = z.url({ normalize: true }).regex(/^https:\/\/[^/?#@]+\/$/);

/** The relays for peers that can't connect directly: those of n0 (the developers of iroh), none, or the user's own. */
export const relaysSchema = z.union([z.enum(['n0', 'none']), z.array(relayUrl).min(1)]);
export type Relays = z.infer<typeof relaysSchema>;

export const settingsSchema = z.object({
  theme: z.enum(themes),
  locale: z.enum(['system', ...languages]),
  text_size: z.enum(textSizes),
  motion: z.enum(motions),
  /** Pieces that differ in shape and brightness, for people who can't tell their colours apart. */
  distinct_pieces: z.boolean(),
  /** Show the generated UI first even if a board exists. */
  prefer_plain_view: z.boolean(),
  /** A choice on a bundled board waits for Enter, as on any other board; otherwise it is played immediately. */
  confirm_moves: z.boolean(),
  /** Enter sends a message of a chat and Shift Enter makes a new line; otherwise Ctrl Enter sends and Enter makes a new line. */
  enter_sends: z.boolean(),
  /** Allow short texts beside games at every table, and not only where it is allowed for that table. */
  remark_texts: z.boolean(),
  /** Download boards published by protocol authors without asking. */
  accept_ui: z.boolean(),
  /** Accept a host's own board for its table without asking, if there is no other. */
  accept_host_ui: z.boolean(),
  /** Whether house players host tables on the embedded community. */
  house_on: z.boolean(),
  house_strength: z.enum(houseStrengths),
  /** Which tables Play may join. */
  play_scope: z.enum(playScopes),
  /** Notify when a table waits for the user's answer while the window is in the background. */
  notify_turn: z.boolean(),
  /** Notify when a guest joins an invitation. */
  notify_guest: z.boolean(),
  /** Notify when a message arrives. */
  notify_letter: z.boolean(),
  /** Notify when a table ends. */
  notify_result: z.boolean(),
  /** Volume of the window's sounds. */
  sounds: z.enum(soundLevels),
  /** Address of the community in use; null for the embedded one. */
  community: communityUrl.nullable(),
  /** The network that tables and the embedded community are shared with; null if none. */
  network: networkSettingSchema.nullable(),
  relays: relaysSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  theme: 'system',
  locale: 'system',
  text_size: 'normal',
  motion: 'system',
  distinct_pieces: false,
  prefer_plain_view: false,
  confirm_moves: false,
  enter_sends: true,
  remark_texts: false,
  accept_ui: false,
  accept_host_ui: false,
  house_on: true,
  house_strength: 'every',
  play_scope: 'known',
  notify_turn: true,
  notify_guest: true,
  notify_letter: true,
  notify_result: true,
  sounds: 'quiet',
  community: null,
  network: null,
  relays: 'n0',
};
