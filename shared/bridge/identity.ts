/** The identities in this data directory. Keys are revealed only as recovery phrases and backups. */
import { z } from 'zod';
import { agent as agentSchema } from '../community/shapes.ts';
import { call, type GroupSpec } from './define.ts';
import { communityUrl } from './settings.ts';
import { admissionCode, hex64, nickname, nothing, passphrase, problemSchema, time } from './shapes.ts';

const words = z.array(z.string().max(16)).length(24);
const bio = z.string().max(500);
/** The text of a key file; a backup has about 1.5 KiB. */
const keyText = z.string().max(65_536);

/** For an identity of one community: whose recovery phrase also restores it, and the community's origin. */
const derivedFrom = z.object({ public_key: hex64, origin: z.string() }).exactOptional();

const protectionSchema = z.enum(['passphrase', 'keychain', 'plain']);

export const identityStateSchema = z.object({
  public_key: hex64,
  nickname: z.string(),
  bio: z.string(),
  /** How the key is protected on disk; `plain`: by file permissions only. */
  protection: protectionSchema,
  /** True once three of the 24 words were entered correctly. */
  words_confirmed: z.boolean(),
  derived_from: derivedFrom,
});

/** One of the identities on this computer, locked or not. Without a public key if its file can't be read. */
export const listedIdentitySchema = z.object({
  public_key: hex64.nullable(),
  nickname: z.string().nullable(),
  protection: protectionSchema.nullable(),
  words_confirmed: z.boolean(),
  derived_from: derivedFrom,
  in_use: z.boolean(),
  problem: problemSchema.nullable(),
});
export type ListedIdentity = z.infer<typeof listedIdentitySchema>;

const identityRef = z.object({ public_key: hex64 });

/** What this computer and a community know about a key before it is restored. */
export const keyLookupSchema = z.object({
  public_key: hex64,
  /** Its name in this data directory; null if it isn't there. */
  name_here: z.string().nullable(),
  /** Null if the community doesn't know the key, or didn't answer, in which case `problem` is set. */
  known: z
    .object({ nickname: z.string(), bio: z.string(), rating: z.int(), games_played: z.int(), created_at: time })
    .nullable(),
  /** The connection to the community is unencrypted. */
  needs_consent: z.boolean(),
  /** Why the community couldn't be reached. */
  problem: problemSchema.nullable(),
});
export type KeyLookup = z.infer<typeof keyLookupSchema>;

/** Before a community is used: whether its members could be recognised elsewhere by their key, and how to avoid that. */
export const identityOfferSchema = z.object({
  /** The identity that would be used: the one chosen for the community before, or else the one in use. */
  nickname: z.string(),
  /** Other communities in which its key is registered; null for the one on this computer. Empty if it is registered here already. */
  used_in: z.array(z.string().nullable()),
  /** The key of an identity only for this community; null if the one in use is such an identity itself, or the choice was made. */
  own_key: hex64.nullable(),
});
export type IdentityOffer = z.infer<typeof identityOfferSchema>;

export const identityGroup = {
  calls: {
    /** Whether a community should get a separate identity, from what this computer knows; nothing is sent. */
    offer: call('both', z.object({ url: communityUrl }), identityOfferSchema),
    /**
     * Creates the identity for one community, derived from the one in use, with its name and protection; it is used whenever this
     * community is. `passphrase`: of the identity in use, if it has one. Rejects `wrong_passphrase`, and `bad_arguments` if the one in use
     * is derived itself.
     */
    add_for_community: call('both', z.object({ url: communityUrl, passphrase: passphrase.nullable() }), identityRef),
    /** Creates the key and starts the registration in the background. */
    create: call('both', z.object({ nickname, bio, passphrase: passphrase.nullable() }), nothing),
    /**
     * Looks up the key of a recovery phrase at a community (null: the one in use). Nothing is stored, and the phrase is never sent.
     * Rejects `wrong_words`.
     */
    look_up: call('both', z.object({ words, server: z.url({ protocol: /^https?$/ }).nullable() }), keyLookupSchema),
    /**
     * Restores a key from its recovery phrase; an unreadable file is renamed, never overwritten. Without a nickname, the one known to
     * the community is used as soon as it can be reached.
     */
    recover: call(
      'both',
      z.object({ nickname: nickname.optional(), words, passphrase: passphrase.nullable() }),
      nothing,
    ),
    unlock: call('both', z.object({ passphrase }), nothing),
    /** Returns the recovery phrase; requires the passphrase again if there is one. */
    recovery_phrase: call('both', z.object({ passphrase: passphrase.nullable() }), z.object({ words })),
    /** Registers at the community now, or updates nickname and bio there. `admission_code`: for a community that asks for one. */
    register: call(
      'both',
      z.object({ nickname, bio: z.string().max(1000), admission_code: admissionCode.optional() }),
      agentSchema,
    ),
    /** Confirms the recovery phrase: `answers` are the words at three positions (1 to 24). */
    confirm_words: call(
      'both',
      z.object({
        answers: z.array(z.object({ position: z.int().min(1).max(24), word: z.string().max(16) })).length(3),
      }),
      z.object({ confirmed: z.boolean() }),
    ),
    list: call('both', nothing, z.object({ identities: z.array(listedIdentitySchema) })),
    /**
     * Adds another identity: a new key, or the key of a recovery phrase, whose nickname is optional as in `recover`. Doesn't switch
     * to it.
     */
    add: call(
      'both',
      z.object({ nickname: nickname.optional(), bio, passphrase: passphrase.nullable(), words: words.optional() }),
      identityRef,
    ),
    /** Switches to that identity. Rejects `tables_running` while the current one plays. */
    use: call('both', z.object({ public_key: hex64 }), nothing),
    /** Locks the key until the passphrase is entered; false if it has none. Rejects `tables_running`. */
    lock: call('both', nothing, z.object({ locked: z.boolean() })),
    /** Null removes the passphrase. `current` is required if there is one. */
    change_passphrase: call('both', z.object({ current: passphrase.nullable(), next: passphrase.nullable() }), nothing),
    /**
     * Exports the key as the text of a file encrypted with `passphrase`. Requires the key's own passphrase again if there is one. The
     * same rules apply to browsers as for the recovery phrase.
     */
    backup: call(
      'both',
      z.object({ current: passphrase.nullable(), passphrase }),
      identityRef.extend({ text: keyText }),
    ),
    /** Adds the identity of a backup and keeps the backup's passphrase. */
    restore: call('both', z.object({ text: keyText, passphrase }), identityRef),
    /** Adds the identity of another client's key file. */
    import_key: call(
      'both',
      z.object({ text: keyText, nickname, bio, passphrase: passphrase.nullable() }),
      identityRef,
    ),
    /**
     * Deletes an identity with its tables and messages; only its recovery phrase or a backup can restore the key. Rejects `in_use` for
     * the one in use.
     */
    remove: call('both', z.object({ public_key: hex64 }), nothing),
  },
  events: {},
} as const satisfies GroupSpec;
