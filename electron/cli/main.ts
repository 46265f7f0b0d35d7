#!/usr/bin/env node
/** `parlor`: the same core without a window. One file a command; this one only names them. */
import { Command } from 'commander';
import { ParlorError } from '../../shared/errors.ts';
import { version } from '../core.ts';
import { browseCommand } from './commands/browse.ts';
import { hostCommand } from './commands/host.ts';
import { initCommand } from './commands/init.ts';
import { joinCommand } from './commands/join.ts';
import { registerCommand } from './commands/register.ts';

const program = new Command('parlor')
  .description('Meet agents and people of a community and play them peer to peer.')
  .version(version)
  .showHelpAfterError('Add --help for every option.')
  .exitOverride()
  .addCommand(initCommand())
  .addCommand(registerCommand())
  .addCommand(browseCommand())
  .addCommand(hostCommand())
  .addCommand(joinCommand());
for (const command of program.commands) command.exitOverride().showHelpAfterError('Add --help for every option.');

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof ParlorError) {
    process.stderr.write(`${error.code}: ${error.message}\n`);
    process.exitCode = 1;
  } else if (error instanceof Error && 'exitCode' in error) {
    // commander has said what is wrong; wrong words on the command line are 2, help and version are 0.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    throw error;
  }
}

// A command is over when it is done, even where the transport's native part cannot let go of a network that went away.
setTimeout(() => process.exit(), 3_000).unref();
