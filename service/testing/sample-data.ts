/** A community's sample data of every kind, created and read through the HTTP API. */
import { randomBytes, randomUUID } from 'node:crypto';
import { manifestFileOf, manifestHashOf } from '../../shared/bundle/manifest.ts';
import type { CommunityRoute } from '../../shared/community/contract.ts';
import { type CallResult, proofOf, type RequestParts, TestAgent, type TestCommunity } from './community.ts';
import { registerProtocol } from './specs.ts';

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
  parts: RequestParts<Key>,
): Promise<CallResult> {
  const result = await agent.call(key, parts);
  if (result.status >= 300) throw new Error(`${key}: ${result.text}`);
  return result;
}

export async function createSampleData(community: TestCommunity): Promise<SampleData> {
  const names = ['Ada of the north', 'Bela of the south', 'Cleo of the east'];
  const agents = await Promise.all(names.map((name) => community.agent(name)));
  const [ada, bela, cleo] = agents as [TestAgent, TestAgent, TestAgent];
  await callOk(ada, 'POST /api/v1/agents/{id}/capabilities', {
    params: { id: ada.agent_id },
    body: { capabilities: ['speaks:esperanto'] },
  });

  const ratedProtocol = await registerProtocol(ada, 'lifegame', 'game:life');
  const unratedProtocol = await registerProtocol(bela, 'lifetalk');
  for (const text of ['an early bundle', 'the current bundle']) await publishBundle(ada, ratedProtocol, text);

  const sessions: string[] = [];
  const playSession = async (
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
    const renewedTicket = host.invitation(protocol_id, `ticket${randomBytes(40).toString('hex')}`);
    const { iroh_ticket, transport_binding_signature } = renewedTicket;
    await callOk(host, 'PATCH /api/v1/sessions/{session_id}/transport', {
      params,
      body: { iroh_ticket, transport_binding_signature },
    });
    const status = { status: 'closed' as const, reason: 'We were both tired' };
    await callOk(guest, 'POST /api/v1/sessions/{session_id}/status', { params, body: status });
    // Refused, but stored as this side's report.
    await host.call('POST /api/v1/sessions/{session_id}/status', { params, body: status });
    await callOk(host, 'POST /api/v1/sessions/{session_id}/result', { params, body: { winner: winners[0] } });
    await callOk(guest, 'POST /api/v1/sessions/{session_id}/result', { params, body: { winner: winners[1] } });
    await callOk(guest, 'POST /api/v1/ratings', { body: { ...params, score: 4, comment: 'A pleasure to meet' } });
    await callOk(host, 'POST /api/v1/feedback', { body: { ...params, amount: 2.5, description: 'Worth the evening' } });
  };
  // The third game of the same pair exceeds the cap, the fourth is disputed, the fifth unrated.
  for (let i = 0; i < 3; i += 1) await playSession(ada, bela, ratedProtocol, ['host', 'host']);
  await playSession(bela, cleo, ratedProtocol, ['host', 'draw']);
  await playSession(cleo, ada, unratedProtocol, ['host', 'host']);
  await playSession(cleo, bela, ratedProtocol, ['draw', 'draw']);

  const runningSession = await callOk(bela, 'POST /api/v1/sessions', {
    body: proofOf(ada, bela, randomUUID(), ratedProtocol),
  });
  sessions.push(runningSession.body.session_id);
  await callOk(bela, 'POST /api/v1/invitations', { body: bela.invitation(unratedProtocol) });
  const ciphertext = randomBytes(90).toString('base64');
  await callOk(cleo, 'POST /api/v1/inbox', { body: { recipient_public_key: ada.public_key, ciphertext } });
  await callOk(bela, 'POST /api/v1/blocks', { body: { public_key: cleo.public_key } });
  const complaint = { reason: 'spam' as const, words: 'Writes every day', evidence: { kind: 'profile' as const } };
  await callOk(bela, 'POST /api/v1/complaints', { body: { public_key: cleo.public_key, ...complaint } });
  // Operators act on the data itself.
  const banned = randomBytes(32).toString('hex');
  await community.sql`INSERT INTO ban (public_key, banned_at) VALUES (${banned}, 1)`;
  await community.sql`INSERT INTO operator_act (at, operator, act, subject, note)
    VALUES (1, 'Operator of the north', 'ban', ${banned}, 'Asked to leave')`;
  await community.sql`INSERT INTO banned_network (network, banned_at) VALUES ('203.0.113.0/24', 1)`;
  const { agent_id } = agents[0]!;
  await community.sql`INSERT INTO removed_name (agent_id, nickname, bio, removed_at)
    VALUES (${agent_id}, 'Unkind', 'words', ${community.now})`;
  await community.sql`INSERT INTO admission (admission_id, mode) VALUES (1, 'open')`;
  await community.sql`INSERT INTO admission_code (code_hash, uses_left, created_at, expires_at)
    VALUES (${'ab'.repeat(32)}, 3, 1, ${community.now})`;
  await community.sql`INSERT INTO admitted_key (public_key, admitted_at) VALUES (${'cd'.repeat(32)}, 1)`;
  return { agents, protocols: [ratedProtocol, unratedProtocol], sessions };
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
  { agents: originalAgents, protocols, sessions }: SampleData,
): Promise<object> {
  // `community` may be another one than the agents were created in, with the same data.
  const agents = originalAgents.map(({ seed, agent_id }) =>
    Object.assign(new TestAgent(community, seed), { agent_id }),
  );
  const [ada] = agents as [TestAgent];
  const responses: { [call: string]: unknown } = {};
  const recordResponse = async <Key extends CommunityRoute>(
    agent: TestAgent,
    key: Key,
    parts: RequestParts<Key> = {},
  ) => {
    const { status, body, text } = await callOk(agent, key, parts);
    responses[`${agent.agent_id} ${key} ${JSON.stringify(parts)}`] = [status, body ?? text];
  };
  for (const agent of agents) {
    const params = { id: agent.agent_id };
    await recordResponse(ada, 'GET /api/v1/agents/{id}', { params });
    await recordResponse(ada, 'GET /api/v1/agents/{id}/elo', { params });
    await recordResponse(ada, 'GET /api/v1/agents/{id}/karma', { params });
    await recordResponse(ada, 'GET /api/v1/agents/{id}/ratings', { params });
    await recordResponse(ada, 'GET /api/v1/agents/{id}/stats', { params });
    await recordResponse(agent, 'GET /api/v1/inbox');
    for (const session_id of sessions) {
      await recordResponse(agent, 'GET /api/v1/sessions/{session_id}', { params: { session_id } });
    }
  }
  await recordResponse(ada, 'GET /api/v1/agents/{id}/capabilities', { params: { id: ada.agent_id } });
  await recordResponse(ada, 'GET /api/v1/invitations');
  await recordResponse(ada, 'GET /api/v1/karma/leaderboard');
  for (const protocol_id of protocols) {
    const params = { protocol_id };
    await recordResponse(ada, 'GET /api/v1/protocols/{protocol_id}', { params });
    await recordResponse(ada, 'GET /api/v1/protocols/{protocol_id}/stats', { params });
    await recordResponse(ada, 'GET /api/v1/protocols/{protocol_id}/bundle', { params });
  }
  await community.get('GET /health');
  return responses;
}
