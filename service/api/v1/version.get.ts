import { limits } from '../../../shared/community/limits.ts';
import { readHandler, respond } from '../../http/handler.ts';
import { statement } from '../../storage/statement.ts';
import { iso } from '../../time.ts';
import { serviceVersion } from '../../version.ts';

/** The highest agent_id serves as the number of agents: counting would read the whole table. */
const newestAgent = statement((db) => db.selectFrom('agent').select('agent_id').orderBy('agent_id', 'desc').limit(1));

export const getVersion = readHandler('GET /api/v1/version', {
  async handle(db, { now, audience, context: { config, namedAfter } }) {
    const newestRow = await newestAgent.first(db, {});
    return respond(200, {
      name: 'parlor',
      version: serviceVersion,
      api: 'v1' as const,
      // Any client of this API version is supported.
      min_client_version: '0.0.0',
      latest_version: serviceVersion,
      server_time: iso(now),
      agents: newestRow?.agent_id ?? 0,
      named_after: namedAfter(),
      addresses: audience.addresses(),
      limits: {
        ...limits,
        difficulty: config.difficulty,
        active_invitations: config.activeInvitations,
        inbox_messages_per_sender_a_day: config.inboxQuota,
        capabilities_per_second: config.rates.capabilities?.perSecond ?? null,
        registration_per_second: config.rates.registration?.perSecond ?? null,
        public_per_second: config.rates.public?.perSecond ?? null,
        signed_per_second: config.rates.signed?.perSecond ?? null,
      },
    });
  },
});
