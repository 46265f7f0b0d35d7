/** The end of a game whose last message names no winner, at a seat that is played by hand. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import type { MessageDefinition } from '../../shared/protocol/spec.ts';
import { otherRole, type Winner } from '../../shared/tables/hooks.ts';
import { isOver } from '../../shared/tables/rematch.ts';
import { defaultResourcesDir } from '../installation.ts';
import { fetchProtocol } from '../library/download-spec.ts';
import { type FolderProtocol, readProtocolFolder } from '../library/protocol-folder.ts';
import { publishBundled } from '../library/publishing/publish.ts';
import { type Service, startTestService } from './testing/community.ts';
import { type TestSeat, takeSeat } from './testing/seat.ts';

const dir = await mkdtemp(join(tmpdir(), 'parlor-by-hand-end-'));
let service: Service;
let ada: TestSeat;
let folder: FolderProtocol;

/** Three Guesses, whose last message only opens the number. */
async function writeGame(path: string): Promise<void> {
  const template = join(defaultResourcesDir(), 'studio/turns');
  const read = async (name: string) => (await readFile(join(template, name), 'utf8')).replaceAll('game_over', 'open');
  const spec = JSON.parse(await read('spec.json'));
  const last = (spec.messages as MessageDefinition[]).find(({ name }) => name === 'open')!;
  delete last.fields.winner;
  const hooks = await read('hooks.js');
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'spec.json'), JSON.stringify(spec));
  await writeFile(
    join(path, 'hooks.js'),
    hooks.replace('turn, winner, secret: state.secret }', 'turn, secret: state.secret }'),
  );
}

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  ada = await takeSeat(service.url, join(dir, 'ada'), 'ada', { bundled: false });
  await writeGame(join(dir, 'game'));
  folder = await readProtocolFolder(join(dir, 'game'));
  const { protocol_id, specText } = folder.protocol;
  await publishBundled(ada.client, folder.protocol);
  await ada.library.storeSpec(protocol_id, specText);
});

afterAll(async () => {
  await ada.dispose();
  await service.dispose();
  await rm(dir, { recursive: true, force: true });
});

/** Plays a game by hand as a guest until it is over; both tables then. */
async function playByHand(guest: TestSeat): Promise<{ mine: Table; theirs: Table }> {
  const { protocol_id } = folder.protocol;
  const protocol = guest.library.get(protocol_id) ?? (await fetchProtocol(guest.client, guest.library, protocol_id));
  await guest.library.writeByHand(protocol).catch(() => {});
  const hosted = await ada.tables.host({ control_mode: 'autonomous', protocol_id, folder });
  const table_id = await guest.tables.join(hosted.post_id, { control_mode: 'human' });
  let last: string | null = null;
  for (let number = 1; ; ) {
    const { ask } = await guest.until(
      table_id,
      ({ ask, phase }) => (ask !== null && ask.key !== last) || isOver({ phase }),
    );
    if (!ask) break;
    last = ask.key;
    const isNumber = !ask.choices.some(({ value }) => value === 'guess');
    // A question that is open when the other side ends the game is closed.
    await guest.tables.answer(table_id, ask.key, isNumber ? number : 'guess').catch(() => {});
    if (isNumber) number += 1;
  }
  const mine = await guest.until(table_id, isOver);
  const { table_id: theirId } = (await hosted.table)!;
  const theirs = await ada.until(theirId, ({ result }) => result?.state === 'pending');
  return { mine, theirs };
}

test('the guest is told at once, is asked who won, and both sides settle', async () => {
  const bob = await takeSeat(service.url, join(dir, 'bob'), 'bob', { bundled: false });
  const { mine, theirs } = await playByHand(bob);
  const { winner } = theirs.result!;
  expect(theirs.peer_by_hand).toBe(true);
  expect(mine).toMatchObject({ phase: 'finished', ask: null, problem: null });
  expect(mine.result).toMatchObject({ winner: null, outcome: 'none', told: { winner }, state: 'unsaid' });
  expect(mine.result?.reports.mine).toBeNull();

  await bob.tables.sayResult(mine.table_id, winner!);
  const settled = await bob.ended(mine.table_id);
  expect(settled.result).toMatchObject({ state: 'settled', winner, said: true, told: { winner } });
  expect((await ada.ended(theirs.table_id)).result).toMatchObject({ state: 'settled', winner });
  await expect(bob.tables.sayResult(mine.table_id, winner!)).rejects.toMatchObject({ code: 'result_conflict' });
  await bob.dispose();
});

test('who won can be said after a restart, and need not be what the other side says', async () => {
  const carol = await takeSeat(service.url, join(dir, 'carol'), 'carol', { bundled: false });
  const { mine, theirs } = await playByHand(carol);
  await carol.dispose();

  const again = await takeSeat(service.url, join(dir, 'carol'), 'carol', { bundled: false });
  expect((await again.tables.get(mine.table_id)).result?.state).toBe('unsaid');
  const other: Winner = otherRole(theirs.result!.winner as 'host' | 'guest');
  await again.tables.sayResult(mine.table_id, other);
  expect((await again.ended(mine.table_id)).result).toMatchObject({ state: 'disputed', winner: other });
  await again.dispose();

  const once = await takeSeat(service.url, join(dir, 'carol'), 'carol', { bundled: false });
  expect((await once.tables.get(mine.table_id)).result).toMatchObject({ state: 'disputed', winner: other });
  await once.dispose();
});
