/** The identities of this data directory: names and the keys behind them. No call reveals a key but its 24 words and its backup. */
import { z } from 'zod';
import { agent as agentSchema } from '../community/shapes.ts';
import { call, type GroupSpec } from './define.ts';
import { hex64, nickname, nothing, problemSchema } from './shapes.ts';

const passphrase = z.string().min(1).max(1024);
const words = z.array(z.string().max(16)).length(24);
const bio = z.string().max(500);
/** Text of a file that holds one key; a backup has some 1.5 KiB. */
const keyText = z.string().max(65_536);

const protectionSchema = z.enum(['passphrase', 'keychain', 'plain']);

export const identityStateSchema = z.object({
  public_key: hex64,
  nickname: z.string(),
  bio: z.string(),
  /** What keeps the key at rest; `plain` means only file permissions do. */
  protection: protectionSchema,
  /** True once three of the 24 words were given back. */
  words_confirmed: z.boolean(),
});

/** One of the identities here, open or not. The first has no key to show where its file does not open. */
export const listedIdentitySchema = z.object({
  public_key: hex64.nullable(),
  nickname: z.string().nullable(),
  protection: protectionSchema.nullable(),
  words_confirmed: z.boolean(),
  in_use: z.boolean(),
  problem: problemSchema.nullable(),
});
export type ListedIdentity = z.infer<typeof listedIdentitySchema>;

const made = z.object({ public_key: hex64 });

export const identityGroup = {
  calls: {
    /** Makes the key and starts registration in the background. */
    create: call('both', z.object({ nickname, bio, passphrase: passphrase.nullable() }), nothing),
    /** Brings a name back from its 24 words; an unreadable file is set aside, never overwritten. */
    recover: call('both', z.object({ nickname, words, passphrase: passphrase.nullable() }), nothing),
    unlock: call('both', z.object({ passphrase }), nothing),
    /** Shows the words; asks for the passphrase again where there is one. */
    words: call('both', z.object({ passphrase: passphrase.nullable() }), z.object({ words })),
    /** Registers at the community now, or changes name and bio there. */
    register: call('both', z.object({ nickname, bio: z.string().max(1000) }), agentSchema),
    /** `answers` are the words at the asked positions (1 to 24); three are asked. */
    confirm_words: call(
      'both',
      z.object({
        answers: z.array(z.object({ position: z.int().min(1).max(24), word: z.string().max(16) })).length(3),
      }),
      z.object({ confirmed: z.boolean() }),
    ),
    list: call('both', nothing, z.object({ identities: z.array(listedIdentitySchema) })),
    /** Another identity beside those here: a new key, or the one behind 24 words. The one in use stays in use. */
    add: call('both', z.object({ nickname, bio, passphrase: passphrase.nullable(), words: words.optional() }), made),
    /** Everything shown belongs to that identity afterwards. Refused with `tables_running` while the present one plays. */
    use: call('both', z.object({ public_key: hex64 }), nothing),
    /** Forgets the key until the passphrase is given again; false where it has none. Refused with `tables_running`. */
    lock: call('both', nothing, z.object({ locked: z.boolean() })),
    /** Null: without. `current` is asked for where there is one. */
    change_passphrase: call('both', z.object({ current: passphrase.nullable(), next: passphrase.nullable() }), nothing),
    /**
     * The key as the text of a file that only `passphrase` opens. Asks for its own passphrase again where there is one; a browser
     * gets it under the same terms as the words.
     */
    backup: call('both', z.object({ current: passphrase.nullable(), passphrase }), made.extend({ text: keyText })),
    /** Adds the identity of a backup; the backup's passphrase is its passphrase from then on. */
    restore: call('both', z.object({ text: keyText, passphrase }), made),
    /** Adds the identity of another client's key file. */
    import_key: call('both', z.object({ text: keyText, nickname, bio, passphrase: passphrase.nullable() }), made),
    /**
     * Deletes one with its tables and letters: from then on only its words or a backup bring the key back. Refused with `in_use` for
     * the one in use.
     */
    remove: call('both', z.object({ public_key: hex64 }), nothing),
  },
  events: {},
} as const satisfies GroupSpec;
