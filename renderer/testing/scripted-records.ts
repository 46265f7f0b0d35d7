/** Main's answers about tables that are over: records, another game, what this side did afterwards. */
import type { HostedTable, Lobby, Table } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { openRematch } from '../../shared/tables/rematch.ts';
import { hostedOf } from './hosting-samples.ts';
import { sampleRecord, sampleSpec } from './record-samples.ts';
import { openTable } from './samples.ts';

export interface RecordsOf {
  tables: ReadonlyMap<string, Table>;
  setTable(table: Table): void;
  lobby(): Lobby;
  host(table: HostedTable): void;
  join(post_id: string, control_mode: Table['control_mode']): Promise<{ table_id: string }>;
}

/** In the scene `rematch` the other side of the newest table waits for this one. */
export function withOffer(scene: string, lobby: Lobby, tables: Iterable<Table>): Lobby {
  const [table] = [...tables].filter(({ phase }) => phase === 'finished');
  if (scene !== 'rematch' || !table) return lobby;
  const { peer, protocol, options, peer_control_mode } = table;
  const offer = openTable({
    nickname: peer.nickname,
    rating: peer.rating,
    mode: peer_control_mode,
    game: protocol.name,
  });
  const entry = { ...offer, host: peer, protocol_id: protocol.protocol_id, options, for_me: true };
  return { ...lobby, entries: [...lobby.entries, entry] };
}

export function scriptedRecords({ tables, setTable, lobby, host, join }: RecordsOf) {
  const known = (table_id: string): Table => {
    const table = tables.get(table_id);
    if (!table) throw new ParlorError('not_found', 'There is no such table any more.');
    return table;
  };
  const once = (text: string, from: number) => ({ text: from === 0 ? text : '', next: text.length });
  const kept = sampleRecord('guest');
  const note = (table: Table | undefined, done: Partial<Table['afterwards']>) => {
    if (table) setTable({ ...table, afterwards: { ...table.afterwards, ...done } });
  };
  return {
    record: async ({ from }: { from: number }) => ({ ...once(kept.text, from), spec: sampleSpec }),
    views: async ({ table_id, from }: { table_id: string; from: number }) =>
      once(table_id === 'unseen' ? '' : kept.views, from),
    rematch: async ({ table_id }: { table_id: string }) => {
      const table = known(table_id);
      const open = openRematch(table, lobby().entries);
      if (open) return { ...(await join(open.post_id, table.control_mode)), hosted: null };
      if (table.peer.house) throw new ParlorError('invitation_gone', 'Not yet.');
      const hosted = {
        ...hostedOf({
          protocol: table.protocol.protocol_id,
          control_mode: table.control_mode,
          options: table.options,
          for_public_key: table.peer.public_key,
          renew_ms: 300_000,
        }),
        rematch_of: table_id,
      };
      host(hosted);
      return { table_id: null, hosted };
    },
    decline_rematch: async ({ table_id }: { table_id: string }) => {
      note(known(table_id), { declined: true });
      return {};
    },
    rate: async ({ session_id, score }: { session_id: string; score: number }) => {
      note(
        [...tables.values()].findLast((table) => table.session_id === session_id),
        { score },
      );
      return {};
    },
    feedback: async ({ session_id }: { session_id: string }) => {
      note(
        [...tables.values()].findLast((table) => table.session_id === session_id),
        { noted: true },
      );
      return {};
    },
  };
}
