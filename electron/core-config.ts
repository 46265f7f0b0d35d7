/** What a shell makes a core of. */
import type { AppState } from '../shared/bridge/contract.ts';
import type { LaunchHooks } from './hooks/host.ts';
import type { Keychain } from './identity/keychain.ts';
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
}
