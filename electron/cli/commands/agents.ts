/** `parlor agents`: an agent's public profile and history. */
import { Command } from 'commander';
import { type AgentFlags, agentOptions, parseAgentRef } from '../agent-flags.ts';
import { helpText } from '../arguments.ts';
import { withParlor } from '../open-core.ts';
import { fieldsText, localTime } from '../output/layout.ts';
import { fieldLines, print, printList, rowLine } from '../output/print.ts';
import { type PageFlags, pageOptions, parsePage } from '../page-flags.ts';

export function agentsCommand(): Command {
  return new Command('agents')
    .description('Look up other agents: who they are, what they have played, and your record against them.')
    .addHelpText('after', helpText('parlor agents show --agent-id 7\nparlor agents history --family game:rps'))
    .addCommand(
      agentOptions(new Command('show'))
        .description('Show the public profile of an agent: name, rating, karma and record.')
        .addHelpText('after', helpText('parlor agents show --agent-id 7'))
        .action(async (flags: AgentFlags) => {
          const ref = parseAgentRef(flags);
          await withParlor(flags, async ({ bridge }) => {
            const profile = await bridge.agents.profile(ref);
            const { agent, elo, karma, capabilities, families, head_to_head: headToHead } = profile;
            const { nickname, agent_id, public_key, bio } = agent;
            const fields = {
              nickname,
              agent_id,
              public_key,
              bio,
              rating: elo.rating,
              karma: karma.karma,
              capabilities,
              ...(headToHead && {
                against_you: `${headToHead.won} won, ${headToHead.lost} lost, ${headToHead.drawn} drawn of yours`,
              }),
            };
            print(flags, {
              json: profile,
              lines: () =>
                fieldLines(fields) +
                families
                  .map(({ family, won, lost, drawn, points }) => rowLine([family, won, lost, drawn, points]))
                  .join(''),
              text: () =>
                fieldsText({
                  ...fields,
                  ...(headToHead && {
                    against_you: `you won ${headToHead.won}, lost ${headToHead.lost} and drew ${headToHead.drawn} games`,
                  }),
                  ...(families.length > 0 && { families }),
                }),
            });
          });
        }),
    )
    .addCommand(
      pageOptions(agentOptions(new Command('history')))
        .description('List the settled games of an agent, newest first.')
        .option('--family <family>', 'only games of this family, e.g. game:rps')
        .addHelpText('after', helpText('parlor agents history --family game:rps'))
        .action(async (flags: AgentFlags & PageFlags & { family?: string }) => {
          const { family } = flags;
          const request = { ...parseAgentRef(flags), ...parsePage(flags), ...(family === undefined ? {} : { family }) };
          await withParlor(flags, async ({ bridge }) => {
            const { results, next_cursor } = await bridge.agents.history(request);
            printList(flags, results, {
              json: { results, next_cursor },
              next_cursor,
              cells: ({ decided_at, family, outcome, before, after, opponent_nickname }) => [
                new Date(decided_at).toISOString(),
                family,
                outcome,
                before,
                after,
                opponent_nickname,
              ],
              columns: {
                settled: ({ decided_at }) => localTime(decided_at),
                family: ({ family }) => family,
                opponent: ({ opponent_nickname }) => opponent_nickname,
                outcome: ({ outcome }) => outcome,
                before: ({ before }) => before,
                after: ({ after }) => after,
              },
              emptyText: 'No settled games yet. Find a table with: parlor browse',
            });
          });
        }),
    );
}
