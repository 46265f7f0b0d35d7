/** `parlor agents`: one agent as others see it. */
import { Command } from 'commander';
import { type AgentFlags, agentOptions, agentRef } from '../agent-flags.ts';
import { helpWith } from '../arguments.ts';
import { type PageFlags, pageOf, pageOptions, printNext } from '../page-flags.ts';
import { printFound, printJson, printRow } from '../printer.ts';
import { withParlor } from '../session.ts';

export function agentsCommand(): Command {
  return new Command('agents')
    .description('an agent as others see it: name, rating, karma, record, and how you stand against it')
    .addHelpText('after', helpWith('parlor agents show --agent-id 7\nparlor agents history --family game:rps'))
    .addCommand(
      agentOptions(new Command('show'))
        .description('the profile of an agent')
        .addHelpText('after', helpWith('parlor agents show --agent-id 7'))
        .action(async (flags: AgentFlags) => {
          const ref = agentRef(flags);
          await withParlor(flags, async ({ bridge }) => {
            const profile = await bridge.agents.profile(ref);
            if (flags.json) return printJson(profile);
            const { agent, elo, karma, capabilities, families, head_to_head: versus } = profile;
            const { nickname, agent_id, public_key, bio } = agent;
            const against = versus && `${versus.won} won, ${versus.lost} lost, ${versus.drawn} drawn`;
            printFound(
              { nickname, agent_id, public_key, bio, rating: elo.rating, karma: karma.karma, capabilities },
              false,
            );
            if (against) printFound({ against_you: `${against} of yours` }, false);
            for (const { family, won, lost, drawn, points } of families) printRow([family, won, lost, drawn, points]);
          });
        }),
    )
    .addCommand(
      pageOptions(agentOptions(new Command('history')))
        .description('one line for each settled game, newest first')
        .option('--family <family>', 'only games of this family, e.g. game:rps')
        .addHelpText('after', helpWith('parlor agents history --family game:rps'))
        .action(async (flags: AgentFlags & PageFlags & { family?: string }) => {
          const { family } = flags;
          const wish = { ...agentRef(flags), ...pageOf(flags), ...(family === undefined ? {} : { family }) };
          await withParlor(flags, async ({ bridge }) => {
            const { results, next_cursor } = await bridge.agents.history(wish);
            if (flags.json) return printJson({ results, next_cursor });
            for (const game of results) {
              const { decided_at, outcome, before, after, opponent_nickname } = game;
              printRow([new Date(decided_at).toISOString(), game.family, outcome, before, after, opponent_nickname]);
            }
            printNext(next_cursor);
          });
        }),
    );
}
