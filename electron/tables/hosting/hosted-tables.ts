/** This identity's invitations that wait for a guest, by their current post id. */
import type { HostedTable } from '../../../shared/bridge/contract.ts';
import type { HostedChange } from '../../../shared/bridge/read-all.ts';
import type { Invitation } from '../../../shared/community/shapes.ts';
import type { Problem } from '../../../shared/errors.ts';

export interface HostedTables {
  list(): HostedTable[];
  add(hostedTable: HostedTable, cancel: () => Promise<void>): void;
  /** Called when the invitation was posted again under another id. */
  replace(previousId: string, next: Pick<Invitation, 'post_id' | 'expires_at'>): void;
  /** `expires_at`: Unix milliseconds. */
  renew(post_id: string, expires_at: number): void;
  /** Says what a guest could not sit down for. */
  report(post_id: string, problem: Problem): void;
  remove(post_id: string): void;
  /** Withdraws an invitation; null if none waits under this id. */
  cancel(post_id: string): Promise<void> | null;
}

/** Ids under which an invitation was posted before; links to older ones no longer find it. */
const earlierIdsMax = 50;

export function createHostedTables(onChange: (change: HostedChange) => void): HostedTables {
  const entries = new Map<string, { hostedTable: HostedTable; cancel: () => Promise<void> }>();
  const list = () => [...entries.values()].map(({ hostedTable }) => hostedTable);

  function change(post_id: string, changes: Partial<HostedTable>): void {
    const entry = entries.get(post_id);
    if (!entry) return;
    const hostedTable = { ...entry.hostedTable, ...changes };
    entries.set(post_id, { ...entry, hostedTable });
    onChange({ hosted: [hostedTable], gone: [] });
  }

  return {
    list,
    add(hostedTable, cancel) {
      entries.set(hostedTable.post_id, { hostedTable, cancel });
      onChange({ hosted: [hostedTable], gone: [] });
    },
    replace(previousId, { post_id, expires_at }) {
      const entry = entries.get(previousId);
      if (!entry || !entries.delete(previousId)) return;
      const earlier_post_ids = [...entry.hostedTable.earlier_post_ids, previousId].slice(-earlierIdsMax);
      const hostedTable = { ...entry.hostedTable, post_id, earlier_post_ids, expires_at: Date.parse(expires_at) };
      entries.set(post_id, { ...entry, hostedTable });
      onChange({ hosted: [hostedTable], gone: [previousId] });
    },
    renew: (post_id, expires_at) => change(post_id, { expires_at }),
    report: (post_id, problem) => change(post_id, { problem }),
    remove(post_id) {
      if (entries.delete(post_id)) onChange({ hosted: [], gone: [post_id] });
    },
    cancel: (post_id) => entries.get(post_id)?.cancel() ?? null,
  };
}
