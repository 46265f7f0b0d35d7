/** Size limits of specs, and of fields for which the spec sets none. */

export const specMaxBytes = 256 * 1024;
export const specMaxDepth = 32;

/** Bytes of a text, characters of a ciphertext, bytes of an ot_blob and of an array, characters of a ticket. */
export const defaultLimits = { text: 2000, ciphertext: 512, ot_blob: 16_384, array: 262_144, ticket: 2048 } as const;
