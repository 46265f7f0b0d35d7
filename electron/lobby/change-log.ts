/** Values by id, with what changed after a given sequence number, so that readers of long lists load only changes. */

export interface Changes<T> {
  /** Pass as `after` next time. */
  seq: number;
  /** The reader must discard its values, because removals since then are no longer stored. */
  reset: boolean;
  values: T[];
  removed: string[];
  more: boolean;
}

export interface ChangeLog<T> {
  readonly seq: number;
  values(): T[];
  put(id: string, value: T): void;
  remove(id: string): void;
  /** Advances `seq` after a change of something other than the values. */
  touch(): void;
  /** At most `limit` changes after `seq`, oldest first. */
  after(seq: number, limit: number): Changes<T>;
}

/** Maximum number of stored removals. */
const removedMax = 5_000;

/** `next` returns increasing sequence numbers; `first` precedes them. */
export function createChangeLog<T>(next: () => number, first: number): ChangeLog<T> {
  /** In the order of their last change. */
  const values = new Map<string, { seq: number; value: T }>();
  const removed = new Map<string, number>();
  let seq = first;
  /** Readers before this number have missed removals. */
  let since = first;

  return {
    get seq() {
      return seq;
    },
    values: () => Array.from(values.values(), ({ value }) => value),
    put(id, value) {
      seq = next();
      removed.delete(id);
      values.delete(id);
      values.set(id, { seq, value });
    },
    remove(id) {
      if (!values.delete(id)) return;
      seq = next();
      removed.set(id, seq);
      for (const [oldest, at] of removed) {
        if (removed.size <= removedMax) break;
        removed.delete(oldest);
        since = at;
      }
    },
    touch() {
      seq = next();
    },
    after(lastSeen, limit) {
      const reset = lastSeen < since || lastSeen > seq;
      const from = reset ? 0 : lastSeen;
      const changes: { seq: number; value?: T; id?: string }[] = [];
      for (const each of values.values()) if (each.seq > from) changes.push(each);
      if (!reset) for (const [id, at] of removed) if (at > from) changes.push({ seq: at, id });
      changes.sort((a, b) => a.seq - b.seq);
      const page = changes.slice(0, limit);
      const more = page.length < changes.length;
      return {
        seq: more ? (page.at(-1)?.seq ?? seq) : seq,
        reset,
        values: page.flatMap(({ value }) => (value === undefined ? [] : [value])),
        removed: page.flatMap(({ id }) => id ?? []),
        more,
      };
    },
  };
}
