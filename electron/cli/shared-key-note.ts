import type { BridgeClient } from '../owner/attach.ts';
import { logLine } from './output/terminal.ts';

/** Notes on stderr that a key is about to be used in a second community, and how to avoid it. */
export async function noteSharedKey(bridge: BridgeClient, url: string): Promise<void> {
  const { nickname, used_in } = await bridge.identity.offer({ url });
  if (used_in.length === 0) return;
  const places = used_in.map((place) => place ?? 'this computer').join(', ');
  logLine(
    `the key of ${nickname} is already used in: ${places}. For a key of its own there: parlor identity new --for ${url}`,
  );
}
