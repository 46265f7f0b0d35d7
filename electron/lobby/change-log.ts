/** Values by id, with what changed after a given sequence number, so that readers of long lists load only changes. */
import { takePage } from '../../shared/bridge/pages.ts';

export interface Changes<T> {
  /** Pass this number to `changesAfter` next time. */
  seq: number;
  /** The reader must discard its values, because removals since then are no longer stored. */
  reset: boolean;
  values: T[];
  removedIds: string[];
  more: boolean;
}

export interface ChangeLog<T> {
  readonly seq: number;
  values(): T[];
  put(id: string, value: T): void;
  remove(id: string): void;
  /** Advances `seq` after a change of something other than the values. */
  touch(): void;
  /** At most `limit` changes after `seq`, and as many as fit a page, oldest first. */
  changesAfter(seq: number, limit: number): Changes<T>;
}

/** Maximum number of stored removals. */
const maxRemovals = 5_000;

/** `nextSeq` returns increasing sequence numbers; `firstSeq` precedes them. */
export function createChangeLog<T>(nextSeq: () => number, firstSeq: number): ChangeLog<T> {
  /** In the order of their last change. */
  const values = new Map<string, { seq: number; value: T }>();
  const removals = new Map<string, number>();
  let seq = firstSeq;
  /** Readers before this number have missed removals. */
  let completeSince = firstSeq;

  return {
    get seq() {
      return seq;
    },
    values: () => Array.from(values.values(), ({ value }) => value),
    put(id, value) {
      seq = nextSeq();
      removals.delete(id);
      values.delete(id);
      values.set(id, { seq, value });
    },
    remove(id) {
      if (!values.delete(id)) return;
      seq = nextSeq();
      removals.set(id, seq);
      for (const [oldestId, removedSeq] of removals) {
        if (removals.size <= maxRemovals) break;
        removals.delete(oldestId);
        completeSince = removedSeq;
      }
    },
    touch() {
      seq = nextSeq();
    },
    changesAfter(lastSeen, limit) {
      const reset = lastSeen < completeSince || lastSeen > seq;
      const firstNeeded = reset ? 0 : lastSeen;
      const changes: { seq: number; value?: T; id?: string }[] = [];
      for (const row of values.values()) if (row.seq > firstNeeded) changes.push(row);
      if (!reset)
        for (const [id, removedSeq] of removals) if (removedSeq > firstNeeded) changes.push({ seq: removedSeq, id });
      changes.sort((a, b) => a.seq - b.seq);
      const { page, more } = takePage(changes, limit);
      return {
        seq: more ? (page.at(-1)?.seq ?? seq) : seq,
        reset,
        values: page.flatMap(({ value }) => (value === undefined ? [] : [value])),
        removedIds: page.flatMap(({ id }) => id ?? []),
        more,
      };
    },
  };
}
