/** The desktop app takes over a data directory from a process that runs without a window. */
import { attach } from './attach.ts';

/** Resolves to true once the owner has agreed and closed its socket; it unlocks the data directory shortly after. */
export async function requestHandOver(dataDir: string): Promise<boolean> {
  const owner = await attach(dataDir);
  if (owner === null) return false;
  try {
    const { handed_over } = await owner.client.app.hand_over({});
    if (handed_over) await owner.closed;
    return handed_over;
  } catch {
    // The owner has another version or is exiting.
    return false;
  } finally {
    owner.close();
  }
}
