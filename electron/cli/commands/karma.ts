/** `parlor karma`: karma, and its leaderboard. */
import { Command } from 'commander';
import { helpWith } from '../arguments.ts';
import { communityCall } from '../community-calls.ts';
import { leaderboardCommand, showCommand } from '../leaderboard-commands.ts';
import { pageOf } from '../page-flags.ts';

export function karmaCommand(): Command {
  return new Command('karma')
    .description('Show karma (0 to 500), which others award for closed sessions.')
    .addHelpText('after', helpWith('parlor karma show\nparlor karma leaderboard --limit 10'))
    .addCommand(showCommand('karma', 'GET /api/v1/agents/{id}/karma'))
    .addCommand(
      leaderboardCommand(
        'List agents by karma, highest first.',
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
