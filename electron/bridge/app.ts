import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from '../core-parts.ts';
import { measureStorage } from '../files/storage.ts';

export function appHandlers(core: CoreParts): Handlers<Bridge>['app'] {
  return {
    state: () => core.state(),
    set_settings: (change) => core.changeSettings(withoutUndefined(change)),
    retry() {
      core.retry();
      return {};
    },
    doctor: async ({ offline }) => ({ checks: await core.doctor(offline) }),
    storage: () => measureStorage(core.dataDir),
    window: () => ({ url: core.windowLink() }),
    stop_work() {
      core.stopWork();
      return {};
    },
  };
}

/** zod's optional members may be present and undefined; a setting is either given or not. */
function withoutUndefined<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
}
