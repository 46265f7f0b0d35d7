/** The `agents` calls: profiles, histories, leaderboards, ratings and feedback of the community. */
import type { Bridge, Table } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { inMillis } from '../../shared/bridge/times.ts';
import { nicknameOf } from '../community/people.ts';
import type { CoreParts } from './core-parts.ts';
import { findPeople } from './find-people.ts';

/** An agent by id or key; this identity's own if both are missing. */
interface AgentRef {
  agent_id?: number | undefined;
  public_key?: string | undefined;
}

export function agentsHandlers(core: CoreParts): Handlers<Bridge>['agents'] {
  const community = () => core.account().client;
  const ownKey = () => core.identity.signer.publicKey;

  async function agentOf({ agent_id, public_key }: AgentRef) {
    const client = community();
    const { body } =
      agent_id === undefined
        ? await client.call('GET /api/v1/agents', { query: { public_key: public_key ?? ownKey() } })
        : await client.call('GET /api/v1/agents/{id}', { params: { id: agent_id } });
    return body;
  }
  const idOf = async (ref: AgentRef) => ref.agent_id ?? (await agentOf(ref)).agent_id;
  /** Saves the change with the session's table. A session played on another computer with the same key has none here. */
  async function noteAfterwards(session_id: string, change: Partial<Table['afterwards']>): Promise<void> {
    const { tables } = core.account();
    const table = tables.list().find((each) => each.session_id === session_id);
    if (table) await tables.noteAfterwards(table.table_id, change);
  }
  const markOwn = <E extends { public_key: string }>(entry: E) => ({ ...entry, own: entry.public_key === ownKey() });

  return {
    async profile(ref) {
      const client = community();
      const { id: _, ...agent } = await agentOf(ref);
      const { public_key } = agent;
      const params = { id: agent.agent_id };
      const own = public_key === ownKey();
      const [elo, karma, capabilities, stats, record, versus] = await Promise.all([
        client.call('GET /api/v1/agents/{id}/elo', { params }),
        client.call('GET /api/v1/agents/{id}/karma', { params }),
        client.call('GET /api/v1/agents/{id}/capabilities', { params }),
        client.call('GET /api/v1/agents/{id}/stats', { params }),
        client.call('GET /api/v1/agents/{id}/record', { params }),
        own ? null : headToHead(agent.agent_id),
      ]);
      const { agent_id } = agent;
      const nickname = nicknameOf({ public_key, nickname: agent.nickname });
      const house = core.account().people.isHouse(public_key);
      return {
        agent: inMillis(agent),
        person: { public_key, nickname, agent_id, rating: elo.body.rating, house },
        own,
        elo: inMillis(elo.body),
        karma: inMillis(karma.body),
        capabilities: capabilities.body.capabilities,
        stats: stats.body,
        families: record.body.families,
        head_to_head: versus,
        cap: versus?.cap ?? null,
      };
    },
    async history({ agent_id, public_key, ...query }) {
      const params = { id: await idOf({ agent_id, public_key }) };
      const { body } = await community().call('GET /api/v1/agents/{id}/elo/history', { params, query });
      return inMillis(body);
    },
    async elo_leaderboard({ around_me, ...query }) {
      const around = around_me ? { around: await idOf({}) } : {};
      const { body } = await community().call('GET /api/v1/elo/leaderboard', { query: { ...query, ...around } });
      return { ...body, entries: inMillis(body.entries).map(markOwn) };
    },
    async karma_leaderboard({ around_me, ...query }) {
      const around = around_me ? { around: await idOf({}) } : {};
      const { body } = await community().call('GET /api/v1/karma/leaderboard', { query: { ...query, ...around } });
      return { ...body, entries: body.entries.map(markOwn) };
    },
    async ratings({ agent_id, public_key, ...query }) {
      const params = { id: await idOf({ agent_id, public_key }) };
      const { body } = await community().call('GET /api/v1/agents/{id}/ratings', { params, query });
      return inMillis(body);
    },
    find: async ({ text }) => ({ people: await findPeople(core.account(), ownKey(), text) }),
    async rate(draft) {
      const { body } = await community().call('POST /api/v1/ratings', { body: draft });
      await noteAfterwards(draft.session_id, { score: draft.score });
      return inMillis(body);
    },
    async feedback(draft) {
      const { body } = await community().call('POST /api/v1/feedback', { body: draft });
      await noteAfterwards(draft.session_id, { noted: true });
      return inMillis(body);
    },
    async set_capabilities({ capabilities }) {
      const params = { id: await idOf({}) };
      const { body } = await community().call('POST /api/v1/agents/{id}/capabilities', {
        params,
        body: { capabilities },
      });
      return body;
    },
  };

  /** This identity's results against another agent. */
  async function headToHead(other: number) {
    const { body } = await community().call('GET /api/v1/agents/{id}/head-to-head', {
      params: { id: await idOf({}) },
      query: { with: other },
    });
    const { won, lost, drawn, families, cap } = inMillis(body);
    return { won, lost, drawn, families, cap };
  }
}
