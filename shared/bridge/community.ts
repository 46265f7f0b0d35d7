/** The community's own contract, for commands. */
import { z } from 'zod';
import { communityRoutes } from '../community/contract.ts';
import { call, type GroupSpec } from './define.ts';
import { json } from './shapes.ts';

export const communityGroup = {
  calls: {
    /** Any call of the community's contract in this identity's name; windows have shaped calls instead. */
    ask: call(
      'terminal',
      z.object({
        route: z.enum(communityRoutes as [(typeof communityRoutes)[number], ...(typeof communityRoutes)[number][]]),
        params: z.record(z.string(), json).optional(),
        query: z.record(z.string(), json).optional(),
        body: json.optional(),
      }),
      z.object({ status: z.int(), body: json.optional() }),
    ),
  },
  events: {},
} as const satisfies GroupSpec;
