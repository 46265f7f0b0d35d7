/** Rematches over real iroh, and what is stored about a table next to its record. */
import { expect, it } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { recordLineSchema, viewLineSchema } from '../../shared/tables/record.ts';
import { requestedRematch } from '../../shared/tables/rematch.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { declineRematch } from './rematch.ts';
import { lobbyOf, request } from './testing/rematches.ts';
import type { TestSeat } from './testing/seat.ts';
import { takeTwoSeats } from './testing/two-seats.ts';

const dir = temporaryFolder();
const { ada, grace } = await takeTwoSeats(dir);

async function linesOf(read: (from: number) => Promise<{ text: string; next: number }>): Promise<unknown[]> {
  let text = '';
  for (let from = 0; ; ) {
    const chunk = await read(from);
    if (chunk.next === from) break;
    text += chunk.text;
    from = chunk.next;
  }
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

it('a rematch that one side requests is offered only to the other, and played with the same settings', async () => {
  const settings = { paceMs: 3, heartbeat: { intervalMs: 4000, timeoutMs: 9000 } };
  const hosted = await ada.tables.host({
    control_mode: 'autonomous',
    protocol_id: ada.protocol('rock-paper-scissors'),
    ...settings,
  });
  const agreed = hosted.hostedTable.options;
  const guestId = await grace.tables.join(hosted.post_id, { control_mode: 'autonomous', paceMs: 1 });
  const mine = await grace.ended(guestId);
  const theirs = await ada.ended((await hosted.table)!.table_id);
  expect(theirs.settings).toEqual({ pace_ms: 3, heartbeat: { interval_ms: 4000, timeout_ms: 9000 } });

  // The guest requests: it hosts a table for that key alone.
  const first = await request(grace, guestId);
  expect(first).toMatchObject({
    table_id: null,
    hosted: { for_public_key: ada.signer.publicKey, options: agreed, rematch_of: guestId, control_mode: 'autonomous' },
  });
  expect((await request(grace, guestId)).hosted?.post_id).toBe(first.hosted?.post_id);
  expect(requestedRematch(mine, await lobbyOf(grace))).toBeNull();
  expect(requestedRematch(theirs, await lobbyOf(ada))?.post_id).toBe(first.hosted?.post_id);

  const second = await request(ada, theirs.table_id);
  expect(second.hosted).toBeNull();
  const again = await ada.ended(second.table_id as string);
  expect(again).toMatchObject({
    role: 'guest',
    phase: 'finished',
    options: agreed,
    rematch_of: theirs.table_id,
    settings: theirs.settings,
  });
  const hostedAgain = [...grace.tables.lists.every()].find(({ rematch_of }) => rematch_of === guestId);
  expect(await grace.tables.get(hostedAgain!.table_id)).toMatchObject({
    role: 'host',
    session_id: again.session_id,
    settings: { pace_ms: 1 },
  });
  expect(grace.tables.listHosted()).toEqual([]);

  // Declining hides further offers for this table, and the offering side is notified and stops waiting.
  await request(grace, mine.table_id);
  expect(requestedRematch(again, await lobbyOf(ada))).not.toBeNull();
  await declineRematch({ tables: ada.tables, entries: await lobbyOf(ada) }, again.table_id);
  expect(requestedRematch(await ada.tables.get(again.table_id), await lobbyOf(ada))).toBeNull();
  await grace.until(mine.table_id, ({ afterwards }) => afterwards.refused);
  await expect.poll(() => grace.tables.listHosted()).toEqual([]);

  // Next to the record: a board's views, bound to the lines they follow from.
  const record = (await linesOf((from) => ada.tables.readRecord(again.table_id, from))).map((line) =>
    recordLineSchema.parse(line),
  );
  const views = (await linesOf((from) => ada.tables.readViews(again.table_id, from))).map((line) =>
    viewLineSchema.parse(line),
  );
  expect(views.length).toBeGreaterThan(2);
  for (const { seq, head } of views) expect(record[seq]?.head).toBe(head);
  expect(views.at(-1)?.view).toEqual(again.view);
});

it('in a game with turns, whoever asks, the last guest hosts the rematch, and so the other side begins', async () => {
  const play = { control_mode: 'autonomous', manner: 'easy', paceMs: 0 } as const;
  const options = { cols: 5, rows: 4 };
  const hosted = await ada.tables.host({ ...play, protocol_id: ada.protocol('connect-four'), options });
  const guestId = await grace.tables.join(hosted.post_id, play);
  await grace.ended(guestId);
  const hostId = (await ada.ended((await hosted.table)!.table_id)).table_id;

  const asked = await request(ada, hostId, true);
  expect(asked).toMatchObject({ table_id: null, hosted: { for_public_key: grace.signer.publicKey } });
  // The guest accepts: it opens a table too, which the last host joins.
  const accepted = await request(grace, guestId, true);
  expect(accepted).toMatchObject({ table_id: null, hosted: { for_public_key: ada.signer.publicKey } });
  const again = await ada.ended((await request(ada, hostId)).table_id!);
  expect(again).toMatchObject({
    role: 'guest',
    phase: 'finished',
    rematch_of: hostId,
    post_id: accepted.hosted!.post_id,
  });
  expect(again.moves[0]?.by).toBe('guest');
  await expect.poll(() => ada.tables.listHosted()).toEqual([]);

  // The last guest asks: the last host joins at once. One that only waits is joined by a second request.
  const third = await request(ada, again.table_id, true);
  expect(third.hosted).not.toBeNull();
  const fourth = await request(grace, (await lastOf(grace)).table_id, true);
  expect((await grace.ended(fourth.table_id!)).role).toBe('guest');
});

it('a challenge to the same game after it is its rematch, for the challenger too', async () => {
  const protocol_id = ada.protocol('rock-paper-scissors');
  const hosted = await ada.tables.host({ control_mode: 'autonomous', protocol_id });
  const guestId = await grace.tables.join(hosted.post_id, { control_mode: 'autonomous' });
  await grace.ended(guestId);
  await ada.ended((await hosted.table)!.table_id);
  const challenge = async (changes: object) => {
    const audience = { for_public_key: ada.signer.publicKey };
    const { hostedTable } = await grace.tables.host({ control_mode: 'autonomous', protocol_id, audience, ...changes });
    await grace.tables.withdraw(hostedTable.post_id);
    return hostedTable.rematch_of;
  };
  expect(await challenge({})).toBe(guestId);
  expect(await challenge({ unrated: true })).toBeNull();
  expect(await challenge({ protocol_id: grace.protocol('connect-four') })).toBeNull();
  expect(await challenge({ audience: {} })).toBeNull();
});

/** The table of a seat that ended last. */
const lastOf = async (seat: TestSeat) =>
  seat.tables.get([...seat.tables.lists.every()].sort((a, b) => b.order - a.order)[0]!.table_id);

it('rejects a rematch of a game that never started, and notes on an unknown table', async () => {
  const table_id = await grace.tables.join(crypto.randomUUID(), { control_mode: 'human' });
  const failed: Table = await grace.ended(table_id);
  expect(failed.phase).toBe('failed');
  await expect(request(grace, table_id)).rejects.toMatchObject({ code: 'bad_arguments' });
  await expect(grace.tables.recordAfterwards('none', { score: 5 })).rejects.toMatchObject({ code: 'not_found' });
});
