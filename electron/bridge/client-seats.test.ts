/** A client's games over real iroh: its answers, the person's final say, and the loss of its permission. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { noPermissions } from '../../shared/bridge/no-permissions.ts';
import { recordedDecisions } from '../../shared/tables/recorded-decisions.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Service, startServiceInProcess } from '../tables/testing/community.ts';
import { createPeople, type TestPerson } from './testing/person.ts';

const dir = temporaryFolder();
let service: Service;
let ada: TestPerson;
let grace: TestPerson;
let client_id: string;

const allow = { ...noPermissions, play_rated: true, play_unrated: true, tables_at_once: 4 };

beforeAll(async () => {
  service = await startServiceInProcess(dir);
  [ada, grace] = await createPeople(service.url, ['ada', 'grace']);
  const client = await ada.bridge.clients.connect({ name: ' Plo\u0000ver ', allow });
  client_id = client.client_id;
});
afterAll(async () => {
  await Promise.all([ada, grace].map((person) => person?.leave()));
  await service?.dispose();
});

/** Lets the client join a new game; resolves with its table once the first question is open. */
async function joinNewGame(control_mode: 'autonomous' | 'hybrid'): Promise<Table> {
  const { post_id } = await grace.bridge.tables.host({
    protocol: 'rock-paper-scissors',
    control_mode: 'autonomous',
    options: { best_of: 3, max_think_seconds: 600 },
  });
  const { table_id } = await ada.bridge.clients.join({ client_id, post_id, control_mode });
  return until(table_id, ({ ask }) => ask !== null);
}

async function until(table_id: string, condition: (table: Table) => boolean): Promise<Table> {
  const { promise, resolve } = Promise.withResolvers<Table>();
  const check = (table: Table) => table.table_id === table_id && condition(table) && resolve(table);
  const unsubscribe = ada.bridge.tables.on('changed', check);
  (await ada.bridge.tables.list({})).tables.forEach(check);
  return promise.finally(unsubscribe);
}

const answer = (table: Table, value: string, reason?: string) =>
  ada.bridge.clients.answer({
    client_id,
    table_id: table.table_id,
    key: table.ask?.key ?? '',
    value,
    ...(reason === undefined ? {} : { reason }),
  });

const ownMoves = ({ moves }: Table) => moves.filter(({ by }) => by === 'guest');

const decisionsOf = async ({ table_id }: Table) =>
  recordedDecisions((await ada.bridge.tables.record({ table_id, from: 0 })).text);

test('a client plays a whole game; its reasons are in the record', async () => {
  let table = await joinNewGame('autonomous');
  expect(table).toMatchObject({ client: { client_id, name: 'Plover', connected: true }, control_mode: 'autonomous' });
  expect(table.ask?.deadline_at).toBeGreaterThan(table.ask!.fallback_at!);
  const first = table;
  await expect(answer(table, 'well')).rejects.toMatchObject({ code: 'decision_invalid' });
  await expect(ada.bridge.tables.answer({ ...first, key: first.ask!.key, answer: 'rock' })).rejects.toMatchObject({
    code: 'decision_invalid',
  });
  while (table.phase === 'playing') {
    const { ask } = table;
    if (ask) expect(await answer(table, 'rock', 'It is\nsolid.')).toEqual({ status: 'played' });
    table = await until(table.table_id, (now) => now.phase !== 'playing' || (now.ask?.key ?? ask?.key) !== ask?.key);
  }
  expect(table.phase).toBe('finished');
  expect(new Set(ownMoves(table).map(({ origin, reason }) => `${origin} ${reason}`))).toEqual(
    new Set(['client It is solid.']),
  );
  await expect(answer(first, 'rock')).rejects.toMatchObject({ code: 'decision_not_open' });
  const { client, decisions } = await decisionsOf(table);
  expect(client).toBe('Plover');
  expect(decisions[0]).toMatchObject({ value: 'rock', origin: 'client', proposer: 'client', reason: 'It is solid.' });
});

test('in hybrid mode the person has the final say, and can take over and hand back', async () => {
  const table = await joinNewGame('hybrid');
  const { table_id } = table;
  // A held proposal is never played automatically, so a slow computer can't change the result.
  await ada.bridge.tables.hold({ table_id, key: table.ask!.key });
  expect(await answer(table, 'rock', 'It is solid.')).toEqual({ status: 'proposed' });
  const proposed = await until(table_id, ({ ask }) => ask?.proposal === 'rock');
  expect(proposed.ask).toMatchObject({ proposer: 'client', reason: 'It is solid.' });
  await expect(answer(table, 'paper')).rejects.toMatchObject({ code: 'decision_finalized' });
  await ada.bridge.tables.answer({ table_id, key: table.ask!.key, answer: 'paper' });
  await expect(answer(table, 'rock')).rejects.toMatchObject({ code: 'decision_finalized' });

  const second = await until(table_id, ({ ask }) => ask !== null && ask.key !== table.ask!.key);
  expect(ownMoves(second)).toMatchObject([{ origin: 'override', reason: null }]);
  expect((await decisionsOf(table)).decisions[0]).toMatchObject({
    ...{ value: 'paper', origin: 'override', proposal: 'rock', proposer: 'client', reason: 'It is solid.' },
  });
  await ada.bridge.tables.set_mode({ table_id, control_mode: 'human' });
  await expect(answer(second, 'rock')).rejects.toMatchObject({ code: 'decision_not_open' });
  await ada.bridge.tables.set_mode({ table_id, control_mode: 'autonomous' });
  expect(await answer(second, 'rock')).toEqual({ status: 'played' });
  await ada.bridge.tables.resign({ table_id });
  await until(table_id, ({ phase }) => phase !== 'playing');
});

test('the hooks take over the seat of a client whose permission is revoked', async () => {
  const table = await joinNewGame('autonomous');
  await ada.bridge.clients.revoke({ client_id });
  await expect(answer(table, 'rock')).rejects.toMatchObject({ code: 'forbidden' });
  const finished = await until(table.table_id, ({ phase }) => phase === 'finished');
  expect(finished.client).toBeNull();
  expect(new Set(ownMoves(finished).map(({ origin }) => origin))).toEqual(new Set(['agent']));
});
