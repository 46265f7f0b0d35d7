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

it('uses the relays of n0 if an older file sets none, and normalizes the addresses of others', async () => {
  const { relays: _, ...older } = defaultSettings;
  await writeFile(join(dir, 'settings.json'), JSON.stringify({ ...older, sounds: 'off' }));
  const settings = await openSettings(dir);
  expect([settings.problem, settings.value]).toEqual([null, { ...older, sounds: 'off', relays: 'n0' }]);
  await settings.change({ relays: ['https://Relay.example', 'https://192.0.2.1:8443/'] });
  expect((await openSettings(dir)).value.relays).toEqual(['https://relay.example/', 'https://192.0.2.1:8443/']);
});

it('rejects an invalid relay address', async () => {
  const settings = await openSettings(dir);
  for (const address of [
    '',
    'relay.example',
    'http://relay.example',
    'https://',
    'https://relay.example/path',
    'https://relay.example/?query',
    'https://relay.example/#fragment',
    'https://user:secret@relay.example',
  ])
    await expect(settings.change({ relays: [address] }), address).rejects.toThrow();
  await expect(settings.change({ relays: [] })).rejects.toThrow();
  expect(settings.value.relays).toBe('n0');
});

it('renames an unreadable file and reports it', async () => {
  await writeFile(join(dir, 'settings.json'), '{"house_on":"perhaps"}');
  const { value, problem } = await openSettings(dir);
  expect(value).toEqual(defaultSettings);
  expect(problem).toMatchObject({ code: 'settings_unreadable' });
  expect(await readdir(dir)).toEqual(['settings.json.bad']);
});
