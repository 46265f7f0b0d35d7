import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import type { Writer } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import type { Storage } from './storage.ts';

let dir: string;
let storage: Storage;
beforeEach(async () => {
  dir = temporaryFolder();
  storage = await openSqlite(dir, { bootId: null, now: 0, elapsed: () => 0, onError: () => {} });
});
afterEach(async () => {
  await storage.close();
});

const insertChallenge = (db: Writer, nonce: string) =>
  db.insertInto('challenge').values({ nonce, difficulty: 0, expires_at: 0 }).execute();
/** The committed rows, as seen by another connection. */
function committed(): string[] {
  const file = new DatabaseSync(join(dir, 'community.db'), { readOnly: true });
  const rows = file.prepare('SELECT nonce FROM challenge ORDER BY nonce').all();
  file.close();
  return rows.map(({ nonce }) => String(nonce));
}

test('concurrent transactions share a commit and are acknowledged only after it', async () => {
  const seen: string[][] = [];
  const values = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      storage
        .transaction(async (db) => {
          await insertChallenge(db, String(i).padStart(3, '0'));
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
  // No row is visible until the first group commits; then all of its rows are.
  expect(new Set(seen.map((rows) => rows.length))).toEqual(new Set([0, 64]));
  expect(committed().length).toBe(100);
});

test('rolls back only the rows of a transaction that throws', async () => {
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c'].map((nonce) =>
      storage.transaction(async (db) => {
        await insertChallenge(db, nonce);
        if (nonce === 'b') throw new Error('not this one');
      }),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(committed()).toEqual(['a', 'c']);
});

test('a failed commit fails all its transactions, and the next one succeeds', async () => {
  const db = storage.db as Kysely<unknown>;
  await sql`CREATE TABLE child (id INTEGER REFERENCES agent (agent_id) DEFERRABLE INITIALLY DEFERRED)`.execute(db);
  const orphan = storage.transaction((on) => sql`INSERT INTO child VALUES (7)`.execute(on));
  const concurrent = storage.transaction((on) => insertChallenge(on, 'a'));
  const refused = storage.transaction(async () => {
    throw new Error('refused');
  });
  for (const lost of [orphan, concurrent, refused]) await expect(lost).rejects.toThrow('FOREIGN KEY constraint failed');
  expect(committed()).toEqual([]);
  await storage.transaction((on) => insertChallenge(on, 'b'));
  expect(committed()).toEqual(['b']);
});

test('an error that rolls back the whole transaction fails the group', async () => {
  await sql`PRAGMA max_page_count = 1`.execute(storage.db);
  const before = storage.transaction((db) => insertChallenge(db, 'a'));
  const filling = storage.transaction(async (db) => {
    for (let i = 0; i < 10_000; i += 1) await insertChallenge(db, `long ${'x'.repeat(200)} ${i}`);
  });
  await expect(filling).rejects.toThrow(/full/);
  await before.catch((error) => expect(error.message).toMatch(/full/));
  await sql`PRAGMA max_page_count = 1000000`.execute(storage.db);
  // Writes are rejected until a sweep finds that there is space again.
  await expect(storage.transaction((db) => insertChallenge(db, 'b'))).rejects.toMatchObject({ code: 'storage_full' });
  await storage.sweep();
  await storage.transaction((db) => insertChallenge(db, 'b'));
  expect(committed()).toContain('b');
});

test('rejects a transaction after closing', async () => {
  await storage.close();
  await expect(storage.transaction((db) => insertChallenge(db, 'a'))).rejects.toThrow();
  storage = await openSqlite(dir, { bootId: null, now: 0, elapsed: () => 0, onError: () => {} });
  expect(committed()).toEqual([]);
});
