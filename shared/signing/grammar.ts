/**
 * The grammar of every part that a signed text is made of. The texts are plain joins by colons and line feeds, so that each
 * part must be checked before signing and before verifying: a part that could hold a separator could turn one text into
 * another. Upper-case hex is refused, never normalised.
 */
import { z } from 'zod';
import { ParlorError } from '../errors.ts';

/** 32 bytes: public keys, protocol ids, hashes. */
export const hex64 = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hex digits');
/** 64 bytes: signatures. */
export const hex128 = z.string().regex(/^[0-9a-f]{128}$/, 'expected 128 lower-case hex digits');
export const postId = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'expected a lower-case UUID');
export const sessionNonce = z.string().regex(/^[0-9a-f]{16,128}$/, 'expected 16 to 128 lower-case hex digits');
/** Hex only: otherwise a hostile service could hand out a nonce that makes the registration text a session text. */
export const challengeNonce = z.string().regex(/^[0-9a-f]{16,128}$/, 'expected 16 to 128 lower-case hex digits');
export const requestId = z.string().regex(/^[0-9a-f]{16,64}$/, 'expected 16 to 64 lower-case hex digits');
/** Unix seconds. */
export const timestamp = z.string().regex(/^(?:0|[1-9][0-9]{0,14})$/, 'expected Unix seconds in decimal');
export const method = z.string().regex(/^[A-Z]{1,16}$/, 'expected an HTTP method in upper case');
/** The request target in origin form, as it stands on the request line. */
export const target = z.string().regex(/^\/[!"$-~]*$/, 'expected a path in visible ASCII');
/**
 * Text without controls and lone surrogates. They stand as ranges: patterns go into the API description, and not every reader
 * of JSON Schema knows Unicode's classes by name.
 */
const plainText = (max: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]{1,${max}}$`, 'u'),
      `expected 1 to ${max} characters without control characters`,
    );
/** May hold colons: it is the last part of its text. */
export const nickname = plainText(64);
export const ticket = plainText(2048);
/** ISO 8601, UTC, milliseconds. */
export const isoTime = z
  .string()
  .regex(
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/,
    'expected an ISO 8601 time in UTC with milliseconds',
  )
  .refine((text) => !Number.isNaN(Date.parse(text)), 'expected a time that exists');

/** Checks named parts; throws ParlorError `invalid_field` with `detail.field` for the first that does not fit. */
export function checkParts<Parts extends object>(grammar: { [Field in keyof Parts]: z.ZodType }, parts: Parts): void {
  for (const field of Object.keys(grammar) as (keyof Parts & string)[]) {
    const result = grammar[field].safeParse(parts[field]);
    if (result.success) continue;
    const expected = result.error.issues[0]?.message ?? 'not as expected';
    throw new ParlorError('invalid_field', `${field}: ${expected}`, { field });
  }
}
