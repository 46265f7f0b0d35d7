/** Limits on a hooks file, its calls and its process. */

/** Memory for a file and one of its calls together. */
export const hookMemoryBytes = 16 * 1024 * 1024;

export interface HookLimits {
  /** CPU time of a call, in milliseconds, regardless of other load on the computer. The sandbox interrupts itself after it. */
  callMs: number;
  /** Milliseconds until the response to a call, after which the process is killed: native loops cannot be interrupted. */
  killMs: number;
  stackBytes: number;
  /** Maximum bytes of JSON in and out per call. */
  jsonBytes: number;
}

export const defaultHookLimits: HookLimits = {
  callMs: 2_000,
  killMs: 10_000,
  stackBytes: 256 * 1024,
  jsonBytes: 256 * 1024,
};

/** A process of the lowest priority may wait long for its turn; its processor time is limited as always. */
export const backgroundLimits = { killMs: 120_000 } as const satisfies Partial<HookLimits>;

/** V8's heap outside the sandbox. Electron's utility processes have no such limit; there the sandbox's memory limit applies alone. */
export const hookProcessHeapMb = 128;

export const hookSourceBytes = 1024 * 1024;

/** How many times the process of a file is restarted after crashes. */
export const hookRestartsMax = 3;
