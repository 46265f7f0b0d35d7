import { Command } from 'commander';
import { helpText } from '../arguments.ts';

/** For the list of commands. main.ts runs the service's own program instead of this command. */
export function serviceCommand(): Command {
  return new Command('service')
    .description('Run a community service; its own options are listed by: parlor service --help')
    .argument('[args...]', 'options of the service')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .addHelpText('after', helpText('parlor service --port 8080 --data-dir ./community', ''));
}
