/** The interface of table-registry.ts. */
import type { HostedTable, Table } from '../../shared/bridge/contract.ts';
import type { HostedChange } from '../../shared/bridge/read-all.ts';
import type { Problem } from '../../shared/errors.ts';
import type { ClientState } from '../../shared/tables/client.ts';
import type { Answer, ControlMode, Winner } from '../../shared/tables/hooks.ts';
import type { DrawAction } from '../../shared/tables/outcome.ts';
import type { CommunityClient } from '../community/client.ts';
import type { People } from '../community/people.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import type { Opener, Signer } from '../identity/signer.ts';
import type { Library } from '../library/library.ts';
import type { Transport } from '../p2p/channel.ts';
import type { PlayOptions } from './game-setup.ts';
import type { HostRequest } from './hosting/host-request.ts';
import type { HostHandle } from './hosting/host-table.ts';
import type { RemarkSettings, RemarksOfTables } from './remarks/remarks.ts';
import type { TableLists } from './table-lists.ts';

export interface TablesConfig {
  dataDir: string;
  signer: Signer;
  opener: Pick<Opener, 'tablesKey'>;
  client: CommunityClient;
  people: People;
  library: Library;
  transport: Transport;
  launchHooks: LaunchHooks;
  /** State of a client for a seat at a game of this family; `away` by default. */
  clientState?(client_id: string, rated: boolean): ClientState;
  /** Remarks beside games; none by default. */
  remarks?: RemarkSettings;
  onChange(table: Table): void;
  /** One of this identity's invitations was posted, renewed, taken or withdrawn. */
  onHostedChange?(change: HostedChange): void;
  /** The person whom one of this identity's tables was for declined it. */
  onDeclined?(hosted: HostedTable): void;
}

export interface Tables {
  /** Tables being joined or played, newest first. */
  running(): Table[];
  readonly lists: TableLists;
  readonly remarks: Omit<RemarksOfTables, 'open'>;
  /** Rejects `not_found`. */
  get(table_id: string): Promise<Table>;
  /**
   * Starts joining and returns at once; the snapshot shows the progress. Rejects `cancelled` after `dispose`, and `bad_arguments` if it is
   * a rematch that this side plays already.
   */
  join(post_id: string, options: PlayOptions): Promise<string>;
  /** Posts an invitation and waits for a guest. Rejects as `prepareHosting` and `hostTable`, and `cancelled` after `dispose`. */
  host(request: HostRequest): Promise<HostHandle>;
  /** This identity's invitations that wait for a guest. */
  listHosted(): HostedTable[];
  /** Declines an invitation that only this key may take; see `declineInvitation`. */
  decline(post_id: string): Promise<void>;
  /**
   * Withdraws one of this identity's invitations, unless a guest has taken it: then resolves with the id of its table, else with null.
   * Rejects `not_found`.
   */
  withdraw(post_id: string): Promise<string | null>;
  /** The person that an invitation is for gets no message of it. */
  noteUnsent(post_id: string, problem: Problem): void;
  /** Runs a task once the earlier ones for the rematch of this table have settled. */
  rematchInTurn<T>(table_id: string, task: () => Promise<T>): Promise<T>;
  /** Stops a join in progress. */
  stopJoining(table_id: string): Promise<void>;
  answer(table_id: string, key: string, answer: Answer): Promise<void>;
  /** Chooses a move for the next turn, or takes it back with null. Rejects `decision_invalid`. */
  premove(table_id: string, key: string, answer: Answer | null): Promise<void>;
  /**
   * Submits the answer of the client that plays this seat. Rejects as `RunningTable.propose`, and `forbidden` if another client or none
   * plays it.
   */
  propose(table_id: string, proposal: ClientProposal): Promise<'played' | 'proposed'>;
  /** Called when `TablesConfig.clientState` may have changed. */
  updateClients(): void;
  /** Called when people may have been blocked or unblocked; see apply-blocks.ts. */
  applyBlocks(): void;
  hold(table_id: string, key: string): Promise<void>;
  /** Changes who decides on this side, and how its agent plays. Rejects `decision_invalid`. */
  setMode(table_id: string, control_mode: ControlMode, manner?: string): Promise<void>;
  resign(table_id: string): Promise<void>;
  /** Leaves without losing, while the other side stalls. Rejects `peer_present`. */
  leave(table_id: string): Promise<void>;
  /** Offers a draw, or answers the other side's offer. Rejects `draw_unavailable`. */
  draw(table_id: string, action: DrawAction): Promise<void>;
  /** Says who won a game that was played by hand, and reports it. Rejects `result_conflict` unless that is open, and `not_found`. */
  sayResult(table_id: string, winner: Winner): Promise<void>;
  /** Ends a running table as `interrupted`. */
  interrupt(table_id: string): Promise<void>;
  /** Complete lines of the record from byte `offset` on, including all that the current snapshot counts. `next`: where to continue. */
  readRecord(table_id: string, offset: number): Promise<{ text: string; next: number }>;
  /** As `readRecord`, for the views that the board was shown. */
  readViews(table_id: string, offset: number): Promise<{ text: string; next: number }>;
  /** Records a decision made after the table had ended. Rejects `not_found`. */
  recordAfterwards(table_id: string, change: Partial<Table['afterwards']>): Promise<void>;
  /** Resolves once every table resumed from an earlier process has ended. */
  whenIdle(): Promise<void>;
  /** The community is reachable again: sends pending reports now. */
  flush(): void;
  dispose(): Promise<void>;
}

export interface ClientProposal {
  client_id: string;
  key: string;
  value: Answer;
  reason?: string | undefined;
}
