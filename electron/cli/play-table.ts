/** Plays one table for a command, from invitation or join to its end, in the foreground or as a daemon. */
import type { HostedTable, Table } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { isOver } from '../../shared/tables/rematch.ts';
import type { BridgeClient } from '../owner/attach.ts';
import { onParentExit } from '../shells/stop.ts';
import { communityCall } from './community-calls.ts';
import { type Follower, followTables } from './follow-tables.ts';
import type { Parlor } from './open-core.ts';

/** Receives the progress of a table: the terminal, or a session's files. */
export interface TableOutput {
  invited(hosted: HostedTable): void;
  renewed(hosted: HostedTable): void;
  started(table: Table): void;
  /** Every change of the table, from before the game to after its end. */
  changed(table: Table): void;
  /** The end could not be reported to the community; a later start retries. */
  unreported(session_id: string, error: string): void;
  /** The last call. Null if there was no table. */
  over(table: Table | null): Promise<void>;
}

/** For reporting the end to the community. */
const reportTimeoutMs = 10_000;
/** For the peer's report of the result. */
const settleTimeoutMs = 5 * 60_000;
const pollMs = 300;

/** Whether the result is final, or will never be reported. */
export const isSettled = ({ phase, result }: Table): boolean =>
  phase === 'finished' && result !== null && ['unrated', 'settled', 'capped', 'disputed'].includes(result.state);

/** Hosts a table and plays with the first guest. Resolves with null if the invitation was withdrawn or expired. */
export function hostSeat(
  parlor: Parlor,
  post: () => Promise<HostedTable>,
  output: TableOutput,
  stop: Promise<void>,
): Promise<Table | null> {
  const { bridge } = parlor;
  let table_id = '';
  const onChange = (table: Table) => table.table_id === table_id && output.changed(table);
  return whileOwned(parlor, () =>
    followTables(bridge, onChange, async (follower) => {
      let invitation = await post();
      output.invited(invitation);
      const started = follower.find(({ post_id, role }) => post_id === invitation.post_id && role === 'host');
      const { promise: closed, resolve } = Promise.withResolvers<null>();
      const unsubscribe = bridge.tables.on('hosting', ({ hosted }) => {
        // A change of this computer's addresses posts the invitation again under another id.
        const current = hosted.find(({ posted_at }) => posted_at === invitation.posted_at);
        if (!current) return resolve(null);
        if (current.expires_at !== invitation.expires_at) output.renewed(current);
        invitation = current;
      });
      void stop.then(() => bridge.tables.withdraw({ post_id: invitation.post_id }).catch(() => {}));
      // If a guest has joined, the table is played even though the invitation is gone.
      const joined = await Promise.race([started, closed.then(() => Promise.race([started, null]))]);
      unsubscribe();
      if (joined) {
        ({ table_id } = joined);
        // Only after `joining` does the snapshot name the guest and the protocol.
        const startedTable = await follower.find((table) => table.table_id === table_id && table.phase !== 'joining');
        output.started(startedTable);
        output.changed(startedTable);
      }
      const table = joined && (await playToEnd(bridge, follower, joined, output, stop));
      await output.over(table);
      return table;
    }),
  );
}

/** Joins and plays. Resolves with the table as it ended. */
export function joinSeat(
  parlor: Parlor,
  join: () => Promise<{ table_id: string }>,
  output: TableOutput,
  stop: Promise<void>,
): Promise<Table> {
  const { bridge } = parlor;
  let joinedId = '';
  let started = false;
  let changed = false;
  /** Changes received before the table's id is known. */
  const earlyChanges: Table[] = [];
  const onChange = (table: Table) => {
    if (joinedId === '') earlyChanges.push(table);
    if (table.table_id !== joinedId) return;
    changed = true;
    if (table.phase === 'playing' && !started) output.started(table);
    started ||= table.phase === 'playing';
    output.changed(table);
  };
  return whileOwned(parlor, () =>
    followTables(bridge, onChange, async (follower) => {
      const { table_id } = await join();
      joinedId = table_id;
      for (const table of earlyChanges) onChange(table);
      const joined = await follower.find((table) => table.table_id === table_id);
      // This snapshot may be older than a change that has already been output.
      if (!changed) onChange(joined);
      const table = await playToEnd(bridge, follower, joined, output, stop);
      await output.over(table);
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
  const untilTable = (matches: (table: Table) => boolean) =>
    find((table) => table.table_id === table_id && matches(table));
  void stop.then(() => leave(bridge, table_id)).catch(() => {});
  const ended = await untilTable(isOver);
  const { session_id } = ended;
  if (session_id === null) return ended;
  const error = await reportError(bridge, session_id);
  if (error !== null) output.unreported(session_id, error);
  if (ended.phase === 'failed' || error !== null) return ended;
  const settled = untilTable(isSettled);
  return Promise.race([settled, resolveAfter(settleTimeoutMs, ended), stop.then(() => ended)]);
}

async function leave(bridge: BridgeClient, table_id: string): Promise<void> {
  const table = (await bridge.tables.list({})).tables.find((each) => each.table_id === table_id);
  if (table?.phase === 'joining') await bridge.tables.stop({ table_id });
  else if (table?.phase === 'playing') await bridge.tables.interrupt({ table_id });
}

/** Waits until the community has recorded the end. Null once it has, otherwise the last error. */
async function reportError(bridge: BridgeClient, session_id: string): Promise<string | null> {
  const call = communityCall(bridge);
  const deadline = performance.now() + reportTimeoutMs;
  let error = 'The end has not been reported to the community yet.';
  while (performance.now() < deadline) {
    try {
      const { body } = await call('GET /api/v1/sessions/{session_id}', { params: { session_id } });
      if (body.status !== 'matched') return null;
    } catch (thrown) {
      if (!(thrown instanceof ParlorError)) throw thrown;
      error = thrown.message;
      // An unknown session needs no report.
      if (thrown.code === 'not_found') return null;
    }
    await resolveAfter(pollMs, null);
  }
  return error;
}

/** Rejects `bridge_closed` when the owner exits, since its tables stop with it. */
function whileOwned<T>({ lost }: Parlor, work: () => Promise<T>): Promise<T> {
  const ownerLost = lost.then((): never => {
    throw new ParlorError(
      'bridge_closed',
      'The Parlor process that ran this table has exited. It resumes the table, or reports its end, at its next start.',
    );
  });
  return Promise.race([work(), ownerLost]);
}

const resolveAfter = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms).unref());

/** npm forwards a Ctrl+C that its child has already received from the terminal. */
const duplicateSignalMs = 500;

/**
 * `stop` resolves at the first signal, which ends the table; `force` at the second, which also drops attached clients. A background
 * process outlives its parent.
 */
export function stopRequested({ background }: { background: boolean }): { stop: Promise<void>; force: Promise<void> } {
  const [stop, force] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let firstAt = Infinity;
  const onSignal = () => {
    if (performance.now() - firstAt >= duplicateSignalMs) force.resolve();
    firstAt = Math.min(firstAt, performance.now());
    stop.resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (!background) onParentExit(onSignal);
  return { stop: stop.promise, force: force.promise };
}
