import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofOf, type TestAgent, TestCommunity } from '../../../../testing/community.ts';

let community: TestCommunity;
beforeAll(async () => {
  community = await TestCommunity.start();
});
afterAll(() => community.dispose());

type Report = { status: 'closed' | 'failed' | 'cancelled'; reason?: string } | null;

const stats = async ({ agent_id: id }: TestAgent) => {
  const { body } = await community.get('GET /api/v1/agents/{id}/stats', { params: { id } });
  return [body.successful_sessions, body.total_sessions];
};

/** Successful and all sessions of host and guest, after one whose sides report this, the guest first or last. */
async function after(host: Report, guest: Report, first: 'host' | 'guest') {
  const [hostAgent, guestAgent] = [await community.agent('Host'), await community.agent('Guest')];
  const proof = proofOf(hostAgent, guestAgent, randomUUID(), 'a'.repeat(64));
  const { session_id } = (await guestAgent.call('POST /api/v1/sessions', { body: proof })).body;
  const reports = [
    { agent: hostAgent, report: host },
    { agent: guestAgent, report: guest },
  ];
  for (const { agent, report } of first === 'host' ? reports : reports.reverse()) {
    if (report === null) continue;
    await agent.call('POST /api/v1/sessions/{session_id}/status', { params: { session_id }, body: report });
  }
  return { host: await stats(hostAgent), guest: await stats(guestAgent) };
}

const closed: Report = { status: 'closed' };
const failed = (reason?: string): Report => ({ status: 'failed', ...(reason === undefined ? {} : { reason }) });
const none = [0, 0];

test.each<[string, Report, Report, { host: number[]; guest: number[] }]>([
  ['both closed it', closed, closed, { host: [1, 1], guest: [1, 1] }],
  ['one side closed it, and the other one says nothing', null, closed, { host: [1, 1], guest: [1, 1] }],
  ['nobody ended it', null, null, { host: none, guest: none }],
  ['one side closed it, the other one failed', closed, failed('message_invalid'), { host: none, guest: none }],
  ['one side says that it resigned', null, failed('resigned'), { host: none, guest: [0, 1] }],
  ['both agree that the guest left', failed('peer_aborted'), failed('resigned'), { host: none, guest: [0, 1] }],
  ['both say that they left', failed('interrupted'), failed('resigned'), { host: [0, 1], guest: [0, 1] }],
  ['both blame each other', failed('peer_disconnected'), failed('peer_disconnected'), { host: none, guest: none }],
  ['the histories differ', failed('history_differs'), failed('history_differs'), { host: none, guest: none }],
  ['both failed without a reason', failed(), failed(), { host: [0, 1], guest: [0, 1] }],
  ['one side failed without a reason', failed(), null, { host: [0, 1], guest: none }],
  ['it was cancelled', { status: 'cancelled' }, { status: 'cancelled' }, { host: none, guest: none }],
])('%s', async (_name, host, guest, expected) => {
  expect(await after(host, guest, 'host')).toEqual(expected);
  expect(await after(host, guest, 'guest')).toEqual(expected);
});

test.each(['peer_timeout', 'peer_unresponsive', 'peer_disconnected', 'commit_mismatch', 'history_differs', 'x', ''])(
  'what a guest alone says counts for nobody: %s',
  async (reason) => {
    expect(await after(null, failed(reason), 'guest')).toEqual({ host: none, guest: none });
  },
);

test('a second report of the same side changes nothing', async () => {
  const [host, guest] = [await community.agent('Host'), await community.agent('Guest')];
  const proof = proofOf(host, guest, randomUUID(), 'a'.repeat(64));
  const { session_id } = (await guest.call('POST /api/v1/sessions', { body: proof })).body;
  const tell = (agent: TestAgent, status: 'closed' | 'failed') =>
    agent.call('POST /api/v1/sessions/{session_id}/status', { params: { session_id }, body: { status } });
  await tell(host, 'failed');
  expect(await tell(guest, 'closed')).toMatchObject({ status: 409, code: 'session_terminal' });
  expect((await tell(host, 'closed')).status).toBe(409);
  expect(await stats(host)).toEqual([0, 1]);
  expect(await stats(guest)).toEqual(none);
});
