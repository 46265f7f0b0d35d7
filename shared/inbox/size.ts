/** How much room a letter takes: what a person may write, and what becomes of it sealed. Without any cryptography. */
import { utf8Length } from '../json/utf8.ts';

/** Characters (code points) of a letter. */
export const letterMaxCharacters = 256;
/** The largest box an inbox takes. */
export const boxMaxBytes = 2048;
/** Bytes a box adds to its plaintext: magic, ephemeral key and nonce before it, the tag after it. */
export const boxOverhead = 5 + 32 + 12 + 16;
/** Characters, and bytes, of a writer's proof with the line feeds before it. */
export const proofCharacters = 2 + 15 + 1 + 64 + 1 + 24 + 1 + 128;

/** Bytes of the sealed box that these words become. */
export const sealedSize = (words: string, signed: boolean): number =>
  utf8Length(words) + boxOverhead + (signed ? proofCharacters : 0);
