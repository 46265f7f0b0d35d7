import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultSettings, openSettings } from './settings.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-settings-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

it('keeps what was chosen, and nothing else changes', async () => {
  const settings = await openSettings(dir);
  expect(settings.value).toEqual(defaultSettings);
  await settings.change({ notify_letter: false, house_strength: 'sharp' });
  expect((await openSettings(dir)).value).toEqual({
    ...defaultSettings,
    notify_letter: false,
    house_strength: 'sharp',
  });
});

it('takes a file from before a setting was there, with its default', async () => {
  await writeFile(join(dir, 'settings.json'), '{"theme":"dark"}');
  const { value, problem } = await openSettings(dir);
  expect([value, problem]).toEqual([{ ...defaultSettings, theme: 'dark' }, null]);
});

it('sets a file aside that it cannot read, and says so', async () => {
  await writeFile(join(dir, 'settings.json'), '{"house_on":"perhaps"}');
  const { value, problem } = await openSettings(dir);
  expect(value).toEqual(defaultSettings);
  expect(problem).toMatchObject({ code: 'settings_unreadable' });
  expect(await readdir(dir)).toEqual(['settings.json.bad']);
});
