/** Tables whose files were replaced or cannot be opened: they fail alone. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { onReportedError } from '../../shared/errors.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { takeSeat } from './testing/seat.ts';
import { takeTwoSeats } from './testing/two-seats.ts';

const dir = temporaryFolder();
const { service, ada, grace } = await takeTwoSeats(dir);
const human = { control_mode: 'human' } as const;
const folder = join(dir, 'eve');
const openEve = () => takeSeat(service.url, folder, 'eve', { published: ada.library });
const fileOf = (table_id: string, name: string) => join(folder, 'tables', table_id, name);

async function replaceByFolder(path: string): Promise<void> {
  await rm(path);
  await mkdir(join(path, 'inside'), { recursive: true });
}

test('a game ends although its log for resuming cannot be deleted, and other tables open although one cannot', async () => {
  const reported: string[] = [];
  onTestFinished(onReportedError((error) => reported.push((error as NodeJS.ErrnoException).code ?? String(error))));
  let eve = await openEve();
  onTestFinished(() => eve.dispose());
  const start = async () => {
    const hosted = await eve.tables.host({ ...human, protocol_id: eve.protocol('connect-four') });
    const guestId = await grace.tables.join(hosted.post_id, human);
    const { table_id } = (await hosted.table)!;
    await eve.until(table_id, ({ phase, record }) => phase === 'playing' && record.lines > 0);
    return { table_id, guestId };
  };

  const resigned = await start();
  await replaceByFolder(fileOf(resigned.table_id, 'resume.sealed'));
  await eve.tables.resign(resigned.table_id);
  const [host, guest] = await Promise.all([eve.ended(resigned.table_id), grace.ended(resigned.guestId)]);
  expect([host.phase, guest.phase]).not.toContain('playing');
  await expect.poll(() => reported).toEqual(['ERR_FS_EISDIR']);

  const unfinished = await start();
  await eve.dispose();
  await replaceByFolder(fileOf(unfinished.table_id, 'record.jsonl'));
  eve = await openEve();
  expect(await eve.tables.get(resigned.table_id)).toMatchObject({ phase: host.phase });
  expect(await eve.tables.get(unfinished.table_id)).toMatchObject({
    phase: 'failed',
    problem: { code: 'data_dir_unusable', detail: { reason: 'refused_folder' } },
  });
  expect((await start()).table_id).not.toBe(unfinished.table_id);
});
