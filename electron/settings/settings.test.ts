import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { defaultSettings } from '../../shared/bridge/settings.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openSettings } from './settings.ts';

let dir: string;
beforeEach(async () => {
  dir = temporaryFolder();
});

it('stores changed settings and leaves others as they are', async () => {
  const settings = await openSettings(dir);
  expect(settings.value).toEqual(defaultSettings);
  await settings.change({ notify_letter: false, house_strength: 'sharp' });
  expect((await openSettings(dir)).value).toEqual({
    ...defaultSettings,
    notify_letter: false,
    house_strength: 'sharp',
  });
});

it('fills in defaults for settings missing in an older file', async () => {
  await writeFile(join(dir, 'settings.json'), '{"theme":"dark"}');
  const { value, problem } = await openSettings(dir);
  expect([value, problem]).toEqual([{ ...defaultSettings, theme: 'dark' }, null]);
});

it('renames an unreadable file and reports it', async () => {
  await writeFile(join(dir, 'settings.json'), '{"house_on":"perhaps"}');
  const { value, problem } = await openSettings(dir);
  expect(value).toEqual(defaultSettings);
  expect(problem).toMatchObject({ code: 'settings_unreadable' });
  expect(await readdir(dir)).toEqual(['settings.json.bad']);
});
