/** `parlor browse`: the open invitations of the community. */
import { Command, Option } from 'commander';
import type { Deprecation } from '../../../shared/bridge/contract.ts';
import { readDeprecations } from '../../../shared/bridge/read-all.ts';
import { isPostId } from '../../../shared/community/join-links.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { labelsOf } from '../../../shared/protocol/labels.ts';
import { helpText, parseHex64, parseWholeNumber } from '../arguments.ts';
import { createCommunityCall } from '../community-calls.ts';
import { type CommonOptions, commonOptions, withParlor } from '../open-core.ts';
import { printList } from '../output/print.ts';

interface BrowseOptions extends CommonOptions {
  postId?: string;
  protocolId?: string;
  type?: 'supply' | 'demand' | 'chat';
  tags?: string;
  limit: string;
}

export function browseCommand(): Command {
  return commonOptions(new Command('browse'))
    .description('List the open tables of a community.')
    .option('--post-id <id>', 'only this invitation')
    .option('--protocol-id <id>', 'only tables of this protocol')
    .addOption(new Option('--type <type>', 'only invitations of this type').choices(['supply', 'demand', 'chat']))
    .option('--tags <list>', 'only tables with all of these tags, separated by commas')
    .option('--limit <n>', 'number of entries, 1 to 100', '20')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', helpText('parlor browse\nparlor browse --type supply --limit 5 --json'))
    .action(async (options: BrowseOptions) => {
      const query = parseQuery(options);
      const { postId: post_id } = options;
      if (post_id !== undefined && !isPostId(post_id))
        throw new ParlorError('bad_arguments', `--post-id must be the id of an invitation, not "${post_id}".`);
      await withParlor(options, async ({ bridge }) => {
        const call = createCommunityCall(bridge);
        const entries =
          post_id === undefined
            ? (await call('GET /api/v1/invitations', { query })).body.results
            : [(await call('GET /api/v1/invitations/{post_id}', { params: { post_id } })).body];
        const deprecations = await readDeprecations(
          bridge,
          entries.map(({ protocol_id }) => protocol_id),
        ).catch(() => new Map<string, Deprecation>());
        const labels = labelsOf(null);
        /** Rows of other tables end before it. */
        const mark = (protocol_id: string) => (deprecations.has(protocol_id) ? ['deprecated'] : []);
        printList(options, entries, {
          cells: ({ post_id, protocol_name, protocol_id, nickname, rating, host_control_mode, message }) => [
            post_id,
            protocol_name ?? protocol_id,
            nickname,
            rating,
            host_control_mode,
            message,
            ...mark(protocol_id),
          ],
          columns: {
            protocol: ({ protocol_name, protocol_id }) =>
              [protocol_name ?? protocol_id, ...mark(protocol_id)].join(', '),
            host: ({ nickname }) => nickname,
            rating: ({ rating }) => rating,
            options: ({ options }) => labels.options(options) || null,
            mode: ({ host_control_mode }) => host_control_mode,
            message: ({ message }) => message || null,
            invitation: ({ post_id }) => post_id,
          },
          untruncatedColumns: ['invitation'],
          nextStep: 'Join a table with: parlor join <invitation>',
          emptyText: 'No open tables match. Open one yourself, e.g.: parlor host --protocol connect-four',
        });
      });
    });
}

function parseQuery({ protocolId, type, tags, limit }: BrowseOptions) {
  return {
    limit: parseWholeNumber('--limit', limit, 1, 100),
    ...(protocolId === undefined ? {} : { protocol_id: parseHex64('--protocol-id', protocolId) }),
    ...(type === undefined ? {} : { type }),
    ...(tags === undefined ? {} : { tags: parseTags(tags) }),
  };
}

function parseTags(list: string): string[] {
  const tags = list.split(',');
  if (tags.every((tag) => tag.trim() !== '')) return tags;
  throw new ParlorError('bad_arguments', `--tags must be tags separated by commas, not "${list}".`);
}
