/** A seat whose agent is a client of this Parlor, for example a language model, instead of the hooks' `decide`. */
import { z } from 'zod';

/** Maximum characters of the name that a client gives itself. */
export const clientNameMaxCharacters = 64;

/** A program that plays over MCP. `name` is its own choice: untrusted text, without control characters. */
export const clientRefSchema = z.object({ client_id: z.uuid(), name: z.string().max(clientNameMaxCharacters) });
export type ClientRef = z.infer<typeof clientRefSchema>;

/** `removed`: it lost its permission, and from then on the hooks or the person play the seat. */
export const clientStateSchema = z.enum(['connected', 'away', 'removed']);
export type ClientState = z.infer<typeof clientStateSchema>;

/** Maximum characters of a client's reason for an answer. */
export const reasonMaxCharacters = 280;

/** A client's text on one line: without control characters, lone surrogates, and characters beyond `max`. */
export const clientText = (text: string, max: number): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();
