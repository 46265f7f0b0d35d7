/** The parts of the core that the bridge's handlers use; see core/core.ts. */
import type { AppState, Bridge, Settings } from '../../shared/bridge/contract.ts';
import type { Emit } from '../../shared/bridge/define.ts';
import type { Clients } from '../clients/clients.ts';
import type { CommunityClient } from '../community/client.ts';
import type { Communities } from '../community/communities.ts';
import type { CommunityConnection } from '../community/connection.ts';
import type { EventStream } from '../community/event-stream.ts';
import type { People } from '../community/people.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import type { Identities } from '../identity/identities.ts';
import type { IdentityStore } from '../identity/identity.ts';
import type { InboxService } from '../inbox/inbox.ts';
import type { Catalogue } from '../library/catalogue.ts';
import type { Library } from '../library/library.ts';
import type { LobbyStore } from '../lobby/lobby.ts';
import type { Play } from '../lobby/play.ts';
import type { NetworkAccess } from '../local-network/local-network.ts';
import type { NoticesService } from '../notices/notices.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { OpenPictureTaker } from '../studio/pictures/picture-taker.ts';
import type { Studio } from '../studio/studio.ts';
import type { Analyses } from '../tables/analysis/analyses.ts';
import type { Drafts } from '../tables/drafts.ts';
import type { OpenedRecords } from '../tables/records/opened-records.ts';
import type { Tables } from '../tables/table-registry.ts';

/** An unlocked identity at one community, with its client, tables, lobby and inbox. */
export interface Account {
  client: CommunityClient;
  eventStream: EventStream;
  people: People;
  tables: Tables;
  analyses: Analyses;
  drafts: Drafts;
  lobby: LobbyStore;
  play: Play;
  inbox: InboxService;
  notices: NoticesService;
  /** Suspends running tables and frees everything. */
  dispose(): Promise<void>;
}

export interface CoreParts {
  readonly dataDir: string;
  readonly shell: AppState['shell'];
  /** The identity in use; each switch replaces the store. */
  readonly identity: IdentityStore;
  readonly identities: Identities;
  readonly settings: SettingsStore;
  readonly clients: Clients;
  readonly communities: Communities;
  readonly connection: CommunityConnection;
  readonly network: NetworkAccess;
  readonly library: Library;
  readonly catalogue: Catalogue;
  readonly launchHooks: LaunchHooks;
  /** Records of any table, opened from files. */
  readonly openedRecords: OpenedRecords;
  readonly studio: Studio;
  readonly emit: Emit<Bridge>;
  /** @throws ParlorError `identity_missing` or `identity_locked`. */
  account(): Account;
  readonly maybeAccount: Account | null;
  state(): AppState;
  /** Settles once the account that is being opened or switched to can be used, or can't be opened; null if there is none such. */
  accountSettled(): Promise<void> | null;
  /** Opens the account, after the key was created or unlocked, and registers it. */
  openAccount(): Promise<void>;
  /** Closes the account, runs `action`, and opens the account again. @throws ParlorError `tables_running` */
  whileSignedOut(action: () => Promise<void>): Promise<void>;
  /** Switches to another identity of this data directory. @throws ParlorError `tables_running`, `identity_missing` */
  switchIdentity(public_key: string): Promise<void>;
  /** Switches to another community, null for the one on this computer. @throws ParlorError `tables_running` */
  switchCommunity(url: string | null): Promise<void>;
  /** Saves and applies the change. */
  changeSettings(change: Partial<Settings>): Promise<Settings>;
  /** Connects to the community again, and repeats what failed, without waiting for the next attempt. */
  retry(admissionCode?: string): Promise<void>;
  /** Stops the proof of work of a registration. */
  stopWork(): void;
  /** False if this process stays the owner. */
  handOver(): boolean;
  boardUrl(manifest_hash: string): string;
  /** A new link to this Parlor's window in a browser; null if none is served. */
  windowLink(): string | null;
  /** Shows a folder in the system's file manager; null if the shell can't. */
  readonly showFolder: ((path: string) => void) | null;
  /** Null where no board is shown. */
  readonly openPictureTaker: OpenPictureTaker | null;
  /** Readings of this process's clock, and of the community's in Unix milliseconds. */
  clocks(): { clock: number; community: number };
  /** Emits the state if it has changed. */
  emitState(): void;
}
