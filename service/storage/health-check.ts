import type { Storage } from './storage.ts';

/**
 * Returns a check that resolves if the database can be read and written. Concurrent callers share one check, so there is at
 * most one such transaction at a time.
 */
export function healthCheck(transaction: Storage['transaction']): () => Promise<void> {
  let running: Promise<void> | null = null;
  const check = async () => {
    await transaction((writer) => writer.selectFrom('agent').select('agent_id').limit(1).execute());
  };
  return () => {
    running ??= check().finally(() => {
      running = null;
    });
    return running;
  };
}
