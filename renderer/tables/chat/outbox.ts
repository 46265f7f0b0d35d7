/** Messages that were sent and that the conversation doesn't have yet. They stay there through room changes. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { ChatMessage } from '../../../shared/tables/moves.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { useApp, useBridge } from '../../core/context.tsx';
import { asProblem, type Problem } from '../../core/problem.ts';

export interface Outgoing {
  id: number;
  text: string;
  /** The number of the last own message when main was asked to send this one; null before. */
  after: number | null;
  /** Why main refused it. */
  problem: Problem | null;
}

/** By identity and table. */
const outboxes = createStore<ReadonlyMap<string, readonly Outgoing[]>>(() => new Map());
let lastId = 0;

function changeOutbox(key: string, change: (outbox: readonly Outgoing[]) => readonly Outgoing[]): void {
  outboxes.setState((all) => new Map([...all, [key, change(all.get(key) ?? [])]]), true);
}

const patch = (key: string, id: number, changes: Partial<Outgoing>) =>
  changeOutbox(key, (outbox) => outbox.map((each) => (each.id === id ? { ...each, ...changes } : each)));

export interface Outbox {
  /** Oldest first. */
  outgoing: readonly Outgoing[];
  send(text: string): void;
  /** Sends what main refused once more. */
  retry(id: number): void;
}

const none: readonly Outgoing[] = [];
const lastOwn = ({ role, talk }: Pick<Table, 'role' | 'talk'>): number =>
  talk.findLast(({ by }: ChatMessage) => by === role)?.number ?? 0;

/** Sends messages in their order, each once the table asks for the next one. */
export function useOutbox(table: Table): Outbox {
  const bridge = useBridge();
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const { table_id, ask } = table;
  const key = `${ownKey} ${table_id}`;
  const outgoing = useStore(outboxes, (all) => all.get(key)) ?? none;
  const newestOwn = lastOwn(table);
  const [next] = outgoing;
  const canSend = ask !== null && table.control_mode !== 'autonomous' && !isOver(table);

  useEffect(() => {
    if (next === undefined) return;
    if (next.after !== null) {
      // It is in the conversation.
      if (newestOwn > next.after) changeOutbox(key, (outbox) => outbox.filter(({ id }) => id !== next.id));
      return;
    }
    if (!canSend || next.problem !== null) return;
    patch(key, next.id, { after: newestOwn });
    bridge.tables.answer({ table_id, key: ask.key, answer: next.text }).catch((error: unknown) => {
      patch(key, next.id, { after: null, problem: asProblem(error) });
    });
  }, [bridge, key, table_id, ask, next, newestOwn, canSend]);

  return {
    outgoing,
    send(text) {
      lastId += 1;
      const added = { id: lastId, text, after: null, problem: null };
      changeOutbox(key, (outbox) => [...outbox, added]);
    },
    retry: (id) => patch(key, id, { problem: null }),
  };
}
