/** Runs one game: starts it after the handshake or resumes it after a restart, follows it to its end, and queues its report. */
import { randomBytes } from 'node:crypto';
import type { Table } from '../../shared/bridge/contract.ts';
import { isRated } from '../../shared/community/rating.ts';
import type { Problem } from '../../shared/errors.ts';
import { readSpec } from '../../shared/protocol/spec.ts';
import type { ClientState } from '../../shared/tables/client.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import type { CommunityClient } from '../community/client.ts';
import { houseEntryOf } from '../community/house-players.ts';
import { isByHand } from '../hooks/by-hand.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import type { Opener, Signer } from '../identity/signer.ts';
import type { Transport } from '../p2p/channel.ts';
import { engineOf, heartbeatOf, type RunnerConfig, runTable } from './engine-runner.ts';
import type { GameSetup, HooksLaunch } from './game-setup.ts';
import { verifySession } from './joining/trust-checks.ts';
import { boardOf, type LiveTable, protocolOf, queuedResult } from './live-table.ts';
import { guestCredentials } from './reconnect/guest-credentials.ts';
import type { ResumeCredentials } from './reconnect/reconnecting-channel.ts';
import { type ResumeHead, rebuild, resumeHeadSchema, resumeSeed } from './reconnect/resume.ts';
import { createResumeLog, openResumeLog, type ResumeLog } from './reconnect/resume-log.ts';
import { reopenHostEndpoint } from './reconnect/returning-guest.ts';
import type { TableStore } from './records/journal.ts';
import type { Reports } from './report-queue.ts';
import type { RunningTable } from './running-table.ts';

export interface GameRunner {
  /** Starts the hooks of a game while its handshake is under way. Dispose it when the game is over or was never started. */
  launch(hooks: string): HooksLaunch;
  /** Plays a game and queues its report. Resolves when the table has ended, with null if it was suspended. */
  play(table: LiveTable, parts: GameSetup): Promise<Outcome | null>;
  /** As `play`, for a table of an earlier process. Rejects if it cannot be rebuilt. */
  resume(table: LiveTable): Promise<Outcome | null>;
  /** Saves the outcome of a game and queues its report. */
  report(table: LiveTable, session_id: string, outcome: Outcome): Promise<void>;
  /** Fails a table whose game never started. */
  abandon(table: LiveTable, problem: Problem): Promise<Outcome>;
}

/** Abort reason: the user left while the table was being joined or its game was starting. A game that still starts is resigned. */
export const resigned = Symbol('resigned');
/** Abort reason: the process exits, and the next one may resume the table. */
export const suspended = Symbol('suspended');

export function createGameRunner(config: {
  signer: Signer;
  opener: Pick<Opener, 'tablesKey'>;
  client: CommunityClient;
  transport: Transport;
  launchHooks: LaunchHooks;
  store: TableStore;
  reports: Reports;
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
    const { role, protocol, problem, result } = table.snapshot;
    const winner = outcome.completed ? outcome.winner : null;
    const rated = isRated(protocol.family);
    if (outcome.completed) {
      await table.finish(result ?? queuedResult(role, outcome, rated));
    } else {
      await table.fail(
        outcome.problem ?? problem ?? { code: 'internal', message: 'The table ended without a reason.' },
      );
    }
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
    if (session_id === null) await table.fail(problem);
    else await report(table, session_id, outcome);
    await table.journal.close();
    return outcome;
  }

  function launch(source: string): HooksLaunch {
    const seed = randomBytes(16).toString('hex');
    const ready = launchHooks(source, { seed });
    // `play` reports an error.
    const ended = ready.then(
      (hooks) => hooks,
      () => null,
    );
    return { seed, ready, dispose: async () => (await ended)?.dispose() };
  }

  async function play(table: LiveTable, parts: GameSetup): Promise<Outcome | null> {
    const { role, control_mode, table_id } = table.snapshot;
    const { session_id } = parts.session;
    await table.agree({
      peer: parts.peer,
      peer_control_mode: parts.session.peer_control_mode,
      peer_manner: parts.peer.house ? (houseEntryOf(parts.peer.nickname)?.strength ?? null) : null,
      protocol: protocolOf(parts.protocol, parts.family),
      board: boardOf(parts.protocol.board ?? parts.board),
      options: parts.options,
      checks: verifySession(parts.checks, parts.session, parts.channel.remoteId, parts.peer.public_key),
    });
    const { seed, ready } = parts.launch ?? launch(parts.hooks);
    const { manner = null, client: player = null, extraArgs = [], paceMs = 0, heartbeat = {} } = parts.play;
    const concede = parts.concede && isRated(parts.family);
    const startedAt = Date.now();
    // Created before the table is shown as playing, so that every moment of the game can be resumed. Without credentials no peer could
    // return.
    const log =
      parts.credentials &&
      (await createResumeLog(logLocation(table_id), {
        version: 1,
        role,
        control_mode,
        spec: parts.protocol.specText,
        options: parts.options,
        manner,
        client: player,
        extra_args: extraArgs,
        hooks: parts.hooks,
        seed,
        concede,
        pace_ms: paceMs,
        heartbeat: heartbeatOf({ heartbeat }),
        family: parts.family,
        seated: parts.session,
        token: parts.credentials.token,
        ticket: parts.ticket,
        started_at: startedAt,
      } satisfies ResumeHead));
    table.change({ phase: 'playing' });
    const hooks = await ready.catch(async (error: unknown) => {
      await log?.remove();
      throw error;
    });
    const decides = hooks.methods.has('decide');
    table.change({
      hooks: { hash: hooks.hash, by_hand: isByHand(parts.hooks), decides, manners: [...hooks.manners] },
    });
    const running = runTable({
      role,
      control_mode,
      spec: parts.protocol.spec,
      options: parts.options,
      manner,
      client: player,
      extraArgs,
      hooks,
      channel: parts.channel,
      credentials: parts.credentials,
      concede,
      session: parts.session,
      journal: table.journal,
      resumeLog: log,
      startedAt,
      paceMs,
      heartbeat,
    });
    return follow(table, session_id, running, log);
  }

  async function resume(table: LiveTable): Promise<Outcome | null> {
    const { table_id } = table.snapshot;
    const opened = await openResumeLog(logLocation(table_id));
    if (opened === null) throw new Error('There is no resume log.');
    const { lines, log } = opened;
    let running: RunningTable;
    let head: ResumeHead;
    try {
      head = resumeHeadSchema.parse(lines[0]);
      running = await restoreGame(table, head, lines, log);
    } catch (error) {
      await log.close();
      throw error;
    }
    const { session_id, protocol_id } = head.seated;
    const parts = { client, signer, transport, session_id, protocol_id };
    if (head.role === 'host') void reopenHostEndpoint(parts, running.channel).catch(() => {});
    return follow(table, session_id, running, log);
  }

  async function restoreGame(
    table: LiveTable,
    head: ResumeHead,
    lines: readonly unknown[],
    log: ResumeLog,
  ): Promise<RunningTable> {
    const { role, seated, token, ticket } = head;
    const { spec } = readSpec(head.spec);
    const hooks = await launchHooks(head.hooks, { seed: resumeSeed(head, lines) });
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
        concede: head.concede,
        session: seated,
        journal: table.journal,
        startedAt: head.started_at,
        paceMs: head.pace_ms,
        heartbeat: head.heartbeat,
        resumeLog: log,
      };
      // The earlier process was interrupted before the first event: the game starts now.
      if (lines.length === 1) return runTable(game);
      const restored = rebuild(engineOf(game), head, lines, await store.lines(table.snapshot.table_id));
      return runTable({ ...game, restored });
    } catch (error) {
      await hooks.dispose();
      throw error;
    }
  }

  async function follow(
    table: LiveTable,
    session_id: string,
    running: RunningTable,
    log: ResumeLog | null,
  ): Promise<Outcome | null> {
    table.running = running;
    table.channel = running.channel;
    const { reason, aborted } = table.abort.signal;
    if (reason === resigned) running.resign();
    else if (reason === suspended) void running.suspend();
    else if (aborted) void running.dispose();
    running.onChange(() => table.applyGame(running.snapshot()));
    table.applyGame(running.snapshot());
    const clientState = config.clientStateAt(table.snapshot);
    if (clientState !== null) running.setClientState(clientState);
    const outcome = await Promise.race([running.ended, running.suspended.then(() => null)]);
    table.running = null;
    if (outcome === null) return null;

    table.applyGame(running.snapshot());
    // After a suspension the peer may fetch the last frames from the next process.
    void running.channel.disposed.then(() => {
      // Lets the connections be garbage-collected: only then are the sockets of their native endpoints released.
      table.channel = null;
      return table.abort.signal.reason === suspended ? log?.close() : log?.remove();
    });
    await report(table, session_id, outcome);
    return outcome;
  }

  return { launch, play, resume, report, abandon };
}
