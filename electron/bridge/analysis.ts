/** The `analysis` calls. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from './core-parts.ts';

export const analysisHandlers = ({ account }: Pick<CoreParts, 'account'>): Handlers<Bridge>['analysis'] => ({
  get: ({ table_id }) => account().analyses.get(table_id),
  start: ({ table_id }) => account().analyses.start(table_id),
  stop: ({ table_id }) => account().analyses.stop(table_id),
});
