/** What the bridge's handlers work with; core.ts makes it. */
import type { AppState, Bridge, Check, Settings } from '../shared/bridge/contract.ts';
import type { Emit } from '../shared/bridge/define.ts';
import type { CommunityClient } from './community/client.ts';
import type { Communities } from './community/communities.ts';
import type { CommunityLink } from './community/link.ts';
import type { Live } from './community/live.ts';
import type { People } from './community/people.ts';
import type { LaunchHooks } from './hooks/host.ts';
import type { IdentityStore } from './identity/identity.ts';
import type { Roster } from './identity/roster.ts';
import type { InboxRoom } from './inbox/inbox.ts';
import type { Catalogue } from './library/catalogue.ts';
import type { Library } from './library/library.ts';
import type { LobbyRoom } from './lobby/lobby.ts';
import type { NetworkDoor } from './network/network.ts';
import type { SettingsStore } from './settings/settings.ts';
import type { Studio } from './studio/studio.ts';
import type { Tables } from './tables/tables.ts';

/** What exists once the key is open: everything that acts in its name. */
export interface Seat {
  client: CommunityClient;
  live: Live;
  people: People;
  tables: Tables;
  lobby: LobbyRoom;
  inbox: InboxRoom;
  /** Ends what runs, and lets go of everything. */
  leave(): Promise<void>;
}

export interface CoreParts {
  readonly dataDir: string;
  readonly shell: AppState['shell'];
  /** The one in use: another store after every switch. */
  readonly identity: IdentityStore;
  readonly roster: Roster;
  readonly settings: SettingsStore;
  readonly communities: Communities;
  readonly link: CommunityLink;
  readonly network: NetworkDoor;
  readonly library: Library;
  readonly catalogue: Catalogue;
  readonly launchHooks: LaunchHooks;
  readonly studio: Studio;
  readonly emit: Emit<Bridge>;
  /** @throws ParlorError `identity_missing` or `identity_locked`. */
  seat(): Seat;
  readonly maybeSeat: Seat | null;
  state(): AppState;
  /** The key was opened or made: sit down and register. */
  enter(): Promise<void>;
  /** Gets up, does `step` while nobody sits here, and sits down again. @throws ParlorError `tables_running` */
  away(step: () => Promise<void>): Promise<void>;
  /** Another identity of this data directory from now on. @throws ParlorError `tables_running`, `identity_missing` */
  switchTo(public_key: string): Promise<void>;
  /** Another community from now on, null for the one on this computer. @throws ParlorError `tables_running` */
  moveTo(url: string | null): Promise<void>;
  /** Keeps it, and acts on it at once. */
  changeSettings(change: Partial<Settings>): Promise<Settings>;
  retry(): void;
  stopWork(): void;
  boardUrl(manifest_hash: string): string;
  /** A fresh link to this Parlor's window in a browser; null where none is served. */
  windowLink(): string | null;
  doctor(offline: boolean): Promise<Check[]>;
  changed(): void;
}
