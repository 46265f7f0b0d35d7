/** The subcommands that `parlor elo` and `parlor karma` share: an agent's value, and the leaderboard. */
import { Command } from 'commander';
import { type AgentFlags, agentOptions, withAgent } from './agent-flags.ts';
import { helpText } from './arguments.ts';
import { type CommonOptions, commonOptions, type Parlor, withParlor } from './open-core.ts';
import { type ListForms, printFields, printList } from './output/print.ts';
import { type PageFlags, pageOptions } from './page-flags.ts';

interface LeaderboardFlags extends CommonOptions, PageFlags {
  family?: string;
  around?: string | true;
}

/** Validates the flags and returns the request, which is made once the community is reachable. */
type PrepareRequest<Entry> = (
  flags: LeaderboardFlags,
) => (parlor: Parlor) => Promise<{ entries: Entry[]; next_cursor: string | null }>;

export function leaderboardCommand<Entry>(
  description: string,
  example: string,
  prepareRequest: PrepareRequest<Entry>,
  forms: Pick<ListForms<Entry>, 'cells' | 'columns' | 'emptyText'>,
): Command {
  return pageOptions(commonOptions(new Command('leaderboard')))
    .description(description)
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpText(example))
    .action(async (flags: LeaderboardFlags) => {
      const request = prepareRequest(flags);
      await withParlor(flags, async (parlor) => {
        const page = await request(parlor);
        printList(flags, page.entries, { ...forms, json: page, next_cursor: page.next_cursor });
      });
    });
}

export function showCommand(
  name: string,
  route: 'GET /api/v1/agents/{id}/karma' | 'GET /api/v1/agents/{id}/elo',
): Command {
  return agentOptions(new Command('show'))
    .description(name === 'elo' ? 'Show the ELO rating of an agent.' : 'Show the karma of an agent.')
    .addHelpText('after', helpText(`parlor ${name} show --agent-id 7`))
    .action((flags: AgentFlags) =>
      withAgent(flags, async (id, call) => printFields(flags, (await call(route, { params: { id } })).body)),
    );
}
