/** A key that is about to be used in a second community, on the command line. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { startTestService } from '../tables/testing/community.ts';
import { openTerminal } from './testing/terminal.ts';

test('prints a note, and gets a separate identity on request', async () => {
  const dir = temporaryFolder();
  const start = async (name: string) => {
    const service = await startTestService(join(dir, name));
    onTestFinished(() => service.dispose());
    return service.url;
  };
  const [first, second] = [await start('first'), await start('second')];
  const ada = openTerminal({ PARLOR_DATA_DIR: join(dir, 'ada') });
  const keyInUse = async () => {
    const { lines } = await ada.parlor('identity', 'list', '--json');
    const listed = lines.flatMap((line) => JSON.parse(line) as { public_key: string; in_use: boolean }[]);
    return listed.find(({ in_use }) => in_use)!.public_key;
  };

  await ada.parlor('init', '--nickname', 'ada', '--insecure-plain-key');
  const registered = await ada.parlor('register', '--nickname', 'ada', '--server', first);
  expect(registered.errors).not.toContain('already used in');
  const own = await keyInUse();

  const noted = await ada.parlor('community', 'use', second);
  expect(noted.errors).toContain(`the key of ada is already used in: ${first}`);
  expect(noted.errors).toContain(`parlor identity new --for ${second}`);
  expect(await keyInUse()).toBe(own);
  await ada.parlor('community', 'use', first);

  const { public_key: separate } = await ada.json<{ public_key: string }>('identity', 'new', '--for', second);
  expect(await keyInUse()).toBe(own);
  const switched = await ada.parlor('community', 'use', second);
  expect(switched.errors).not.toContain('already used in');
  expect(await keyInUse()).toBe(separate);
  await ada.parlor('register', '--nickname', 'ada', '--server', second);
  await ada.parlor('community', 'use', first);
  expect(await keyInUse()).toBe(own);
});
