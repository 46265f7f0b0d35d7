/** What was said beside the game of every table, in scenes with `talk` in their address. */
import type { Bridge, TableRemarks } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { Remark } from '../../shared/tables/remarks.ts';

const at = Date.UTC(2026, 4, 5, 18, 31);

const samples: Remark[] = [
  { number: 1, by: 'guest', at, phrase: 'good_luck' },
  { number: 1, by: 'host', at: at + 20_000, phrase: 'hello' },
  { number: 2, by: 'host', at: at + 90_000, text: 'That corner was mine. \u202Eexample.org' },
  {
    number: 2,
    by: 'guest',
    at: at + 110_000,
    text: 'The-longest-word-of-anybody-who-never-used-the-space-bar-in-a-game',
  },
];

/** `talk`: `open`, `ask` (the other side allows texts), `muted`, or `over`. */
export function remarkHandlers(talk: string | null, emit: (state: TableRemarks) => void): Handlers<Bridge>['remarks'] {
  const states = new Map<string, TableRemarks>();
  const stateOf = (table_id: string): TableRemarks =>
    states.get(table_id) ?? {
      table_id,
      remarks: talk === null ? [] : samples,
      ignored: talk === 'over' ? 3 : 0,
      muted: talk === 'muted',
      open: talk !== null && talk !== 'over',
      texts: { own: talk === 'open', peer: true },
    };
  function change(table_id: string, changes: Partial<TableRemarks>) {
    const state = { ...stateOf(table_id), ...changes };
    states.set(table_id, state);
    emit(state);
    return {};
  }
  return {
    get: ({ table_id }) => stateOf(table_id),
    say({ table_id, saying }) {
      const { remarks } = stateOf(table_id);
      const remark: Remark = { number: remarks.length + 1, by: 'guest', at, ...saying };
      return change(table_id, { remarks: [...remarks, remark] });
    },
    mute: ({ table_id, muted }) => change(table_id, { muted }),
    allow_texts: ({ table_id }) => change(table_id, { texts: { own: true, peer: true } }),
  };
}
