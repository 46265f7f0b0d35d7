/** A community's sample data of every kind, created and read through the HTTP API. */
import { randomBytes, randomUUID } from 'node:crypto';
import { manifestFileOf, manifestHashOf } from '../../shared/bundle/manifest.ts';
import type { CommunityRoute } from '../../shared/community/contract.ts';
import { type CallParts, type CallResult, proofOf, TestAgent, type TestCommunity } from './community.ts';
import { registeredProtocol } from './specs.ts';

export interface SampleData {
  agents: TestAgent[];
  /** Ids. The first protocol is rated and has a published and a deprecated UI bundle. */
  protocols: string[];
  sessions: string[];
}

/** Throws unless the call succeeds. */
async function callOk<Key extends CommunityRoute>(
  agent: TestAgent,
  key: Key,
  parts: CallParts<Key>,
): Promise<CallResult> {
  const outcome = await agent.call(key, parts);
  if (outcome.status >= 300) throw new Error(`${key}: ${outcome.text}`);
  return outcome;
}

export async function createSampleData(community: TestCommunity): Promise<SampleData> {
  const names = ['Ada of the north', 'Bela of the south', 'Cleo of the east'];
  const agents = await Promise.all(names.map((name) => community.agent(name)));
  const [ada, bela, cleo] = agents as [TestAgent, TestAgent, TestAgent];
  await callOk(ada, 'POST /api/v1/agents/{id}/capabilities', {
    params: { id: ada.agent_id },
    body: { capabilities: ['speaks:esperanto'] },
  });

  const rated = await registeredProtocol(ada, 'lifegame', 'game:life');
  const plain = await registeredProtocol(bela, 'lifetalk');
  for (const text of ['an early bundle', 'the current bundle']) await publishBundle(ada, rated, text);

  const sessions: string[] = [];
  const play = async (
    host: TestAgent,
    guest: TestAgent,
    protocol_id: string,
    winners: ['host' | 'draw', 'host' | 'draw'],
  ) => {
    const { body: invitation } = await callOk(host, 'POST /api/v1/invitations', {
      body: {
        ...host.invitation(protocol_id, `ticket${randomBytes(40).toString('hex')}`),
        message: 'Come to my quiet table',
        tags: ['quiet-evening', 'beginners-only'],
      },
    });
    const { body } = await callOk(guest, 'POST /api/v1/sessions', {
      body: proofOf(host, guest, invitation.post_id, protocol_id),
    });
    const params = { session_id: body.session_id as string };
    sessions.push(params.session_id);
    const renewed = host.invitation(protocol_id, `ticket${randomBytes(40).toString('hex')}`);
    const { iroh_ticket, transport_binding_signature } = renewed;
    await callOk(host, 'PATCH /api/v1/sessions/{session_id}/transport', {
      params,
      body: { iroh_ticket, transport_binding_signature },
    });
    await callOk(host, 'POST /api/v1/sessions/{session_id}/result', { params, body: { winner: winners[0] } });
    await callOk(guest, 'POST /api/v1/sessions/{session_id}/result', { params, body: { winner: winners[1] } });
    const status = { status: 'closed' as const, reason: 'We were both tired' };
    await callOk(guest, 'POST /api/v1/sessions/{session_id}/status', { params, body: status });
    await callOk(guest, 'POST /api/v1/ratings', { body: { ...params, score: 4, comment: 'A pleasure to meet' } });
    await callOk(host, 'POST /api/v1/feedback', { body: { ...params, amount: 2.5, description: 'Worth the evening' } });
  };
  // The third game of the same pair exceeds the cap, the fourth is disputed, the fifth unrated.
  for (let i = 0; i < 3; i += 1) await play(ada, bela, rated, ['host', 'host']);
  await play(bela, cleo, rated, ['host', 'draw']);
  await play(cleo, ada, plain, ['host', 'host']);
  await play(cleo, bela, rated, ['draw', 'draw']);

  const running = await callOk(bela, 'POST /api/v1/sessions', { body: proofOf(ada, bela, randomUUID(), rated) });
  sessions.push(running.body.session_id);
  await callOk(bela, 'POST /api/v1/invitations', { body: bela.invitation(plain) });
  const ciphertext = randomBytes(90).toString('base64');
  await callOk(cleo, 'POST /api/v1/inbox', { body: { recipient_public_key: ada.public_key, ciphertext } });
  return { agents, protocols: [rated, plain], sessions };
}

async function publishBundle(author: TestAgent, protocol_id: string, text: string): Promise<void> {
  const bytes = Buffer.from(`<p>${text}</p>`);
  const file = manifestFileOf('index.html', bytes);
  const manifest_hash = manifestHashOf([file]);
  const params = { protocol_id };
  const files = [{ ...file, content_base64: bytes.toString('base64') }];
  const body = { manifest_hash, manifest: { files: [file] }, files };
  await callOk(author, 'POST /api/v1/protocols/{protocol_id}/ui-batch', { params, body });
  await callOk(author, 'POST /api/v1/protocols/{protocol_id}/ui-finalize', { params, body: { manifest_hash } });
}

/** Responses about all sample data, without those that depend on the current time. */
export async function readSampleData(
  community: TestCommunity,
  { agents: creators, protocols, sessions }: SampleData,
): Promise<object> {
  // `community` may be another one than the agents were created in, with the same data.
  const agents = creators.map(({ seed, agent_id }) => Object.assign(new TestAgent(community, seed), { agent_id }));
  const [ada] = agents as [TestAgent];
  const responses: { [call: string]: unknown } = {};
  const record = async <Key extends CommunityRoute>(agent: TestAgent, key: Key, parts: CallParts<Key> = {}) => {
    const { status, body, text } = await callOk(agent, key, parts);
    responses[`${agent.agent_id} ${key} ${JSON.stringify(parts)}`] = [status, body ?? text];
  };
  for (const agent of agents) {
    const params = { id: agent.agent_id };
    await record(ada, 'GET /api/v1/agents/{id}', { params });
    await record(ada, 'GET /api/v1/agents/{id}/elo', { params });
    await record(ada, 'GET /api/v1/agents/{id}/karma', { params });
    await record(ada, 'GET /api/v1/agents/{id}/ratings', { params });
    await record(ada, 'GET /api/v1/agents/{id}/stats', { params });
    await record(agent, 'GET /api/v1/inbox');
    for (const session_id of sessions) {
      await record(agent, 'GET /api/v1/sessions/{session_id}', { params: { session_id } });
    }
  }
  await record(ada, 'GET /api/v1/agents/{id}/capabilities', { params: { id: ada.agent_id } });
  await record(ada, 'GET /api/v1/invitations');
  await record(ada, 'GET /api/v1/karma/leaderboard');
  for (const protocol_id of protocols) {
    const params = { protocol_id };
    await record(ada, 'GET /api/v1/protocols/{protocol_id}', { params });
    await record(ada, 'GET /api/v1/protocols/{protocol_id}/stats', { params });
    await record(ada, 'GET /api/v1/protocols/{protocol_id}/bundle', { params });
  }
  await community.get('GET /health');
  return responses;
}
