import { join } from 'node:path';
import { Command } from 'commander';
import { defaultResourcesDir } from '../../installation.ts';
import { updateKit } from '../../studio/ui-kit.ts';
import { helpText } from '../arguments.ts';
import { printFields } from '../output/print.ts';

export function uiKitCommand(): Command {
  return new Command('ui-kit')
    .description('Put the kit for boards into the folder ui/ of a project, or update it there.')
    .argument('[folder]', 'the folder of the project', '.')
    .option('--force', 'also replace files that you changed')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpText('parlor ui-kit\nparlor ui-kit ./duel --force'))
    .action(async (folder: string, flags: { force?: true; json?: true }) => {
      const update = await updateKit(defaultResourcesDir(), folder, flags.force === true);
      printFields(flags, { path: join(folder, 'ui'), ...update });
    });
}
