/** Sessions as they lie on disk, read beside whoever owns the folder: list, events. */
import { Command } from 'commander';
import { ParlorError } from '../../../../shared/errors.ts';
import { chooseDataDir } from '../../../files/data-dir.ts';
import { followEvents, readEvents, type SessionEvent } from '../../../sessions/event-log.ts';
import { isOver, listStates, readState } from '../../../sessions/state.ts';
import { listSavedTables } from '../../../sessions/tables.ts';
import { printable } from '../browse.ts';
import { findState, type TargetFlags, targetOptions } from './target.ts';

interface Flags {
  dataDir?: string;
  json?: true;
}

const dataDirOption = (command: Command) =>
  command
    .option('--data-dir <dir>', 'folder of this identity (else PARLOR_DATA_DIR, else the platform’s)')
    .option('--json', 'one JSON object a line');

export const listCommand = () =>
  dataDirOption(new Command('list'))
    .description('list what was started with --daemon, and every table played here')
    .action(async (flags: Flags) => {
      const dataDir = chooseDataDir(flags.dataDir, process.env);
      const states = await listStates(dataDir);
      const known = new Set(states.map(({ table_id }) => table_id));
      const tables = (await listSavedTables(dataDir))
        .filter(({ table_id }) => !known.has(table_id))
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
      for (const row of rows) {
        const { started_at, role, status, table_id, session_id, state_dir } = row;
        const line = [started_at, role, status, table_id ?? '-', session_id?.slice(0, 16) ?? '-', state_dir ?? '-'];
        process.stdout.write(flags.json ? `${JSON.stringify(row)}\n` : `${line.join('\t')}\n`);
      }
    });

interface EventFlags extends Flags, TargetFlags {
  follow?: true;
  after?: string;
  details?: true;
}

export const eventsCommand = () =>
  targetOptions(dataDirOption(new Command('events')))
    .description('print the events of a session that was started with --daemon')
    .option('--follow', 'go on until the session is over')
    .option('--after <seq>', 'only what came after this number')
    .option('--details', 'with all of each event’s data')
    .action(async (id: string | undefined, flags: EventFlags) => {
      const after = flags.after === undefined ? -1 : Number(flags.after);
      if (!Number.isInteger(after) || after < -1)
        throw new ParlorError('bad_arguments', `--after wants the seq of an event, not "${flags.after}".`);
      const { state_dir } = await findState(chooseDataDir(flags.dataDir, process.env), id, flags);
      if (!flags.follow) {
        for (const event of await readEvents(state_dir, after)) print(event, flags);
        return;
      }
      const over = async () => isOver(await readState(state_dir));
      for await (const event of followEvents(state_dir, after, over)) {
        print(event, flags);
        if (!process.stdout.writable) return;
      }
    });

function print(event: SessionEvent, { json, details }: EventFlags): void {
  const { seq, ts, type, data } = event;
  const words = details ? ` ${JSON.stringify(data)}` : brief(data);
  process.stdout.write(json ? `${JSON.stringify(event)}\n` : `${printable(`${seq} ${ts} ${type}${words}`)}\n`);
}

/** The first words and numbers of an event. */
function brief(data: SessionEvent['data']): string {
  const words = Object.entries(data).filter(([, value]) => value !== null && typeof value !== 'object');
  return words
    .slice(0, 4)
    .map(([name, value]) => ` ${name}=${String(value).slice(0, 64)}`)
    .join('');
}
