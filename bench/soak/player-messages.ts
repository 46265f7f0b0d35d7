/** The messages between the soak and its player processes, one JSON object per line. */
import type { Table } from '../../shared/bridge/contract.ts';

interface Temporary {
  durationMs: number;
}

export type PlayerCommand =
  | { do: 'host'; agent: number; request: number; game: string }
  | { do: 'join'; agent: number; post_id: string }
  /** Joins an open table of the house for this game; `choice`, from 0 to 1, selects it. */
  | { do: 'join house'; agent: number; request: number; keys: string[]; game: string; choice: number }
  | { do: 'withdraw'; agent: number; post_id: string }
  /** Collects garbage, which releases the sockets of closed endpoints. */
  | { do: 'collect' }
  | ({ do: 'cut peers' | 'community away' | 'responses lost' } & Temporary)
  | ({ do: 'community slow'; delayMs: number } & Temporary);

/** The state of an agent's table; sent at each change. */
export interface TableLine {
  event: 'table';
  agent: number;
  table_id: string;
  post_id: string;
  session_id: string | null;
  phase: Table['phase'];
  winner: string | null;
  state: string | null;
  problem: string | null;
}

export type PlayerLine =
  | { event: 'ready' }
  | { event: 'hosting'; request: number; post_id: string }
  /** The invitation, or the table it led to, is over. */
  | { event: 'hosted'; request: number }
  | { event: 'refused'; request: number; code: string }
  | TableLine;
