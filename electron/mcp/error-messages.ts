/** Messages for error codes, written for the language model that plays. */
import { z } from 'zod';
import type { ErrorCode } from '../../shared/errors.ts';

/** The only error details that are sent: those of permissions and limits. */
export const errorDetailSchema = z
  .object({
    permission: z.enum(['play_unrated', 'play_rated', 'host', 'read_messages', 'send_messages']).optional(),
    decided: z.boolean().optional(),
    limit: z.enum(['tables_at_once', 'games_per_hour']).optional(),
    value: z.int().optional(),
    again_at: z.int().optional(),
  })
  .catch({});
type ErrorDetail = z.infer<typeof errorDetailSchema>;

/** The folders of the protocols that come with Parlor. */
export const bundledNames =
  'battleship chat connect-four dots-and-boxes gomoku liars-dice oracle prisoners-dilemma reversi rock-paper-scissors sealed-bid-auction weak-wins'.split(
    ' ',
  );

const messages: Partial<Record<ErrorCode, string>> = {
  bad_arguments: 'The arguments do not match the input schema of this tool.',
  not_found: 'There is nothing with this id.',
  cancelled: 'The request was cancelled.',
  bridge_closed: 'Parlor has exited. The next call starts it again.',
  identity_missing: 'This person has no key yet. They create one in Parlor, or with: parlor init',
  identity_locked: 'The key is locked. The person unlocks it in Parlor.',
  community_unreachable: 'The community cannot be reached at the moment.',
  certificate_invalid: 'The certificate of the community is not valid, so nothing was sent.',
  community_timeout: 'The community did not answer in time.',
  service_busy: 'The community is busy. Try again in a minute.',
  own_invitation: 'This is a table of the same identity.',
  invitation_gone: 'The table is no longer open.',
  invitation_mismatch: 'The community says something else of this table than list_tables did. Nothing was joined.',
  host_blocked: 'The person has blocked this host.',
  protocol_missing: `This protocol is not on this computer. Give its 64-digit id, or the name of one that comes with Parlor: ${bundledNames.join(', ')}.`,
  mode_unsupported: 'Parlor cannot play protocols of this kind, or not in this control mode.',
  hooks_missing: 'There is no code on this computer that plays this protocol.',
  hooks_unfinished: 'The code for this protocol on this computer is not finished.',
  options_invalid: 'The options do not match the protocol.',
  decision_finalized: 'This question has been answered already.',
  decision_not_open: 'This question is not open. Look at the table for the one that is.',
  decision_invalid: 'This value is not one of the choices.',
  decision_timeout: 'The time for a decision ran out.',
  peer_disconnected: 'The other side has disconnected.',
  peer_unresponsive: 'The other side did not answer in time.',
  peer_stalled: 'This side left: the other side was away on its turn, or out of time.',
  draw_unavailable: 'No draw can be offered or accepted now. The game continues.',
  peer_present: 'The other side is at the table and still has time. Wait, or resign.',
  peer_unreachable: 'The other side cannot be reached.',
  resigned: 'A side resigned.',
  message_invalid: 'A side sent a message that breaks the rules.',
  out_of_turn: 'A side sent a message out of turn.',
  inbox_full: 'The inbox of the recipient is full.',
  too_large: 'The data is too large.',
  internal: 'Something inside Parlor failed. The log on this computer has the details.',
};

export function errorMessage(code: ErrorCode, detail: ErrorDetail = {}): string {
  if (code === 'forbidden' && detail.permission !== undefined) return permissionMessage(detail.permission);
  if (code === 'forbidden') return 'This client does not play at this table.';
  if (code === 'rate_limited' && detail.limit === 'tables_at_once')
    return `The person allows this client ${detail.value} tables at once. Finish one first.`;
  if (code === 'rate_limited' && detail.limit === 'games_per_hour')
    return `The person allows this client ${detail.value} games an hour. Try again later.`;
  return messages[code] ?? `Parlor refused this (${code}).`;
}

const permissionMessage = (permission: string): string =>
  `The person has not allowed this client to do this (${permission}). They grant it in Parlor's window, in Settings under Agents, or in the configuration of this server with: parlor mcp --allow ${permission}`;
