/** Whether another game against somebody gives points now, as far as the ends of earlier ones tell. Pure. */
import type { Table } from '../bridge/contract.ts';

/** `now`: by the community's clock. */
export const isCappedWith = (public_key: string, tables: Iterable<Table>, now: number): boolean =>
  [...tables].some(({ peer, result }) => {
    const cap = result?.cap;
    return peer.public_key === public_key && cap?.again_at != null && cap.used >= cap.limit && cap.again_at > now;
  });
