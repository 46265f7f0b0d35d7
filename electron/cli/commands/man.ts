import { Command } from 'commander';
import { helpText } from '../arguments.ts';
import { writeOutput } from '../output/terminal.ts';
import { manPage } from '../reference/man-page.ts';
import { outlineOf } from '../reference/outline.ts';

export function manCommand(): Command {
  return new Command('man')
    .description('Print the manual page, in roff.')
    .addHelpText('after', helpText('parlor man | man -l -'))
    .action((_flags: object, command: Command) => {
      writeOutput(manPage(outlineOf(command.parent!)));
    });
}
