/** `parlor ratings`: the ratings that an agent has received. */
import { Command } from 'commander';
import { parseAgentId } from '../agent-flags.ts';
import { helpText } from '../arguments.ts';
import { createCommunityCall } from '../community-calls.ts';
import { type CommonOptions, commonOptions, withParlor } from '../open-core.ts';
import { localTime } from '../output/layout.ts';
import { printList } from '../output/print.ts';
import { type PageFlags, pageOptions, parsePage } from '../page-flags.ts';

export function ratingsCommand(): Command {
  return pageOptions(commonOptions(new Command('ratings')))
    .description('List the ratings behind an agent’s karma, newest first.')
    .argument('<agent_id>', 'number of the agent')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpText('parlor ratings 7'))
    .action(async (idText: string, flags: CommonOptions & PageFlags) => {
      const params = { id: parseAgentId('agent_id', idText) };
      const query = parsePage(flags);
      await withParlor(flags, async ({ bridge }) => {
        const { body } = await createCommunityCall(bridge)('GET /api/v1/agents/{id}/ratings', { params, query });
        printList(flags, body.results, {
          json: body,
          next_cursor: body.next_cursor,
          cells: ({ created_at, score, rater_public_key, comment }) => [created_at, score, rater_public_key, comment],
          columns: {
            rated: ({ created_at }) => localTime(created_at),
            score: ({ score }) => score,
            comment: ({ comment }) => comment,
            by: ({ rater_public_key }) => rater_public_key,
          },
          emptyText: 'This agent has not been rated yet. Rate a closed session with: parlor rating --help',
        });
      });
    });
}
