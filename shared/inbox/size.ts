/** Sizes of messages before and after sealing. */
import { limits } from '../community/limits.ts';
import { utf8Length } from '../json/utf8.ts';

/** Maximum code points of a message. */
export const inboxMessageMaxCharacters = limits.inbox_plaintext_characters;
/** Maximum size of a sealed box. */
export const boxMaxBytes = limits.inbox_ciphertext_bytes;
/** Bytes a box adds to its plaintext: magic, ephemeral key and nonce before it, the tag after it. */
export const boxOverhead = 5 + 32 + 12 + 16;
/** Size of a writer's proof, which is ASCII: two line feeds, tag, key, time and signature, separated by spaces. */
export const proofCharacters = 2 + 15 + 1 + 64 + 1 + 24 + 1 + 128;

/** Size of the sealed box for this text. */
export const sealedSize = (text: string, signed: boolean): number =>
  utf8Length(text) + boxOverhead + (signed ? proofCharacters : 0);
