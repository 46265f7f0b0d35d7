import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { fillCommunity } from './fill-community.ts';

test('fills a community with rows that fit each other', async () => {
  const folder = temporaryFolder();
  await fillCommunity(folder, { agents: 1_000, protocols: 20, invitations: 10, games: 30 });
  const file = new DatabaseSync(join(folder, 'community.db'));
  const count = (table: string) => file.prepare(`SELECT count(*) AS rows FROM ${table}`).get()!.rows;
  expect(['agent', 'protocol', 'invitation', 'result', 'game'].map(count)).toEqual([1_000, 20, 20, 30, 30]);
  expect(file.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  file.close();
});
