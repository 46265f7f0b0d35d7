import { Command } from 'commander';
import { getCommand, statusCommand, transportGetCommand, transportUpdateCommand } from './community.ts';
import { eventsCommand, listCommand } from './files.ts';
import { abortCommand, decideCommand, snapshotCommand } from './play.ts';
import { exportCommand, replayCommand, verifyCommand } from './record.ts';

export function sessionCommand(): Command {
  return new Command('session')
    .description('sessions: as the community has them, as they are played, and as they were')
    .addCommand(getCommand())
    .addCommand(statusCommand())
    .addCommand(transportGetCommand())
    .addCommand(transportUpdateCommand())
    .addCommand(listCommand())
    .addCommand(eventsCommand())
    .addCommand(snapshotCommand())
    .addCommand(decideCommand())
    .addCommand(abortCommand())
    .addCommand(replayCommand())
    .addCommand(verifyCommand())
    .addCommand(exportCommand());
}
