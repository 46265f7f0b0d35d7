/** What a core is made of, and what it offers to shells and commands; core.ts makes it. */
import type { AppState } from '../shared/bridge/contract.ts';
import type { CommunityLink } from './community/link.ts';
import type { LaunchHooks } from './hooks/host.ts';
import type { Keychain } from './identity/keychain.ts';
import type { IrohTransport } from './p2p/iroh.ts';
import type { ShellCore } from './shells/shell.ts';
import type { LaunchWorker } from './workers/worker.ts';

export interface CoreConfig {
  dataDir: string;
  /** Address of a community; null for the one the data directory's settings name, else the embedded one. */
  server: string | null;
  /** A terminal's core keeps no house and registers nobody by itself. */
  shell: AppState['shell'];
  keychain: Keychain | null;
  /** Where the bundled protocols lie; the repository's own unless told. */
  resourcesDir?: string;
  /** How processes are started; Node's own way unless the shell has another (Electron's utility processes). */
  launchHooks?: LaunchHooks;
  launchWorker?: LaunchWorker;
  /** What went wrong inside a call of another Parlor. */
  report?: (fault: unknown, where: string) => void;
  /** `server` was confirmed although it is plain http beyond this computer. */
  allowPlainHttp?: boolean;
  /** Who else on the network is let in, for this run: an address of this computer, `auto`, `off`; else as remembered. */
  network?: string | null;
}

export interface Core extends ShellCore {
  start(): Promise<void>;
  /** Resolves when no other Parlor of this user is attached. */
  idle(): Promise<void>;
  dispose(): Promise<void>;
}

/** A community, and how peers of its tables are reached. */
export interface Place {
  server: string | null;
  link: CommunityLink;
  transport: IrohTransport;
}
