/**
 * Everything sent to a client, and thus to a language model, passes through here. Every string in a result has one of the types below,
 * which leave no room for another person's text: identifiers, fixed words, labels computed from keys, texts bundled with Parlor, and
 * texts of others that the person released, which are marked as untrusted. A result with anything else is replaced with an error.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../../shared/errors.ts';
import { answerBytes, answerMaxBytes, cutText, textMaxBytes } from './answer-size.ts';
import { errorDetailSchema, errorMessage } from './error-messages.ts';

export const tokenPattern = /^[A-Za-z0-9_.:-]{1,64}$/;

/** An identifier or a fixed word that no other person chose. */
export const tokenSchema = z.string().regex(tokenPattern);
/** A name as shown to clients (names.ts). Its type keeps names that were not replaced from compiling. */
export const nameSchema = tokenSchema.brand<'ShownName', 'inout'>();
export type ShownName = z.infer<typeof nameSchema>;
/** Text of another person that the user has released. */
export const untrustedSchema = z.strictObject({ untrusted: z.literal(true), text: z.string() });
/** Text bundled with Parlor, or released text of another person. */
export const textSchema = z.union([z.string(), untrustedSchema]);
export const labelSchema = z.string().regex(/^[a-z]+-[a-z]+-[0-9a-f]{4}$/);
/** Business fields: numbers, flags, and values of enums. */
const scalarSchema = z.union([nameSchema, z.number(), z.boolean()]);
export const fieldsSchema = z.record(nameSchema, z.union([scalarSchema, z.array(scalarSchema)]));

export type Untrusted = z.infer<typeof untrustedSchema>;
export const markUntrusted = (text: string): Untrusted => ({ untrusted: true, text });

/** Converts a value that matches `schema` to the result of a tool: structured, and the same JSON as text. */
export function toolResult(schema: z.ZodObject, value: unknown): CallToolResult {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return errorResult({ code: 'internal' });
  if (answerBytes(parsed.data) > answerMaxBytes) return errorResult({ code: 'too_large' });
  return { structuredContent: parsed.data, content: [{ type: 'text', text: JSON.stringify(parsed.data) }] };
}

/** The parts of an error that a client may see: its code, and details of the client's permissions and limits. */
export interface ClientError {
  code: ErrorCode;
  detail?: { [name: string]: unknown } | undefined;
}

/** Arguments that don't match the schema of a tool: which, and why. Both come from the client itself. */
export function badArgumentsResult({ issues }: z.ZodError): CallToolResult {
  const reasons = issues.slice(0, 3).map(({ path, message }) => [...path, message].join(': '));
  const message = cutText(`${errorMessage('bad_arguments')} ${reasons.join('. ')}`, textMaxBytes);
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ code: 'bad_arguments', message }) }] };
}

/** An error as the result of a tool, with a message from error-messages.ts: the error's own may quote a peer. */
export function errorResult({ code: anyCode, detail }: ClientError): CallToolResult {
  const code = errorCodes.includes(anyCode) ? anyCode : 'internal';
  const visibleDetail = errorDetailSchema.parse(detail ?? {});
  const text = JSON.stringify({ code, message: errorMessage(code, visibleDetail), ...visibleDetail });
  return { isError: true, content: [{ type: 'text', text }] };
}
