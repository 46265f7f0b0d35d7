import { type ReachedCap, reachedCapWith } from '../../shared/tables/points-cap.ts';
import { useAgent } from './agent-profile.ts';
import { communityClock } from './clock.ts';
import { useTables } from './context.tsx';

/** The cap on rated games with a person while it is reached: what the form, the open table and the question before resigning say. */
export function usePointsCap(publicKey: string | null): ReachedCap | null {
  const { data } = useAgent(publicKey ?? '', publicKey !== null);
  const tables = useTables((known) => known);
  return publicKey === null
    ? null
    : reachedCapWith(publicKey, tables.values(), data?.cap ?? null, communityClock.now());
}
