/** Plays one table for a command, from invitation or join to its end, in the foreground or as a daemon. */
import type { HostedTable, Table } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { isOver } from '../../shared/tables/rematch.ts';
import type { BridgeClient } from '../owner/attach.ts';
import { onParentExit } from '../shells/stop.ts';
import { createCommunityCall } from './community-calls.ts';
import { type Follower, followTables } from './follow-tables.ts';
import type { Parlor } from './open-core.ts';

/** Receives the progress of a table: the terminal, or a session's files. */
export interface TableOutput {
  onInvited(hosted: HostedTable): void;
  onRenewed(hosted: HostedTable): void;
  onStarted(table: Table): void;
  /** Every change of the table, from before the game to after its end. */
  onChanged(table: Table): void;
  /** The end could not be reported to the community; a later start retries. */
  onReportFailed(session_id: string, error: string): void;
  /** The last call. Null if there was no table. */
  onEnded(table: Table | null): Promise<void>;
}

/** For reporting the end to the community. */
const reportTimeoutMs = 10_000;
/** For the peer's report of the result. */
const settleTimeoutMs = 5 * 60_000;
const pollMs = 300;

/** Whether the result is final, or will never be reported. */
export const isSettled = ({ phase, result }: Table): boolean =>
  phase === 'finished' &&
  result !== null &&
  ['unrated', 'unsaid', 'settled', 'capped', 'disputed'].includes(result.state);

/** Hosts a table and plays with the first guest. Resolves with null if the invitation was withdrawn or expired. */
export function playAsHost(
  parlor: Parlor,
  postInvitation: () => Promise<HostedTable>,
  output: TableOutput,
  stop: Promise<void>,
): Promise<Table | null> {
  const { bridge } = parlor;
  let table_id = '';
  const onChange = (table: Table) => table.table_id === table_id && output.onChanged(table);
  return whileOwnerRuns(parlor, () =>
    followTables(bridge, onChange, async (follower) => {
      let invitation = await postInvitation();
      output.onInvited(invitation);
      const startedTable = follower.find(
        invitation.post_id,
        ({ post_id, role }) => post_id === invitation.post_id && role === 'host',
      );
      const { promise: invitationClosed, resolve } = Promise.withResolvers<null>();
      const unsubscribe = bridge.tables.on('hosting', ({ hosted, gone }) => {
        // A change of this computer's addresses posts the invitation again under another id.
        const current = hosted.find(({ post_id, earlier_post_ids }) =>
          [post_id, ...earlier_post_ids].includes(invitation.post_id),
        );
        if (!current) return gone.includes(invitation.post_id) ? resolve(null) : undefined;
        if (current.expires_at !== invitation.expires_at) output.onRenewed(current);
        invitation = current;
      });
      // A guest may have joined meanwhile; otherwise the invitation expires.
      stop.then(() => bridge.tables.withdraw({ post_id: invitation.post_id })).catch(() => {});
      // If a guest has joined, the table is played even though the invitation is gone.
      const joinedTable = await Promise.race([
        startedTable,
        invitationClosed.then(() => Promise.race([startedTable, null])),
      ]);
      unsubscribe();
      if (joinedTable) {
        ({ table_id } = joinedTable);
        // Only after `joining` does the snapshot name the guest and the protocol.
        const currentTable = await follower.find(
          table_id,
          (table) => table.table_id === table_id && table.phase !== 'joining',
        );
        output.onStarted(currentTable);
        output.onChanged(currentTable);
      }
      const table = joinedTable && (await playToEnd(bridge, follower, joinedTable, output, stop));
      await output.onEnded(table);
      return table;
    }),
  );
}

/** Joins and plays. Resolves with the table as it ended. */
export function playAsGuest(
  parlor: Parlor,
  join: () => Promise<{ table_id: string }>,
  output: TableOutput,
  stop: Promise<void>,
): Promise<Table> {
  const { bridge } = parlor;
  let tableId = '';
  let hasStarted = false;
  let hasChanged = false;
  /** Changes received before the table's id is known. */
  const earlyChanges: Table[] = [];
  const onChange = (table: Table) => {
    if (tableId === '') earlyChanges.push(table);
    if (table.table_id !== tableId) return;
    hasChanged = true;
    if (table.phase === 'playing' && !hasStarted) output.onStarted(table);
    hasStarted ||= table.phase === 'playing';
    output.onChanged(table);
  };
  return whileOwnerRuns(parlor, () =>
    followTables(bridge, onChange, async (follower) => {
      const { table_id } = await join();
      tableId = table_id;
      for (const table of earlyChanges) onChange(table);
      const joinedTable = await follower.find(table_id, (table) => table.table_id === table_id);
      // This snapshot may be older than a change that has already been output.
      if (!hasChanged) onChange(joinedTable);
      const table = await playToEnd(bridge, follower, joinedTable, output, stop);
      await output.onEnded(table);
      return table;
    }),
  );
}

async function playToEnd(
  bridge: BridgeClient,
  { find }: Follower,
  { table_id }: Table,
  output: TableOutput,
  stop: Promise<void>,
): Promise<Table> {
  const waitForTable = (matches: (table: Table) => boolean) =>
    find(table_id, (table) => table.table_id === table_id && matches(table));
  // The table may have ended meanwhile.
  stop.then(() => leave(bridge, table_id)).catch(() => {});
  const endedTable = await waitForTable(isOver);
  const { session_id } = endedTable;
  if (session_id === null) return endedTable;
  const error = await waitForReport(bridge, session_id);
  if (error !== null) output.onReportFailed(session_id, error);
  if (endedTable.phase === 'failed' || error !== null) return endedTable;
  const settledTable = waitForTable(isSettled);
  return Promise.race([settledTable, resolveAfter(settleTimeoutMs, endedTable), stop.then(() => endedTable)]);
}

async function leave(bridge: BridgeClient, table_id: string): Promise<void> {
  const table = await bridge.tables.get({ table_id });
  if (table.phase === 'joining') await bridge.tables.stop({ table_id });
  else if (table.phase === 'playing') await bridge.tables.interrupt({ table_id });
}

/** Waits until the community has recorded the end. Null once it has, otherwise the last error. */
async function waitForReport(bridge: BridgeClient, session_id: string): Promise<string | null> {
  const call = createCommunityCall(bridge);
  const deadline = performance.now() + reportTimeoutMs;
  let error = 'The end has not been reported to the community yet.';
  while (performance.now() < deadline) {
    try {
      const { body } = await call('GET /api/v1/sessions/{session_id}', { params: { session_id } });
      if (body.status !== 'matched') return null;
    } catch (caught) {
      if (!(caught instanceof ParlorError)) throw caught;
      error = caught.message;
      // An unknown session needs no report.
      if (caught.code === 'not_found') return null;
    }
    await resolveAfter(pollMs, null);
  }
  return error;
}

/** Rejects `bridge_closed` when the owner exits, since its tables stop with it. */
function whileOwnerRuns<T>({ ownerExit }: Parlor, work: () => Promise<T>): Promise<T> {
  const rejectOnExit = ownerExit.then((): never => {
    throw new ParlorError(
      'bridge_closed',
      'The Parlor process that ran this table has exited. It resumes the table, or reports its end, at its next start.',
    );
  });
  return Promise.race([work(), rejectOnExit]);
}

const resolveAfter = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms).unref());

/** npm forwards a Ctrl+C that its child has already received from the terminal. */
const duplicateSignalMs = 500;

/**
 * `stop` resolves at the first signal, which ends the table; `forceExit` at the second, which also drops attached clients. A background
 * process outlives its parent.
 */
export function listenForStop({ background }: { background: boolean }): {
  stop: Promise<void>;
  forceExit: Promise<void>;
} {
  const [stop, forceExit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let firstSignalMs = Infinity;
  const onSignal = () => {
    if (performance.now() - firstSignalMs >= duplicateSignalMs) forceExit.resolve();
    firstSignalMs = Math.min(firstSignalMs, performance.now());
    stop.resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (!background) onParentExit(onSignal);
  return { stop: stop.promise, forceExit: forceExit.promise };
}
