/** This identity's invitations that wait for a guest, by their current post id. */
import type { HostedTable } from '../../../shared/bridge/contract.ts';
import type { HostedChange } from '../../../shared/bridge/read-all.ts';
import type { Invitation } from '../../../shared/community/shapes.ts';
import type { Problem } from '../../../shared/errors.ts';
import { budgets } from '../../../shared/tables/budgets.ts';

type Unseated = NonNullable<HostedTable['unseated']>;

/** Resolves with the id of the table if a guest has taken the invitation, else with null once it is withdrawn. */
export type Cancel = () => Promise<string | null>;

interface Entry {
  hostedTable: HostedTable;
  cancel: Cancel;
  /** Handshakes under way of the person that the table is for. */
  arrivals: number;
  /** Set while windows aren't told of another guest that could not be seated. */
  reporting?: { timer: NodeJS.Timeout; next: Unseated | null };
}

export interface HostedTables {
  list(): HostedTable[];
  add(hostedTable: HostedTable, cancel: Cancel): void;
  /** Called when the invitation was posted again under another id. */
  replace(previousId: string, next: Pick<Invitation, 'post_id' | 'expires_at'>): void;
  /** `expires_at`: Unix milliseconds. */
  renew(post_id: string, expires_at: number): void;
  /** The person that the table is for has begun a handshake, until the returned function is called. Others don't count: anyone can begin one. */
  beginArrival(post_id: string, guestKey: string): () => void;
  /** Says why a guest could not be seated. The last one counts, and windows are told of it at intervals. */
  report(post_id: string, unseated: Unseated): void;
  /** The person that the table is for gets no message of it. */
  noteUnsent(post_id: string, unsent: Problem): void;
  remove(post_id: string): void;
  /** Null if no invitation waits under this id. */
  cancel(post_id: string): ReturnType<Cancel> | null;
}

/** Ids under which an invitation was posted before; links to older ones no longer find it. */
const earlierIdsMax = 50;

export function createHostedTables(onChange: (change: HostedChange) => void): HostedTables {
  const entries = new Map<string, Entry>();
  const list = () => [...entries.values()].map(({ hostedTable }) => hostedTable);

  /** The entry may be under another id by the end of the interval. */
  function report(entry: Entry, unseated: Unseated): void {
    if (entry.reporting) {
      entry.reporting.next = unseated;
      return;
    }
    const endInterval = () => {
      const next = entry.reporting?.next;
      delete entry.reporting;
      if (next) report(entry, next);
    };
    entry.reporting = { timer: setTimeout(endInterval, budgets.handshake.reportMs).unref(), next: null };
    change(entry.hostedTable.post_id, { unseated });
  }

  function change(post_id: string, changes: Partial<HostedTable>): void {
    const entry = entries.get(post_id);
    if (!entry) return;
    entry.hostedTable = { ...entry.hostedTable, ...changes };
    onChange({ hosted: [entry.hostedTable], gone: [] });
  }

  return {
    list,
    add(hostedTable, cancel) {
      entries.set(hostedTable.post_id, { hostedTable, cancel, arrivals: 0 });
      onChange({ hosted: [hostedTable], gone: [] });
    },
    replace(previousId, { post_id, expires_at }) {
      const entry = entries.get(previousId);
      if (!entry || !entries.delete(previousId)) return;
      const earlier_post_ids = [...entry.hostedTable.earlier_post_ids, previousId].slice(-earlierIdsMax);
      entry.hostedTable = { ...entry.hostedTable, post_id, earlier_post_ids, expires_at: Date.parse(expires_at) };
      entries.set(post_id, entry);
      onChange({ hosted: [entry.hostedTable], gone: [previousId] });
    },
    renew: (post_id, expires_at) => change(post_id, { expires_at }),
    beginArrival(post_id, guestKey) {
      const entry = entries.get(post_id);
      if (!entry || entry.hostedTable.for_public_key !== guestKey) return () => {};
      entry.arrivals += 1;
      change(post_id, { arriving: true });
      return () => {
        entry.arrivals -= 1;
        if (entry.arrivals === 0) change(entry.hostedTable.post_id, { arriving: false });
      };
    },
    report(post_id, unseated) {
      const entry = entries.get(post_id);
      if (entry) report(entry, unseated);
    },
    noteUnsent: (post_id, unsent) => change(post_id, { unsent }),
    remove(post_id) {
      clearTimeout(entries.get(post_id)?.reporting?.timer);
      if (entries.delete(post_id)) onChange({ hosted: [], gone: [post_id] });
    },
    cancel: (post_id) => entries.get(post_id)?.cancel() ?? null,
  };
}
