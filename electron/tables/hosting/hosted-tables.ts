/** This identity's invitations that wait for a guest, by their current post id. */
import type { HostedTable } from '../../../shared/bridge/contract.ts';
import type { Invitation } from '../../../shared/community/shapes.ts';

export interface HostedTables {
  list(): HostedTable[];
  add(shown: HostedTable, cancel: () => Promise<void>): void;
  /** Called when the invitation was posted again under another id. */
  replace(before: string, next: Pick<Invitation, 'post_id' | 'expires_at'>): void;
  /** `expires_at`: Unix milliseconds. */
  renew(post_id: string, expires_at: number): void;
  remove(post_id: string): void;
  /** Withdraws an invitation; null if none waits under this id. */
  cancel(post_id: string): Promise<void> | null;
}

export function createHostedTables(onChange: (hosted: HostedTable[]) => void): HostedTables {
  const waiting = new Map<string, { shown: HostedTable; cancel: () => Promise<void> }>();
  const list = () => [...waiting.values()].map(({ shown }) => shown);

  return {
    list,
    add(shown, cancel) {
      waiting.set(shown.post_id, { shown, cancel });
      onChange(list());
    },
    replace(before, { post_id, expires_at }) {
      const entry = waiting.get(before);
      if (!entry || !waiting.delete(before)) return;
      const earlier_post_ids = [...entry.shown.earlier_post_ids, before];
      const shown = { ...entry.shown, post_id, earlier_post_ids, expires_at: Date.parse(expires_at) };
      waiting.set(post_id, { ...entry, shown });
      onChange(list());
    },
    renew(post_id, expires_at) {
      const entry = waiting.get(post_id);
      if (!entry) return;
      waiting.set(post_id, { ...entry, shown: { ...entry.shown, expires_at } });
      onChange(list());
    },
    remove(post_id) {
      if (waiting.delete(post_id)) onChange(list());
    },
    cancel: (post_id) => waiting.get(post_id)?.cancel() ?? null,
  };
}
