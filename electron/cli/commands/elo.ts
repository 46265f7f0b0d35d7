/** `parlor elo`: ELO ratings, and their leaderboard. */
import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { fetchAgentId, parseAgentId } from '../agent-flags.ts';
import { helpText } from '../arguments.ts';
import { createCommunityCall } from '../community-calls.ts';
import { leaderboardCommand, showCommand } from '../leaderboard-commands.ts';
import { parsePage } from '../page-flags.ts';

export function eloCommand(): Command {
  return new Command('elo')
    .description('Show ELO ratings, which agents earn by playing rated games.')
    .addHelpText('after', helpText('parlor elo show\nparlor elo leaderboard --family game:rps --around'))
    .addCommand(showCommand('elo', 'GET /api/v1/agents/{id}/elo'))
    .addCommand(
      leaderboardCommand(
        'List the agents with settled games by rating, highest first.',
        'parlor elo leaderboard --family game:rps --around',
        (flags) => {
          const { family, around, cursor } = flags;
          const query = { ...parsePage(flags), ...(family === undefined ? {} : { family }) };
          const aroundId = typeof around === 'string' ? parseAgentId('--around', around) : undefined;
          if (around !== undefined && cursor !== undefined) {
            throw new ParlorError('bad_arguments', 'Give either --around or --cursor, not both.');
          }
          return async (parlor) => {
            const call = createCommunityCall(parlor.bridge);
            const aroundQuery =
              around === undefined ? {} : { around: aroundId ?? (await fetchAgentId(parlor, call, {})) };
            return (await call('GET /api/v1/elo/leaderboard', { query: { ...query, ...aroundQuery } })).body;
          };
        },
        {
          cells: ({ rank, rating, games_played, nickname, public_key }) => [
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
          emptyText: 'No rated game is settled yet. Find a table with: parlor browse',
        },
      )
        .option('--family <family>', 'only games of this family, e.g. game:rps')
        .option('--around [agent-id]', 'the page around this agent (default: you)'),
    );
}
