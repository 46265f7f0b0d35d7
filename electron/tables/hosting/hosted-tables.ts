/** This identity's invitations that wait for a guest, by their current post id. */
import type { HostedTable } from '../../../shared/bridge/contract.ts';
import type { Invitation } from '../../../shared/community/shapes.ts';

export interface HostedTables {
  list(): HostedTable[];
  add(hostedTable: HostedTable, cancel: () => Promise<void>): void;
  /** Called when the invitation was posted again under another id. */
  replace(previousId: string, next: Pick<Invitation, 'post_id' | 'expires_at'>): void;
  /** `expires_at`: Unix milliseconds. */
  renew(post_id: string, expires_at: number): void;
  remove(post_id: string): void;
  /** Withdraws an invitation; null if none waits under this id. */
  cancel(post_id: string): Promise<void> | null;
}

export function createHostedTables(onChange: (hosted: HostedTable[]) => void): HostedTables {
  const entries = new Map<string, { hostedTable: HostedTable; cancel: () => Promise<void> }>();
  const list = () => [...entries.values()].map(({ hostedTable }) => hostedTable);

  return {
    list,
    add(hostedTable, cancel) {
      entries.set(hostedTable.post_id, { hostedTable, cancel });
      onChange(list());
    },
    replace(previousId, { post_id, expires_at }) {
      const entry = entries.get(previousId);
      if (!entry || !entries.delete(previousId)) return;
      const earlier_post_ids = [...entry.hostedTable.earlier_post_ids, previousId];
      const hostedTable = { ...entry.hostedTable, post_id, earlier_post_ids, expires_at: Date.parse(expires_at) };
      entries.set(post_id, { ...entry, hostedTable });
      onChange(list());
    },
    renew(post_id, expires_at) {
      const entry = entries.get(post_id);
      if (!entry) return;
      entries.set(post_id, { ...entry, hostedTable: { ...entry.hostedTable, expires_at } });
      onChange(list());
    },
    remove(post_id) {
      if (entries.delete(post_id)) onChange(list());
    },
    cancel: (post_id) => entries.get(post_id)?.cancel() ?? null,
  };
}
