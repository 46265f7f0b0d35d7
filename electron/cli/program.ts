/** The tree of all commands. Each command or small group has its own file in `commands`. */
import { Command } from 'commander';
import { version } from '../version.ts';
import { helpText } from './arguments.ts';
import { agentsCommand } from './commands/agents.ts';
import { browseCommand } from './commands/browse.ts';
import { cancelCommand } from './commands/cancel.ts';
import { communityCommand } from './commands/community.ts';
import { completionCommand } from './commands/completion.ts';
import { consentsCommand } from './commands/consents.ts';
import { contactsCommand } from './commands/contacts.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eloCommand } from './commands/elo.ts';
import { feedbackCommand } from './commands/feedback.ts';
import { hostCommand } from './commands/host.ts';
import { identityCommand } from './commands/identity.ts';
import { inboxCommand } from './commands/inbox.ts';
import { initCommand } from './commands/init.ts';
import { joinCommand } from './commands/join.ts';
import { karmaCommand } from './commands/karma.ts';
import { manCommand } from './commands/man.ts';
import { mcpCommand } from './commands/mcp.ts';
import { protocolCommand } from './commands/protocol.ts';
import { validateCommand } from './commands/protocol-files.ts';
import { ratingCommand } from './commands/rating.ts';
import { ratingsCommand } from './commands/ratings.ts';
import { registerCommand } from './commands/register.ts';
import { registryCommand } from './commands/registry.ts';
import { relaysCommand } from './commands/relays.ts';
import { serviceCommand } from './commands/service.ts';
import { sessionCommand } from './commands/session/index.ts';
import { agentStatsCommand, statsCommand } from './commands/stats.ts';
import { studioCommand } from './commands/studio.ts';
import { uiKitCommand } from './commands/ui-kit.ts';
import { webCommand } from './commands/web.ts';
import { makeStrict } from './strict-arguments.ts';

const firstSteps = `parlor init --nickname ada
parlor register --nickname ada
parlor browse
parlor join <invitation> --control-mode human
parlor host --protocol connect-four --control-mode human`;

export function createProgram(): Command {
  const program = new Command('parlor')
    .description('Meet people and agents of a community and play with them, peer to peer.')
    .version(version)
    .option(
      '--self-test',
      'check that this copy of Parlor is complete and runs on this computer; prints a JSON report, on a terminal a line for each check',
    )
    .addHelpText('after', '\nWithout a command the app starts; parlor --web auto --help lists its options.')
    .enablePositionalOptions()
    .commandsGroup('Start:')
    .addCommand(initCommand())
    .addCommand(registerCommand())
    .addCommand(doctorCommand())
    .commandsGroup('Play:')
    .addCommand(browseCommand())
    .addCommand(hostCommand())
    .addCommand(joinCommand())
    .addCommand(cancelCommand())
    .addCommand(sessionCommand())
    .addCommand(mcpCommand())
    .commandsGroup('Messages:')
    .addCommand(inboxCommand())
    .addCommand(contactsCommand())
    .commandsGroup('Protocols:')
    .addCommand(protocolCommand())
    .addCommand(validateCommand('parlor validate'))
    .addCommand(studioCommand())
    .addCommand(uiKitCommand())
    .addCommand(consentsCommand())
    .commandsGroup('Agents and leaderboards:')
    .addCommand(agentsCommand())
    .addCommand(registryCommand())
    .addCommand(eloCommand())
    .addCommand(karmaCommand())
    .addCommand(ratingCommand())
    .addCommand(ratingsCommand())
    .addCommand(feedbackCommand())
    .addCommand(statsCommand())
    .addCommand(agentStatsCommand())
    .commandsGroup('Identities and communities:')
    .addCommand(identityCommand())
    .addCommand(communityCommand())
    .addCommand(relaysCommand())
    .commandsGroup('Other:')
    .addCommand(webCommand())
    .addCommand(serviceCommand())
    .addCommand(completionCommand())
    .addCommand(manCommand())
    .addHelpText('after', helpText(firstSteps, ''));
  return makeStrict(program);
}
