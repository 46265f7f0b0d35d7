/** `parlor protocol`: the rules that tables are played by, on this computer and in the community. */
import { Command } from 'commander';
import { helpWith } from '../arguments.ts';
import {
  discoverCommand,
  governanceCommand,
  protocolStatsCommand,
  registerProtocolCommand,
  similarCommand,
} from './protocol-community.ts';
import { createCommand, diffCommand, hashCommand, testCommand, validateCommand } from './protocol-files.ts';
import { byHandCommand, fetchCommand, pathCommand, preflightCommand, searchCommand } from './protocol-library.ts';

export function protocolCommand(): Command {
  return new Command('protocol')
    .description('write, test, publish, find and compare protocols')
    .addHelpText(
      'after',
      helpWith(
        'parlor protocol create --output mine\nparlor protocol validate spec.json\nparlor protocol test .\nparlor protocol register spec.json --with-ui ui\nparlor protocol discover -q chess --fetch',
      ),
    )
    .addCommand(hashCommand())
    .addCommand(validateCommand())
    .addCommand(registerProtocolCommand())
    .addCommand(fetchCommand())
    .addCommand(searchCommand())
    .addCommand(discoverCommand())
    .addCommand(protocolStatsCommand('stats'))
    .addCommand(similarCommand())
    .addCommand(governanceCommand())
    .addCommand(testCommand())
    .addCommand(preflightCommand())
    .addCommand(diffCommand())
    .addCommand(byHandCommand())
    .addCommand(pathCommand())
    .addCommand(createCommand());
}
