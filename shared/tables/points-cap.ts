/** Whether another game against somebody gives points now. Pure. */
import type { LobbyEntry, Table } from '../bridge/contract.ts';

type Cap = NonNullable<LobbyEntry['cap']>;
export type ReachedCap = Cap & { again_at: number };

const reached = (cap: Cap | null | undefined, now: number): cap is ReachedCap =>
  cap?.again_at != null && cap.used >= cap.limit && cap.again_at > now;

/**
 * The cap on rated games with somebody while it is reached; null while games give points. `asked`: what the community said last, which the
 * ends of later games replace. `now`: by the community's clock.
 */
export function reachedCapWith(
  public_key: string,
  tables: Iterable<Table>,
  asked: Cap | null,
  now: number,
): ReachedCap | null {
  const told = [...tables].filter(({ peer }) => peer.public_key === public_key).map(({ result }) => result?.cap);
  // Every game counts, whether it gave points or not, so the latest time is of the newest answer.
  const caps = [asked, ...told].filter((cap): cap is ReachedCap => reached(cap, now));
  return caps.sort((a, b) => b.again_at - a.again_at)[0] ?? null;
}
