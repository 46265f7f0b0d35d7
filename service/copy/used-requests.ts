import { existsSync } from 'node:fs';
import { type UsedRequest, usedRequests } from '../storage/replay-log.ts';
import { batchRows } from './database.ts';
import type { PostgresDatabase } from './postgres.ts';

/** Copies the ids of used requests from a replay.db, so that none is accepted again. Copying an id twice is harmless. */
export async function copyUsedRequests(replayPath: string, target: PostgresDatabase): Promise<void> {
  if (!existsSync(replayPath)) return;
  let batch: UsedRequest[] = [];
  for (const request of usedRequests(replayPath)) {
    batch.push(request);
    if (batch.length < batchRows) continue;
    await target.writeUsedRequests(batch);
    batch = [];
  }
  if (batch.length > 0) await target.writeUsedRequests(batch);
}
