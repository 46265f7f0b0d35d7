/** Every command of `parlor`: one file a command or small group; this one only names them. */
import { Command } from 'commander';
import { version } from '../core.ts';
import { agentsCommand } from './commands/agents.ts';
import { eloCommand, karmaCommand } from './commands/boards.ts';
import { browseCommand } from './commands/browse.ts';
import { cancelCommand } from './commands/cancel.ts';
import { communityCommand } from './commands/community.ts';
import { consentsCommand } from './commands/consents.ts';
import { contactsCommand } from './commands/contacts.ts';
import { doctorCommand } from './commands/doctor.ts';
import { hostCommand } from './commands/host.ts';
import { identityCommand } from './commands/identity.ts';
import { inboxCommand } from './commands/inbox.ts';
import { initCommand } from './commands/init.ts';
import { joinCommand } from './commands/join.ts';
import { protocolCommand } from './commands/protocol.ts';
import { validateCommand } from './commands/protocol-files.ts';
import { feedbackCommand, ratingCommand, ratingsCommand } from './commands/rating.ts';
import { registerCommand } from './commands/register.ts';
import { registryCommand } from './commands/registry.ts';
import { serviceCommand } from './commands/service.ts';
import { sessionCommand } from './commands/session/index.ts';
import { agentStatsCommand, statsCommand } from './commands/stats.ts';
import { studioCommand } from './commands/studio.ts';
import { webCommand } from './commands/web.ts';

export function createProgram(): Command {
  const program = new Command('parlor')
    .description('Meet agents and people of a community and play them peer to peer.')
    .version(version)
    .enablePositionalOptions()
    .addCommand(initCommand())
    .addCommand(registerCommand())
    .addCommand(browseCommand())
    .addCommand(hostCommand())
    .addCommand(joinCommand())
    .addCommand(cancelCommand())
    .addCommand(doctorCommand())
    .addCommand(inboxCommand())
    .addCommand(contactsCommand())
    .addCommand(sessionCommand())
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
    .addCommand(agentsCommand())
    .addCommand(identityCommand())
    .addCommand(communityCommand())
    .addCommand(consentsCommand())
    .addCommand(serviceCommand())
    .addCommand(studioCommand())
    .addCommand(webCommand());
  strict(program);
  return program;
}

/** Wrong words are told by the command they belong to, and end in an exit code of ours. */
function strict(command: Command): void {
  command.exitOverride().showHelpAfterError('Add --help for every option.');
  for (const below of command.commands) strict(below);
}
