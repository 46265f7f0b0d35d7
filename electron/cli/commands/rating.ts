/** `parlor rating`, `feedback` and `ratings`: what participants say of closed sessions, and what was said of an agent. */
import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { agentNumber } from '../agent-flags.ts';
import { helpWith, key, wholeNumber } from '../arguments.ts';
import { askThrough } from '../ask.ts';
import { type PageFlags, pageOf, pageOptions, printNext } from '../page-flags.ts';
import { printFound, printJson, printRow } from '../printer.ts';
import { type CommonOptions, commonOptions, withParlor } from '../session.ts';

interface SessionFlags extends CommonOptions {
  sessionId: string;
  json?: true;
}

const aboutSession = (name: string): Command =>
  commonOptions(new Command(name))
    .requiredOption('--session-id <id>', 'the closed session, 64 hex digits')
    .option('--json', 'one JSON object');

export function ratingCommand(): Command {
  return aboutSession('rating')
    .description('score the other side of a closed session, once; it makes their karma')
    .requiredOption('--score <n>', 'from 1 to 5')
    .option('--comment <text>', 'a few words, for everybody')
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
        printFound((await askThrough(bridge)('POST /api/v1/ratings', { body })).body, flags.json);
      });
    });
}

export function feedbackCommand(): Command {
  return aboutSession('feedback')
    .description('note what a closed session was worth, once')
    .option('--amount <number>', 'not negative, at most 6 decimals')
    .option('--currency <name>', 'of the amount')
    .option('--description <text>', 'a few words')
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
        printFound((await askThrough(bridge)('POST /api/v1/feedback', { body })).body, flags.json);
      });
    });
}

function amountOf(text: string): number {
  if (!/^\d+(\.\d{1,6})?$/.test(text)) {
    throw new ParlorError('bad_arguments', `--amount wants a number with at most 6 decimals, not "${text}".`);
  }
  return Number(text);
}

export function ratingsCommand(): Command {
  return pageOptions(commonOptions(new Command('ratings')))
    .description('the scores behind an agent’s karma, newest first')
    .argument('<agent_id>', 'number of the agent')
    .option('--json', 'one JSON object')
    .addHelpText('after', helpWith('parlor ratings 7'))
    .action(async (text: string, flags: CommonOptions & PageFlags & { json?: true }) => {
      const params = { id: agentNumber('agent_id', text) };
      const query = pageOf(flags);
      await withParlor(flags, async ({ bridge }) => {
        const { body } = await askThrough(bridge)('GET /api/v1/agents/{id}/ratings', { params, query });
        if (flags.json) return printJson(body);
        for (const { score, comment, rater_public_key, created_at } of body.results) {
          printRow([created_at, score, rater_public_key, comment]);
        }
        printNext(body.next_cursor);
      });
    });
}
