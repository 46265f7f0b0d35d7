/** `parlor rating`: a participant rates the other side of a closed session. */
import type { Command } from 'commander';
import { helpText, parseHex64, parseWholeNumber } from '../arguments.ts';
import { type ClosedSessionFlags, closedSessionCommand } from '../closed-session-flags.ts';
import { createCommunityCall } from '../community-calls.ts';
import { withParlor } from '../open-core.ts';
import { printFields } from '../output/print.ts';

export function ratingCommand(): Command {
  return closedSessionCommand('rating')
    .description('Rate the other side of a closed session, once; ratings become karma.')
    .requiredOption('--score <n>', 'from 1 to 5')
    .option('--comment <text>', 'a public comment')
    .addHelpText('after', helpText('parlor rating --session-id "$SESSION_ID" --score 5 --comment "a fair game"'))
    .action(async (flags: ClosedSessionFlags & { score: string; comment?: string }) => {
      const { comment } = flags;
      const session_id = parseHex64('--session-id', flags.sessionId);
      const body = {
        session_id,
        score: parseWholeNumber('--score', flags.score, 1, 5),
        ...(comment === undefined ? {} : { comment }),
      };
      await withParlor(flags, async ({ bridge }) => {
        printFields(flags, (await createCommunityCall(bridge)('POST /api/v1/ratings', { body })).body);
      });
    });
}
