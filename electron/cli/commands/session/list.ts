/** `parlor session list`: reads the data directory without owning it. */
import { Command, Option } from 'commander';
import { csvHeader, csvLine } from '../../../../shared/tables/table-csv.ts';
import { chooseDataDir } from '../../../files/data-dir.ts';
import { helpText } from '../../arguments.ts';
import { type DataDirFlags, dataDirOptions } from '../../open-core.ts';
import { localTime } from '../../output/layout.ts';
import { printList } from '../../output/print.ts';
import { writeOutput } from '../../output/terminal.ts';
import { listEndedRows, listSavedTables } from '../../sessions/saved-tables.ts';
import { listStates } from '../../sessions/session-state.ts';

export const listCommand = () =>
  dataDirOptions(new Command('list'))
    .description('List the sessions played on this computer, newest first.')
    .addOption(
      new Option('--csv', 'print the tables that have ended as comma-separated values, with their outcomes').conflicts(
        'json',
      ),
    )
    .addHelpText('after', helpText('parlor session list\nparlor session list --csv > games.csv'))
    .action(async (flags: DataDirFlags & { csv?: true }) => {
      const dataDir = chooseDataDir(flags.dataDir, process.env);
      if (flags.csv) return writeOutput(csvHeader + (await listEndedRows(dataDir)).map(csvLine).join(''));
      const states = await listStates(dataDir);
      // Tables that are played in the background have a state directory; the others have only a table file.
      const backgroundTableIds = new Set(states.map(({ table_id }) => table_id));
      const tables = (await listSavedTables(dataDir))
        .filter(({ table_id }) => !backgroundTableIds.has(table_id))
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
        cells: ({ started_at, role, status, table_id, session_id, state_dir }) => [
          started_at,
          role,
          status,
          table_id,
          session_id,
          state_dir,
        ],
        columns: {
          started: ({ started_at }) => localTime(started_at),
          seat: ({ role }) => role,
          status: ({ status }) => status,
          table: ({ table_id }) => table_id,
          'state directory': ({ state_dir }) => state_dir,
        },
        untruncatedColumns: ['table'],
        emptyText: 'No sessions have been played here yet. Find a table with: parlor browse',
      });
    });
