/** R23: each file operation of a change to a stored value fails once. In `npm run test:long` with every error. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type FaultCode, failingFiles, faultCodes } from '../../shared/testing/failing-files.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openIdentity } from '../identity/identity.ts';
import { openSettings } from '../settings/settings.ts';
import { openSealedMap } from './sealed-map.ts';

interface OpenStore {
  value(): number;
  change(value: number): Promise<unknown>;
}

const stores: Record<string, (folder: string) => Promise<OpenStore>> = {
  async settings(folder) {
    const settings = await openSettings(folder);
    expect(settings.problem).toBeNull();
    return {
      value: () => Number(settings.value.theme === 'dark'),
      change: (value) => settings.change({ theme: value === 1 ? 'dark' : 'light' }),
    };
  },
  async 'contacts and messages'(folder) {
    const map = await openSealedMap({
      path: join(folder, 'contacts.sealed'),
      key: new Uint8Array(32).fill(3),
      purpose: 'test',
      schema: z.number(),
    });
    expect(map.keptAs).toBeNull();
    return { value: () => map.entries.get('value') ?? 0, change: (value) => map.update(() => [['value', value]]) };
  },
  async 'the key file'(folder) {
    const identity = await openIdentity({ dataDir: folder, keychain: null });
    expect(['missing', 'open']).toContain(identity.state);
    expect(identity.problem).toBeNull();
    if (identity.state === 'missing') await identity.create({ nickname: '0', bio: '', passphrase: null });
    return {
      value: () => Number(identity.identity?.nickname),
      change: (value) => identity.setProfile({ nickname: String(value), bio: '' }),
    };
  },
};

test.each(Object.keys(stores))(
  '%s keep their old or new value, whatever fails, and can be changed again',
  async (name) => {
    const open = stores[name]!;
    const folder = temporaryFolder();
    const files = await failingFiles(folder);
    onTestFinished(files.dispose);
    let store = await open(folder);
    await store.change(0);
    files.begin();
    await store.change(1);
    const { length } = files.operations;
    expect(length).toBeGreaterThan(1);
    for (let index = 0; index < length; index += 1) {
      const codes: readonly FaultCode[] = isLongRun ? faultCodes : [faultCodes[index % faultCodes.length]!];
      for (const code of codes) {
        const [before, after] = [store.value(), 1 - store.value()];
        files.begin({ code, from: index, to: index + 1 });
        const isAcknowledged = await store.change(after).then(
          () => true,
          () => false,
        );
        const operation = `${code} in ${files.operations[index]}`;
        files.begin();
        const reopened = await open(folder);
        expect(isAcknowledged ? [after] : [before, after], operation).toContain(reopened.value());
        store = reopened;
        await store.change(before);
        expect((await open(folder)).value(), operation).toBe(before);
      }
    }
  },
);

test.each(Object.keys(stores))('%s are kept if they cannot be read for a moment', async (name) => {
  const open = stores[name]!;
  const folder = temporaryFolder();
  const files = await failingFiles(folder);
  onTestFinished(files.dispose);
  await (await open(folder)).change(1);
  files.begin();
  await open(folder);
  const { length } = files.operations;
  expect(length).toBeGreaterThan(0);
  for (let index = 0; index < length; index += 1) {
    for (const code of ['EIO', 'EACCES', 'EMFILE'] as const) {
      files.begin({ code, from: index, to: index + 1 });
      // Either refused, or not replaced by an empty one.
      await open(folder).catch(() => {});
      const operation = `${code} in ${files.operations[index]}`;
      files.begin();
      expect(readdirSync(folder).filter(isSetAside), operation).toEqual([]);
      expect((await open(folder)).value(), operation).toBe(1);
    }
  }
});

/** Renamed because it was taken for damaged. */
const isSetAside = (file: string) => /\.(bad|unreadable-\d+)$/.test(file);
