/** `parlor feedback`: what a closed session was worth to a participant. */
import type { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { helpText, parseHex64 } from '../arguments.ts';
import { type ClosedSessionFlags, closedSessionCommand } from '../closed-session-flags.ts';
import { createCommunityCall } from '../community-calls.ts';
import { withParlor } from '../open-core.ts';
import { printFields } from '../output/print.ts';

export function feedbackCommand(): Command {
  return closedSessionCommand('feedback')
    .description('Record what a closed session was worth to you, once.')
    .option('--amount <number>', 'zero or more, at most 6 decimals')
    .option('--currency <name>', 'currency of the amount')
    .option('--description <text>', 'a short description')
    .addHelpText('after', helpText('parlor feedback --session-id "$SESSION_ID" --amount 1.5 --currency EUR'))
    .action(async (flags: ClosedSessionFlags & { amount?: string; currency?: string; description?: string }) => {
      const { currency, description } = flags;
      const body = {
        session_id: parseHex64('--session-id', flags.sessionId),
        ...(flags.amount === undefined ? {} : { amount: parseAmount(flags.amount) }),
        ...(currency === undefined ? {} : { currency }),
        ...(description === undefined ? {} : { description }),
      };
      await withParlor(flags, async ({ bridge }) => {
        printFields(flags, (await createCommunityCall(bridge)('POST /api/v1/feedback', { body })).body);
      });
    });
}

function parseAmount(text: string): number {
  if (!/^\d+(\.\d{1,6})?$/.test(text)) {
    throw new ParlorError('bad_arguments', `--amount must be a number with at most 6 decimals, not "${text}".`);
  }
  return Number(text);
}
