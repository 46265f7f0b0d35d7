import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { commonOptions, withSession } from '../session.ts';
import { type PlayFlags, playOptions, printer, readPlayOptions, withTables } from '../table-session.ts';

export function joinCommand(): Command {
  return playOptions(commonOptions(new Command('join')))
    .description('sit down at an open table and play')
    .argument('<post_id>', 'the invitation')
    .action((post_id: string, flags: PlayFlags) =>
      withSession(flags, async (session) => {
        if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(post_id)) {
          throw new ParlorError('bad_arguments', `"${post_id}" is not the id of an invitation.`);
        }
        const print = printer(flags.json ?? false);
        await withTables(session, print, async (tables, follow) => {
          const table_id = await tables.join(post_id, readPlayOptions(flags));
          const ended = await follow(table_id);
          if (ended.phase === 'failed') process.exitCode = 1;
        });
      }),
    );
}
