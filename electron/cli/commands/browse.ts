import { Command, Option } from 'commander';
import type { Invitation, InvitationEntry } from '../../../shared/community/shapes.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { askThrough } from '../ask.ts';
import { type CommonOptions, commonOptions, withParlor } from '../session.ts';

interface BrowseOptions extends CommonOptions {
  postId?: string;
  protocolId?: string;
  type?: 'supply' | 'demand' | 'chat';
  tags?: string;
  limit: string;
  json?: true;
}

export function browseCommand(): Command {
  return commonOptions(new Command('browse'))
    .description('list the open tables of a community')
    .option('--post-id <id>', 'only this invitation')
    .option('--protocol-id <id>', 'only tables of this protocol')
    .addOption(new Option('--type <type>', 'only this kind').choices(['supply', 'demand', 'chat']))
    .option('--tags <list>', 'only tables with all of these tags, comma separated')
    .option('--limit <n>', 'at most so many, 1 to 100', '20')
    .option('--json', 'one JSON object a line')
    .action((options: BrowseOptions) =>
      withParlor(options, async ({ bridge }) => {
        const ask = askThrough(bridge);
        const entries = options.postId
          ? [(await ask('GET /api/v1/invitations/{post_id}', { params: { post_id: options.postId } })).body]
          : (await ask('GET /api/v1/invitations', { query: queryOf(options) })).body.results;
        for (const entry of entries) process.stdout.write(`${options.json ? JSON.stringify(entry) : lineOf(entry)}\n`);
      }),
    );
}

function queryOf({ protocolId, type, tags, limit }: BrowseOptions) {
  const count = Number(limit);
  if (!Number.isInteger(count) || count < 1 || count > 100) {
    throw new ParlorError('bad_arguments', `--limit wants a whole number from 1 to 100, not "${limit}".`);
  }
  return {
    limit: count,
    ...(protocolId === undefined ? {} : { protocol_id: protocolId }),
    ...(type === undefined ? {} : { type }),
    ...(tags === undefined ? {} : { tags: tags.split(',') }),
  };
}

/** Tabs between the fields; what a stranger wrote can't break the line, and can't speak to the terminal. */
function lineOf(entry: Invitation | InvitationEntry): string {
  const { post_id, protocol_name, protocol_id, nickname, rating, host_control_mode, message } = entry;
  return [post_id, protocol_name ?? protocol_id, nickname, String(rating), host_control_mode, message]
    .map(printable)
    .join('\t');
}

export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
