/** Pure. */
import type { Tally } from '../../../shared/bridge/contract.ts';

/** The share of the points of decided games, a draw being half a point; null without one. */
export function scoreOf({ won, lost, drawn }: Tally): number | null {
  const decided = won + lost + drawn;
  return decided === 0 ? null : (won + drawn / 2) / decided;
}
