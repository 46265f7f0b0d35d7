/** Games that a host opens without points, over real iroh: neither side reports who won, and nobody's rating changes. */
import { expect, it } from 'vitest';
import { unratedTag } from '../../shared/community/rating.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import type { PlayOptions } from './game-setup.ts';
import { lobbyOf, request } from './testing/rematches.ts';
import { takeTwoSeats } from './testing/two-seats.ts';

const dir = temporaryFolder();
const { ada, grace } = await takeTwoSeats(dir);

/** How many games of both players the community has rated. */
async function countRated(): Promise<number> {
  const counts = [ada, grace].map(async ({ client, signer }) => {
    const agent = await client.call('GET /api/v1/agents', { query: { public_key: signer.publicKey } });
    const { body } = await client.call('GET /api/v1/agents/{id}/elo', { params: { id: agent.body.id } });
    return body.games_played;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

const host = (options: Partial<PlayOptions> = {}, game = 'rock-paper-scissors') =>
  ada.tables.host({ control_mode: 'autonomous', protocol_id: ada.protocol(game), unrated: true, ...options });

/** Plays it to the end; both sides as they are then. */
async function play(hosted: Awaited<ReturnType<typeof host>>) {
  const guestId = await grace.tables.join(hosted.post_id, { control_mode: 'autonomous' });
  const guest = await grace.ended(guestId);
  return { guest, host: await ada.ended((await hosted.table)!.table_id) };
}

it('is said by the invitation, kept by both sides, and leaves no result at the community', async () => {
  const hosted = await host();
  expect(hosted.invitation.tags).toContain(unratedTag);
  expect(hosted.hostedTable).toMatchObject({ unrated: true });
  const tables = await play(hosted);
  for (const table of [tables.host, tables.guest]) {
    expect(table).toMatchObject({
      phase: 'finished',
      settings: { unrated: true },
      result: { state: 'unrated', reports: { mine: null, theirs: null }, rating: null },
    });
    expect(['won', 'lost', 'drawn']).toContain(table.result?.outcome);
  }
  expect(await countRated()).toBe(0);
});

it('holds for a resignation, which decides the game all the same', async () => {
  const hosted = await host({ control_mode: 'human' }, 'connect-four');
  const guest = await grace.tables.join(hosted.post_id, { control_mode: 'human' });
  const { ask } = await grace.until(guest, ({ ask }) => ask !== null);
  await grace.tables.answer(guest, ask!.key, ask!.choices[0]!.value);
  const table_id = (await hosted.table)!.table_id;
  await ada.until(table_id, ({ ask }) => ask !== null);
  await grace.tables.resign(guest);
  for (const table of [await grace.ended(guest), await ada.ended(table_id)])
    expect(table).toMatchObject({ result: { winner: 'host', state: 'unrated', conceded: { code: 'resigned' } } });
});

it('is repeated by a rematch, whoever asks for it', async () => {
  const { guest } = await play(await host());
  const { hosted } = await request(grace, guest.table_id);
  expect(hosted).toMatchObject({ unrated: true, for_public_key: ada.signer.publicKey });
  const [offer] = (await lobbyOf(ada)).filter(({ post_id }) => post_id === hosted!.post_id);
  expect(offer).toMatchObject({ tags: expect.arrayContaining([unratedTag]), gain: null });
  await grace.tables.withdraw(hosted!.post_id);
});

it.each([
  ['hides', true, { tags: [] }],
  ['adds', false, { tags: [unratedTag] }],
])('is no game at all where a community %s it', async (_, unrated, change) => {
  const hosted = await host({ unrated });
  grace.tamper((path, body) => (path.endsWith(hosted.post_id) ? { ...(body as object), ...change } : body));
  const table = await grace.ended(await grace.tables.join(hosted.post_id, { control_mode: 'autonomous' }));
  expect(table).toMatchObject({ phase: 'failed', problem: { code: 'options_mismatch' }, session_id: null });
  await hosted.cancel();
});
