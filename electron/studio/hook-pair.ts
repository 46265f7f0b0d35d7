/** The hooks of a preview's two seats, each in a process that is reused when the author's file changes. */
import { type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { validateOptions } from '../../shared/protocol/options.ts';
import { type HookMethod, metadataSchema, type Role, roles } from '../../shared/tables/hooks.ts';
import { generateByHand } from '../hooks/by-hand.ts';
import type { LaunchedHooks, LaunchHooks } from '../hooks/hook-host.ts';
import type { GameFiles, RuntimeProblems } from './problems/runtime.ts';
import type { SeatSettings } from './seat.ts';

export class HookPair {
  readonly #launch: LaunchHooks;
  readonly #log: (seat: Role, text: string) => void;
  #hooks: Record<Role, LaunchedHooks> | null = null;
  #methods: HookMethod[] = [];

  constructor(launch: LaunchHooks, log: (seat: Role, text: string) => void) {
    this.#launch = launch;
    this.#log = log;
  }

  /** The methods of the author's most recently loaded file. */
  get methods(): HookMethod[] {
    return this.#methods;
  }

  /** Reloads the files and resets their call counters. Rejects `hook_failed`, and then keeps the previous files. */
  async load(
    gameFiles: GameFiles,
    settings: Record<Role, SeatSettings>,
    seed: string,
  ): Promise<Record<Role, LaunchedHooks>> {
    const sourceOf = (seat: Role) =>
      settings[seat].hooks === 'by_hand' ? generateByHand(gameFiles.spec) : gameFiles.hooks;
    const launched = this.#hooks;
    if (launched) for (const seat of roles) await launched[seat].reload(sourceOf(seat), `${seed}:${seat}`);
    else this.#hooks = await this.#start(sourceOf, seed);
    const hooks = this.#hooks as Record<Role, LaunchedHooks>;
    const ownSeat = roles.find((seat) => settings[seat].hooks === 'own');
    if (ownSeat) this.#methods = [...hooks[ownSeat].methods];
    return hooks;
  }

  async #start(sourceOf: (seat: Role) => string, seed: string): Promise<Record<Role, LaunchedHooks>> {
    return launchBoth((seat) =>
      this.#launch(sourceOf(seat), { seed: `${seed}:${seat}`, log: (text) => this.#log(seat, text) }),
    );
  }

  async dispose(): Promise<void> {
    await Promise.all(Object.values(this.#hooks ?? {}).map((hooks) => hooks.dispose()));
  }
}

/** Launches the hooks of both seats. If one launch fails, the other hooks are disposed, too. */
export async function launchBoth(launch: (seat: Role) => Promise<LaunchedHooks>): Promise<Record<Role, LaunchedHooks>> {
  const [host, guest] = await Promise.allSettled([launch('host'), launch('guest')]);
  if (host.status === 'fulfilled' && guest.status === 'fulfilled') return { host: host.value, guest: guest.value };
  for (const result of [host, guest]) if (result.status === 'fulfilled') await result.value.dispose();
  throw host.status === 'rejected' ? host.reason : (guest as PromiseRejectedResult).reason;
}

/**
 * Returns `requested` if valid, otherwise the options of the hooks' `metadata`. Always calls `metadata`, since the random numbers of a hook
 * depend on the number of calls before it.
 */
export async function resolveOptions(
  { spec, hooks }: GameFiles,
  host: LaunchedHooks,
  requested: JsonObject | undefined,
  problems: RuntimeProblems,
): Promise<JsonObject> {
  let defaults: JsonObject = {};
  if (host.methods.has('metadata')) {
    try {
      defaults = metadataSchema.parse(await host.call('metadata', [])).options as JsonObject;
    } catch (error) {
      problems.add('hooks_call', 'metadata', firstIssue(error), hooks, 'metadata');
    }
  }
  if (requested && validateOptions(spec, requested).length === 0) return requested;
  const [problem] = validateOptions(spec, defaults);
  if (problem === undefined) return defaults;
  const message = `The options from metadata do not match the spec: ${problem}.`;
  problems.add('hooks_call', 'metadata', { code: 'options_invalid', message, detail: { problem } }, hooks, 'metadata');
  return {};
}

/** Zod's message is a JSON list of all issues; the author gets only the first. */
function firstIssue(error: unknown): Problem {
  const issues = (error as { issues?: { path: PropertyKey[]; message: string }[] }).issues;
  const [issue] = issues ?? [];
  if (!issue) return toProblem(error);
  return { code: 'hook_failed', message: `metadata returned ${issue.path.map(String).join('.')}: ${issue.message}` };
}
