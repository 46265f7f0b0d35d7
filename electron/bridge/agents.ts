/** The `agents` calls: profiles, histories, leaderboards, ratings and feedback of the community. */
import type { Bridge, Table } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { timesToMillis } from '../../shared/bridge/times.ts';
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

  async function fetchAgent({ agent_id, public_key }: AgentRef) {
    const client = community();
    const { body } =
      agent_id === undefined
        ? await client.call('GET /api/v1/agents', { query: { public_key: public_key ?? ownKey() } })
        : await client.call('GET /api/v1/agents/{id}', { params: { id: agent_id } });
    return body;
  }
  const resolveId = async (agentRef: AgentRef) => agentRef.agent_id ?? (await fetchAgent(agentRef)).agent_id;
  /** Saves the change with the session's table. A session played on another computer with the same key has none here. */
  async function recordAfterwards(session_id: string, change: Partial<Table['afterwards']>): Promise<void> {
    const { tables } = core.account();
    const row = [...tables.lists.every()].find((each) => each.session_id === session_id);
    if (row) await tables.recordAfterwards(row.table_id, change);
  }
  const markOwn = <E extends { public_key: string }>(entry: E) => ({ ...entry, own: entry.public_key === ownKey() });

  return {
    async profile(agentRef) {
      const client = community();
      const { id: _, ...agent } = await fetchAgent(agentRef);
      const { public_key } = agent;
      const params = { id: agent.agent_id };
      const own = public_key === ownKey();
      const [elo, karma, capabilities, stats, record, headToHeadResults] = await Promise.all([
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
        agent: timesToMillis(agent),
        person: { public_key, nickname, agent_id, rating: elo.body.rating, house },
        own,
        elo: timesToMillis(elo.body),
        karma: timesToMillis(karma.body),
        capabilities: capabilities.body.capabilities,
        stats: stats.body,
        families: record.body.families,
        head_to_head: headToHeadResults,
        cap: headToHeadResults?.cap ?? null,
      };
    },
    async history({ agent_id, public_key, ...query }) {
      const params = { id: await resolveId({ agent_id, public_key }) };
      const { body } = await community().call('GET /api/v1/agents/{id}/elo/history', { params, query });
      return timesToMillis(body);
    },
    async elo_leaderboard({ around_me, ...query }) {
      const aroundQuery = around_me ? { around: await resolveId({}) } : {};
      const { body } = await community().call('GET /api/v1/elo/leaderboard', { query: { ...query, ...aroundQuery } });
      return { ...body, entries: timesToMillis(body.entries).map(markOwn) };
    },
    async karma_leaderboard({ around_me, ...query }) {
      const aroundQuery = around_me ? { around: await resolveId({}) } : {};
      const { body } = await community().call('GET /api/v1/karma/leaderboard', { query: { ...query, ...aroundQuery } });
      return { ...body, entries: body.entries.map(markOwn) };
    },
    async ratings({ agent_id, public_key, ...query }) {
      const params = { id: await resolveId({ agent_id, public_key }) };
      const { body } = await community().call('GET /api/v1/agents/{id}/ratings', { params, query });
      return timesToMillis(body);
    },
    find: ({ text }) => findPeople(core.account(), ownKey(), text),
    async rate(rating) {
      const { body } = await community().call('POST /api/v1/ratings', { body: rating });
      await recordAfterwards(rating.session_id, { score: rating.score });
      return timesToMillis(body);
    },
    async feedback(feedbackNote) {
      const { body } = await community().call('POST /api/v1/feedback', { body: feedbackNote });
      await recordAfterwards(feedbackNote.session_id, { noted: true });
      return timesToMillis(body);
    },
    async set_capabilities({ capabilities }) {
      const params = { id: await resolveId({}) };
      const { body } = await community().call('POST /api/v1/agents/{id}/capabilities', {
        params,
        body: { capabilities },
      });
      return body;
    },
  };

  /** This identity's results against another agent. */
  async function headToHead(otherId: number) {
    const { body } = await community().call('GET /api/v1/agents/{id}/head-to-head', {
      params: { id: await resolveId({}) },
      query: { with: otherId },
    });
    const { won, lost, drawn, families, cap } = timesToMillis(body);
    return { won, lost, drawn, families, cap };
  }
}
