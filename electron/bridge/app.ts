/** The `app` calls: state, settings, doctor, and control of this process. */
import { inBackground } from '../../shared/background.ts';
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { type Problem, toProblem } from '../../shared/errors.ts';
import { createCommunityClient } from '../community/client.ts';
import { runChecks } from '../doctor/doctor.ts';
import { measureStorage } from '../files/storage.ts';
import { version } from '../version.ts';
import type { CoreParts } from './core-parts.ts';

export function appHandlers(core: CoreParts): Handlers<Bridge>['app'] {
  return {
    state: () => core.state(),
    clock: () => core.clocks(),
    set_settings: (changes) => core.changeSettings(withoutUndefined(changes)),
    retry({ admission_code }) {
      inBackground('connection', core.retry(admission_code));
      return {};
    },
    async connect() {
      if (core.state().community.status !== 'online') await core.retry();
      return { problem: core.connection.state.problem };
    },
    async doctor({ offline }) {
      const { dataDir, identities, identity, connection, network, launchHooks } = core;
      const checks = await runChecks({
        dataDir,
        folder: identities.folder,
        version,
        identity: identity.identity,
        phase: core.state().phase,
        community: connection.state,
        networkAccess: network.state,
        client: createCommunityClient({ url: () => connection.url(), signer: null }),
        refusal: () => refusalOf(core.maybeAccount),
        launchHooks,
        offline,
        relays: core.settings.value.relays,
      });
      return { checks };
    },
    storage: () => measureStorage(core.dataDir),
    window: () => ({ url: core.windowLink() }),
    hand_over: () => ({ handed_over: core.handOver() }),
    stop_work() {
      core.stopWork();
      return {};
    },
  };
}

/** The problem of a signed request that changes nothing; that of a key that isn't registered yet is none. */
async function refusalOf(account: CoreParts['maybeAccount']): Promise<Problem | null> {
  if (account === null) return null;
  return account.client.call('GET /api/v1/invitations', { query: { limit: 1 } }, { timeoutMs: 5_000 }).then(
    () => null,
    (error: unknown) => {
      const problem = toProblem(error);
      return problem.code === 'unregistered_key' ? null : problem;
    },
  );
}

/** Removes members that are present but undefined, which zod allows for optional ones. */
function withoutUndefined<T extends object>(changes: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never;
}
