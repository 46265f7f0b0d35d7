import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openFile } from './sqlite-file.ts';

/** Writes to a new file, and ends its transaction only once somebody else has tried to open it. */
const writer = `
  const { DatabaseSync } = require('node:sqlite');
  const { parentPort, workerData } = require('node:worker_threads');
  const file = new DatabaseSync(workerData);
  file.exec('CREATE TABLE a (b)');
  file.exec('BEGIN IMMEDIATE');
  parentPort.postMessage('locked');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  file.exec('COMMIT');
  file.close();
`;

test('waits for another process that has just created the file', async () => {
  const path = join(temporaryFolder(), 'new.db');
  const worker = new Worker(writer, { eval: true, workerData: path });
  await once(worker, 'message');
  const file = openFile(path, 'FULL');
  expect(file.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  file.close();
});
