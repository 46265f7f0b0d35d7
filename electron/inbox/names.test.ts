import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { holdKey } from '../identity/signer.ts';
import { createNames } from './names.ts';
import { type InboxStore, openInboxStore } from './store.ts';

const { signer, opener } = holdKey(new Uint8Array(32).fill(7));
const keys = Array.from({ length: 50 }, (_, index) => index.toString(16).padStart(64, '0'));
let folder: string;
let store: InboxStore;
let running: number;
let mostRunning: number;
let asked: string[];
let changes: number;

beforeEach(async () => {
  folder = temporaryFolder();
  store = await openInboxStore({ folder, community: 'here', opener, public_key: signer.publicKey });
  [running, mostRunning, asked, changes] = [0, 0, [], 0];
});

const names = (nicknameOf: (key: string) => string | null = (key) => `name ${Number.parseInt(key, 16)}`) =>
  createNames({
    ...{ store, community: 'here', onChange: () => (changes += 1) },
    people: {
      async nickname(key) {
        asked.push(key);
        running += 1;
        mostRunning = Math.max(mostRunning, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return nicknameOf(key);
      },
    },
  });

it('are fetched a few at a time, once each, and are stored in batches', async () => {
  const fetched = names();
  fetched.request(keys);
  await fetched.load(keys);
  expect(keys.map(fetched.find)).toEqual(keys.map((_, index) => `name ${index}`));
  await fetched.load(keys);
  expect([asked.length, new Set(asked).size, mostRunning]).toEqual([50, 50, 4]);
  expect(changes).toBeLessThanOrEqual(5);
});

it('are known at once after a restart, and then fetched again', async () => {
  await names().load(keys);
  await store.close();
  store = await openInboxStore({ folder, community: 'here', opener, public_key: signer.publicKey });
  const renamed = names(() => 'renamed');
  expect(renamed.find(keys[3]!)).toBe('name 3');
  await renamed.load([keys[3]!]);
  expect([renamed.find(keys[3]!), renamed.find(keys[4]!)]).toEqual(['renamed', 'name 4']);
});

it('are not requested again while they are unavailable', async () => {
  const unknown = names(() => null);
  await unknown.load(keys);
  await unknown.load(keys);
  expect([asked.length, changes, unknown.find(keys[0]!)]).toEqual([50, 0, null]);
});

it('are dropped from the queue when far more are requested', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => index.toString(16).padStart(64, '0'));
  const fetched = names();
  await fetched.load(many);
  expect(asked.length).toBeLessThan(320);
  expect(fetched.find(many.at(-1)!)).toBe('name 999');
});
