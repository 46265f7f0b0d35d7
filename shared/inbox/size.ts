/** Sizes of messages before and after sealing. */
import { limits } from '../community/limits.ts';
import { utf8Length } from '../json/utf8.ts';
import { proofCharacters } from './writer-proof.ts';

/** Maximum code points of what is sealed. */
export const plaintextMaxCharacters = limits.inbox_plaintext_characters;
/** Maximum code points of a message: the proof of its writer is sealed with it. */
export const messageMaxCharacters = (signed: boolean): number =>
  plaintextMaxCharacters - (signed ? proofCharacters : 0);
/** Maximum size of a sealed box. */
export const boxMaxBytes = limits.inbox_ciphertext_bytes;
/** Bytes a box adds to its plaintext: magic, ephemeral key and nonce before it, the tag after it. */
export const boxOverhead = 5 + 32 + 12 + 16;
/** Bytes of a character of a proof, in UTF-8. */
const proofCharacterBytes = 4;

/** Size of the sealed box for this text. */
export const sealedSize = (text: string, signed: boolean): number =>
  utf8Length(text) + boxOverhead + (signed ? proofCharacters * proofCharacterBytes : 0);
