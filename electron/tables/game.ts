/** Runs one game: starts it after the handshake or resumes it after a restart, follows it to its end, and queues its report. */
import { randomBytes } from 'node:crypto';
import { inBackground } from '../../shared/background.ts';
import type { Table } from '../../shared/bridge/contract.ts';
import { isRated, isRatedTable } from '../../shared/community/rating.ts';
import { type Problem, reportError } from '../../shared/errors.ts';
import { flowMode, readSpec, type Spec } from '../../shared/protocol/spec.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import type { ClientState } from '../../shared/tables/client.ts';
import { canBeDrawn } from '../../shared/tables/draw.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import type { CommunityClient } from '../community/client.ts';
import { houseEntryOf } from '../community/house-players.ts';
import { runInScope } from '../failures/failure-scope.ts';
import { byHandProblem, isByHand } from '../hooks/by-hand.ts';
import type { HookHost, LaunchHooks } from '../hooks/hook-host.ts';
import type { Opener, Signer } from '../identity/signer.ts';
import type { Transport } from '../p2p/channel.ts';
import { runTable } from './engine-runner.ts';
import type { GameSetup, HooksLaunch } from './game-setup.ts';
import { verifySession } from './joining/trust-checks.ts';
import { boardOf, type LiveTable, protocolOf, queuedResultOf } from './live-table.ts';
import { guestCredentials } from './reconnect/guest-credentials.ts';
import type { ResumeCredentials } from './reconnect/reconnecting-channel.ts';
import { type ResumeHead, rebuildTable, resumeHeadSchema, resumeSeedOf } from './reconnect/resume.ts';
import { createResumeLog, openResumeLog, type ResumeLog } from './reconnect/resume-log.ts';
import { reopenHostEndpoint } from './reconnect/returning-guest.ts';
import type { TableStore } from './records/journal.ts';
import type { LiveRemarks } from './remarks/table-remarks.ts';
import type { Reports } from './report-queue.ts';
import { engineOf, heartbeatOf, type RunnerConfig } from './runner-config.ts';
import type { RunningTable } from './running-table.ts';

export interface GameRunner {
  /** Starts the hooks of a game while its handshake is under way. Dispose it when the game is over or was never started. */
  launch(hooks: string): HooksLaunch;
  /** Plays a game and queues its report. Resolves when the table has ended, with null if it was suspended. */
  play(table: LiveTable, setup: GameSetup): Promise<Outcome | null>;
  /** As `play`, for a table of an earlier process. Rejects if it cannot be rebuilt. */
  resume(table: LiveTable): Promise<Outcome | null>;
  /** Saves the outcome of a game and queues its report, even if the disk of this computer fails. */
  report(table: LiveTable, session_id: string, outcome: Outcome): Promise<void>;
  /** Fails a table whose game never started. */
  abandon(table: LiveTable, problem: Problem): Promise<Outcome>;
}

/** Abort reason: the user left while the table was being joined or its game was starting. A game that still starts is resigned. */
export const resignReason = Symbol('resigned');
/** Abort reason: the process exits, and the next one may resume the table. */
export const suspendReason = Symbol('suspended');

/** A guest's own settings may come from an earlier table, with another host. */
const agreedSettings = (
  { no_premoves: _, unrated: __, ...settings }: Table['settings'],
  { noPremoves, unrated }: GameSetup,
) => ({
  ...settings,
  ...(noPremoves ? { no_premoves: true } : {}),
  ...(unrated ? { unrated: true } : {}),
});

/** Games, in which both sides end with the same messages: their records are signed. What is said in a conversation never is. */
const hasWinners = (mode: string): boolean => ['session_loop', 'simultaneous_round'].includes(mode);

/** Remarks are made beside a game; a conversation consists of them already. */
const hasRemarks = (spec: Spec): boolean => flowMode(spec) !== 'free';

const shownHooks = ({ hash, methods, manners }: HookHost, text: string, spec: Spec): Table['hooks'] => ({
  hash,
  by_hand: isByHand(text),
  ...(isByHand(text) && byHandProblem(spec, 'host') !== null ? { guest_only: true } : {}),
  decides: methods.has('decide'),
  manners: [...manners],
});

export function createGameRunner(config: {
  signer: Signer;
  opener: Pick<Opener, 'tablesKey'>;
  client: CommunityClient;
  transport: Transport;
  launchHooks: LaunchHooks;
  store: TableStore;
  reports: Reports;
  /** Null if this side shows no remarks. */
  openRemarks(table: LiveTable): Promise<LiveRemarks | null>;
  /** Null for a seat without a client. */
  clientStateAt(table: Table): ClientState | null;
}): GameRunner {
  const { store, launchHooks, client, transport, signer } = config;
  const logLocation = (table_id: string) => ({
    path: store.resumePath(table_id),
    key: config.opener.tablesKey(),
    table_id,
  });

  async function report(table: LiveTable, session_id: string, outcome: Outcome): Promise<void> {
    const { role, protocol, problem, result, hooks } = table.snapshot;
    // What a person has said is in the result alone.
    const winner = outcome.completed ? (outcome.winner ?? result?.winner ?? null) : null;
    const rated = isRatedTable(table.snapshot);
    const canSay = hooks?.by_hand === true && hasWinners(protocol.mode);
    const saved = outcome.completed
      ? table.finish(result ?? queuedResultOf(role, outcome, rated, canSay))
      : table.fail(outcome.problem ?? problem ?? { code: 'internal', message: 'The table ended without a reason.' });
    // The record has the outcome: the next start ends the table with it, and reports it again.
    await saved.catch((error: unknown) => reportError(error, 'end of a table'));
    await config.reports.queue({
      session_id,
      status: outcome.completed ? 'closed' : 'failed',
      reason: table.snapshot.problem?.code ?? outcome.conceded?.code ?? 'completed',
      winner: rated ? winner : null,
    });
  }

  async function abandon(table: LiveTable, problem: Problem): Promise<Outcome> {
    const outcome = { completed: false, winner: null, reason: null, problem };
    const { session_id } = table.snapshot;
    if (session_id === null) await table.fail(problem).catch((error: unknown) => reportError(error, 'end of a table'));
    else await report(table, session_id, outcome);
    await table.journal.close();
    return outcome;
  }

  function launch(source: string): HooksLaunch {
    const seed = randomBytes(16).toString('hex');
    const ready = launchHooks(source, { seed });
    // `play` reports the error.
    const launched = ready.then(
      (hooks) => hooks,
      () => null,
    );
    return { seed, ready, dispose: async () => (await launched)?.dispose() };
  }

  async function play(table: LiveTable, setup: GameSetup): Promise<Outcome | null> {
    await table.agree({
      peer: setup.peer,
      peer_control_mode: setup.session.peer_control_mode,
      ...(setup.peerByHand ? { peer_by_hand: true } : {}),
      peer_manner: setup.peer.house ? (houseEntryOf(setup.peer.nickname)?.strength ?? null) : null,
      protocol: protocolOf(setup.protocol, setup.family),
      board: boardOf(setup.protocol.board ?? setup.board),
      options: setup.options,
      settings: agreedSettings(table.snapshot.settings, setup),
      checks: verifySession(setup.checks, setup.session, setup.channel.remoteId, setup.peer.public_key),
    });
    const hooksLaunch = setup.hooksLaunch ?? launch(setup.hooksText);
    try {
      return await start(table, setup, hooksLaunch);
    } catch (error) {
      // Whoever launched them disposes of them too.
      await hooksLaunch.dispose();
      throw error;
    }
  }

  async function start(table: LiveTable, setup: GameSetup, { seed, ready }: HooksLaunch): Promise<Outcome | null> {
    const { role, control_mode, table_id } = table.snapshot;
    const { session_id } = setup.session;
    const { manner = null, client: seatClient = null, extraArgs = [], paceMs = 0, heartbeat = {} } = setup.playOptions;
    const canConcede = setup.canConcede && isRated(setup.family);
    const signsRecord = setup.signsRecord && hasWinners(flowMode(setup.protocol.spec));
    const canRemark = setup.canRemark && hasRemarks(setup.protocol.spec);
    const canDraw = setup.canDraw && canBeDrawn(setup.protocol.spec);
    const tellsEnd = setup.peerByHand && hasWinners(flowMode(setup.protocol.spec));
    const startedAt = Date.now();
    // Created before the table is shown as playing, so that every moment of the game can be resumed. Without credentials no peer could
    // return.
    const resumeLog =
      setup.credentials &&
      (await createResumeLog(logLocation(table_id), {
        version: 1,
        role,
        control_mode,
        spec: setup.protocol.specText,
        options: setup.options,
        manner,
        client: seatClient,
        extra_args: extraArgs,
        hooks: setup.hooksText,
        seed,
        concede: canConcede,
        sign_record: signsRecord,
        remarks: canRemark,
        draws: canDraw,
        clocks: setup.tellsClock,
        tells_end: tellsEnd,
        no_premoves: setup.noPremoves,
        pace_ms: paceMs,
        heartbeat: heartbeatOf({ heartbeat }),
        family: setup.family,
        seated: setup.session,
        token: setup.credentials.token,
        ticket: setup.ticket,
        started_at: startedAt,
      } satisfies ResumeHead));
    table.change({ phase: 'playing' });
    const hooks = await ready.catch(async (error: unknown) => {
      await resumeLog?.remove();
      throw error;
    });
    table.remarks = canRemark ? await config.openRemarks(table) : null;
    table.change({ hooks: shownHooks(hooks, setup.hooksText, setup.protocol.spec) });
    await table.save().catch((error: unknown) => reportError(error, 'start of a table'));
    const runningTable = runTable({
      role,
      control_mode,
      spec: setup.protocol.spec,
      options: setup.options,
      manner,
      client: seatClient,
      extraArgs,
      hooks,
      channel: setup.channel,
      credentials: setup.credentials,
      canConcede,
      canDraw,
      tellsClock: setup.tellsClock,
      byHand: isByHand(setup.hooksText),
      tellsEnd,
      recordSigner: signsRecord ? signer : null,
      remarks: table.remarks,
      premoves: !setup.noPremoves,
      specHash: sha256Hex(setup.protocol.specText),
      session: setup.session,
      journal: table.journal,
      resumeLog,
      startedAt,
      paceMs,
      heartbeat,
    });
    return follow(table, session_id, runningTable, resumeLog);
  }

  async function resume(table: LiveTable): Promise<Outcome | null> {
    const { table_id } = table.snapshot;
    const openedLog = await openResumeLog(logLocation(table_id));
    if (openedLog === null) throw new Error('There is no resume log.');
    const { lines, log: resumeLog } = openedLog;
    let runningTable: RunningTable;
    let head: ResumeHead;
    try {
      head = resumeHeadSchema.parse(lines[0]);
      runningTable = await restoreGame(table, head, lines, resumeLog);
    } catch (error) {
      await resumeLog.close();
      throw error;
    }
    const { session_id, protocol_id } = head.seated;
    const endpointConfig = { client, signer, transport, session_id, protocol_id };
    if (head.role === 'host')
      inBackground('endpoint of a resumed table', reopenHostEndpoint(endpointConfig, runningTable.channel));
    return follow(table, session_id, runningTable, resumeLog);
  }

  async function restoreGame(
    table: LiveTable,
    head: ResumeHead,
    lines: readonly unknown[],
    resumeLog: ResumeLog,
  ): Promise<RunningTable> {
    const { role, seated, token, ticket } = head;
    const { spec } = readSpec(head.spec);
    const hooks = await launchHooks(head.hooks, { seed: resumeSeedOf(head, lines) });
    // The process before may have been interrupted before it knew them.
    table.change({ hooks: shownHooks(hooks, head.hooks, spec) });
    try {
      const credentials: ResumeCredentials =
        role === 'host'
          ? { role, session_id: seated.session_id, token }
          : guestCredentials(client, transport, seated, token, ticket ?? '');
      const game: RunnerConfig = {
        role,
        control_mode: head.control_mode,
        spec,
        options: head.options,
        manner: head.manner,
        client: head.client,
        extraArgs: head.extra_args,
        hooks,
        channel: null,
        credentials,
        canConcede: head.concede,
        canDraw: head.draws,
        tellsClock: head.clocks,
        byHand: isByHand(head.hooks),
        tellsEnd: head.tells_end,
        recordSigner: head.sign_record ? signer : null,
        premoves: !head.no_premoves,
        specHash: sha256Hex(head.spec),
        session: seated,
        journal: table.journal,
        startedAt: head.started_at,
        paceMs: head.pace_ms,
        heartbeat: head.heartbeat,
        resumeLog,
      };
      const remarks = head.remarks ? await config.openRemarks(table) : null;
      // The earlier process was interrupted before the first event: the game starts now.
      if (lines.length === 1) {
        table.remarks = remarks;
        return runTable({ ...game, remarks });
      }
      const restored = await rebuildTable(engineOf(game), head, lines, await store.readLines(table.snapshot.table_id));
      // After the end, the connection is resumed for the last frames alone.
      table.remarks = restored.outcome === null ? remarks : null;
      return runTable({ ...game, restored, remarks: table.remarks });
    } catch (error) {
      await hooks.dispose();
      throw error;
    }
  }

  async function follow(
    table: LiveTable,
    session_id: string,
    runningTable: RunningTable,
    resumeLog: ResumeLog | null,
  ): Promise<Outcome | null> {
    table.runningTable = runningTable;
    table.channel = runningTable.channel;
    const { reason, aborted } = table.abort.signal;
    if (reason === resignReason) runningTable.resign();
    else if (reason === suspendReason) inBackground('suspension of a table', runningTable.suspend());
    else if (aborted) inBackground('end of a table', runningTable.dispose());
    runningTable.onChange(() => table.applyGame(runningTable.snapshot()));
    table.applyGame(runningTable.snapshot());
    const clientState = config.clientStateAt(table.snapshot);
    if (clientState !== null) runningTable.setClientState(clientState);
    const outcome = await Promise.race([runningTable.ended, runningTable.suspended.then(() => null)]);
    table.runningTable = null;
    if (outcome === null) return null;

    table.applyGame(runningTable.snapshot());
    // After a suspension the peer may fetch the last frames from the next process.
    const whenDisposed = () => {
      // Lets the connections be garbage-collected: only then are the sockets of their native endpoints released.
      table.channel = null;
      return table.abort.signal.reason === suspendReason ? resumeLog?.close() : resumeLog?.remove();
    };
    inBackground('resume log', runningTable.channel.disposed.then(whenDisposed));
    await report(table, session_id, outcome);
    return outcome;
  }

  /** Whatever goes wrong in a game that nobody else handles fails its table alone. */
  const whileOwnedBy = <T>(table: LiveTable, work: () => Promise<T>): Promise<T> =>
    runInScope({ name: `table ${table.snapshot.table_id}`, fail: (error) => table.runningTable?.fail(error) }, work);

  return {
    launch,
    play: (table, setup) => whileOwnedBy(table, () => play(table, setup)),
    resume: (table) => whileOwnedBy(table, () => resume(table)),
    report,
    abandon,
  };
}
