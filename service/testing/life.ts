/** A little of everything a community keeps, made through its interface. */
import { randomBytes, randomUUID } from 'node:crypto';
import { manifestFileOf, manifestHashOf } from '../../shared/bundle/manifest.ts';
import type { CommunityRoute } from '../../shared/community/contract.ts';
import { type CallParts, type Outcome, proofOf, TestAgent, type TestCommunity } from './community.ts';
import { registeredProtocol } from './specs.ts';

export interface Life {
  agents: TestAgent[];
  /** The first of them rated, with a published board and a deprecated one. */
  protocols: string[];
  sessions: string[];
}

/** Every call must succeed. */
async function done<Key extends CommunityRoute>(agent: TestAgent, key: Key, parts: CallParts<Key>): Promise<Outcome> {
  const outcome = await agent.call(key, parts);
  if (outcome.status >= 300) throw new Error(`${key}: ${outcome.text}`);
  return outcome;
}

export async function live(community: TestCommunity): Promise<Life> {
  const names = ['Ada of the north', 'Bela of the south', 'Cleo of the east'];
  const agents = await Promise.all(names.map((name) => community.agent(name)));
  const [ada, bela, cleo] = agents as [TestAgent, TestAgent, TestAgent];
  await done(ada, 'POST /api/v1/agents/{id}/capabilities', {
    params: { id: ada.agent_id },
    body: { capabilities: ['speaks:esperanto'] },
  });

  const rated = await registeredProtocol(ada, 'lifegame', 'game:life');
  const plain = await registeredProtocol(bela, 'lifetalk');
  for (const words of ['an early board', 'the board of now']) await publishBoard(ada, rated, words);

  const sessions: string[] = [];
  const play = async (
    host: TestAgent,
    guest: TestAgent,
    protocol_id: string,
    winners: ['host' | 'draw', 'host' | 'draw'],
  ) => {
    const { body: invitation } = await done(host, 'POST /api/v1/invitations', {
      body: {
        ...host.invitation(protocol_id, `ticket${randomBytes(40).toString('hex')}`),
        message: 'Come to my quiet table',
        tags: ['quiet-evening', 'beginners-only'],
      },
    });
    const { body } = await done(guest, 'POST /api/v1/sessions', {
      body: proofOf(host, guest, invitation.post_id, protocol_id),
    });
    const params = { session_id: body.session_id as string };
    sessions.push(params.session_id);
    const moved = host.invitation(protocol_id, `ticket${randomBytes(40).toString('hex')}`);
    const { iroh_ticket, transport_binding_signature } = moved;
    await done(host, 'PATCH /api/v1/sessions/{session_id}/transport', {
      params,
      body: { iroh_ticket, transport_binding_signature },
    });
    await done(host, 'POST /api/v1/sessions/{session_id}/result', { params, body: { winner: winners[0] } });
    await done(guest, 'POST /api/v1/sessions/{session_id}/result', { params, body: { winner: winners[1] } });
    const status = { status: 'closed' as const, reason: 'We were both tired' };
    await done(guest, 'POST /api/v1/sessions/{session_id}/status', { params, body: status });
    await done(guest, 'POST /api/v1/ratings', { body: { ...params, score: 4, comment: 'A pleasure to meet' } });
    await done(host, 'POST /api/v1/feedback', { body: { ...params, amount: 2.5, description: 'Worth the evening' } });
  };
  // The third between the same two is beyond the cap, the fourth disputed, the fifth unrated.
  for (let i = 0; i < 3; i += 1) await play(ada, bela, rated, ['host', 'host']);
  await play(bela, cleo, rated, ['host', 'draw']);
  await play(cleo, ada, plain, ['host', 'host']);
  await play(cleo, bela, rated, ['draw', 'draw']);

  const running = await done(bela, 'POST /api/v1/sessions', { body: proofOf(ada, bela, randomUUID(), rated) });
  sessions.push(running.body.session_id);
  await done(bela, 'POST /api/v1/invitations', { body: bela.invitation(plain) });
  const ciphertext = randomBytes(90).toString('base64');
  await done(cleo, 'POST /api/v1/inbox', { body: { recipient_public_key: ada.public_key, ciphertext } });
  return { agents, protocols: [rated, plain], sessions };
}

async function publishBoard(author: TestAgent, protocol_id: string, words: string): Promise<void> {
  const bytes = Buffer.from(`<p>${words}</p>`);
  const file = manifestFileOf('index.html', bytes);
  const manifest_hash = manifestHashOf([file]);
  const params = { protocol_id };
  const files = [{ ...file, content_base64: bytes.toString('base64') }];
  const body = { manifest_hash, manifest: { files: [file] }, files };
  await done(author, 'POST /api/v1/protocols/{protocol_id}/ui-batch', { params, body });
  await done(author, 'POST /api/v1/protocols/{protocol_id}/ui-finalize', { params, body: { manifest_hash } });
}

/** What the community answers about all of it, without what depends on the time of asking. */
export async function told(community: TestCommunity, { agents: known, protocols, sessions }: Life): Promise<object> {
  // The same data may be served elsewhere by now.
  const agents = known.map(({ seed, agent_id }) => Object.assign(new TestAgent(community, seed), { agent_id }));
  const [ada] = agents as [TestAgent];
  const answers: { [asked: string]: unknown } = {};
  const look = async <Key extends CommunityRoute>(agent: TestAgent, key: Key, parts: CallParts<Key> = {}) => {
    const { status, body, text } = await done(agent, key, parts);
    answers[`${agent.agent_id} ${key} ${JSON.stringify(parts)}`] = [status, body ?? text];
  };
  for (const agent of agents) {
    const params = { id: agent.agent_id };
    await look(ada, 'GET /api/v1/agents/{id}', { params });
    await look(ada, 'GET /api/v1/agents/{id}/elo', { params });
    await look(ada, 'GET /api/v1/agents/{id}/karma', { params });
    await look(ada, 'GET /api/v1/agents/{id}/ratings', { params });
    await look(ada, 'GET /api/v1/agents/{id}/stats', { params });
    await look(agent, 'GET /api/v1/inbox');
    for (const session_id of sessions) {
      await look(agent, 'GET /api/v1/sessions/{session_id}', { params: { session_id } });
    }
  }
  await look(ada, 'GET /api/v1/agents/{id}/capabilities', { params: { id: ada.agent_id } });
  await look(ada, 'GET /api/v1/invitations');
  await look(ada, 'GET /api/v1/karma/leaderboard');
  for (const protocol_id of protocols) {
    const params = { protocol_id };
    await look(ada, 'GET /api/v1/protocols/{protocol_id}', { params });
    await look(ada, 'GET /api/v1/protocols/{protocol_id}/stats', { params });
    await look(ada, 'GET /api/v1/protocols/{protocol_id}/bundle', { params });
  }
  await community.get('GET /health');
  return answers;
}
