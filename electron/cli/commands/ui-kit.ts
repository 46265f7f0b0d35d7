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
      const path = join(folder, 'ui');
      printFields(flags, { path, ...(await updateKit(defaultResourcesDir(), path, flags.force === true)) });
    });
}
