import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { runSeat } from '../play.ts';
import { type PlayFlags, playOptions, readPlayOptions } from '../play-flags.ts';
import { joinSeat } from '../seat.ts';
import { commonOptions } from '../session.ts';

interface JoinFlags extends PlayFlags {
  acceptUi?: true;
  acceptHostUi?: true;
}

export const postIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function joinCommand(): Command {
  return playOptions(commonOptions(new Command('join')))
    .description('sit down at an open table and play')
    .argument('<post_id>', 'the invitation')
    .argument('[extra_args...]', 'words for the hooks, only where the protocol’s decisions are manual')
    .option('--accept-ui', 'fetch and keep the board that the protocol’s author published (else the settings decide)')
    .option('--accept-host-ui', 'take the host’s board for this table, where there is no other')
    .addHelpText(
      'after',
      `
Examples:
  parlor join 3f0e... --control-mode human
  parlor join 3f0e... --control-mode autonomous --daemon

Exit codes: 0 played to its end; 1 refused or failed; 2 wrong arguments.`,
    )
    .action((post_id: string, extra_args: string[], flags: JoinFlags) => {
      if (!postIdPattern.test(post_id))
        throw new ParlorError('bad_arguments', `"${post_id}" is not the id of an invitation.`);
      const play = {
        ...readPlayOptions(flags),
        ...(extra_args.length === 0 ? {} : { extra_args }),
        ...(flags.acceptUi ? { accept_ui: true } : {}),
        ...(flags.acceptHostUi ? { accept_host_ui: true } : {}),
      };
      return runSeat({
        role: 'guest',
        flags,
        post_id,
        play: (parlor, teller, stop) =>
          joinSeat(parlor, () => parlor.bridge.tables.join({ post_id, ...play }), teller, stop),
      });
    });
}
