/**
 * Hooks run in QuickJS inside a separate process that can be killed, and are reached only through a HookHost. Calls are isolated:
 * each starts from the file as it was loaded, and no variable survives it.
 */
import type { Json } from '../../shared/json/value.ts';
import type { HookMethod } from '../../shared/tables/hooks.ts';
import type { HookLimits } from './limits.ts';

export interface HookHost {
  /** SHA-256 of the file as it was loaded, 64 hex digits. Later changes on disk have no effect. */
  readonly hash: string;
  /** The methods the file exports. */
  readonly methods: ReadonlySet<HookMethod>;
  /** The strengths or styles it offers, its default first. */
  readonly manners: readonly string[];
  /**
   * Calls one method. Rejects `hook_failed` (it threw, returned no JSON, broke a limit) or `hook_timeout` (killed).
   * The process is restarted after a crash, up to three times; then every call rejects `hook_failed`.
   */
  call(method: HookMethod, args: Json[]): Promise<Json>;
  dispose(): Promise<void>;
}

/** A host whose file can be replaced without starting another process. */
export interface LaunchedHooks extends HookHost {
  /**
   * Replaces the file and resets the counters of calls and restarts. Rejects like the launch, and then keeps the previous
   * file.
   */
  reload(source: string, seed: string): Promise<void>;
}

/**
 * Starts a host for the text of one hooks file. `seed` and the number of the call seed `Math.random`, so that the same sequence of
 * calls always returns the same results.
 */
export type LaunchHooks = (
  source: string,
  options: {
    seed: string;
    limits?: Partial<HookLimits>;
    /** Runs after everything else that the computer has to do. */
    background?: boolean;
    /** Receives what the hooks print: untrusted, truncated and limited in number. */
    log?: (text: string) => void;
  },
) => Promise<LaunchedHooks>;
