/** `parlor relays`: the setting for relays of this data directory. */
import { Command } from 'commander';
import { type Relays, relaysSchema } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { helpText } from '../arguments.ts';
import { type DataDirFlags, dataDirOptions, readDataDir, withDataDir } from '../open-core.ts';
import { printFields } from '../output/print.ts';

export function relaysCommand(): Command {
  return dataDirOptions(new Command('relays'))
    .description('Show or choose the relays between players who cannot connect directly.')
    .argument('[relay...]', '"n0" for its public relays (the default), "none", or the https addresses of your own')
    .addHelpText('after', helpText('parlor relays https://relay.example\nparlor relays none'))
    .action(async (relayArguments: string[], flags: DataDirFlags) => {
      const newRelays = relayArguments.length === 0 ? null : parseRelays(relayArguments);
      if (newRelays === null) {
        await readDataDir(flags, async ({ bridge }) => {
          const { relays } = (await bridge.app.state({})).settings;
          printFields(flags, { relays });
        });
        return;
      }
      await withDataDir(flags, async ({ bridge }) => {
        const { relays } = await bridge.app.set_settings({ relays: newRelays });
        printFields(flags, { relays });
      });
    });
}

function parseRelays(relayArguments: string[]): Relays {
  const { success, data } = relaysSchema.safeParse(
    relayArguments.length === 1 && !relayArguments[0]!.includes(':') ? relayArguments[0] : relayArguments,
  );
  if (success) return data;
  throw new ParlorError(
    'bad_arguments',
    `"${relayArguments.join(' ')}" must be n0, none, or the https addresses of relays, such as https://relay.example.`,
  );
}
