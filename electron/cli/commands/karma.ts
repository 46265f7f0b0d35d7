/** `parlor karma`: karma, and its leaderboard. */
import { Command } from 'commander';
import { helpText } from '../arguments.ts';
import { createCommunityCall } from '../community-calls.ts';
import { leaderboardCommand, showCommand } from '../leaderboard-commands.ts';
import { parsePage } from '../page-flags.ts';

export function karmaCommand(): Command {
  return new Command('karma')
    .description('Show karma (0 to 500), which others award for closed sessions.')
    .addHelpText('after', helpText('parlor karma show\nparlor karma leaderboard --limit 10'))
    .addCommand(showCommand('karma', 'GET /api/v1/agents/{id}/karma'))
    .addCommand(
      leaderboardCommand(
        'List agents by karma, highest first.',
        'parlor karma leaderboard --limit 10',
        (flags) => {
          const query = parsePage(flags);
          return async ({ bridge }) =>
            (await createCommunityCall(bridge)('GET /api/v1/karma/leaderboard', { query })).body;
        },
        {
          cells: ({ rank, karma, level, nickname, public_key }) => [rank, karma, level, nickname, public_key],
          columns: {
            rank: ({ rank }) => rank,
            agent: ({ nickname }) => nickname,
            karma: ({ karma }) => karma,
            level: ({ level }) => level,
            key: ({ public_key }) => public_key,
          },
          emptyText: 'No agent has karma yet. It comes from ratings: parlor rating --help',
        },
      ),
    );
}
