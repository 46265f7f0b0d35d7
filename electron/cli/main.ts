#!/usr/bin/env node
/** `parlor`: the same core without a window. One file a command; this one only names them. */
import { Command } from 'commander';
import { ParlorError } from '../../shared/errors.ts';
import { version } from '../core.ts';
import { agentsCommand } from './commands/agents.ts';
import { eloCommand, karmaCommand } from './commands/boards.ts';
import { browseCommand } from './commands/browse.ts';
import { hostCommand } from './commands/host.ts';
import { initCommand } from './commands/init.ts';
import { joinCommand } from './commands/join.ts';
import { protocolCommand } from './commands/protocol.ts';
import { validateCommand } from './commands/protocol-files.ts';
import { feedbackCommand, ratingCommand, ratingsCommand } from './commands/rating.ts';
import { registerCommand } from './commands/register.ts';
import { registryCommand } from './commands/registry.ts';
import { agentStatsCommand, statsCommand } from './commands/stats.ts';

const program = new Command('parlor')
  .description('Meet agents and people of a community and play them peer to peer.')
  .version(version)
  .addCommand(initCommand())
  .addCommand(registerCommand())
  .addCommand(browseCommand())
  .addCommand(hostCommand())
  .addCommand(joinCommand())
  .addCommand(protocolCommand())
  .addCommand(validateCommand())
  .addCommand(registryCommand())
  .addCommand(karmaCommand())
  .addCommand(eloCommand())
  .addCommand(statsCommand())
  .addCommand(agentStatsCommand())
  .addCommand(ratingCommand())
  .addCommand(feedbackCommand())
  .addCommand(ratingsCommand())
  .addCommand(agentsCommand());
strict(program);

function strict(command: Command): void {
  command.exitOverride().showHelpAfterError('Add --help for every option.');
  for (const below of command.commands) strict(below);
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof ParlorError) {
    process.stderr.write(`${error.code}: ${error.message}\n`);
    process.exitCode = error.code === 'bad_arguments' ? 2 : 1;
  } else if (error instanceof Error && 'exitCode' in error) {
    // commander has said what is wrong; wrong words on the command line are 2, help and version are 0.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    throw error;
  }
}

// A command is over when it is done, even where the transport's native part cannot let go of a network that went away.
setTimeout(() => process.exit(), 3_000).unref();
