/** What a shell (Electron or the web relay) needs of the core; the core knows nothing of its shell. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';

/** Verified bytes of boards, held in memory, keyed by the first 32 hex digits of the manifest hash. */
export interface BoardFiles {
  get(label: string, path: string): { bytes: Uint8Array; type: string } | null;
}

export interface ShellCore {
  readonly handlers: Handlers<Bridge>;
  /** Every event of the contract; returns the unsubscribe. */
  onEvent(listener: (group: string, event: string, value: unknown) => void): () => void;
  readonly boards: BoardFiles;
  /** The shell says where it serves boards: `(label) => URL of index.html`. */
  setBoardUrl(urlOf: (label: string) => string): void;
  /** A shell that serves windows to browsers says how a fresh link is made; null once it no longer does. */
  setWindowLink(link: (() => string) | null): void;
}
