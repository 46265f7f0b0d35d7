/** `parlor consents`: the boards by other authors that the user has accepted. */
import { Command } from 'commander';
import { readConsents } from '../../../shared/bridge/read-all.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { helpText, parseHex64 } from '../arguments.ts';
import { type CommonOptions, dataDirCommand, readDataDir, withDataDir } from '../open-core.ts';
import { localTime } from '../output/layout.ts';
import { fieldLines, print, printList } from '../output/print.ts';

export function consentsCommand(): Command {
  return new Command('consents')
    .description('Review the boards by other people that you accepted, and revoke them.')
    .addHelpText('after', helpText('parlor consents list\nparlor consents revoke "$HASH"'))
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

function listCommand(): Command {
  return dataDirCommand('list', 'List the boards you accepted, with author and hash, the newest first.')
    .addHelpText('after', helpText('parlor consents list --json'))
    .action((flags: CommonOptions) =>
      readDataDir(flags, async ({ bridge }) => {
        printList(flags, await readConsents(bridge), {
          cells: ({ manifest_hash, source, author, protocol_name, protocol_id, accepted_at }) => [
            manifest_hash,
            source,
            author.public_key,
            protocol_name ?? protocol_id,
            new Date(accepted_at).toISOString(),
          ],
          columns: {
            accepted: ({ accepted_at }) => localTime(accepted_at),
            protocol: ({ protocol_name, protocol_id }) => protocol_name ?? protocol_id,
            from: ({ source }) => source,
            author: ({ author }) => author.public_key,
            hash: ({ manifest_hash }) => manifest_hash,
          },
          emptyText: 'You have not accepted any board by others. Parlor asks before it shows one.',
        });
      }),
    );
}

function revokeCommand(): Command {
  return dataDirCommand('revoke', 'Revoke a board: it is deleted here and not shown again without your consent.')
    .argument('<hash>', 'its hash, from parlor consents list --json')
    .addHelpText('after', helpText('parlor consents revoke "$HASH"'))
    .action(async (hash: string, flags: CommonOptions) => {
      const manifest_hash = parseHex64('hash', hash);
      await withDataDir(flags, async ({ bridge }) => {
        const { revoked } = await bridge.protocols.revoke_consent({ manifest_hash });
        if (!revoked) throw new ParlorError('not_found', 'No accepted board has this hash.');
        print(flags, {
          json: { manifest_hash, revoked },
          lines: () => fieldLines({ manifest_hash, revoked }),
          text: () => `Revoked the board ${manifest_hash}.`,
        });
      });
    });
}
