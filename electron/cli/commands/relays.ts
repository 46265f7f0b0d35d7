/** `parlor relays`: the setting for relays of this data directory. */
import { Command } from 'commander';
import { type Relays, relaysSchema } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { helpWith } from '../arguments.ts';
import { type DataDirFlags, dataDirOptions, withDataDir } from '../open-core.ts';
import { printFields } from '../output/print.ts';

export function relaysCommand(): Command {
  return dataDirOptions(new Command('relays'))
    .description('Show or choose the relays between players who cannot connect directly.')
    .argument('[relay...]', '"n0" for its public relays (the default), "none", or the https addresses of your own')
    .addHelpText('after', helpWith('parlor relays https://relay.example\nparlor relays none'))
    .action(async (named: string[], flags: DataDirFlags) => {
      const chosen = named.length === 0 ? null : relaysOf(named);
      await withDataDir(flags, async ({ bridge }) => {
        const { relays } =
          chosen === null ? (await bridge.app.state({})).settings : await bridge.app.set_settings({ relays: chosen });
        printFields(flags, { relays });
      });
    });
}

function relaysOf(named: string[]): Relays {
  const { success, data } = relaysSchema.safeParse(named.length === 1 && !named[0]!.includes(':') ? named[0] : named);
  if (success) return data;
  throw new ParlorError(
    'bad_arguments',
    `"${named.join(' ')}" must be n0, none, or the https addresses of relays, such as https://relay.example.`,
  );
}
