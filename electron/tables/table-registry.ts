/** The tables of one identity, including those of earlier runs: opens, lists and closes them, and passes commands to them. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { HostedTable, Table } from '../../shared/bridge/contract.ts';
import { isRatedTable } from '../../shared/community/rating.ts';
import { ParlorError, reportError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { type ClientState, clientText, reasonMaxCharacters } from '../../shared/tables/client.ts';
import type { ControlMode, Role } from '../../shared/tables/hooks.ts';
import { isOver } from '../../shared/tables/rematch.ts';
import { applyBlocks } from './apply-blocks.ts';
import { createGameRunner, resignReason, suspendReason } from './game.ts';
import { type PlayOptions, settingsOf } from './game-setup.ts';
import { prepareHosting } from './hosting/host-request.ts';
import { hostTable } from './hosting/host-table.ts';
import { createHostedTables } from './hosting/hosted-tables.ts';
import type { LocalPlayer } from './joining/handshake.ts';
import { declineInvitation, joinTable } from './joining/join-table.ts';
import { readInvitation } from './joining/terms.ts';
import { factsOf, LiveTable, newTableSnapshot } from './live-table.ts';
import { canResume } from './reconnect/resume.ts';
import { openTableStore } from './records/journal.ts';
import { createRemarks } from './remarks/remarks.ts';
import { createRematchSeats } from './rematch-seats.ts';
import { openReports } from './report-queue.ts';
import { restoreTable } from './restored-table.ts';
import { createSaidResults } from './said-results.ts';
import type { TableFile } from './table-file.ts';
import type { IndexEntry } from './table-index.ts';
import { createTableLists } from './table-lists.ts';
import type { Tables, TablesConfig } from './tables.ts';
import { tableProblem, unwritableRecord } from './unwritable-record.ts';

export type { ClientProposal, Tables, TablesConfig } from './tables.ts';

/** Longer than any grace period. */
const recentMs = 24 * 3600_000;
/** Ended tables whose last position stays in memory, for windows that still show it. */
const endedInMemory = 16;

/** A table of an earlier run whose files can't be used now. */
const unrestoredTable = (table: Table, error: unknown): Table =>
  table.phase === 'finished' ? table : { ...table, phase: 'failed', problem: unwritableRecord(error) };

const snapshotsOf = (tables: ReadonlyMap<string, LiveTable>) =>
  [...tables].map(([table_id, { snapshot }]) => [table_id, snapshot] as const);

const isStarting = ({ phase, ended_at }: Table) => phase === 'playing' && ended_at === null;

export async function openTables(config: TablesConfig): Promise<Tables> {
  const { signer, client, people, transport } = config;
  const checkResumable = async (table_id: string, path: string): Promise<boolean> => {
    if (await canResume({ path, key: config.opener.tablesKey(), table_id })) return true;
    await removeResumeLog(path);
    return false;
  };
  const removeResumeLog = (path: string) =>
    rm(path, { force: true }).catch((error: unknown) => reportError(error, 'resume log'));
  const store = await openTableStore(config.dataDir, Date.now, checkResumable);
  /** Those that are being joined, played or reported, and those that ended last. The others are only on disk. */
  const liveTables = new Map<string, LiveTable>();
  const unrestoredTables = new Map<string, Table>();
  const hostedTables = createHostedTables((list) => config.onHostedChange?.(list));
  /** One change at a time: each reads what the one before has written. */
  const afterwardsQueue = createSerialQueue();
  const rematchSeats = createRematchSeats(() => [...liveTables.values()].map(({ snapshot }) => snapshot));
  /** Games and invitations in progress. */
  const pendingWork = new Set<Promise<void>>();
  let closing: Promise<void> | null = null;
  /** Also of a table that could not be written. */
  let lastOrder = 0;
  const tableConfig = { onChange: config.onChange, nextOrder };
  const tableOfSession = (session_id: string) =>
    [...liveTables.values()].find((table) => table.snapshot.session_id === session_id);
  const reports = await openReports({
    dataDir: config.dataDir,
    client,
    async onResult(session_id, result) {
      if (result.state === 'settled') people.clearCache();
      const table = tableOfSession(session_id);
      await table?.settle(table.snapshot.role, result);
    },
    onUnclosed: async (session_id) => tableOfSession(session_id)?.dispute(),
    async onDone(session_id) {
      await tableOfSession(session_id)?.markReported();
      await forgetEnded();
    },
  });
  const clientStateAt = (table: Table): ClientState | null =>
    table.client && (config.clientState?.(table.client.client_id, isRatedTable(table)) ?? 'away');
  const remarks = createRemarks({
    dataDir: config.dataDir,
    settings: config.remarks ?? null,
    isBlocked: people.isBlocked,
    liveTable: (table_id) => liveTables.get(table_id),
    requireTable: get,
  });
  const game = createGameRunner({
    ...config,
    ...{ store, reports, clientStateAt },
    openRemarks: remarks.open,
  });
  const track = (work: Promise<unknown>) => {
    const settled: Promise<void> = work
      .then(() => undefined)
      .catch((error: unknown) => reportError(error, 'table'))
      .finally(() => pendingWork.delete(settled));
    pendingWork.add(settled);
    settled.then(forgetEnded).catch((error: unknown) => reportError(error, 'table'));
  };

  const saidResults = createSaidResults({ ...tableConfig, liveTables, store, reports, get });

  // What fails for one table must not hide the others; the next start tries again.
  for (const entry of store.index.entries.values())
    await restore(entry).catch((error: unknown) => reportError(error, 'table of an earlier run'));
  const resumedTables = Promise.all(pendingWork).then(() => undefined);

  /** Continues a table of an earlier run if possible, and reports it if that is still to be done. */
  async function restore({ table_id, ended_at, reported, row }: IndexEntry): Promise<void> {
    const session_id = row?.session_id ?? null;
    if (session_id === null) return;
    // The peer may still have to fetch the last frames of a table that has just ended.
    const isRecent = ended_at === null || ended_at > Date.now() - recentMs;
    if (reported && !isRecent) return;
    const file = await store.read(table_id);
    const { table } = restoreTable(file)!;
    try {
      // A table without an end was resumable when the store was opened, even if its grace period has ended since.
      const isResumable =
        isRecent && (ended_at === null || (await checkResumable(table_id, store.resumePath(table_id))));
      if (reported && !isResumable) return;
      await takeUp(table, session_id, file, isResumable);
    } catch (error) {
      unrestoredTables.set(table_id, unrestoredTable(table, error));
      throw error;
    }
  }

  async function takeUp(table: Table, session_id: string, file: TableFile, isResumable: boolean): Promise<void> {
    const liveTable = new LiveTable(table, await store.open(table.table_id), tableConfig);
    liveTables.set(table.table_id, liveTable);
    if (isResumable) track(resume(liveTable, session_id, file));
    else await reportLate(liveTable, session_id, file);
  }

  /** Continues a table of an earlier process, or ends it if that is impossible. */
  async function resume(table: LiveTable, session_id: string, file: TableFile): Promise<void> {
    if (file.ended_at === null) table.change({ phase: 'playing', problem: null, ended_at: null });
    try {
      await game.resume(table);
    } catch (error) {
      reportError(error, 'table of an earlier run');
      await endInterrupted(table, session_id).catch((error: unknown) => {
        table.change(unrestoredTable(table.snapshot, error));
        throw error;
      });
    }
  }

  async function endInterrupted(table: LiveTable, session_id: string): Promise<void> {
    const { table_id } = table.snapshot;
    await table.journal.close();
    await removeResumeLog(store.resumePath(table_id));
    const endedFile = await store.endInterrupted(table_id);
    table.reopen(await store.open(table_id), endedFile);
    await reportLate(table, session_id, endedFile);
  }

  /** An earlier process ended before it could report; the record contains the outcome. */
  async function reportLate(table: LiveTable, session_id: string, { outcome }: TableFile): Promise<void> {
    const { problem } = table.snapshot;
    // Nothing more is recorded.
    await table.journal.close();
    await game.report(table, session_id, outcome ?? { completed: false, winner: null, reason: null, problem });
  }

  const openTable = (role: Role, post_id: string, options: PlayOptions): Promise<LiveTable> =>
    rematchSeats.open(options.rematchOf, () => createTable(role, post_id, options));

  async function createTable(role: Role, post_id: string, options: PlayOptions): Promise<LiveTable> {
    const table_id = randomUUID();
    const me = await people.person(signer.publicKey);
    const { control_mode, rematchOf: rematch_of = null } = options;
    const client = options.client ? { ...options.client, connected: true } : null;
    const snapshot = newTableSnapshot({
      ...{ table_id, post_id, role, control_mode, client, me, settings: settingsOf(options), rematch_of },
      order: nextOrder(),
    });
    const journal = await store.create(table_id, factsOf(snapshot)).catch((error: unknown) => {
      const { code, message, detail } = tableProblem(error);
      throw new ParlorError(code, message, detail, { cause: error });
    });
    const table = new LiveTable(snapshot, journal, tableConfig);
    liveTables.set(table_id, table);
    return table;
  }
  const localPlayer = (control_mode: ControlMode): LocalPlayer => ({
    public_key: signer.publicKey,
    control_mode,
    remarks: config.remarks !== undefined,
    signSession: (parts) => signer.signSession(parts),
    isBlocked: (guest) => people.isBlocked(guest),
  });

  function nextOrder(): number {
    for (const { order } of lists.every()) lastOrder = Math.max(lastOrder, order);
    lastOrder = Math.max(lastOrder + 1, Date.now());
    return lastOrder;
  }

  const closedError = () => new ParlorError('cancelled', 'These tables were closed.');
  const notFoundError = (table_id: string) => new ParlorError('not_found', 'This table does not exist.', { table_id });
  const requireTable = (table_id: string): LiveTable => {
    const table = liveTables.get(table_id);
    if (!table) throw notFoundError(table_id);
    return table;
  };
  const requireRunning = (table_id: string) => {
    const { runningTable } = requireTable(table_id);
    if (!runningTable) throw new ParlorError('decision_invalid', 'This table is not being played.', { table_id });
    return runningTable;
  };
  async function get(table_id: string): Promise<Table> {
    const table =
      liveTables.get(table_id)?.snapshot ??
      unrestoredTables.get(table_id) ??
      restoreTable(await store.read(table_id))?.table;
    if (!table) throw notFoundError(table_id);
    return table;
  }
  const lists = createTableLists({
    live: () => new Map([...unrestoredTables, ...snapshotsOf(liveTables)]).values(),
    past: () => [...store.index.entries.values()].flatMap(({ row }) => row ?? []),
    unreadableCount: store.index.unreadableIds.length,
    read: get,
  });

  /** Frees the tables that ended first, once nothing more happens to them. Never rejects. */
  async function forgetEnded(): Promise<void> {
    const finalTables = [...liveTables].filter(([, table]) => table.isFinal);
    for (const [table_id, table] of finalTables.slice(0, -endedInMemory)) {
      // What could not be written has failed the table.
      await table.journal.close().catch(() => {});
      await store.index.reload(table_id);
      liveTables.delete(table_id);
    }
  }

  const recordAfterwards = (table_id: string, change: Partial<Table['afterwards']>): Promise<void> =>
    afterwardsQueue(() => applyAfterwards(table_id, change));

  async function applyAfterwards(table_id: string, change: Partial<Table['afterwards']>): Promise<void> {
    const previous = await get(table_id);
    const afterwards = { ...previous.afterwards, ...change };
    const table = liveTables.get(table_id);
    if (table) {
      table.change({ afterwards });
      return table.save();
    }
    const updatedTable = { ...previous, afterwards };
    const journal = await store.open(table_id);
    await journal.update({ facts: { table: updatedTable as unknown as JsonObject } });
    await journal.close();
    await store.index.reload(table_id);
    config.onChange(updatedTable);
  }

  /** Runs `work`, and registers it so that `dispose` waits for it. Rejects `cancelled` after `dispose`. */
  async function whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (closing) throw closedError();
    const result = work();
    track(result);
    return result;
  }

  async function close(): Promise<void> {
    await Promise.all(hostedTables.list().map(({ post_id }) => hostedTables.cancel(post_id)));
    await Promise.all(
      [...liveTables.values()].map(async (table) => {
        if (table.snapshot.phase === 'joining') return table.abort.abort();
        table.abort.abort(suspendReason);
        await table.runningTable?.suspend();
      }),
    );
    for (const { channel } of liveTables.values()) channel?.dispose();
    while (pendingWork.size > 0) await Promise.all(pendingWork);
    await reports.dispose();
    await Promise.all([...liveTables.values()].flatMap(({ journal, remarks }) => [journal.close(), remarks?.saved()]));
  }

  return {
    running: () =>
      [...liveTables.values()]
        .flatMap(({ snapshot }) => (isOver(snapshot) ? [] : [snapshot]))
        .sort((a, b) => b.order - a.order),
    lists,
    remarks,
    get,
    join: (post_id, options) =>
      whileOpen(async () => {
        // Read while the table is created on disk; joinTable handles an error.
        const invitationRead = readInvitation(client, post_id);
        invitationRead.catch(() => {
          // See above.
        });
        const table = await openTable('guest', post_id, options);
        if (closing) table.abort.abort();
        const player = localPlayer(options.control_mode);
        track(joinTable({ ...config, player, game }, table, options, invitationRead));
        return table.snapshot.table_id;
      }),
    host: (wanted) =>
      whileOpen(async () => {
        const hostable = await prepareHosting({ ...config, playedTables: lists.every }, wanted);
        const context = {
          ...config,
          game,
          reports,
          hostedTables,
          player: localPlayer(wanted.control_mode),
          maySeat: () => !rematchSeats.isPlayed(hostable.request.rematchOf),
          openTable: (post_id: string) => openTable('host', post_id, hostable.request),
          async onDeclined(hosted: HostedTable) {
            if (hosted.rematch_of !== null) await recordAfterwards(hosted.rematch_of, { refused: true });
            config.onDeclined?.(hosted);
          },
        };
        if (closing) throw closedError();
        const handle = await hostTable(context, hostable);
        if (closing) {
          await handle.cancel();
          throw closedError();
        }
        track(handle.ended);
        return handle;
      }),
    listHosted: hostedTables.list,
    decline: (post_id) => declineInvitation(client, transport, post_id),
    async withdraw(post_id) {
      const cancelling = hostedTables.cancel(post_id);
      if (!cancelling) throw new ParlorError('not_found', 'You have no open table with this id.', { post_id });
      return cancelling;
    },
    noteUnsent: hostedTables.noteUnsent,
    rematchInTurn: rematchSeats.inTurn,

    async stopJoining(table_id) {
      const table = requireTable(table_id);
      if (table.snapshot.phase === 'joining') table.abort.abort(resignReason);
    },
    answer: async (table_id, key, answer) => requireRunning(table_id).answer(key, answer),
    async propose(table_id, { client_id, key, value, reason = '' }) {
      const { runningTable, snapshot } = requireTable(table_id);
      if (snapshot.client?.client_id !== client_id)
        throw new ParlorError('forbidden', 'This client does not play at this table.', { table_id });
      if (!runningTable) throw new ParlorError('decision_not_open', 'This table is not being played.', { table_id });
      return runningTable.propose(key, value, clientText(reason, reasonMaxCharacters) || null);
    },
    updateClients() {
      for (const { runningTable, snapshot } of liveTables.values()) {
        const state = clientStateAt(snapshot);
        if (state !== null) runningTable?.setClientState(state);
      }
    },
    applyBlocks: () => applyBlocks({ liveTables: liveTables.values(), hostedTables, isBlocked: people.isBlocked }),
    premove: async (table_id, key, answer) => requireRunning(table_id).premove(key, answer),
    hold: async (table_id, key) => requireRunning(table_id).hold(key),
    setMode: async (table_id, control_mode, manner) => requireRunning(table_id).setMode(control_mode, manner),
    async resign(table_id) {
      const table = requireTable(table_id);
      table.agreesToEnd = true;
      // While the hooks are starting, the resignation waits until the game runs.
      if (table.runningTable === null && isStarting(table.snapshot)) table.abort.abort(resignReason);
      else requireRunning(table_id).resign();
    },
    leave: async (table_id) => requireRunning(table_id).leave(),
    async draw(table_id, action) {
      requireTable(table_id).noteDraw(action);
      await requireRunning(table_id).draw(action);
    },
    sayResult: (table_id, winner) => afterwardsQueue(() => saidResults.say(table_id, winner)),
    async interrupt(table_id) {
      const { runningTable, abort } = requireTable(table_id);
      if (runningTable) await runningTable.dispose();
      else abort.abort();
    },
    async readRecord(table_id, offset) {
      await liveTables.get(table_id)?.runningTable?.whenRecorded();
      return store.readRecordText(table_id, offset);
    },
    readViews: (table_id, offset) => store.readViewsText(table_id, offset),
    recordAfterwards,
    whenIdle: () => resumedTables,
    flush: () => reports.flush(),
    dispose: () => (closing ??= close()),
  };
}
