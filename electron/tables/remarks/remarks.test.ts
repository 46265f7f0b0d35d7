/** What is said beside a game, between two identities of one real community over real iroh. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TableRemarks } from '../../../shared/bridge/contract.ts';
import { verifyRecord } from '../../../shared/tables/verify-record.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { type Service, startTestService } from '../testing/community.ts';
import { type TestSeat, takeSeat } from '../testing/seat.ts';

const dir = temporaryFolder();
let service: Service;
let ada: TestSeat;
let grace: TestSeat;
/** Knows no remarks. */
let mute: TestSeat;
const watchers = new Set<(state: TableRemarks) => void>();
const settings = {
  allowsTexts: () => false,
  onChange(state: TableRemarks) {
    for (const watch of watchers) watch(state);
  },
};

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  ada = await takeSeat(service.url, join(dir, 'ada'), 'ada', { remarks: settings });
  grace = await takeSeat(service.url, join(dir, 'grace'), 'grace', { published: ada.library, remarks: settings });
  mute = await takeSeat(service.url, join(dir, 'mute'), 'mute', { published: ada.library });
});
afterAll(async () => {
  await Promise.all([ada.dispose(), grace.dispose(), mute.dispose()]);
  await service.dispose();
});

/** Resolves with the remarks of a table once they match. */
async function until(seat: TestSeat, table_id: string, matches: (state: TableRemarks) => boolean) {
  const { promise, resolve, reject } = Promise.withResolvers<TableRemarks>();
  const watch = (state: TableRemarks) => {
    if (state.table_id === table_id && matches(state)) resolve(state);
  };
  watchers.add(watch);
  seat.tables.remarks.get(table_id).then(watch, reject);
  return promise.finally(() => watchers.delete(watch));
}

const said = ({ remarks }: TableRemarks) => remarks.map((remark) => ('text' in remark ? remark.text : remark.phrase));

/** Two people at Connect Four; the guest moves first. */
async function openTable(guest: TestSeat): Promise<{ host: string; guest: string }> {
  const hosted = await ada.tables.host({ control_mode: 'human', protocol_id: ada.protocol('connect-four') });
  const table_id = await guest.tables.join(hosted.post_id, { control_mode: 'human' });
  await guest.until(table_id, ({ ask }) => ask !== null);
  return { host: (await hosted.table)!.table_id, guest: table_id };
}

async function move(seat: TestSeat, table_id: string): Promise<void> {
  const { ask } = await seat.until(table_id, ({ ask }) => ask !== null);
  await seat.tables.answer(table_id, ask!.key, ask!.choices[0]!.value);
}

const recordOf = (name: string, table_id: string) =>
  readFile(join(dir, name, 'tables', table_id, 'record.jsonl'), 'utf8');

test('both sides read phrases and texts, during the game and after its end, and the record has none of them', async () => {
  const { host, guest } = await openTable(grace);
  ada.tables.remarks.say(host, { phrase: 'good_luck' });
  expect(said(await until(grace, guest, ({ remarks }) => remarks.length === 1))).toEqual(['good_luck']);
  expect(() => grace.tables.remarks.say(guest, { text: 'Hello there' })).toThrow(/both sides/);
  ada.tables.remarks.allowTexts(host);
  grace.tables.remarks.allowTexts(guest);
  await until(grace, guest, ({ texts }) => texts.own === true && texts.peer);
  grace.tables.remarks.say(guest, { text: 'Have a good game' });
  await until(ada, host, ({ remarks }) => remarks.length === 2);
  await move(grace, guest);
  await ada.until(host, ({ ask }) => ask !== null);
  await ada.tables.resign(host);
  await Promise.all([ada.ended(host), grace.ended(guest)]);
  ada.tables.remarks.say(host, { phrase: 'well_played' });
  await until(grace, guest, ({ remarks }) => remarks.length === 3);
  grace.tables.remarks.say(guest, { phrase: 'thanks' });
  const state = await until(ada, host, ({ remarks }) => remarks.length === 4);
  expect(said(state)).toEqual(['good_luck', 'Have a good game', 'well_played', 'thanks']);
  expect(state).toMatchObject({ open: true, ignored: 0 });
  for (const [name, seat, table_id] of [
    ['ada', ada, host],
    ['grace', grace, guest],
  ] as const) {
    const text = await recordOf(name, table_id);
    expect(text).not.toMatch(/remark|good_luck|Have a good/);
    const { protocol } = await seat.tables.get(table_id);
    const { findings, proof } = verifyRecord(text, seat.library.get(protocol.protocol_id)!.specText);
    expect({ findings, proof }).toEqual({ findings: [], proof: 'both_sides' });
    expect(JSON.stringify(await seat.tables.get(table_id))).not.toMatch(/remark|good_luck|Have a good/);
  }
});

test('what is said while the connection is lost arrives once it is back', async () => {
  const { host, guest } = await openTable(grace);
  grace.transport.offline = true;
  grace.transport.cut();
  await ada.until(host, ({ connection }) => connection.kind === 'none');
  ada.tables.remarks.say(host, { phrase: 'one_moment' });
  grace.tables.remarks.say(guest, { phrase: 'sorry' });
  grace.transport.offline = false;
  expect(said(await until(grace, guest, ({ remarks }) => remarks.length === 2)).sort()).toEqual([
    'one_moment',
    'sorry',
  ]);
  await until(ada, host, ({ remarks }) => remarks.length === 2);
  expect(await ada.tables.get(host)).toMatchObject({ phase: 'playing' });
  await grace.tables.resign(guest);
  await Promise.all([ada.ended(host), grace.ended(guest)]);
});

test('texts that both sides allowed stay allowed after a restart of one', async () => {
  const [name, dataDir] = ['linus', join(dir, 'linus')];
  const takeLinus = () => takeSeat(service.url, dataDir, name, { published: ada.library, remarks: settings });
  let linus = await takeLinus();
  const { host, guest } = await openTable(linus);
  ada.tables.remarks.allowTexts(host);
  linus.tables.remarks.allowTexts(guest);
  await until(ada, host, ({ texts }) => texts.own === true && texts.peer);
  await linus.dispose();
  linus = await takeLinus();
  await linus.until(guest, ({ connection }) => connection.kind === 'direct');
  expect(await linus.tables.remarks.get(guest)).toMatchObject({ open: true, texts: { own: true, peer: true } });
  expect(await ada.tables.remarks.get(host)).toMatchObject({ texts: { own: true, peer: true } });
  linus.tables.remarks.say(guest, { text: 'Back again' });
  expect(said(await until(ada, host, ({ remarks }) => remarks.length === 1))).toEqual(['Back again']);
  await linus.tables.resign(guest);
  await Promise.all([ada.ended(host), linus.ended(guest)]);
  await linus.dispose();
});

test('a muted side is not heard, and isn’t told', async () => {
  const { host, guest } = await openTable(grace);
  grace.tables.remarks.mute(guest, true);
  ada.tables.remarks.say(host, { phrase: 'hello' });
  ada.tables.remarks.say(host, { phrase: 'goodbye' });
  await move(grace, guest);
  await move(ada, host);
  await grace.until(guest, ({ ask, moves }) => ask !== null && moves.length === 2);
  expect(await grace.tables.remarks.get(guest)).toMatchObject({ remarks: [], muted: true, ignored: 0 });
  expect(await ada.tables.remarks.get(host)).toMatchObject({ open: true, remarks: [{}, {}] });
  await grace.tables.resign(guest);
  await Promise.all([ada.ended(host), grace.ended(guest)]);
});

test('nothing can be said to a peer that shows no remarks, and its table closes as before', async () => {
  const { host, guest } = await openTable(mute);
  for (const [seat, table_id] of [
    [ada, host],
    [mute, guest],
  ] as const) {
    expect(await seat.tables.remarks.get(table_id)).toMatchObject({ open: false, remarks: [] });
    expect(() => seat.tables.remarks.say(table_id, { phrase: 'hello' })).toThrow(/has ended/);
  }
  await mute.tables.resign(guest);
  await Promise.all([ada.ended(host), mute.ended(guest)]);
});
