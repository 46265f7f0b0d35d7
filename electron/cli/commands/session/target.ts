/** Selects the table of a session command: by state_dir, by any of its ids, or the only one in play. */
import type { Command } from 'commander';
import type { Table } from '../../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../../shared/errors.ts';
import { onClock } from '../../../../shared/tables/clocks.ts';
import type { BridgeClient } from '../../../owner/attach.ts';
import { listStates, readState, type SessionState } from '../../sessions/session-state.ts';

export interface TargetFlags {
  stateDir?: string;
}

export function targetOptions(command: Command): Command {
  return command
    .argument('[id]', 'id of the table, its session or its invitation (default: the only one in play)')
    .option('--state-dir <dir>', 'the state directory that --daemon printed');
}

/** With running times as Unix milliseconds. Rejects `not_found`, and `bad_arguments` if several tables are in play and none is selected. */
export async function findTable(
  bridge: BridgeClient,
  id: string | undefined,
  { stateDir }: TargetFlags,
): Promise<Table> {
  const selectedId = id ?? (stateDir === undefined ? undefined : await readTableId(stateDir));
  if (selectedId !== undefined) {
    const tables = (await bridge.tables.list({ text: selectedId })).tables.map((table) => onClock(table, Date.now()));
    const table = tables.find(
      ({ table_id, session_id, post_id }) =>
        table_id === selectedId || session_id === selectedId || post_id === selectedId,
    );
    if (table) return table;
    throw new ParlorError('not_found', `There is no table ${selectedId} here.`);
  }
  // The first page has all tables in play.
  const activeTables = (await bridge.tables.list({ limit: 1 })).tables.filter(
    ({ phase }) => phase === 'playing' || phase === 'joining',
  );
  if (activeTables.length === 1) return activeTables[0]!;
  throw activeTables.length === 0
    ? new ParlorError('not_found', 'No table is in play here.')
    : new ParlorError(
        'bad_arguments',
        `${activeTables.length} tables are in play. Name one of them: ${activeTables.map(({ table_id }) => table_id).join(', ')}.`,
      );
}

async function readTableId(stateDir: string): Promise<string> {
  const { table_id } = await readState(stateDir);
  if (table_id === null) throw new ParlorError('not_found', 'This table has no guest yet.');
  return table_id;
}

/** The session in `stateDir`, or with this id, or by default the newest. Rejects `not_found`. */
export async function findState(
  dataDir: string,
  id: string | undefined,
  { stateDir }: TargetFlags,
): Promise<SessionState> {
  if (stateDir !== undefined) return readState(stateDir);
  const match = (await listStates(dataDir)).find(
    (state) => id === undefined || [state.table_id, state.session_id, state.post_id].includes(id),
  );
  if (match) return match;
  throw new ParlorError(
    'not_found',
    id === undefined ? `No session was started with --daemon in ${dataDir}.` : `There is no session ${id}.`,
  );
}
