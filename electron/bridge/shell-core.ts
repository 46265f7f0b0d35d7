/** The core's interface for its shell (Electron or the web relay), on which it does not depend. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { BoardFiles } from '../library/board.ts';

export interface ShellCore {
  readonly handlers: Handlers<Bridge>;
  /** Subscribes to every event of the contract; returns the unsubscribe function. */
  onEvent(listener: (group: string, event: string, value: unknown) => void): () => void;
  readonly boards: BoardFiles;
  /** Sets where the shell serves boards: `(label) => URL of index.html`. */
  setBoardUrl(urlOf: (label: string) => string): void;
  /** Sets which languages the person reads, best first; that of this process by default. The settings may name one instead. */
  setSystemLanguages(tags: readonly string[]): void;
  /** Sets how a new link to a window in a browser is created; null if the shell serves none. */
  setWindowLink(createLink: (() => string) | null): void;
}
