/** Tables between two identities of one real community, over real iroh, including hostile cases of joining. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { listSavedTables } from '../cli/sessions/saved-tables.ts';
import type { LibraryProtocol } from '../library/library.ts';
import { type TestSeat, takeSeat } from './testing/seat.ts';
import { takeTwoSeats } from './testing/two-seats.ts';

const dir = temporaryFolder();
const { service, ada, grace } = await takeTwoSeats(dir);

const autonomous = { control_mode: 'autonomous' } as const;

async function joined(seat: TestSeat, post_id: string): Promise<Table> {
  return seat.ended(await seat.tables.join(post_id, autonomous));
}

describe('joining', () => {
  it('rejects an invitation posted with its own key, without connecting', async () => {
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

  it('refuses a spec that does not match its id, and does not store it', async () => {
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

  it('reports a withdrawn table as gone', async () => {
    const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('connect-four') });
    await hosted.cancel();
    expect((await joined(grace, hosted.post_id)).problem).toMatchObject({ code: 'invitation_gone' });
  });
});

it('a later table comes first although the date was set back, also after a restart', async () => {
  const noTable = '00000000-0000-4000-8000-000000000000';
  const folder = join(dir, 'set-back');
  const seat = await takeSeat(service.url, folder, 'set-back', { published: ada.library });
  const realNow = Date.now;
  const dateAhead = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 3_600_000);
  const first = await joined(seat, noTable);
  dateAhead.mockRestore();
  const second = await joined(seat, noTable);
  const newestFirst = [second.table_id, first.table_id];
  expect(second.started_at).toBeLessThan(first.started_at);
  expect(seat.tables.lists.rows({}).rows.map(({ table_id }) => table_id)).toEqual(newestFirst);
  await seat.dispose();
  const saved = await listSavedTables(folder);
  expect(saved.map(({ table_id }) => table_id)).toEqual(newestFirst);
  const again = await takeSeat(service.url, folder, 'set-back', { published: ada.library });
  const third = await joined(again, noTable);
  expect(again.tables.lists.rows({}).rows.map(({ table_id }) => table_id)).toEqual([third.table_id, ...newestFirst]);
  await again.dispose();
});

it('a table that ended later comes first, also if it began before', async () => {
  const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('connect-four') });
  const long = await grace.tables.join(hosted.post_id, autonomous);
  await grace.until(long, ({ phase }) => phase === 'playing');
  const short = await joined(grace, '00000000-0000-4000-8000-000000000000');
  await grace.tables.resign(long);
  await grace.ended(long);
  const [first, second] = grace.tables.lists.rows({}).rows;
  expect([first?.table_id, second?.table_id]).toEqual([long, short.table_id]);
});

it('a table whose hooks do not start leaves nothing to resume', async () => {
  const launchHooks = () => Promise.reject(new ParlorError('hook_timeout', 'The hooks took too long.'));
  const seat = await takeSeat(service.url, join(dir, 'no-hooks'), 'no-hooks', { launchHooks, published: ada.library });
  const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('connect-four') });
  const table = await joined(seat, hosted.post_id);
  expect(table).toMatchObject({ phase: 'failed', problem: { code: 'hook_timeout' } });
  expect(await readdir(join(dir, 'no-hooks', 'tables', table.table_id))).not.toContain('resume.sealed');
  await seat.dispose();
});

it('a table resigned while its hooks start ends as resigned on both sides', async () => {
  const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('connect-four') });
  const guest = await grace.tables.join(hosted.post_id, autonomous);
  await grace.until(guest, ({ phase }) => phase === 'playing');
  await grace.tables.resign(guest);
  expect(await grace.ended(guest)).toMatchObject({ phase: 'failed', problem: { code: 'resigned' } });
  const host = (await hosted.table)!.table_id;
  expect(await ada.ended(host)).toMatchObject({ problem: { code: 'peer_aborted', detail: { code: 'resigned' } } });
});

describe('closing', () => {
  it('withdraws an invitation that was being posted, and starts nothing more', async () => {
    const seat = await takeSeat(service.url, join(dir, 'closing'), 'closing', { published: ada.library });
    const offer = { ...autonomous, protocol_id: seat.protocol('connect-four') };
    let disposed: Promise<void> | null = null;
    seat.dropResponses((method, path) => {
      if (method === 'POST' && path === '/api/v1/invitations') disposed ??= seat.tables.dispose();
      return false;
    });
    await expect(seat.tables.host(offer)).rejects.toMatchObject({ code: 'cancelled' });
    await disposed;
    const mine = await seat.client.call('GET /api/v1/invitations', { query: { mine: 'true' } });
    expect(mine.body.results).toEqual([]);
    await expect(seat.tables.host(offer)).rejects.toMatchObject({ code: 'cancelled' });
    await expect(seat.tables.join('any', autonomous)).rejects.toMatchObject({ code: 'cancelled' });
    await seat.dispose();
  });

  it('stops a join in progress', async () => {
    const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('connect-four') });
    const seat = await takeSeat(service.url, join(dir, 'closing-join'), 'closing-join', { published: ada.library });
    const joining = seat.tables.join(hosted.post_id, autonomous);
    await seat.tables.dispose();
    expect(await seat.tables.get(await joining)).toMatchObject({ phase: 'failed', problem: { code: 'cancelled' } });
    await seat.dispose();
    await hosted.cancel();
  });
});

describe('a protocol without hooks', () => {
  it('is played by hand at the guest’s seat, with the hooks file as it was when the table started', async () => {
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
      expect(hooks).toEqual({ hash, by_hand: true, decides: false, manners: [], guest_only: true });
      await writeFile(path, 'export const act = () => { throw new Error("edited in mid-game"); };');
      await stranger.tables.answer(table_id, `ask:${turn}`, 3);
    }
    const { moves } = await stranger.until(table_id, (table) => table.moves.length >= 3);
    expect(moves[0]).toMatchObject({ by: 'guest', origin: 'you' });
    await stranger.tables.resign(table_id);
    expect((await stranger.ended(table_id)).result?.conceded).toEqual({ by: 'guest', code: 'resigned' });
    const record = await readFile(join(dir, 'by-hand', 'tables', table_id, 'record.jsonl'), 'utf8');
    expect(record).toContain(`"hooks_hash":"${hash}"`);
    await stranger.dispose();
  });
});

describe('a finished table', () => {
  it('settles with the same result on both sides, and is reported later if the community was unreachable', async () => {
    const hosted = await ada.tables.host({ ...autonomous, protocol_id: ada.protocol('rock-paper-scissors') });
    // The session is created while the community is reachable; then it is unreachable until the game has ended.
    grace.unreachable((_, path) => path.endsWith('/status') || path.endsWith('/result'));
    const table_id = await grace.tables.join(hosted.post_id, autonomous);
    const waiting = await grace.until(table_id, ({ phase }) => phase === 'finished' || phase === 'failed');
    expect(waiting.result).toMatchObject({ state: 'queued' });
    grace.unreachable(null);
    grace.tables.flush();
    const mine = await grace.ended(table_id);
    const theirs = await ada.ended((await hosted.table)!.table_id);
    expect([mine.result?.state, theirs.result?.state]).toEqual(['settled', 'settled']);
    expect(mine.result?.winner).toBe(theirs.result?.winner);
    expect(mine.result?.rating?.mine).toEqual(theirs.result?.rating?.theirs);
    expect(mine.session_id).toBe(theirs.session_id);
  });
});
