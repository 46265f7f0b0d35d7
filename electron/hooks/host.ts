/** Hooks run in QuickJS inside a process of their own that can be killed; this is the only way to reach them. */
import type { Json } from '../../shared/json/value.ts';
import type { HookMethod } from '../../shared/tables/hooks.ts';

export interface HookHost {
  /** The methods the file exports. */
  readonly methods: ReadonlySet<HookMethod>;
  /**
   * Calls one method. Rejects `hook_failed` (it threw, returned no JSON, broke a limit) or `hook_timeout` (killed).
   * A crash uses up one restart; after three the host stays dead and every call rejects `hook_failed`.
   */
  call(method: HookMethod, args: Json[]): Promise<Json>;
  dispose(): Promise<void>;
}

export interface HookLimits {
  /** Wall clock per call, milliseconds; the process is killed 500 ms later. */
  callMs: number;
  memoryBytes: number;
  stackBytes: number;
  /** JSON in and out per call. */
  jsonBytes: number;
}

/** Starts a host for the text of one hooks file. `seed` drives `Math.random`. */
export type LaunchHooks = (source: string, options: { seed: string; limits?: Partial<HookLimits> }) => Promise<HookHost>;
