/** Configuration of a core, and its interface for shells and commands; see core.ts. */
import type { AppState } from '../../shared/bridge/contract.ts';
import type { ShellCore } from '../bridge/shell-core.ts';
import type { CommunityConnection } from '../community/connection.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import type { Keychain } from '../identity/keychain.ts';
import type { IrohTransport } from '../p2p/iroh-transport.ts';
import type { OpenPictureTaker } from '../studio/pictures/picture-taker.ts';
import type { LaunchWorker } from '../workers/worker.ts';

export interface CoreConfig {
  dataDir: string;
  /** URL of a community; null for the one in the settings, or else the embedded one. */
  server: string | null;
  /** A terminal's core runs no house players and does not register on its own. */
  shell: AppState['shell'];
  keychain: Keychain | null;
  /** Shows a folder in the system's file manager. */
  showFolder?: (path: string) => void;
  /** Takes pictures of boards for their authors. */
  openPictureTaker?: OpenPictureTaker;
  /** Folder of the bundled protocols; the repository's by default. */
  resourcesDir?: string;
  /** How child processes are started: with Node by default; Electron passes launchers of utility processes. */
  launchHooks?: LaunchHooks;
  launchWorker?: LaunchWorker;
  /** Called when another process wants to become the owner of the data directory: disposes of this core. Without it, this core stays. */
  onHandOver?: () => true;
  /** The user confirmed plain http for a `server` on another computer. */
  allowPlainHttp?: boolean;
  /** Replaces the saved network setting for this run: an address of this computer, `auto` or `off`. */
  network?: string | null;
}

export interface Core extends ShellCore {
  /** Without `connect`, only the first `app.retry` contacts the community, or starts the embedded one. */
  start(options?: { connect: boolean }): Promise<void>;
  /** Resolves when no other process is attached. */
  whenIdle(): Promise<void>;
  /** `discard`: removes the data directory if this core created it. */
  dispose(options?: { discard: boolean }): Promise<void>;
}

/** A community, and the transport to the peers of its tables. */
export interface ActiveCommunity {
  server: string | null;
  connection: CommunityConnection;
  transport: IrohTransport;
}
