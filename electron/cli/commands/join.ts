import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { following } from '../follow.ts';
import { type PlayFlags, playOptions, readPlayOptions } from '../play-flags.ts';
import { printer } from '../printer.ts';
import { commonOptions, withParlor } from '../session.ts';

interface JoinFlags extends PlayFlags {
  acceptUi?: true;
  acceptHostUi?: true;
}

export function joinCommand(): Command {
  return playOptions(commonOptions(new Command('join')))
    .description('sit down at an open table and play')
    .argument('<post_id>', 'the invitation')
    .option('--accept-ui', 'fetch and keep the board that the protocol’s author published (else the settings decide)')
    .option('--accept-host-ui', 'take the host’s board for this table, where there is no other')
    .action((post_id: string, flags: JoinFlags) =>
      withParlor(flags, async ({ bridge }) => {
        if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(post_id)) {
          throw new ParlorError('bad_arguments', `"${post_id}" is not the id of an invitation.`);
        }
        await following(bridge, printer(flags.json ?? false), async ({ ended }) => {
          const { table_id } = await bridge.tables.join({
            post_id,
            ...readPlayOptions(flags),
            ...(flags.acceptUi ? { accept_ui: true } : {}),
            ...(flags.acceptHostUi ? { accept_host_ui: true } : {}),
          });
          if ((await ended(table_id)).phase === 'failed') process.exitCode = 1;
        });
      }),
    );
}
