/** What the bridge's handlers work with; core.ts makes it. */
import type { AppState, Bridge, Check } from '../shared/bridge/contract.ts';
import type { Emit } from '../shared/bridge/define.ts';
import type { CommunityClient } from './community/client.ts';
import type { CommunityLink } from './community/link.ts';
import type { Live } from './community/live.ts';
import type { People } from './community/people.ts';
import type { LaunchHooks } from './hooks/host.ts';
import type { IdentityStore } from './identity/identity.ts';
import type { InboxRoom } from './inbox/inbox.ts';
import type { Catalogue } from './library/catalogue.ts';
import type { Library } from './library/library.ts';
import type { LobbyRoom } from './lobby/lobby.ts';
import type { SettingsStore } from './settings/settings.ts';
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
  readonly shell: AppState['shell'];
  readonly identity: IdentityStore;
  readonly settings: SettingsStore;
  readonly link: CommunityLink;
  readonly library: Library;
  readonly catalogue: Catalogue;
  readonly launchHooks: LaunchHooks;
  readonly emit: Emit<Bridge>;
  /** @throws ParlorError `identity_missing` or `identity_locked`. */
  seat(): Seat;
  readonly maybeSeat: Seat | null;
  state(): AppState;
  /** The key was opened or made: sit down and register. */
  enter(): Promise<void>;
  retry(): void;
  stopWork(): void;
  boardUrl(manifest_hash: string): string;
  /** A fresh link to this Parlor's window in a browser; null where none is served. */
  windowLink(): string | null;
  doctor(offline: boolean): Promise<Check[]>;
  changed(): void;
}
