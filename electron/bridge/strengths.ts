/** The `strengths` calls: the strengths that hooks offer, and matches between two of them. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { strengthMatch, strengthsOf } from '../hooks/strength-match.ts';
import type { CoreParts } from './core-parts.ts';
import { requireLocal } from './local-protocol.ts';

export function strengthsHandlers({
  library,
  launchHooks,
}: Pick<CoreParts, 'library' | 'launchHooks'>): Handlers<Bridge>['strengths'] {
  return {
    async list({ protocol_id }) {
      const protocol = library.get(protocol_id);
      // Unfinished hooks can't be started.
      if (!protocol || (await library.readHooks(protocol)).state !== 'finished') return { strengths: [] };
      // Recorded for bundled hooks; others must be started to find out.
      const strengths = protocol.strengths ?? (await strengthsOf(launchHooks, await library.requireHooks(protocol)));
      return { strengths: [...strengths] };
    },
    async match({ protocol_id, strengths, seed }) {
      const protocol = requireLocal(library, protocol_id);
      const source = await library.requireHooks(protocol);
      return { games: await strengthMatch(launchHooks, { spec: protocol.spec, source, strengths, seed }) };
    },
  };
}
