/** How a browser window connects to the web relay; after that, the WebSocket carries the bridge (port.ts). */

/** The paths for opening a session and for the WebSocket. */
export const webPaths = { session: '/session', socket: '/ws' } as const;

/** The answer to a request for a session; `browser` is returned for launch codes only. */
export interface WebSession {
  token: string;
  browser?: string;
}

/** Close codes of the WebSocket (RFC 6455 section 7.4.2, private use). */
export const webCloseCodes = {
  /** The token is missing, wrong or late. */
  unauthorized: 4401,
  /** Another window is in control. */
  replaced: 4409,
  /** Parlor is stopping. */
  stopped: 4410,
} as const;
