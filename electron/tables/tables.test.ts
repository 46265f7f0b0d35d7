/** Tables between two identities of one real community, over real iroh, with the hostile cases of joining. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import type { LibraryProtocol } from '../library/library.ts';
import { type Service, startTestService } from './testing/community.ts';
import { type TestSeat, takeSeat } from './testing/seat.ts';

let dir: string;
let service: Service;
let ada: TestSeat;
let grace: TestSeat;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-tables-'));
  service = await startTestService(join(dir, 'community'));
  [ada, grace] = await Promise.all([
    takeSeat(service.url, join(dir, 'ada'), 'ada'),
    takeSeat(service.url, join(dir, 'grace'), 'grace'),
  ]);
});
afterAll(async () => {
  await ada.dispose();
  await grace.dispose();
  await service.dispose();
  await rm(dir, { recursive: true, force: true });
});

const autonomous = { control_mode: 'autonomous' } as const;

async function joined(seat: TestSeat, post_id: string): Promise<Table> {
  return seat.ended(await seat.tables.join(post_id, autonomous));
}

describe('joining', () => {
  it('refuses the own invitation before anybody is called', async () => {
    const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('connect-four') });
    const table = await joined(ada, hosted.post_id);
    expect(table).toMatchObject({ phase: 'failed', session_id: null, problem: { code: 'own_invitation' } });
    expect(table.steps.find(({ state }) => state === 'failed')?.id).toBe('not_own');
    await hosted.cancel();
  });

  it('refuses a ticket that the host did not sign', async () => {
    const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('connect-four') });
    const other = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('connect-four') });
    grace.tamper((path, body) =>
      path.endsWith(hosted.post_id)
        ? { ...body, iroh_ticket: other.invitation.iroh_ticket, transport_info: other.invitation.transport_info }
        : body,
    );
    const table = await joined(grace, hosted.post_id);
    grace.tamper(null);
    expect(table).toMatchObject({ phase: 'failed', session_id: null, problem: { code: 'binding_invalid' } });
    expect(table.steps.find(({ state }) => state === 'failed')?.id).toBe('binding');
    await Promise.all([hosted.cancel(), other.cancel()]);
  });

  it('refuses rules that are not those of their id, and keeps nothing of them', async () => {
    const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('connect-four') });
    const stranger = await takeSeat(service.url, join(dir, 'stranger'), 'stranger', { bundled: false });
    stranger.tamper((path, body) => (path.endsWith('/bundle') ? { ...body, spec_json: { messages: [] } } : body));
    const table = await joined(stranger, hosted.post_id);
    expect(table).toMatchObject({ phase: 'failed', problem: { code: 'spec_mismatch' } });
    expect(stranger.library.list()).toEqual([]);
    stranger.tamper(null);
    const second = await joined(stranger, hosted.post_id);
    expect(second).toMatchObject({ phase: 'failed', problem: { code: 'hooks_missing' } });
    expect((await joined(stranger, hosted.post_id)).problem).toMatchObject({ code: 'hooks_unfinished' });
    await stranger.dispose();
    await hosted.cancel();
  });

  it('says that a withdrawn table is gone', async () => {
    const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('connect-four') });
    await hosted.cancel();
    expect((await joined(grace, hosted.post_id)).problem).toMatchObject({ code: 'invitation_gone' });
  });
});

it('a table that is resigned while its hooks still start ends so, for both', async () => {
  const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('connect-four') });
  const guest = await grace.tables.join(hosted.post_id, autonomous);
  await grace.until(guest, ({ phase }) => phase === 'playing');
  await grace.tables.resign(guest);
  expect(await grace.ended(guest)).toMatchObject({ phase: 'failed', problem: { code: 'resigned' } });
  const host = (await hosted.seated)!.table_id;
  expect(await ada.ended(host)).toMatchObject({ problem: { code: 'peer_aborted', detail: { code: 'resigned' } } });
});

describe('a protocol without hooks', () => {
  it('is played by hand at the guest’s seat, with the file as it was when the table began', async () => {
    const stranger = await takeSeat(service.url, join(dir, 'by-hand'), 'by-hand', { bundled: false });
    const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('connect-four') });
    expect((await joined(stranger, hosted.post_id)).problem).toMatchObject({ code: 'hooks_missing' });
    const protocol = stranger.library.get(ada.protocol('connect-four')) as LibraryProtocol;
    const path = await stranger.library.writeByHand(protocol);
    const text = await readFile(path, 'utf8');
    await expect(
      stranger.tables.host({ control_mode: 'human', protocol_id: protocol.protocol_id }),
    ).rejects.toMatchObject({ code: 'judge_missing' });

    expect((await joined(stranger, hosted.post_id)).problem).toMatchObject({ code: 'hooks_unfinished' });
    const table_id = await stranger.tables.join(hosted.post_id, { control_mode: 'human' });
    const hash = createHash('sha256').update(text).digest('hex');
    for (let turn = 1; turn <= 2; turn += 1) {
      const { ask, hooks } = await stranger.until(table_id, (table) => table.ask?.key === `ask:${turn}`);
      expect(ask).toMatchObject({ prompt: 'move: col', proposal: null });
      expect(hooks).toEqual({ hash, by_hand: true });
      await writeFile(path, 'export const act = () => { throw new Error("edited in mid-game"); };');
      await stranger.tables.answer(table_id, `ask:${turn}`, 3);
    }
    const { moves } = await stranger.until(table_id, (table) => table.moves.length >= 3);
    expect(moves[0]).toMatchObject({ by: 'guest', origin: 'you' });
    await stranger.tables.resign(table_id);
    expect((await stranger.ended(table_id)).problem?.code).toBe('resigned');
    const record = await readFile(join(dir, 'by-hand', 'tables', table_id, 'record.jsonl'), 'utf8');
    expect(record).toContain(`"hooks_hash":"${hash}"`);
    await stranger.dispose();
  });
});

describe('a finished table', () => {
  it('is settled equally on both sides, and a community that was away hears of it later', {
    timeout: 60_000,
  }, async () => {
    const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('rock-paper-scissors') });
    // The session is made while the community answers; afterwards it is away until the game is over.
    grace.unreachable((_, path) => path.endsWith('/status') || path.endsWith('/result'));
    const table_id = await grace.tables.join(hosted.post_id, autonomous);
    const waiting = await grace.until(table_id, ({ phase }) => phase === 'finished' || phase === 'failed');
    expect(waiting.result).toMatchObject({ state: 'queued' });
    grace.unreachable(null);
    grace.tables.poke();
    const mine = await grace.ended(table_id);
    const theirs = await ada.ended((await hosted.seated)!.table_id);
    expect([mine.result?.state, theirs.result?.state]).toEqual(['settled', 'settled']);
    expect(mine.result?.winner).toBe(theirs.result?.winner);
    expect(mine.result?.rating?.mine).toEqual(theirs.result?.rating?.theirs);
    expect(mine.session_id).toBe(theirs.session_id);
  });
});
