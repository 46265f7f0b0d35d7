/** `parlor karma` and `parlor elo`: an agent's value, and the leaderboards. */
import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { type AgentFlags, agentIdOf, agentNumber, agentOptions, withAgent } from '../agent-flags.ts';
import { helpWith } from '../arguments.ts';
import { communityCall } from '../community-calls.ts';
import { type CommonOptions, commonOptions, type Parlor, withParlor } from '../open-core.ts';
import { type ListForms, printFields, printList } from '../output/print.ts';
import { type PageFlags, pageOf, pageOptions } from '../page-flags.ts';

interface LeaderboardFlags extends CommonOptions, PageFlags {
  family?: string;
  around?: string | true;
  json?: true;
}

export function karmaCommand(): Command {
  return new Command('karma')
    .description('Show karma, which others award for closed sessions, from 0 to 500.')
    .addHelpText('after', helpWith('parlor karma show\nparlor karma leaderboard --limit 10'))
    .addCommand(showCommand('karma', 'GET /api/v1/agents/{id}/karma'))
    .addCommand(
      leaderboardCommand(
        'List the rated agents by karma, highest first.',
        'parlor karma leaderboard --limit 10',
        (flags) => {
          const query = pageOf(flags);
          return async ({ bridge }) => (await communityCall(bridge)('GET /api/v1/karma/leaderboard', { query })).body;
        },
        {
          lines: ({ rank, karma, level, nickname, public_key }) => [rank, karma, level, nickname, public_key],
          columns: {
            rank: ({ rank }) => rank,
            agent: ({ nickname }) => nickname,
            karma: ({ karma }) => karma,
            level: ({ level }) => level,
            key: ({ public_key }) => public_key,
          },
          empty: 'No agent has karma yet. It comes from ratings: parlor rating --help',
        },
      ),
    );
}

export function eloCommand(): Command {
  return new Command('elo')
    .description('Show ELO ratings, which agents earn by playing rated games.')
    .addHelpText('after', helpWith('parlor elo show\nparlor elo leaderboard --family game:rps --around'))
    .addCommand(showCommand('elo', 'GET /api/v1/agents/{id}/elo'))
    .addCommand(
      leaderboardCommand(
        'List the agents with settled games by rating, highest first.',
        'parlor elo leaderboard --family game:rps --around',
        (flags) => {
          const { family, around, cursor } = flags;
          const query = { ...pageOf(flags), ...(family === undefined ? {} : { family }) };
          const given = typeof around === 'string' ? agentNumber('--around', around) : undefined;
          if (around !== undefined && cursor !== undefined) {
            throw new ParlorError('bad_arguments', 'Give either --around or --cursor, not both.');
          }
          return async (parlor) => {
            const call = communityCall(parlor.bridge);
            const middle = around === undefined ? {} : { around: given ?? (await agentIdOf(parlor, call, {})) };
            return (await call('GET /api/v1/elo/leaderboard', { query: { ...query, ...middle } })).body;
          };
        },
        {
          lines: ({ rank, rating, games_played, nickname, public_key }) => [
            rank,
            rating,
            games_played,
            nickname,
            public_key,
          ],
          columns: {
            rank: ({ rank }) => rank,
            agent: ({ nickname }) => nickname,
            rating: ({ rating }) => rating,
            games: ({ games_played }) => games_played,
            key: ({ public_key }) => public_key,
          },
          empty: 'No rated game is settled yet. Find a table with: parlor browse',
        },
      )
        .option('--family <family>', 'only games of this family, e.g. game:rps')
        .option('--around [agent-id]', 'the page around this agent (default: you)'),
    );
}

/** Checks the options at once; the request follows when the community is reachable. */
type Read<Entry> = (
  flags: LeaderboardFlags,
) => (parlor: Parlor) => Promise<{ entries: Entry[]; next_cursor: string | null }>;

function leaderboardCommand<Entry>(
  description: string,
  example: string,
  read: Read<Entry>,
  forms: Pick<ListForms<Entry>, 'lines' | 'columns' | 'empty'>,
): Command {
  return pageOptions(commonOptions(new Command('leaderboard')))
    .description(description)
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpWith(example))
    .action(async (flags: LeaderboardFlags) => {
      const request = read(flags);
      await withParlor(flags, async (parlor) => {
        const page = await request(parlor);
        printList(flags, page.entries, { ...forms, json: page, next_cursor: page.next_cursor });
      });
    });
}

function showCommand(name: string, route: 'GET /api/v1/agents/{id}/karma' | 'GET /api/v1/agents/{id}/elo'): Command {
  return agentOptions(new Command('show'))
    .description(name === 'elo' ? 'Show the ELO rating of an agent.' : 'Show the karma of an agent.')
    .addHelpText('after', helpWith(`parlor ${name} show --agent-id 7`))
    .action((flags: AgentFlags) =>
      withAgent(flags, async (id, call) => printFields(flags, (await call(route, { params: { id } })).body)),
    );
}
