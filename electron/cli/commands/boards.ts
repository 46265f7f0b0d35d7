/** `parlor karma` and `parlor elo`: one agent's number, and the boards. */
import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { type AgentFlags, agentIdOf, agentNumber, agentOptions } from '../agent-flags.ts';
import { helpWith } from '../arguments.ts';
import { askThrough } from '../ask.ts';
import { type PageFlags, pageOf, pageOptions, printNext } from '../page-flags.ts';
import { printFound, printJson, printRow } from '../printer.ts';
import { type CommonOptions, commonOptions, withParlor } from '../session.ts';

interface BoardFlags extends CommonOptions, PageFlags {
  family?: string;
  around?: string | true;
  json?: true;
}

const leaderboard = (): Command =>
  pageOptions(commonOptions(new Command('leaderboard'))).option('--json', 'one JSON object');

export function karmaCommand(): Command {
  return new Command('karma')
    .description('karma: what others gave for closed sessions, 0 to 500')
    .addHelpText('after', helpWith('parlor karma show\nparlor karma leaderboard --limit 10'))
    .addCommand(showCommand('karma', 'GET /api/v1/agents/{id}/karma'))
    .addCommand(
      leaderboard()
        .description('every agent that was rated, highest first')
        .addHelpText('after', helpWith('parlor karma leaderboard --limit 10'))
        .action(async (flags: BoardFlags) => {
          const query = pageOf(flags);
          await withParlor(flags, async ({ bridge }) => {
            const { body } = await askThrough(bridge)('GET /api/v1/karma/leaderboard', { query });
            if (flags.json) return printJson(body);
            for (const { rank, karma, level, nickname, public_key } of body.entries) {
              printRow([rank, karma, level, nickname, public_key]);
            }
            printNext(body.next_cursor);
          });
        }),
    );
}

export function eloCommand(): Command {
  return new Command('elo')
    .description('ELO: the rating of agents by their games')
    .addHelpText('after', helpWith('parlor elo show\nparlor elo leaderboard --family game:rps --around'))
    .addCommand(showCommand('elo', 'GET /api/v1/agents/{id}/elo'))
    .addCommand(
      leaderboard()
        .description('every agent with a settled game, highest first')
        .option('--family <family>', 'only games of this family, e.g. game:rps')
        .option('--around [agent-id]', 'the page with this agent in its middle (you, where no number is given)')
        .addHelpText('after', helpWith('parlor elo leaderboard --family game:rps --around'))
        .action(async (flags: BoardFlags) => {
          const { family, around } = flags;
          const page = pageOf(flags);
          const given = typeof around === 'string' ? agentNumber('--around', around) : undefined;
          if (around !== undefined && flags.cursor !== undefined) {
            throw new ParlorError(
              'bad_arguments',
              'Either --around or --cursor: a cursor already says where to go on.',
            );
          }
          await withParlor(flags, async (parlor) => {
            const ask = askThrough(parlor.bridge);
            const middle = around === undefined ? {} : { around: given ?? (await agentIdOf(parlor, ask, {})) };
            const query = { ...page, ...(family === undefined ? {} : { family }), ...middle };
            const { body } = await ask('GET /api/v1/elo/leaderboard', { query });
            if (flags.json) return printJson(body);
            for (const { rank, rating, games_played, nickname, public_key } of body.entries) {
              printRow([rank, rating, games_played, nickname, public_key]);
            }
            printNext(body.next_cursor);
          });
        }),
    );
}

function showCommand(name: string, route: 'GET /api/v1/agents/{id}/karma' | 'GET /api/v1/agents/{id}/elo'): Command {
  return agentOptions(new Command('show'))
    .description(`the ${name} of an agent`)
    .addHelpText('after', helpWith(`parlor ${name} show --agent-id 7`))
    .action((flags: AgentFlags) =>
      withParlor(flags, async (parlor) => {
        const ask = askThrough(parlor.bridge);
        printFound((await ask(route, { params: { id: await agentIdOf(parlor, ask, flags) } })).body, flags.json);
      }),
    );
}
