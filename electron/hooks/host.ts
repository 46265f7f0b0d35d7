/**
 * Hooks run in QuickJS inside a process of their own that can be killed; this is the only way to reach them. Every call
 * starts from the file as it was loaded: nothing that one call leaves in a variable is there in the next.
 */
import type { Json } from '../../shared/json/value.ts';
import type { HookMethod } from '../../shared/tables/hooks.ts';

export interface HookHost {
  /** SHA-256 of the file as it was loaded, 64 hex digits. It is played with to the end, whatever happens on disk. */
  readonly hash: string;
  /** The methods the file exports. */
  readonly methods: ReadonlySet<HookMethod>;
  /**
   * Calls one method. Rejects `hook_failed` (it threw, returned no JSON, broke a limit) or `hook_timeout` (killed).
   * A crash uses up one restart; after three the host stays dead and every call rejects `hook_failed`.
   */
  call(method: HookMethod, args: Json[]): Promise<Json>;
  dispose(): Promise<void>;
}

/** What a launcher gives: another file may take the place of the first without another process. */
export interface LaunchedHooks extends HookHost {
  /**
   * From now on `hash`, `methods` and every call are those of this file, counted anew. Rejects as the launch does, and goes on
   * with the file before.
   */
  reload(source: string, seed: string): Promise<void>;
}

export interface HookLimits {
  /** Wall clock per call, milliseconds; the process is killed 500 ms later. */
  callMs: number;
  memoryBytes: number;
  stackBytes: number;
  /** JSON in and out per call. */
  jsonBytes: number;
}

/**
 * Starts a host for the text of one hooks file. `seed` and the number of the call drive `Math.random`, so that the same
 * calls in the same order always answer the same.
 */
export type LaunchHooks = (
  source: string,
  options: {
    seed: string;
    limits?: Partial<HookLimits>;
    /** What the hooks print, already shortened and limited in number; never trusted, only shown. */
    log?: (text: string) => void;
  },
) => Promise<LaunchedHooks>;
