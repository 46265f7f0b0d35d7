/** One seat played by a command, from its invitation or join to its end, in the foreground or as a daemon. */
import type { HostedTable, Table } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { BridgeClient } from '../owner/attach.ts';
import { askThrough } from './ask.ts';
import { type Follower, following } from './follow.ts';
import type { Parlor } from './session.ts';

/** Who hears how it goes: the terminal, or a session's files. */
export interface SeatTeller {
  invited(hosted: HostedTable): void;
  renewed(hosted: HostedTable): void;
  seated(table: Table): void;
  /** Every change of the seat's table, from before it is seated to after its end. */
  changed(table: Table): void;
  /** The community was not told how the table ended; it will be, at a later start. */
  unreported(session_id: string, error: string): void;
  /** Nothing more happens. Null where no table came of it. */
  over(table: Table | null): Promise<void>;
}

/** Milliseconds: how long the community may take to hear of the end, and the other side to report its result. */
const patience = { report: 10_000, settle: 5 * 60_000, look: 300, stop: 3_000 };

export const isSettled = ({ phase, result }: Table): boolean =>
  phase === 'finished' && result !== null && ['unrated', 'settled', 'capped', 'disputed'].includes(result.state);
const isEnded = ({ phase }: Table): boolean => phase === 'finished' || phase === 'failed';

/** Hosts and plays whoever comes. Resolves with the table, or null where the invitation was withdrawn or ran out. */
export function hostSeat(
  parlor: Parlor,
  post: () => Promise<HostedTable>,
  teller: SeatTeller,
  stop: Promise<void>,
): Promise<Table | null> {
  const { bridge } = parlor;
  let table_id = '';
  const hear = (table: Table) => table.table_id === table_id && teller.changed(table);
  return whileOwned(parlor, () =>
    following(bridge, hear, async (follower) => {
      let shown = await post();
      teller.invited(shown);
      const seated = follower.found(({ post_id, role }) => post_id === shown.post_id && role === 'host');
      const { promise: gone, resolve } = Promise.withResolvers<null>();
      const off = bridge.tables.on('hosting', ({ hosted }) => {
        // Its id is another one once the addresses of this computer changed.
        const mine = hosted.find(({ posted_at }) => posted_at === shown.posted_at);
        if (!mine) return resolve(null);
        if (mine.expires_at !== shown.expires_at) teller.renewed(mine);
        shown = mine;
      });
      void stop.then(() => bridge.tables.withdraw({ post_id: shown.post_id }).catch(() => {}));
      // A table whose guest has come is told first.
      const found = await Promise.race([seated, gone.then(() => Promise.race([seated, null]))]);
      off();
      if (found) {
        ({ table_id } = found);
        // Who the guest is and what is played stands in it from then on.
        const begun = await follower.found((table) => table.table_id === table_id && table.phase !== 'joining');
        teller.seated(begun);
        teller.changed(begun);
      }
      const table = found && (await playToEnd(bridge, follower, found, teller, stop));
      await teller.over(table);
      return table;
    }),
  );
}

/** Joins and plays. Resolves with the table, whose phase tells how it went. */
export function joinSeat(
  parlor: Parlor,
  join: () => Promise<{ table_id: string }>,
  teller: SeatTeller,
  stop: Promise<void>,
): Promise<Table> {
  const { bridge } = parlor;
  let wanted = '';
  let seated = false;
  const hear = (table: Table) => {
    if (table.table_id !== wanted) return;
    if (table.phase === 'playing' && !seated) teller.seated(table);
    seated ||= table.phase === 'playing';
    teller.changed(table);
  };
  return whileOwned(parlor, () =>
    following(bridge, hear, async (follower) => {
      const { table_id } = await join();
      wanted = table_id;
      const found = await follower.found((table) => table.table_id === table_id);
      hear(found);
      const table = await playToEnd(bridge, follower, found, teller, stop);
      await teller.over(table);
      return table;
    }),
  );
}

async function playToEnd(
  bridge: BridgeClient,
  { found }: Follower,
  { table_id }: Table,
  teller: SeatTeller,
  stop: Promise<void>,
): Promise<Table> {
  const own = (wanted: (table: Table) => boolean) => found((table) => table.table_id === table_id && wanted(table));
  void stop.then(() => leave(bridge, table_id)).catch(() => {});
  const ended = await own(isEnded);
  const { session_id } = ended;
  if (session_id === null) return ended;
  const error = await reported(bridge, session_id);
  if (error !== null) teller.unreported(session_id, error);
  if (ended.phase === 'failed' || error !== null) return ended;
  const settled = own(isSettled);
  return Promise.race([settled, later(patience.settle, ended), stop.then(() => ended)]);
}

async function leave(bridge: BridgeClient, table_id: string): Promise<void> {
  const table = (await bridge.tables.list({})).tables.find((each) => each.table_id === table_id);
  if (table?.phase === 'joining') await bridge.tables.stop({ table_id });
  else if (table?.phase === 'playing') await bridge.tables.interrupt({ table_id });
}

/** Null once the community knows that the session is over, else why it does not. */
async function reported(bridge: BridgeClient, session_id: string): Promise<string | null> {
  const ask = askThrough(bridge);
  const until = performance.now() + patience.report;
  let error = 'The community has not been told yet.';
  while (performance.now() < until) {
    try {
      const { body } = await ask('GET /api/v1/sessions/{session_id}', { params: { session_id } });
      if (body.status !== 'matched') return null;
    } catch (thrown) {
      if (!(thrown instanceof ParlorError)) throw thrown;
      error = thrown.message;
      // Nothing more is owed for a session the community does not know.
      if (thrown.code === 'not_found') return null;
    }
    await later(patience.look, null);
  }
  return error;
}

/** An owner that goes away takes its tables with it. */
function whileOwned<T>({ lost }: Parlor, work: () => Promise<T>): Promise<T> {
  const gone = lost.then((): never => {
    throw new ParlorError(
      'bridge_closed',
      'The Parlor that played this table has ended. It reports the end at its next start.',
    );
  });
  return Promise.race([work(), gone]);
}

const later = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms).unref());

/** Milliseconds: npm passes on the Ctrl+C that its child has heard from the terminal already. */
const sameAskingMs = 500;

/** `stop` resolves when this process is asked to end its seat, `hurry` when it is asked again: to wait for nobody else. */
export function stopRequested(): { stop: Promise<void>; hurry: Promise<void> } {
  const [stop, hurry] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let askedAt = Infinity;
  const ask = () => {
    if (performance.now() - askedAt >= sameAskingMs) hurry.resolve();
    askedAt = Math.min(askedAt, performance.now());
    stop.resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  return { stop: stop.promise, hurry: hurry.promise };
}
