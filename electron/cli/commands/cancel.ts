import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { askThrough } from '../ask.ts';
import { type CommonOptions, commonOptions, withParlor } from '../session.ts';
import { postIdPattern } from './join.ts';

export function cancelCommand(): Command {
  return commonOptions(new Command('cancel'))
    .description('take an invitation of yours back')
    .argument('<post_id>', 'the invitation')
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample: parlor cancel 3f0e...\n\nExit codes: 0 taken back; 1 refused; 2 wrong arguments.')
    .action((post_id: string, flags: CommonOptions & { json?: true }) => {
      if (!postIdPattern.test(post_id))
        throw new ParlorError('bad_arguments', `"${post_id}" is not the id of an invitation.`);
      return withParlor(flags, async ({ bridge }) => {
        const { hosted } = await bridge.tables.hosting({});
        // One that waits here ends its waiting too.
        if (hosted.some((waiting) => waiting.post_id === post_id)) await bridge.tables.withdraw({ post_id });
        else await askThrough(bridge)('DELETE /api/v1/invitations/{post_id}', { params: { post_id } });
        const status = 'cancelled';
        process.stdout.write(flags.json ? `${JSON.stringify({ status, post_id })}\n` : `${status}: ${post_id}\n`);
      });
    });
}
