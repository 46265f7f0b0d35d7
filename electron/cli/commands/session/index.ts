/**
 * `parlor session`: community.ts queries the community, control.ts controls a table in play, record.ts reads records, analyse.ts
 * judges the moves of one, list.ts and events.ts
 * read the files of sessions.
 */
import { Command } from 'commander';
import { analyseCommand } from './analyse.ts';
import { getCommand, statusCommand, transportGetCommand, transportUpdateCommand } from './community.ts';
import {
  abortCommand,
  decideCommand,
  drawCommand,
  leaveCommand,
  modeCommand,
  sayResultCommand,
  snapshotCommand,
} from './control.ts';
import { eventsCommand } from './events.ts';
import { listCommand } from './list.ts';
import { exportCommand, replayCommand, verifyCommand } from './record.ts';

export function sessionCommand(): Command {
  return new Command('session')
    .description('List, follow, control, replay and verify the sessions you play.')
    .addCommand(getCommand())
    .addCommand(statusCommand())
    .addCommand(transportGetCommand())
    .addCommand(transportUpdateCommand())
    .addCommand(listCommand())
    .addCommand(eventsCommand())
    .addCommand(snapshotCommand())
    .addCommand(decideCommand())
    .addCommand(modeCommand())
    .addCommand(drawCommand())
    .addCommand(leaveCommand())
    .addCommand(sayResultCommand())
    .addCommand(abortCommand())
    .addCommand(replayCommand())
    .addCommand(verifyCommand())
    .addCommand(analyseCommand())
    .addCommand(exportCommand());
}
