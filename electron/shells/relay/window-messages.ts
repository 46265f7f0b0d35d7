/** What a browser window sends to the web relay before the WebSocket carries the bridge (shared/bridge/web.ts). */
import { z } from 'zod';

const secret = z.string().min(1).max(128);

/** Opens a session: a one-time launch code, or the token of a browser that has redeemed one. */
export const sessionRequestSchema = z.union([z.strictObject({ code: secret }), z.strictObject({ browser: secret })]);

/** The first frame of the WebSocket. Without `take_over`, a window that is already in control stays in control. */
export const helloSchema = z.object({ token: secret, take_over: z.boolean().default(true) });
