/** How a browser window connects to the web relay; after that, the WebSocket carries the bridge (rpc.ts). */
import { z } from 'zod';

/** The paths for opening a session and for the WebSocket. */
export const webPaths = { session: '/session', socket: '/ws' } as const;

const secret = z.string().min(1).max(128);

/** Opens a session: a one-time launch code, or the token of a browser that has redeemed one. */
export const sessionRequestSchema = z.union([z.strictObject({ code: secret }), z.strictObject({ browser: secret })]);
/** `browser` is returned for launch codes only. */
export const sessionSchema = z.object({ token: secret, browser: secret.optional() });

/** The first frame of the WebSocket. Without `take_over`, a window that is already in control stays in control. */
export const helloSchema = z.object({ token: secret, take_over: z.boolean().default(true) });

/** Close codes of the WebSocket (RFC 6455 section 7.4.2, private use). */
export const webCloseCodes = {
  /** The token is missing, wrong or late. */
  unauthorized: 4401,
  /** Another window is in control. */
  replaced: 4409,
  /** Parlor is stopping. */
  stopped: 4410,
} as const;
