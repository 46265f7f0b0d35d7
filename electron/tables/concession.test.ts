/** Resignation between two identities of one real community over real iroh. */
import { expect, test } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { verifyRecord } from '../../shared/tables/verify-record.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import type { TestSeat } from './testing/seat.ts';
import { takeTwoSeats } from './testing/two-seats.ts';

const dir = temporaryFolder();
const { ada, grace } = await takeTwoSeats(dir);

/** Two human players at Connect Four; the guest moves first. */
async function openTable(): Promise<{ host: string; guest: string }> {
  const hosted = await ada.tables.host({ control_mode: 'human', protocol_id: ada.protocol('connect-four') });
  const guest = await grace.tables.join(hosted.post_id, { control_mode: 'human' });
  return { host: (await hosted.table)!.table_id, guest };
}

async function move(seat: TestSeat, table_id: string): Promise<void> {
  const { ask } = await seat.until(table_id, ({ ask }) => ask !== null);
  await seat.tables.answer(table_id, ask!.key, ask!.choices[0]!.value);
}

async function checkRecord(seat: TestSeat, { table_id, protocol }: Table): Promise<void> {
  const { text } = await seat.tables.readRecord(table_id, 0);
  const { specText } = seat.library.get(protocol.protocol_id)!;
  const { findings, end, proof } = verifyRecord(text, specText);
  expect(findings).toEqual([]);
  expect(proof).toBe('both_sides');
  expect(end).toMatchObject({ completed: true, winner: 'guest', conceded: { by: 'host', code: 'resigned' } });
}

test('resigning loses: both reports agree, the winner gains rating, and both records are proven by both', async () => {
  const { host, guest } = await openTable();
  await move(grace, guest);
  await ada.until(host, ({ ask }) => ask !== null);
  await ada.tables.resign(host);
  const [theirs, mine] = [await ada.ended(host), await grace.ended(guest)];
  for (const table of [theirs, mine]) {
    expect(table).toMatchObject({
      phase: 'finished',
      problem: null,
      result: {
        winner: 'guest',
        state: 'settled',
        conceded: { by: 'host', code: 'resigned' },
        rating: { applied: true },
      },
    });
  }
  expect(mine.result?.rating?.mine).toEqual({ before: 1200, after: 1216, delta: 16 });
  expect(theirs.result?.rating?.mine.delta).toBe(4);
  await checkRecord(ada, theirs);
  await checkRecord(grace, mine);
  const { body } = await ada.client.call('GET /api/v1/sessions/{session_id}', {
    params: { session_id: mine.session_id! },
  });
  expect(body).toMatchObject({ status: 'closed', status_reason: 'resigned' });
});

test('before the first move, the game ends unfinished, and only the side that left is counted as leaving', async () => {
  const { host, guest } = await openTable();
  await grace.until(guest, ({ ask }) => ask !== null);
  expect((await ada.tables.get(host)).concession).toBe('early');
  await ada.tables.resign(host);
  expect(await ada.ended(host)).toMatchObject({ phase: 'failed', result: null, problem: { code: 'resigned' } });
  expect(await grace.ended(guest)).toMatchObject({ phase: 'failed', result: null, problem: { code: 'peer_aborted' } });
  const stats = async (seat: TestSeat) => {
    const query = { public_key: seat.signer.publicKey };
    const { agent_id } = (await seat.client.call('GET /api/v1/agents', { query })).body;
    return (await seat.client.call('GET /api/v1/agents/{id}/stats', { params: { id: agent_id } })).body;
  };
  await expect.poll(() => stats(ada)).toMatchObject({ total_sessions: 2, successful_sessions: 1 });
  await expect.poll(() => stats(grace)).toMatchObject({ total_sessions: 1, successful_sessions: 1, success_rate: 1 });
});
