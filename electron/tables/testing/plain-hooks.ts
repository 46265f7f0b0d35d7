/** A HookHost over plain functions in this process. */
import { ParlorError } from '../../../shared/errors.ts';
import type { Json } from '../../../shared/json/value.ts';
import type { HookMethod } from '../../../shared/tables/hooks.ts';
import type { PlainHooks } from '../../../shared/tables/testing/games.ts';
import type { HookHost } from '../../hooks/host.ts';

export interface PlainHookHost extends HookHost {
  readonly calls: HookMethod[];
  readonly disposed: boolean;
}

export function plainHookHost(hooks: PlainHooks): PlainHookHost {
  const calls: HookMethod[] = [];
  let disposed = false;
  return {
    methods: new Set(Object.keys(hooks) as HookMethod[]),
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
