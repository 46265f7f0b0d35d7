/** A draw by agreement between two identities of one real community over real iroh. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { verifyRecord } from '../../shared/tables/verify-record.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type TestSeat, takeSeat } from './testing/seat.ts';
import { takeTwoSeats } from './testing/two-seats.ts';

const dir = temporaryFolder();
const { service, ada, grace } = await takeTwoSeats(dir);

/** Two people at Connect Four; the guest has moved. */
async function openTable(seat = grace): Promise<{ host: string; guest: string }> {
  const hosted = await ada.tables.host({ control_mode: 'human', protocol_id: ada.protocol('connect-four') });
  const guest = await seat.tables.join(hosted.post_id, { control_mode: 'human' });
  const { ask } = await seat.until(guest, ({ ask }) => ask !== null);
  await seat.tables.answer(guest, ask!.key, ask!.choices[0]!.value);
  const host = (await hosted.table)!.table_id;
  await ada.until(host, ({ ask }) => ask !== null);
  return { host, guest };
}

async function expectProvenDraw(seat: TestSeat, { table_id, protocol }: Table): Promise<void> {
  const { text } = await seat.tables.readRecord(table_id, 0);
  const { findings, end, proof } = verifyRecord(text, seat.library.get(protocol.protocol_id)!.specText);
  expect({ findings, proof }).toEqual({ findings: [], proof: 'both_sides' });
  expect(end).toMatchObject({ completed: true, winner: 'draw', agreed: true });
}

test.each(['host', 'guest'] as const)(
  'a draw that the %s accepts is reported by both, settled, and proven by both records',
  async (accepting) => {
    const table = await openTable();
    const [offering, answering] = accepting === 'host' ? [grace, ada] : [ada, grace];
    const [offered, asked] = accepting === 'host' ? [table.guest, table.host] : [table.host, table.guest];
    await offering.tables.draw(offered, 'offer');
    await answering.until(asked, ({ draw }) => draw === 'asked');
    expect((await offering.tables.get(offered)).draw).toBe('offered');
    await answering.tables.draw(asked, 'accept');
    const [mine, theirs] = [await ada.ended(table.host), await grace.ended(table.guest)];
    for (const ended of [mine, theirs]) {
      expect(ended).toMatchObject({
        phase: 'finished',
        problem: null,
        result: { winner: 'draw', outcome: 'drawn', agreed: true, reports: { mine: 'draw', theirs: 'draw' } },
      });
      expect(['settled', 'capped']).toContain(ended.result?.state);
    }
    await expectProvenDraw(ada, mine);
    await expectProvenDraw(grace, theirs);
    // Only the side that accepted knows of the end by itself.
    const seen = { host: mine.afterwards.seen, guest: theirs.afterwards.seen };
    expect(seen).toEqual({ host: accepting === 'host', guest: accepting === 'guest' });
  },
);

test('a declined offer changes nothing, and an agent declines at once', async () => {
  const table = await openTable();
  await grace.tables.draw(table.guest, 'offer');
  await ada.until(table.host, ({ draw }) => draw === 'asked');
  await ada.tables.draw(table.host, 'decline');
  await grace.until(table.guest, ({ draw }) => draw === 'declined');
  await expect(grace.tables.draw(table.guest, 'offer')).rejects.toMatchObject({ code: 'draw_unavailable' });
  await grace.tables.setMode(table.guest, 'autonomous');
  await ada.tables.draw(table.host, 'offer');
  await ada.until(table.host, ({ draw }) => draw === 'declined');
  await ada.tables.resign(table.host);
  expect(await grace.ended(table.guest)).toMatchObject({ result: { winner: 'guest', conceded: { code: 'resigned' } } });
  expect(await ada.ended(table.host)).toMatchObject({ phase: 'finished' });
});

test('an offer lapses if either process restarts, and the game goes on', async () => {
  const name = 'linus';
  const dataDir = join(dir, name);
  let linus = await takeSeat(service.url, dataDir, name, { published: ada.library });
  const table = await openTable(linus);
  const restart = async () => {
    await linus.dispose();
    linus = await takeSeat(service.url, dataDir, name, { published: ada.library });
    await linus.until(table.guest, ({ connection }) => connection.kind === 'direct');
  };
  await linus.tables.draw(table.guest, 'offer');
  await ada.until(table.host, ({ draw }) => draw === 'asked');
  await restart();
  await ada.until(table.host, ({ connection, draw }) => connection.kind === 'direct' && draw === 'open');
  expect((await linus.tables.get(table.guest)).draw).toBe('open');

  await ada.tables.draw(table.host, 'offer');
  await linus.until(table.guest, ({ draw }) => draw === 'asked');
  await restart();
  expect((await linus.tables.get(table.guest)).draw).toBe('open');
  await ada.until(table.host, ({ connection, draw }) => connection.kind === 'direct' && draw === 'open');
  await linus.tables.draw(table.guest, 'offer');
  await ada.until(table.host, ({ draw }) => draw === 'asked');
  await ada.tables.draw(table.host, 'accept');
  await expectProvenDraw(ada, await ada.ended(table.host));
  await expectProvenDraw(linus, await linus.ended(table.guest));
  await linus.dispose();
});
