/** What the web relay and a window in a browser agree on beside the bridge itself. */
import { z } from 'zod';

/** Where a launch code is exchanged, and where the WebSocket is. */
export const webPaths = { session: '/session', socket: '/ws' } as const;

export const codeSchema = z.strictObject({ code: z.string().min(1).max(128) });
export const tokenSchema = z.object({ token: z.string().min(1).max(128) });

/** Close codes of the WebSocket (RFC 6455 section 7.4.2, private use). */
export const webClose = {
  /** No token, a wrong one, or none in time. */
  unauthorized: 4401,
  /** Another window took over. */
  replaced: 4409,
  /** Parlor stops. */
  stopped: 4410,
} as const;
