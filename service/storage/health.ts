import type { Storage } from './storage.ts';

/**
 * Resolves if the database can be read and written. Callers during a check share it, so that any number of them costs one
 * transaction at a time.
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
