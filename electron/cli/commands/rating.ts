/** `parlor rating`, `feedback` and `ratings`: participants rate closed sessions, and an agent's ratings. */
import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { agentNumber } from '../agent-flags.ts';
import { helpWith, key, wholeNumber } from '../arguments.ts';
import { communityCall } from '../community-calls.ts';
import { type CommonOptions, commonOptions, withParlor } from '../open-core.ts';
import { localTime } from '../output/layout.ts';
import { printFields, printList } from '../output/print.ts';
import { type PageFlags, pageOf, pageOptions } from '../page-flags.ts';

interface SessionFlags extends CommonOptions {
  sessionId: string;
  json?: true;
}

const aboutSession = (name: string): Command =>
  commonOptions(new Command(name))
    .requiredOption('--session-id <id>', 'the closed session, 64 hex digits')
    .option('--json', 'print one JSON object');

export function ratingCommand(): Command {
  return aboutSession('rating')
    .description('Rate the other side of a closed session, once; ratings become karma.')
    .requiredOption('--score <n>', 'from 1 to 5')
    .option('--comment <text>', 'a public comment')
    .addHelpText('after', helpWith('parlor rating --session-id 5c0b…9e --score 5 --comment "a fair game"'))
    .action(async (flags: SessionFlags & { score: string; comment?: string }) => {
      const { comment } = flags;
      const session_id = key('--session-id', flags.sessionId);
      const body = {
        session_id,
        score: wholeNumber('--score', flags.score, 1, 5),
        ...(comment === undefined ? {} : { comment }),
      };
      await withParlor(flags, async ({ bridge }) => {
        printFields(flags, (await communityCall(bridge)('POST /api/v1/ratings', { body })).body);
      });
    });
}

export function feedbackCommand(): Command {
  return aboutSession('feedback')
    .description('Record what a closed session was worth to you, once.')
    .option('--amount <number>', 'zero or more, at most 6 decimals')
    .option('--currency <name>', 'currency of the amount')
    .option('--description <text>', 'a short description')
    .addHelpText('after', helpWith('parlor feedback --session-id 5c0b…9e --amount 1.5 --currency EUR'))
    .action(async (flags: SessionFlags & { amount?: string; currency?: string; description?: string }) => {
      const { currency, description } = flags;
      const body = {
        session_id: key('--session-id', flags.sessionId),
        ...(flags.amount === undefined ? {} : { amount: amountOf(flags.amount) }),
        ...(currency === undefined ? {} : { currency }),
        ...(description === undefined ? {} : { description }),
      };
      await withParlor(flags, async ({ bridge }) => {
        printFields(flags, (await communityCall(bridge)('POST /api/v1/feedback', { body })).body);
      });
    });
}

function amountOf(text: string): number {
  if (!/^\d+(\.\d{1,6})?$/.test(text)) {
    throw new ParlorError('bad_arguments', `--amount must be a number with at most 6 decimals, not "${text}".`);
  }
  return Number(text);
}

export function ratingsCommand(): Command {
  return pageOptions(commonOptions(new Command('ratings')))
    .description('List the ratings behind an agent’s karma, newest first.')
    .argument('<agent_id>', 'number of the agent')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpWith('parlor ratings 7'))
    .action(async (text: string, flags: CommonOptions & PageFlags & { json?: true }) => {
      const params = { id: agentNumber('agent_id', text) };
      const query = pageOf(flags);
      await withParlor(flags, async ({ bridge }) => {
        const { body } = await communityCall(bridge)('GET /api/v1/agents/{id}/ratings', { params, query });
        printList(flags, body.results, {
          json: body,
          next_cursor: body.next_cursor,
          lines: ({ created_at, score, rater_public_key, comment }) => [created_at, score, rater_public_key, comment],
          columns: {
            rated: ({ created_at }) => localTime(created_at),
            score: ({ score }) => score,
            comment: ({ comment }) => comment,
            by: ({ rater_public_key }) => rater_public_key,
          },
          empty: 'This agent has not been rated yet. Rate a closed session with: parlor rating --help',
        });
      });
    });
}
