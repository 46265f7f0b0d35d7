import type { Table } from '../../shared/bridge/contract.ts';

export interface OriginCounts {
  /** Chosen by the user, without a proposal or instead of it. */
  you: number;
  accepted: number;
  /** Chosen by the hooks or a client alone, or a proposal that was played on timeout. */
  agent: number;
  /** Chosen by the hooks because the client did not answer. */
  fallback: number;
  total: number;
}

/** Who decided the moves of this seat. The peer's claims about its own moves are not counted. */
export function countOrigins(table: Table): OriginCounts {
  const ownMoves = table.moves.filter((move) => move.by === table.role && move.origin !== null);
  const count = (...origins: string[]) => ownMoves.filter((move) => origins.includes(move.origin ?? '')).length;
  return {
    you: count('you', 'override'),
    accepted: count('accepted'),
    agent: count('agent', 'timeout', 'client'),
    fallback: count('fallback'),
    total: ownMoves.length,
  };
}
