import type { Table } from '../../shared/bridge/contract.ts';

export interface Origins {
  /** Chosen by hand, first or over the agent's proposal. */
  you: number;
  accepted: number;
  /** The agent alone, or time ran out over its proposal. */
  agent: number;
  all: number;
}

/** Who decided this seat's own moves. A peer's claim about theirs is never counted here. */
export function originsOf(table: Table): Origins {
  const own = table.moves.filter((move) => move.by === table.role && move.origin !== null);
  const count = (...origins: string[]) => own.filter((move) => origins.includes(move.origin ?? '')).length;
  return {
    you: count('you', 'override'),
    accepted: count('accepted'),
    agent: count('agent', 'timeout'),
    all: own.length,
  };
}
