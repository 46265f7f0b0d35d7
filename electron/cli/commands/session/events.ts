/** `parlor session events`: reads the session's files, so no other process needs to run. */
import { Command } from 'commander';
import { ParlorError } from '../../../../shared/errors.ts';
import { chooseDataDir } from '../../../files/data-dir.ts';
import { helpText } from '../../arguments.ts';
import { type DataDirFlags, dataDirOptions } from '../../open-core.ts';
import { inlineText, localTime } from '../../output/layout.ts';
import { print } from '../../output/print.ts';
import { printable } from '../../output/terminal.ts';
import { followEvents, readEvents, type SessionEvent } from '../../sessions/event-log.ts';
import { hasEnded, readState } from '../../sessions/session-state.ts';
import { findState, type TargetFlags, targetOptions } from './target.ts';

interface EventFlags extends DataDirFlags, TargetFlags {
  follow?: true;
  after?: string;
  details?: true;
}

export const eventsCommand = () =>
  targetOptions(dataDirOptions(new Command('events')))
    .description('Print the events of a session that was started with --daemon.')
    .option('--follow', 'wait for further events until the session ends')
    .option('--after <seq>', 'only events after this number')
    .option('--details', 'print all data of each event')
    .addHelpText(
      'after',
      helpText('parlor session events --follow\nparlor session events --state-dir "$STATE_DIR" --after 12 --json'),
    )
    .action(async (id: string | undefined, flags: EventFlags) => {
      const after = flags.after === undefined ? -1 : Number(flags.after);
      if (!Number.isInteger(after) || after < -1)
        throw new ParlorError('bad_arguments', `--after must be the seq of an event, not "${flags.after}".`);
      const { state_dir } = await findState(chooseDataDir(flags.dataDir, process.env), id, flags);
      if (!flags.follow) {
        for (const event of await readEvents(state_dir, after)) printEvent(event, flags);
        return;
      }
      const isOver = async () => hasEnded(await readState(state_dir));
      for await (const event of followEvents(state_dir, after, isOver)) {
        printEvent(event, flags);
        // The process that reads the pipe has exited.
        if (!process.stdout.writable) return;
      }
    });

function printEvent(event: SessionEvent, flags: EventFlags): void {
  const { seq, ts, type, data } = event;
  const { details } = flags;
  print(flags, {
    json: event,
    lines: () => printable(`${seq} ${ts} ${type}${details ? ` ${JSON.stringify(data)}` : firstMembers(data)}`),
    text: () => printable(`${seq}  ${localTime(ts)}  ${type}${details ? `  ${inlineText(data)}` : firstMembers(data)}`),
  });
}

/** Up to four scalar members, so that an event fits on a line. */
function firstMembers(data: SessionEvent['data']): string {
  const members = Object.entries(data).filter(([, value]) => value !== null && typeof value !== 'object');
  return members
    .slice(0, 4)
    .map(([name, value]) => ` ${name}=${String(value).slice(0, 64)}`)
    .join('');
}
