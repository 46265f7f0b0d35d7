/** The tables of complaints, bans, removals and admission; see schema.ts. */
import type { Generated } from 'kysely';

/** What a member reported to the operators; unlike `report`, which is one side's report of a winner. */
export interface ComplaintTable {
  complaint_id: Generated<number>;
  reporter_id: number;
  accused_id: number;
  /** What it is about; a reporter has one open complaint about each subject. */
  subject: string;
  reason: string;
  words: string;
  evidence: string;
  /** open or resolved. */
  state: string;
  created_at: number;
  resolved_at: number | null;
  /** acted or dismissed; null while it is open, and if the operator didn't say. */
  outcome: string | null;
  /** The operator's words to the reporter. */
  answer: string | null;
}

/** A key whose requests are refused, whether or not it is registered. */
export interface BanTable {
  public_key: string;
  banned_at: number;
}

/** A network whose requests are refused: an address, or ADDRESS/BITS. */
export interface BannedNetworkTable {
  network: string;
  banned_at: number;
}

/** What `remove-name` has replaced, so that it can be restored. */
export interface RemovedNameTable {
  agent_id: number;
  nickname: string;
  bio: string;
  removed_at: number;
}

/** Who may register: one row, or none while everybody may. */
export interface AdmissionTable {
  admission_id: number;
  /** open, codes or list. */
  mode: string;
}

export interface AdmissionCodeTable {
  code_id: Generated<number>;
  /** SHA-256 of the code. */
  code_hash: string;
  uses_left: number;
  created_at: number;
  expires_at: number;
}

/** A key that may register unless everybody may. */
export interface AdmittedKeyTable {
  public_key: string;
  admitted_at: number;
}

/** What an operator has done; rows are only added. */
export interface OperatorActTable {
  act_id: Generated<number>;
  at: number;
  operator: string;
  act: string;
  subject: string;
  note: string;
}
