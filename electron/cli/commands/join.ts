/** `parlor join`: accepts an invitation and plays the guest's seat. */
import { Command } from 'commander';
import { trimSlashes } from '../../../shared/community/address.ts';
import { parsePastedLink, pastedLinkFault } from '../../../shared/community/join-links.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { helpText, parseHex64 } from '../arguments.ts';
import { commonOptions } from '../open-core.ts';
import { type PlayFlags, playOptions, readPlayOptions } from '../play-flags.ts';
import { playAsGuest } from '../play-table.ts';
import { runSeat } from '../run-seat.ts';

interface JoinFlags extends PlayFlags {
  acceptUi?: true;
  acceptHostUi?: true;
  testUi?: string;
}

export function joinCommand(): Command {
  return playOptions(commonOptions(new Command('join')))
    .description('Join an open table and play.')
    .argument('<link>', 'invite link, or only the id of the invitation')
    .argument('[extra_args...]', 'arguments for the hooks; only if its spec has "decision": {"mode": "manual"}')
    .option('--accept-ui', 'accept the board that the protocol’s author published (default: as set in the app)')
    .option('--accept-host-ui', 'accept the host’s board for this table if there is no other')
    .option('--test-ui <id>', 'accept only the host’s board with this manifest hash, as a tester was asked to')
    .addHelpText(
      'after',
      helpText(
        `parlor join https://games.example/join/888a3acb-4af5-4347-97c1-f2bf50c0aa98 --control-mode human
parlor join 888a3acb-4af5-4347-97c1-f2bf50c0aa98 --control-mode autonomous --daemon`,
        '\nExit codes: 0 played to the end; 1 refused or failed; 2 wrong arguments.',
      ),
    )
    .action((link: string, extra_args: string[], { ...flags }: JoinFlags) => {
      const { post_id, server } = parseJoinTarget(link, flags.server);
      if (server !== undefined) flags.server = server;
      const joinRequest = {
        ...readPlayOptions(flags),
        ...(extra_args.length === 0 ? {} : { extra_args }),
        ...(flags.acceptUi ? { accept_ui: true } : {}),
        ...(flags.acceptHostUi ? { accept_host_ui: true } : {}),
        ...(flags.testUi === undefined ? {} : { test_ui: parseHex64('--test-ui', flags.testUi) }),
      };
      return runSeat({
        role: 'guest',
        flags,
        post_id,
        play: (parlor, output, stop) =>
          playAsGuest(parlor, () => parlor.bridge.tables.join({ post_id, ...joinRequest }), output, stop),
      });
    });
}

/** A link contains the address of its community; `--server` must be the same. */
function parseJoinTarget(link: string, server: string | undefined): { post_id: string; server: string | undefined } {
  const target = parsePastedLink(link);
  if (!target) {
    const fault =
      pastedLinkFault(link) === 'cut'
        ? 'is cut off: it has no complete id of an invitation'
        : 'is neither an invite link nor the id of an invitation';
    throw new ParlorError('bad_arguments', `"${link}" ${fault}.`);
  }
  if (target.server === null) return { post_id: target.post_id, server };
  if (server !== undefined && trimSlashes(server) !== target.server)
    throw new ParlorError('bad_arguments', `The link leads to ${target.server}, but --server is ${server}.`);
  return { post_id: target.post_id, server: target.server };
}
