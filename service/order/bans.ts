/**
 * The banned keys and networks. Every request asks for them in memory, which each process reads again, since an operator bans in another
 * one: what an operator does takes effect within a second. Every write asks for the key again in its own transaction (http/banned.ts).
 */
import { networkTest } from '../client-address.ts';
import type { FailureLog } from '../storage/outage-log.ts';
import { statement } from '../storage/statement.ts';
import type { Storage } from '../storage/storage.ts';

export interface Bans {
  isBanned(public_key: string): boolean;
  isBannedAddress(address: string): boolean;
  /** Reads the bans again and again, and passes on which agents are banned. Returns a function that stops this. */
  follow(onRead: (agents: ReadonlySet<number>) => void, failures: FailureLog): () => Promise<void>;
}

/** Acts are never removed, so each that is committed changes it. Their ids may be committed in another order. */
const actCount = statement((db) => db.selectFrom('operator_act').select(({ fn }) => fn.countAll<number>().as('count')));
const bannedKeys = statement((db) =>
  db
    .selectFrom('ban')
    .leftJoin('agent', 'agent.public_key', 'ban.public_key')
    .select(['ban.public_key', 'agent.agent_id']),
);

const bannedNetworks = statement((db) => db.selectFrom('banned_network').select('network'));

export async function openBans({ db, signals }: Pick<Storage, 'db' | 'signals'>): Promise<Bans> {
  let keys: ReadonlySet<string> = new Set();
  let agents: ReadonlySet<number> = new Set();
  let isBannedAddress: (address: string) => boolean = () => false;
  /** How many acts there were when the bans were read. */
  let lastCount = -1;

  async function read(): Promise<void> {
    const { count } = (await actCount.first(db, {}))!;
    if (count === lastCount) return;
    const rows = await bannedKeys.all(db, {});
    keys = new Set(rows.map(({ public_key }) => public_key));
    agents = new Set(rows.flatMap(({ agent_id }) => agent_id ?? []));
    isBannedAddress = networkTest((await bannedNetworks.all(db, {})).map(({ network }) => network));
    lastCount = count;
  }

  await read();
  return {
    isBanned: (public_key) => keys.has(public_key),
    isBannedAddress: (address) => isBannedAddress(address),
    follow(onRead, failures) {
      let running: Promise<void> | null = null;
      let isPending = false;
      const readAll = async () => {
        while (isPending) {
          isPending = false;
          await read().catch((error) => failures.failed(error, 'The bans could not be read. Those read before apply.'));
        }
        onRead(agents);
      };
      const look = () => {
        isPending = true;
        running ??= readAll().finally(() => {
          running = null;
        });
      };
      signals.on('acts', look);
      const timer = setInterval(look, signals.lookInterval.acts);
      timer.unref();
      return async () => {
        clearInterval(timer);
        await running;
      };
    },
  };
}
