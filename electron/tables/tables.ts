/** Every table of one identity: joining, hosting, playing, reporting, and those of earlier runs. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type HostedTable, joinStepIds, type Table } from '../../shared/bridge/contract.ts';
import { isRated } from '../../shared/community/elo.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { Answer, ControlMode, Role } from '../../shared/tables/hooks.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import type { CommunityClient } from '../community/client.ts';
import type { People } from '../community/people.ts';
import { byHandRefusal, isByHand } from '../hooks/by-hand.ts';
import type { LaunchHooks } from '../hooks/host.ts';
import type { Signer } from '../identity/signer.ts';
import type { FolderProtocol } from '../library/folder.ts';
import type { Library } from '../library/library.ts';
import type { Transport } from '../p2p/channel.ts';
import { runTable } from './driver.ts';
import type { Seat } from './handshake.ts';
import { type Hosted, hostInvitation } from './hosting.ts';
import { declineInvitation, joinTable } from './join.ts';
import { openShelf } from './journal.ts';
import { boardOf, LiveTable, openingSnapshot, protocolOf, queuedResult, savedTable } from './live-table.ts';
import { openReports, type Reports } from './reports.ts';
import { type PlayOptions, type Sitting, settingsOf } from './sitting.ts';
import { requireDecider, requireExtraArgs, requirePlayable } from './terms.ts';
import { checkSeated } from './trust.ts';
import { type HostWish, readMetadata, shownOf } from './wish.ts';

export interface TablesConfig {
  dataDir: string;
  signer: Signer;
  client: CommunityClient;
  people: People;
  library: Library;
  transport: Transport;
  launchHooks: LaunchHooks;
  onChange(table: Table): void;
  /** An own invitation came or went. */
  onHosting?(hosted: HostedTable[]): void;
}

export interface Tables {
  list(): Table[];
  /** Rejects `not_found`. */
  get(table_id: string): Table;
  /** Starts joining and returns at once; the snapshot tells how it goes. */
  join(post_id: string, options: PlayOptions): Promise<string>;
  /** Posts an invitation and waits for a guest. */
  host(wish: HostWish): Promise<Hosted & { shown: HostedTable }>;
  /** Own invitations that wait. */
  hosting(): HostedTable[];
  /** Says no to an invitation for this key alone; see `declineInvitation`. */
  decline(post_id: string): Promise<void>;
  /** Takes an own invitation back; one that has its guest stays. Rejects `not_found`. */
  withdraw(post_id: string): Promise<void>;
  stop(table_id: string): Promise<void>;
  answer(table_id: string, key: string, answer: Answer): Promise<void>;
  hold(table_id: string, key: string): Promise<void>;
  resign(table_id: string): Promise<void>;
  /** Ends a running table as `interrupted`. */
  interrupt(table_id: string): Promise<void>;
  /** Whole lines of the record's file from a byte on, and where to go on. */
  record(table_id: string, from: number): Promise<{ text: string; next: number }>;
  /** The same of what boards saw. */
  views(table_id: string, from: number): Promise<{ text: string; next: number }>;
  /** Notes what was said once a table was over. Rejects `not_found`. */
  noteAfterwards(table_id: string, done: Partial<Table['afterwards']>): Promise<void>;
  /** The community is back: send what waits. */
  poke(): void;
  dispose(): Promise<void>;
}

/** Why a table is left before its game runs: not cancelled, since the peer already sits. */
const resigned = Symbol('resigned');
const isBeginning = ({ phase, ended_at }: Table) => phase === 'playing' && ended_at === null;

export async function openTables(config: TablesConfig): Promise<Tables> {
  const { signer, client, people, library, transport, launchHooks } = config;
  const shelf = await openShelf(config.dataDir);
  const live = new Map<string, LiveTable>();
  const earlier = new Map<string, Table>();
  const bySession = new Map<string, LiveTable>();
  const hosting = new Map<string, { hosted: Hosted; shown: HostedTable }>();
  const playing = new Set<Promise<void>>();
  let closing: Promise<void> | null = null;

  const reports: Reports = await openReports({
    dataDir: config.dataDir,
    client,
    async onResult(session_id, result) {
      if (result.state === 'settled') people.forget();
      const table = bySession.get(session_id);
      await table?.settle(table.snapshot.role, result);
    },
    onDone: async (session_id) => bySession.get(session_id)?.markReported(),
  });

  for (const file of await shelf.list()) {
    const saved = savedTable(file);
    if (saved === null) continue;
    const { table, reported } = saved;
    const { table_id, session_id } = table;
    if (session_id === null || reported) {
      earlier.set(table_id, table);
      continue;
    }
    // Its process ended before the community knew; what the record says is reported now.
    const owing = new LiveTable(table, await shelf.open(table_id), config.onChange);
    live.set(table_id, owing);
    bySession.set(session_id, owing);
    await report(
      owing,
      session_id,
      file.outcome ?? { completed: false, winner: null, reason: null, problem: table.problem },
    );
  }

  /** What a game's end means for the table and for the community: kept, then queued. */
  async function report(table: LiveTable, session_id: string, outcome: Outcome): Promise<void> {
    const { role, protocol, problem, result } = table.snapshot;
    const winner = outcome.completed ? outcome.winner : null;
    const rated = isRated(protocol.family);
    if (outcome.completed) {
      await table.finish(result ?? queuedResult(role, winner, outcome.reason, rated));
    } else {
      await table.fail(
        outcome.problem ?? problem ?? { code: 'internal', message: 'The table ended without a reason.' },
      );
    }
    await reports.queue({
      session_id,
      status: outcome.completed ? 'closed' : 'failed',
      reason: table.snapshot.problem?.code ?? 'completed',
      winner: rated ? winner : null,
    });
  }

  /** A table that never got to its game. */
  async function abandon(table: LiveTable, problem: Problem): Promise<Outcome> {
    const outcome = { completed: false, winner: null, reason: null, problem };
    const { session_id } = table.snapshot;
    if (session_id === null) await table.fail(problem);
    else await report(table, session_id, outcome);
    await table.journal.close();
    return outcome;
  }

  async function open(role: Role, post_id: string, options: PlayOptions): Promise<LiveTable> {
    const table_id = randomUUID();
    const journal = await shelf.create(table_id, {});
    const me = await people.person(signer.publicKey);
    const { control_mode, rematchOf: rematch_of = null } = options;
    const opening = { table_id, post_id, role, control_mode, me, settings: settingsOf(options), rematch_of };
    const table = new LiveTable(openingSnapshot(opening), journal, config.onChange);
    live.set(table_id, table);
    await table.save();
    return table;
  }
  const seat = (control_mode: ControlMode): Seat => ({
    public_key: signer.publicKey,
    control_mode,
    signSession: (parts) => signer.signSession(parts),
    refuses: (guest) => people.isBlocked(guest),
  });

  /** From the handshake to the queued report; resolves when the table has ended. */
  async function play(table: LiveTable, parts: Sitting): Promise<Outcome> {
    const { role } = table.snapshot;
    const { session_id } = parts.seated;
    bySession.set(session_id, table);
    await table.begin({
      peer: parts.peer,
      peer_control_mode: parts.seated.peer_control_mode,
      protocol: protocolOf(parts.protocol, parts.family),
      board: boardOf(parts.protocol.board ?? parts.board),
      options: parts.options,
      checks: checkSeated(parts.checks, parts.seated, parts.channel.remoteId, parts.peer.public_key),
    });
    const hooks = await launchHooks(parts.hooks, { seed: randomBytes(16).toString('hex') });
    table.change({ hooks: { hash: hooks.hash, by_hand: isByHand(parts.hooks) } });
    const running = runTable({
      role,
      control_mode: table.snapshot.control_mode,
      spec: parts.protocol.spec,
      options: parts.options,
      manner: parts.play.manner ?? null,
      extraArgs: parts.play.extraArgs ?? [],
      hooks,
      channel: parts.channel,
      way: parts.way,
      seated: parts.seated,
      journal: table.journal,
      ...(parts.play.paceMs === undefined ? {} : { paceMs: parts.play.paceMs }),
      ...(parts.play.heartbeat ? { heartbeat: parts.play.heartbeat } : {}),
    });
    table.running = running;
    table.line = running.line;
    if (table.abort.signal.reason === resigned) running.resign();
    else if (table.abort.signal.aborted) void running.dispose();
    running.onChange(() => table.follow(running.snapshot()));
    table.follow(running.snapshot());
    const outcome = await running.ended;
    table.running = null;

    table.follow(running.snapshot());
    await report(table, session_id, outcome);
    return outcome;
  }

  async function playable({ protocol_id, folder, allowSkeleton = false }: HostWish): Promise<FolderProtocol> {
    if (folder) return folder;
    const protocol = library.get(protocol_id);
    if (!protocol) throw new ParlorError('protocol_missing', 'This computer does not have the rules of this protocol.');
    return { protocol, hooks: await library.hooksOf(protocol, { allowSkeleton }) };
  }

  const hostingNow = () => [...hosting.values()].map(({ shown }) => shown);
  function unlist(post_id: string): void {
    if (hosting.delete(post_id)) config.onHosting?.(hostingNow());
  }
  const require = (table_id: string): LiveTable => {
    const table = live.get(table_id);
    if (!table) throw new ParlorError('not_found', 'There is no such table any more.', { table_id });
    return table;
  };
  const requireRunning = (table_id: string) => {
    const { running } = require(table_id);
    if (!running) throw new ParlorError('decision_invalid', 'This table is not being played.', { table_id });
    return running;
  };
  const track = (work: Promise<unknown>) => {
    const tracked: Promise<void> = work.then(
      () => undefined,
      () => undefined,
    );
    playing.add(tracked);
    void tracked.then(() => playing.delete(tracked));
  };

  async function noteAfterwards(table_id: string, done: Partial<Table['afterwards']>): Promise<void> {
    const table = live.get(table_id);
    const before = table?.snapshot ?? earlier.get(table_id);
    if (!before) throw new ParlorError('not_found', 'There is no such table any more.', { table_id });
    const afterwards = { ...before.afterwards, ...done };
    if (table) {
      table.change({ afterwards });
      return table.save();
    }
    const next = { ...before, afterwards };
    earlier.set(table_id, next);
    const journal = await shelf.open(table_id);
    await journal.update({ facts: { table: next as unknown as JsonObject } });
    await journal.close();
    config.onChange(next);
  }

  async function close(): Promise<void> {
    await Promise.all([...hosting.values()].map(({ hosted }) => hosted.cancel()));
    await Promise.all(
      [...live.values()].map(async (table) => {
        if (table.running) await table.running.dispose();
        else if (table.snapshot.phase === 'joining') table.abort.abort();
      }),
    );
    for (const { line } of live.values()) line?.dispose();
    await Promise.all(playing);
    await reports.dispose();
  }

  return {
    list() {
      const all = [...[...live.values()].map((table) => table.snapshot), ...earlier.values()];
      return all.sort((a, b) => b.started_at - a.started_at);
    },
    get(table_id) {
      const table = live.get(table_id)?.snapshot ?? earlier.get(table_id);
      if (!table) throw new ParlorError('not_found', 'There is no such table any more.', { table_id });
      return table;
    },
    async join(post_id, options) {
      const table = await open('guest', post_id, options);
      track(joinTable({ ...config, seat: seat(options.control_mode), play, abandon }, table, options));
      return table.snapshot.table_id;
    },

    async host(wish) {
      const { protocol, hooks } = await playable(wish);
      const refusal = isByHand(hooks) ? byHandRefusal(protocol.spec, 'host') : null;
      if (refusal !== null) throw new ParlorError('judge_missing', refusal);
      requireDecider(hooks, wish.control_mode);
      const metadata = await readMetadata(launchHooks, hooks);
      const options = wish.options ?? (metadata.options as JsonObject);
      requirePlayable(protocol, options);
      requireExtraArgs(protocol, wish.extraArgs);
      const sharedBoard = wish.shareUi ? protocol.board : null;
      if (wish.shareUi && !sharedBoard) throw new ParlorError('bundle_missing', 'There is no board here to share.');
      const hosted = await hostInvitation({
        client,
        signer,
        transport,
        seat: seat(wish.control_mode),
        protocol_id: protocol.protocol_id,
        metadata: { ...metadata, message: wish.message ?? metadata.message },
        options,
        sharedBoard,
        ...(wish.audience ? { audience: wish.audience } : {}),
        renewMs: wish.renewMs ?? Infinity,
        async onSeated(channel, { seated, token }, invitation) {
          const table = await open('host', seated.post_id, wish);
          for (const step of joinStepIds) table.enter(step);
          table.change({ session_id: seated.session_id });
          unlist(seated.post_id);
          const peer = await people.person(seated.guest_public_key);
          return {
            table_id: table.snapshot.table_id,
            line: () => table.line,
            ended: play(table, {
              channel,
              way: token === null ? null : { role: 'host', session_id: seated.session_id, token },
              seated,
              protocol,
              board: null,
              hooks,
              options,
              family: invitation.family,
              peer,
              checks: [],
              play: wish,
            }).catch(async (error: unknown) => {
              await channel.close();
              return abandon(table, toProblem(error));
            }),
          };
        },
        onReposted(before, { post_id, expires_at }) {
          const waiting = hosting.get(before);
          if (!waiting || !hosting.delete(before)) return;
          const earlier_post_ids = [...waiting.shown.earlier_post_ids, before];
          const shown = { ...waiting.shown, post_id, earlier_post_ids, expires_at: Date.parse(expires_at) };
          hosting.set(post_id, { hosted, shown });
          config.onHosting?.(hostingNow());
        },
        onRenewed(post_id, expires_at) {
          const waiting = hosting.get(post_id);
          if (!waiting) return;
          hosting.set(post_id, { hosted, shown: { ...waiting.shown, expires_at } });
          config.onHosting?.(hostingNow());
        },
        onDeclined() {
          if (wish.rematchOf === undefined) return;
          void noteAfterwards(wish.rematchOf, { refused: true })
            .then(() => hosted.cancel())
            .catch(() => {});
        },
        async onUnseated(session_id) {
          await reports.queue({ session_id, status: 'failed', reason: 'not_seated', winner: null });
        },
      });
      const { seated, ended, post_id } = hosted;
      const shown = shownOf(hosted.invitation, protocol, wish);
      hosting.set(post_id, { hosted, shown });
      config.onHosting?.(hostingNow());
      void seated.then(() => unlist(hosted.post_id));
      track(ended);
      return Object.assign(hosted, { shown });
    },
    hosting: hostingNow,
    decline: (post_id) => declineInvitation(client, transport, post_id),
    async withdraw(post_id) {
      const waiting = hosting.get(post_id);
      if (!waiting) throw new ParlorError('not_found', 'There is no such open table of yours.', { post_id });
      await waiting.hosted.cancel();
    },

    async stop(table_id) {
      const table = require(table_id);
      if (table.snapshot.phase === 'joining') table.abort.abort();
    },
    answer: async (table_id, key, answer) => requireRunning(table_id).answer(key, answer),
    hold: async (table_id, key) => requireRunning(table_id).hold(key),
    // One whose hooks still start is left as soon as it runs.
    async resign(table_id) {
      const { running, abort, snapshot } = require(table_id);
      if (running === null && isBeginning(snapshot)) abort.abort(resigned);
      else requireRunning(table_id).resign();
    },
    async interrupt(table_id) {
      const { running, abort } = require(table_id);
      if (running) await running.dispose();
      else abort.abort();
    },
    record: (table_id, from) => shelf.recordText(table_id, from),
    views: (table_id, from) => shelf.viewsText(table_id, from),
    noteAfterwards,
    poke: () => reports.poke(),

    dispose: () => (closing ??= close()),
  };
}
