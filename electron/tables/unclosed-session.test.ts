import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { takeTwoSeats } from './testing/two-seats.ts';

const { ada, grace } = await takeTwoSeats(temporaryFolder());

test('a result is disputed if the other side reports the session as failed', async () => {
  const hosted = await ada.tables.host({ control_mode: 'human', protocol_id: ada.protocol('connect-four') });
  const guestId = await grace.tables.join(hosted.post_id, { control_mode: 'human' });
  const { ask, session_id } = await grace.until(guestId, (table) => table.ask !== null);
  await grace.tables.answer(guestId, ask!.key, ask!.choices[0]!.value);
  const { table_id } = (await hosted.table)!;
  await ada.until(table_id, (table) => table.ask !== null);
  await grace.client.call('POST /api/v1/sessions/{session_id}/status', {
    params: { session_id: session_id! },
    body: { status: 'failed' },
  });
  await ada.tables.resign(table_id);
  await Promise.all([ada.ended(table_id), grace.ended(guestId)]);
  const stateAt = async (seat: typeof ada, id: string) => (await seat.tables.get(id)).result?.state;
  await expect.poll(() => stateAt(ada, table_id)).toBe('disputed');
  await expect.poll(() => stateAt(grace, guestId)).toBe('disputed');
});
