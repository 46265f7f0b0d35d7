import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Writer } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import type { Storage } from './storage.ts';

let dir: string;
let storage: Storage;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-group-'));
  storage = await openSqlite(dir, { bootId: null, now: 0, elapsed: () => 0, onError: () => {} });
});
afterEach(async () => {
  await storage.close();
  await rm(dir, { recursive: true });
});

const challenge = (db: Writer, nonce: string) =>
  db.insertInto('challenge').values({ nonce, difficulty: 0, expires_at: 0 }).execute();
/** What another connection sees: the committed rows. */
function committed(): string[] {
  const file = new DatabaseSync(join(dir, 'community.db'), { readOnly: true });
  const rows = file.prepare('SELECT nonce FROM challenge ORDER BY nonce').all();
  file.close();
  return rows.map(({ nonce }) => String(nonce));
}

test('many at once share a commit, and none is answered before it', async () => {
  const seen: string[][] = [];
  const values = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      storage
        .transaction(async (db) => {
          await challenge(db, String(i).padStart(3, '0'));
          seen.push(committed());
          return i;
        })
        .then((value) => {
          expect(committed()).toContain(String(value).padStart(3, '0'));
          return value;
        }),
    ),
  );
  expect(values).toEqual(Array.from({ length: 100 }, (_, i) => i));
  // While the first group ran nothing of it was to be seen; then all of it at once.
  expect(new Set(seen.map((rows) => rows.length))).toEqual(new Set([0, 64]));
  expect(committed().length).toBe(100);
});

test("one that throws takes back its own rows and nobody else's", async () => {
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c'].map((nonce) =>
      storage.transaction(async (db) => {
        await challenge(db, nonce);
        if (nonce === 'b') throw new Error('not this one');
      }),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(committed()).toEqual(['a', 'c']);
});

test('a commit that fails is a failure for all in it, the refused ones too, and the next one is well', async () => {
  const db = storage.db as Kysely<unknown>;
  await sql`CREATE TABLE child (id INTEGER REFERENCES agent (agent_id) DEFERRABLE INITIALLY DEFERRED)`.execute(db);
  const orphan = storage.transaction((on) => sql`INSERT INTO child VALUES (7)`.execute(on));
  const beside = storage.transaction((on) => challenge(on, 'a'));
  const refused = storage.transaction(async () => {
    throw new Error('refused for what was not to last');
  });
  for (const lost of [orphan, beside, refused]) await expect(lost).rejects.toThrow('FOREIGN KEY constraint failed');
  expect(committed()).toEqual([]);
  await storage.transaction((on) => challenge(on, 'b'));
  expect(committed()).toEqual(['b']);
});

test('after an error that ends the whole transaction nothing of the group is there', async () => {
  await sql`PRAGMA max_page_count = 1`.execute(storage.db);
  const before = storage.transaction((db) => challenge(db, 'a'));
  const filling = storage.transaction(async (db) => {
    for (let i = 0; i < 10_000; i += 1) await challenge(db, `long ${'x'.repeat(200)} ${i}`);
  });
  await expect(filling).rejects.toThrow(/full/);
  await before.catch((error) => expect(error.message).toMatch(/full/));
  await sql`PRAGMA max_page_count = 1000000`.execute(storage.db);
  // Nothing is written until it was seen that there is room again.
  await expect(storage.transaction((db) => challenge(db, 'b'))).rejects.toMatchObject({ code: 'storage_full' });
  await storage.sweep(0);
  await storage.transaction((db) => challenge(db, 'b'));
  expect(committed()).toContain('b');
});

test('what comes after the end is refused', async () => {
  await storage.close();
  await expect(storage.transaction((db) => challenge(db, 'a'))).rejects.toThrow();
  storage = await openSqlite(dir, { bootId: null, now: 0, elapsed: () => 0, onError: () => {} });
  expect(committed()).toEqual([]);
});
