/** Sessions on disk, read without owning the data directory: list, events. */
import { Command } from 'commander';
import { ParlorError } from '../../../../shared/errors.ts';
import { chooseDataDir } from '../../../files/data-dir.ts';
import { helpWith } from '../../arguments.ts';
import { dataDirOption } from '../../open-core.ts';
import { inline, localTime, printable } from '../../output/layout.ts';
import { print, printList } from '../../output/print.ts';
import { followEvents, readEvents, type SessionEvent } from '../../sessions/event-log.ts';
import { listSavedTables } from '../../sessions/saved-tables.ts';
import { hasEnded, listStates, readState } from '../../sessions/state.ts';
import { findState, type TargetFlags, targetOptions } from './target.ts';

interface Flags {
  dataDir?: string;
  json?: true;
}

const withCommonOptions = (command: Command) =>
  command.addOption(dataDirOption()).option('--json', 'print one JSON object per line');

export const listCommand = () =>
  withCommonOptions(new Command('list'))
    .description('List the sessions played on this computer, newest first.')
    .addHelpText('after', helpWith('parlor session list'))
    .action(async (flags: Flags) => {
      const dataDir = chooseDataDir(flags.dataDir, process.env);
      const states = await listStates(dataDir);
      // Tables that are played in the background have a state directory; the others have only a table file.
      const inBackground = new Set(states.map(({ table_id }) => table_id));
      const tables = (await listSavedTables(dataDir))
        .filter(({ table_id }) => !inBackground.has(table_id))
        .map(({ table_id, started_at, ended_at, phase, facts: { table } }) => ({
          role: table.role,
          status: ended_at === null ? 'running' : 'closed',
          state_dir: null,
          post_id: table.post_id,
          protocol_id: table.protocol.protocol_id,
          session_id: table.session_id,
          table_id,
          started_at: new Date(started_at).toISOString(),
          ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
          completed: ended_at === null ? null : phase === 'finished',
        }));
      const rows = [...states, ...tables].sort((a, b) => b.started_at.localeCompare(a.started_at));
      printList(flags, rows, {
        lines: ({ started_at, role, status, table_id, session_id, state_dir }) => [
          started_at,
          role,
          status,
          table_id,
          session_id?.slice(0, 16) ?? null,
          state_dir,
        ],
        columns: {
          started: ({ started_at }) => localTime(started_at),
          seat: ({ role }) => role,
          status: ({ status }) => status,
          table: ({ table_id }) => table_id,
          'state directory': ({ state_dir }) => state_dir,
        },
        kept: ['table'],
        empty: 'No sessions have been played here yet. Find a table with: parlor browse',
      });
    });

interface EventFlags extends Flags, TargetFlags {
  follow?: true;
  after?: string;
  details?: true;
}

export const eventsCommand = () =>
  targetOptions(withCommonOptions(new Command('events')))
    .description('Print the events of a session that was started with --daemon.')
    .option('--follow', 'wait for further events until the session ends')
    .option('--after <seq>', 'only events after this number')
    .option('--details', 'print all data of each event')
    .addHelpText(
      'after',
      helpWith('parlor session events --follow\nparlor session events --state-dir "$STATE_DIR" --after 12 --json'),
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
        // The reader of the pipe has exited.
        if (!process.stdout.writable) return;
      }
    });

function printEvent(event: SessionEvent, flags: EventFlags): void {
  const { seq, ts, type, data } = event;
  const { details } = flags;
  print(flags, {
    json: event,
    lines: () => printable(`${seq} ${ts} ${type}${details ? ` ${JSON.stringify(data)}` : firstMembers(data)}`),
    text: () => printable(`${seq}  ${localTime(ts)}  ${type}${details ? `  ${inline(data)}` : firstMembers(data)}`),
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
