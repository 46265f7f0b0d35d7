/** Where the board of a table comes from, and why it may have none, with a real community and real iroh. */
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { boardLabel, openLibrary } from '../../library/library.ts';
import type { PlayOptions } from '../game-setup.ts';
import { type Service, startTestService } from '../testing/community.ts';
import { type TestSeat, takeSeat } from '../testing/seat.ts';

const dir = temporaryFolder();
let service: Service;
let ada: TestSeat;
let hash: string;
const protocols = join(import.meta.dirname, '../../../resources/protocols');

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  ada = await takeSeat(service.url, join(dir, 'ada'), 'ada');
  hash = ada.library.get(ada.protocol('connect-four'))!.board!.manifest_hash;
});
afterAll(async () => {
  await ada.dispose();
  await service.dispose();
});

/** A seat with the spec from the community and its own hooks, but no board. */
async function withoutBoard(name: string): Promise<TestSeat> {
  const seat = await takeSeat(service.url, join(dir, name), name, { bundled: false });
  const protocol_id = ada.protocol('connect-four');
  await seat.library.storeSpec(protocol_id, ada.library.get(protocol_id)!.specText);
  await copyFile(join(protocols, 'connect-four/hooks.js'), join(dir, name, 'protocols', protocol_id, 'hooks.js'));
  return seat;
}

const shortGame = { control_mode: 'autonomous', manner: 'easy', paceMs: 0 } as const;

/** Plays one game between Ada and the guest; resolves with the table during play and at its end. */
async function play(guest: TestSeat, options: Partial<PlayOptions>, shareBoard = true) {
  const protocol_id = ada.protocol('connect-four');
  const hosted = await ada.tables.host({ ...shortGame, protocol_id, shareBoard, options: { cols: 5, rows: 4 } });
  const table_id = await guest.tables.join(hosted.post_id, { ...shortGame, ...options });
  let served = null as { bytes: Uint8Array } | null;
  const playing = await guest.until(table_id, ({ phase }) => {
    if (phase === 'playing') served = guest.library.boards.get(boardLabel(hash), 'index.html');
    return phase !== 'joining';
  });
  const ended = await guest.ended(table_id);
  if (ended.phase === 'failed') await hosted.cancel();
  return { playing, ended, served };
}

const boardCheck = (table: Table) => table.checks.find(({ id }) => id === 'board');
const filesOf = async (name: string) => (await readdir(join(dir, name, 'protocols'), { recursive: true })).sort();

describe('a host’s board', () => {
  test('is used for one table if both agree and there is no other, and is not stored', async () => {
    const guest = await withoutBoard('grace');
    const before = await filesOf('grace');
    const { playing, ended, served } = await play(guest, { acceptHostBoard: true });
    expect(ended.phase).toBe('finished');
    await guest.until(ended.table_id, ({ board }) => board === null);
    expect(playing.board).toEqual({ source: 'host_p2p', manifest_hash: hash, author: playing.peer.public_key });
    expect(boardCheck(playing)).toMatchObject({ state: 'checked' });
    expect(Buffer.from(served!.bytes)).toEqual(await readFile(join(protocols, 'connect-four/ui/index.html')));
    expect(guest.library.boards.get(boardLabel(hash), 'index.html')).toBeNull();
    expect(guest.library.get(ada.protocol('connect-four'))?.board).toBeNull();
    expect(await filesOf('grace')).toEqual(before);
    const [consent] = guest.library.consents();
    expect(consent).toMatchObject({ source: 'host_p2p', manifest_hash: hash, author: playing.peer.public_key });
    const sharing = guest.tables.host({
      control_mode: 'autonomous',
      protocol_id: ada.protocol('connect-four'),
      shareBoard: true,
    });
    await expect(sharing).rejects.toMatchObject({ code: 'bundle_missing' });
    await guest.dispose();
  });

  test('U12: is not sent unless both agree, nor if the guest has a board', async () => {
    const guest = await withoutBoard('edsger');
    expect((await play(guest, {})).playing.board).toBeNull();
    expect((await play(guest, { acceptHostBoard: true }, false)).playing.board).toBeNull();
    expect(guest.library.consents()).toEqual([]);
    await guest.dispose();
    const own = await takeSeat(service.url, join(dir, 'barbara'), 'barbara', { published: ada.library });
    expect((await play(own, { acceptHostBoard: true, acceptPublishedBoard: true })).playing.board?.source).toBe(
      'local',
    );
    expect(own.library.consents()).toEqual([]);
    await own.dispose();
  });
});

describe('the author’s board', () => {
  beforeAll(async () => {
    const board = ada.library.get(ada.protocol('connect-four'))!.board!;
    const { body } = await ada.client.call('GET /api/v1/protocols/{protocol_id}', {
      params: { protocol_id: ada.protocol('connect-four') },
    });
    expect(body.author_public_key).toMatch(/^[0-9a-f]{64}$/);
    const { createHash } = await import('node:crypto');
    const files = [...board.files].map(([path, { bytes }]) => ({
      path,
      content_hash: createHash('sha256').update(bytes).digest('hex'),
      size_bytes: bytes.length,
      content_base64: Buffer.from(bytes).toString('base64'),
    }));
    const params = { protocol_id: ada.protocol('connect-four') };
    const manifest = { files: files.map(({ content_base64: _, ...file }) => file) };
    await ada.client.call('POST /api/v1/protocols/{protocol_id}/ui-batch', {
      params,
      body: { manifest_hash: hash, manifest, files },
    });
    await ada.client.call('POST /api/v1/protocols/{protocol_id}/ui-finalize', {
      params,
      body: { manifest_hash: hash },
    });
  });

  test('is fetched on consent, stored, verified at every start, and can be removed', async () => {
    const guest = await withoutBoard('alan');
    const id = ada.protocol('connect-four');
    expect((await play(guest, {}, false)).playing.board).toBeNull();
    // The host's board would be available too: the author's has precedence.
    const { playing } = await play(guest, { acceptPublishedBoard: true, acceptHostBoard: true });
    expect(playing.board).toMatchObject({ source: 'platform', manifest_hash: hash });
    const author = playing.board!.author;
    expect(guest.library.consents()).toMatchObject([
      { source: 'platform', protocol_id: id, manifest_hash: hash, author },
    ]);
    await guest.dispose();

    const config = { resourcesDir: join(import.meta.dirname, '../testing/no-resources'), dataDir: join(dir, 'alan') };
    const again = await openLibrary(config);
    expect(again.get(id)?.board).toMatchObject({ source: 'platform', author });
    expect(again.boards.get(boardLabel(hash), 'index.html')).not.toBeNull();

    const path = join(dir, 'alan/protocols', id, 'ui/index.html');
    const bytes = await readFile(path);
    await writeFile(path, Buffer.concat([bytes, Buffer.from(' ')]));
    const damaged = await openLibrary(config);
    expect(damaged.get(id)).toMatchObject({ board: null, boardProblem: { code: 'bundle_invalid' } });
    expect(damaged.boards.get(boardLabel(hash), 'index.html')).toBeNull();
    await writeFile(path, bytes);

    const last = await openLibrary(config);
    await last.revoke(hash);
    expect(last.get(id)?.board).toBeNull();
    expect(last.boards.get(boardLabel(hash), 'index.html')).toBeNull();
    expect(last.consents()).toEqual([]);
    expect((await filesOf('alan')).filter((name) => /ui(\.|\/|$)/.test(name))).toEqual([]);
    expect((await openLibrary(config)).get(id)?.board).toBeNull();
  });

  test.each<[string, (file: JsonObject, index: number) => JsonObject | null]>([
    ['other bytes', (file, index) => (index === 0 ? { ...file, content_base64: 'QUFB' } : file)],
    ['too few files', (file, index) => (index === 0 ? null : file)],
  ])('R22: a community that responds with %s yields no board, and nothing is written', async (name, change) => {
    const seatName = `tampered-${name.length}`;
    const guest = await withoutBoard(seatName);
    const before = await filesOf(seatName);
    guest.tamper((path, body) =>
      path.endsWith('/bundle')
        ? { ...body, ui_files: (body.ui_files as JsonObject[]).map(change).filter((file) => file !== null) }
        : body,
    );
    const { playing, ended } = await play(guest, { acceptPublishedBoard: true }, false);
    expect([playing.board, ended.phase]).toEqual([null, 'finished']);
    expect(boardCheck(ended)).toMatchObject({ state: 'not_needed', problem: { code: 'bundle_invalid' } });
    expect(await filesOf(seatName)).toEqual(before);
    expect(guest.library.consents()).toEqual([]);
    await guest.dispose();
  });
});
