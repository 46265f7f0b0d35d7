/** Hooks as plain functions in this process, for tests whose subject is not the sandbox. */
import { createHash } from 'node:crypto';
import { ParlorError } from '../../../shared/errors.ts';
import type { Json } from '../../../shared/json/value.ts';
import { type HookMethod, hookMethods } from '../../../shared/tables/hooks.ts';
import type { PlainHooks } from '../../../shared/tables/testing/games.ts';
import type { HookHost, LaunchHooks } from '../../hooks/hook-host.ts';

export interface PlainHookHost extends HookHost {
  readonly calls: HookMethod[];
  readonly disposed: boolean;
}

export function plainHookHost(hooks: PlainHooks): PlainHookHost {
  const calls: HookMethod[] = [];
  let disposed = false;
  return {
    methods: new Set(Object.keys(hooks) as HookMethod[]),
    manners: [],
    hash: '0'.repeat(64),
    calls,
    get disposed() {
      return disposed;
    },
    async call(method, args) {
      calls.push(method);
      const hook = hooks[method] as unknown as (...args: Json[]) => Json;
      try {
        return JSON.parse(JSON.stringify(hook(...(JSON.parse(JSON.stringify(args)) as Json[])))) as Json;
      } catch {
        throw new ParlorError('hook_failed', `${method} threw.`);
      }
    },
    async dispose() {
      disposed = true;
    },
  };
}

/** Loads a hooks file without a sandbox: no process and no limits. */
export const launchPlainHooks: LaunchHooks = async (source, { seed }) => {
  const text = `${sandboxGlobals(seed)}${source}`;
  const { manners = [], ...exported } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const hooks = Object.fromEntries(
    hookMethods.filter((name) => name in exported).map((name) => [name, exported[name]]),
  );
  return {
    ...plainHookHost(hooks),
    manners,
    hash: sha256(source).toString('hex'),
    reload: () => Promise.reject(new Error('Plain hooks cannot be replaced.')),
  };
};

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Code that declares what the sandbox adds to JavaScript; Math.random is mulberry32. */
const sandboxGlobals = (seed: string) =>
  `
const sha256 = (text) => process.getBuiltinModule('node:crypto').hash('sha256', text);
const Math = Object.create(globalThis.Math);
{
  let state = ${sha256(seed).readInt32LE()};
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
`.replaceAll('\n', ' ');
