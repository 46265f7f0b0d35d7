/** Types for declaring a bridge contract (contract.ts), from which handlers and clients are derived (rpc.ts). */
import type { z } from 'zod';

/**
 * Where a call is served: `both` windows, only the `desktop` one (it needs raw OS paths or the OS keychain), or only commands at
 * the `terminal`, which may also call everything windows may.
 */
export type Surface = 'both' | 'desktop' | 'terminal';

export interface CallSpec<
  Args extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  S extends Surface = Surface,
> {
  surface: S;
  args: Args;
  result: Result;
}

export interface GroupSpec {
  calls: Record<string, CallSpec>;
  events: Record<string, z.ZodType>;
}

export type BridgeSpec = Record<string, GroupSpec>;

export function call<Args extends z.ZodType, Result extends z.ZodType, const S extends Surface>(
  callSurface: S,
  args: Args,
  result: Result,
): CallSpec<Args, Result, S> {
  return { surface: callSurface, args, result };
}

type CallsOn<G extends GroupSpec, S extends Surface> = {
  [C in keyof G['calls'] as G['calls'][C]['surface'] extends S ? C : never]: G['calls'][C];
};

/** The caller, determined by the adapter that owns the channel, never read from a message. */
export type Caller =
  | { surface: 'desktop' }
  /** A command of the same user on this computer, through a socket only that user can open. `onClose` calls when it disconnects. */
  | { surface: 'terminal'; onClose?: (listener: () => void) => void }
  | { surface: 'web'; client: string };

/** Main's side: every call of the contract, with parsed arguments and the caller. */
export type Handlers<B extends BridgeSpec> = {
  [G in keyof B]: {
    [C in keyof B[G]['calls']]: (
      args: z.output<B[G]['calls'][C]['args']>,
      caller: Caller,
    ) => Promise<z.input<B[G]['calls'][C]['result']>> | z.input<B[G]['calls'][C]['result']>;
  };
};

/** The window's side. A client has only the calls that its shell serves, also in its type. */
export type Client<B extends BridgeSpec, S extends Surface> = {
  [G in keyof B]: {
    [C in keyof CallsOn<B[G], S>]: (
      args: z.input<B[G]['calls'][C & string]['args']>,
    ) => Promise<z.output<B[G]['calls'][C & string]['result']>>;
  } & {
    /** Subscribes to an event of the group; returns a function that unsubscribes. */
    on<E extends keyof B[G]['events'] & string>(
      event: E,
      listener: (value: z.output<B[G]['events'][E]>) => void,
    ): () => void;
  };
};

/** Emits an event to all windows. */
export type Emit<B extends BridgeSpec> = <G extends keyof B & string, E extends keyof B[G]['events'] & string>(
  group: G,
  event: E,
  value: z.input<B[G]['events'][E]>,
) => void;
