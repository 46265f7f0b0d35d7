/** `parlor consents`: the boards of others that were let in. */
import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { helpWith, key } from '../arguments.ts';
import { printFound, printJson, printRow } from '../printer.ts';
import { type CommonOptions, withDataDir } from '../session.ts';

interface Flags extends CommonOptions {
  json?: true;
}

const subcommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option('--data-dir <dir>', 'folder of the boards (else PARLOR_DATA_DIR, else the platform’s)')
    .option('--json', 'one JSON object a line');

export function consentsCommand(): Command {
  return new Command('consents')
    .description('the boards of others that were let in')
    .addHelpText('after', helpWith('parlor consents list\nparlor consents revoke "$HASH"'))
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

function listCommand(): Command {
  return subcommand('list', 'each with its hash, its author and when it was accepted; the last one first')
    .addHelpText('after', helpWith('parlor consents list --json'))
    .action((flags: Flags) =>
      withDataDir(flags, async ({ bridge }) => {
        for (const consent of (await bridge.protocols.consents({})).consents) {
          if (flags.json) printJson(consent);
          else {
            const { manifest_hash, source, author, protocol_name, protocol_id, accepted_at } = consent;
            const at = new Date(accepted_at).toISOString();
            printRow([manifest_hash, source, author.public_key, protocol_name ?? protocol_id, at]);
          }
        }
      }),
    );
}

function revokeCommand(): Command {
  return subcommand('revoke', 'take a board back: it is neither shown nor kept any more')
    .argument('<hash>', 'its hash, as list tells it')
    .addHelpText('after', helpWith('parlor consents revoke "$HASH"'))
    .action(async (hash: string, flags: Flags) => {
      const manifest_hash = key('hash', hash);
      await withDataDir(flags, async ({ bridge }) => {
        const { revoked } = await bridge.protocols.revoke_consent({ manifest_hash });
        if (!revoked) throw new ParlorError('not_found', 'No board of this hash was let in.');
        printFound({ manifest_hash, revoked }, flags.json);
      });
    });
}
