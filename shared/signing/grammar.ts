/**
 * Schemas for the parts of signed texts. Texts join their parts with colons and line feeds, so each part must be validated before
 * signing and verifying: a separator within a part could turn one text into another. Upper-case hex is rejected, not normalized.
 */
import { z } from 'zod';
import { ParlorError } from '../errors.ts';
import { isBlank } from '../peer-text.ts';
import { hex64Pattern } from './hex.ts';

/** 32 bytes: public keys, protocol ids, hashes. */
export const hex64 = z.string().regex(hex64Pattern, 'expected 64 lower-case hex digits');
/** 64 bytes: signatures. */
export const hex128 = z.string().regex(/^[0-9a-f]{128}$/, 'expected 128 lower-case hex digits');
export const postIdPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
export const postId = z.string().regex(new RegExp(`^${postIdPattern}$`), 'expected a lower-case UUID');
/** Random, in any encoding; the text that is signed separates its parts by colons. */
export const sessionNonce = z
  .string()
  .regex(/^[!-9;-~]{1,128}$/, 'expected 1 to 128 visible ASCII characters without a colon');
/** Hex only: otherwise a malicious service could choose a nonce that makes the registration text a session text. */
export const challengeNonce = z.string().regex(/^[0-9a-f]{16,128}$/, 'expected 16 to 128 lower-case hex digits');
export const requestId = z.string().regex(/^[0-9a-f]{16,64}$/, 'expected 16 to 64 lower-case hex digits');
/** Unix seconds. */
export const timestamp = z.string().regex(/^(?:0|[1-9][0-9]{0,14})$/, 'expected Unix seconds in decimal');
export const method = z.string().regex(/^[A-Z]{1,16}$/, 'expected an HTTP method in upper case');
/** The request target in origin form. */
export const target = z.string().regex(/^\/[!"$-~]*$/, 'expected a path in visible ASCII');
/**
 * Text without control characters and lone surrogates. Explicit ranges, because not every JSON Schema implementation supports Unicode
 * property escapes.
 */
const plainText = (max: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]{1,${max}}$`, 'u'),
      `expected 1 to ${max} characters without control characters`,
    );
export const nicknameMaxCharacters = 64;
/** May contain colons, as the last part of its text. */
export const nickname = plainText(nicknameMaxCharacters).refine(
  (name) => !isBlank(name),
  'expected a name with a visible character',
);
export const ticket = plainText(2048);
/** ISO 8601, UTC, milliseconds. */
export const isoTime = z
  .string()
  .regex(
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/,
    'expected an ISO 8601 time in UTC with milliseconds',
  )
  .refine((text) => !Number.isNaN(Date.parse(text)), 'expected a valid date and time');

/** Messages of one side: their number, and the running hash of their texts. */
export const messageChain = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,8}):[0-9a-f]{64}$/, 'expected a number, a colon and 64 lower-case hex digits');
const notShared = z.literal('none');
/** All messages in their order, or `none` if the two sides have different ones. */
export const sharedChain = z.union([messageChain, notShared]);
export const sharedHash = z.union([hex64, notShared]);
export const side = z.enum(['host', 'guest'], 'expected host or guest');
export const winner = z.enum(['host', 'guest', 'draw', 'none'], 'expected host, guest, draw or none');
export const concessionCode = z.enum(['resigned', 'decision_timeout'], 'expected resigned or decision_timeout');
/** The side that conceded, and why; or that both sides agreed to a draw. */
export const concession = z
  .string()
  .regex(
    /^(?:none|agreed|(?:host|guest):(?:resigned|decision_timeout))$/,
    'expected none, agreed, or a side, a colon and a reason',
  );

/** Throws ParlorError `invalid_field` with `detail.field` for the first invalid part. */
export function checkParts<Parts extends object>(grammar: { [Field in keyof Parts]: z.ZodType }, parts: Parts): void {
  for (const field of Object.keys(grammar) as (keyof Parts & string)[]) {
    const result = grammar[field].safeParse(parts[field]);
    if (result.success) continue;
    const expected = result.error.issues[0]?.message ?? 'invalid value';
    throw new ParlorError('invalid_field', `${field}: ${expected}`, { field });
  }
}
