/** Games leave no sockets or open files behind in a process that continues. */
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { takeTwoSeats } from './testing/two-seats.ts';

const dir = temporaryFolder();
const { ada, grace } = await takeTwoSeats(dir);
const play = { control_mode: 'autonomous', manner: 'easy', paceMs: 0 } as const;

// The sockets of a closed endpoint are released with its object.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The open record files and sockets of this process. */
function openDescriptors(): { records: string[]; sockets: number } {
  const targets = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(join('/proc/self/fd', name))];
    } catch {
      return [];
    }
  });
  return {
    records: targets.filter((target) => target.startsWith(dir) && target.endsWith('.jsonl')),
    sockets: targets.filter((target) => target.startsWith('socket:')).length,
  };
}

test.skipIf(process.platform !== 'linux')('finished games leave no record files or sockets open', async () => {
  const game = async () => {
    const hosted = await ada.tables.host({ ...play, protocol_id: ada.protocol('rock-paper-scissors') });
    const table_id = await grace.tables.join(hosted.post_id, play);
    const seated = await hosted.table;
    await Promise.all([grace.ended(table_id), ada.ended(seated!.table_id), hosted.ended]);
  };
  await game();
  await expect
    .poll(() => {
      collect();
      return openDescriptors().records;
    })
    .toEqual([]);
  const before = openDescriptors().sockets;
  const games = 4;
  await Promise.all(Array.from({ length: games }, game));
  // Each game has two endpoints with two sockets each; some connections to the community stay open for a while.
  await expect
    .poll(() => {
      collect();
      return openDescriptors().sockets - before;
    })
    .toBeLessThan(2 * games);
  expect(openDescriptors().records).toEqual([]);
});
