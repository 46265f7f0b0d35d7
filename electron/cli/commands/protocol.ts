/** `parlor protocol`: protocols on this computer and in the community. */
import { Command } from 'commander';
import { helpText } from '../arguments.ts';
import {
  discoverCommand,
  governanceCommand,
  protocolStatsCommand,
  registerProtocolCommand,
  similarCommand,
} from './protocol-community.ts';
import { createCommand, diffCommand, hashCommand, testCommand, validateCommand } from './protocol-files.ts';
import { importBoardCommand } from './protocol-import-board.ts';
import { byHandCommand, fetchCommand, pathCommand, searchCommand } from './protocol-library.ts';
import { preflightCommand } from './protocol-preflight.ts';
import { publishCommand } from './protocol-publish.ts';

export function protocolCommand(): Command {
  return new Command('protocol')
    .description('Find, download, write, test, compare and publish protocols.')
    .addHelpText(
      'after',
      helpText(
        'parlor protocol create --output mine\nparlor protocol validate spec.json\nparlor protocol test .\nparlor protocol publish .\nparlor protocol discover -q chess --fetch',
      ),
    )
    .addCommand(hashCommand())
    .addCommand(validateCommand('parlor protocol validate'))
    .addCommand(publishCommand())
    .addCommand(registerProtocolCommand())
    .addCommand(fetchCommand())
    .addCommand(searchCommand())
    .addCommand(discoverCommand())
    .addCommand(protocolStatsCommand('stats', 'parlor protocol stats connect-four'))
    .addCommand(similarCommand())
    .addCommand(governanceCommand())
    .addCommand(testCommand())
    .addCommand(preflightCommand())
    .addCommand(diffCommand())
    .addCommand(byHandCommand())
    .addCommand(pathCommand())
    .addCommand(createCommand())
    .addCommand(importBoardCommand());
}
