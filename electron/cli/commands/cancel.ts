/** `parlor cancel`: withdraws an invitation, and stops its table if it is hosted here. */
import { Command } from 'commander';
import { readHosted } from '../../../shared/bridge/read-all.ts';
import { isPostId } from '../../../shared/community/join-links.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { helpText } from '../arguments.ts';
import { createCommunityCall } from '../community-calls.ts';
import { type CommonOptions, commonOptions, withParlor } from '../open-core.ts';
import { print } from '../output/print.ts';

export function cancelCommand(): Command {
  return commonOptions(new Command('cancel'))
    .description('Cancel one of your invitations.')
    .argument('<post_id>', 'id of the invitation')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpText('parlor cancel 888a3acb-4af5-4347-97c1-f2bf50c0aa98'))
    .action((post_id: string, flags: CommonOptions) => {
      if (!isPostId(post_id)) throw new ParlorError('bad_arguments', `"${post_id}" is not the id of an invitation.`);
      return withParlor(flags, async ({ bridge }) => {
        const hosted = await readHosted(bridge);
        // This also stops the waiting table on this computer.
        if (hosted.some((invitation) => invitation.post_id === post_id)) await bridge.tables.withdraw({ post_id });
        else await createCommunityCall(bridge)('DELETE /api/v1/invitations/{post_id}', { params: { post_id } });
        print(flags, {
          json: { status: 'cancelled', post_id },
          lines: () => `cancelled: ${post_id}`,
          text: () => `Cancelled the invitation ${post_id}.`,
        });
      });
    });
}
