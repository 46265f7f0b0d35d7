/**
 * Launch codes, session tokens and tokens of browsers that redeemed a code. All are kept in memory only, looked up by
 * their digest, and never logged; a restart invalidates them.
 */
import { hash, randomBytes } from 'node:crypto';

/** Lifetime of launch codes, milliseconds; longer if the user opens the link themselves. */
export const codeLifetimeMs = { window: 60_000, headless: 600_000 };
const maxCodes = 16;
const maxTokens = 64;
const maxBrowsers = 16;

/** A lookup by digest leaks nothing about the secret, so a Map is safe against timing attacks. */
function digest(secret: string): string {
  return hash('sha256', secret);
}

export interface SessionTokens {
  /** Creates a launch code: 256 bits, for one use within `lifetimeMs`. */
  createCode(lifetimeMs: number): string;
  /** Exchanges a valid code, once, for a session token and a browser token; null for any other. */
  redeem(code: string): { token: string; browser: string } | null;
  /** A session for a browser that redeemed a code before; null for an unknown token. */
  readmit(browser: string): { token: string } | null;
  /** The client's short name, safe to log; null for an unknown token. */
  clientOf(token: string): string | null;
}

/** `now` is a monotonic clock in milliseconds. Beyond the limits, the oldest codes and tokens are dropped. */
export function createSessionTokens(now: () => number): SessionTokens {
  const codes = new Map<string, number>();
  const tokens = new Map<string, string>();
  const browsers = new Map<string, true>();
  let clientCount = 0;

  const createSecret = () => randomBytes(32).toString('base64url');
  const insert = <V>(map: Map<string, V>, key: string, value: V, max: number) => {
    const oldest = map.size >= max ? map.keys().next().value : undefined;
    if (oldest !== undefined) map.delete(oldest);
    map.set(key, value);
  };

  const createSession = () => {
    const token = createSecret();
    clientCount += 1;
    insert(tokens, digest(token), `window-${clientCount}`, maxTokens);
    return { token };
  };

  return {
    createCode(lifetimeMs) {
      const code = createSecret();
      insert(codes, digest(code), now() + lifetimeMs, maxCodes);
      return code;
    },
    redeem(code) {
      const key = digest(code);
      const expiresAt = codes.get(key);
      codes.delete(key);
      if (expiresAt === undefined || now() > expiresAt) return null;
      const browser = createSecret();
      insert(browsers, digest(browser), true, maxBrowsers);
      return { ...createSession(), browser };
    },
    readmit: (browser) => (browsers.has(digest(browser)) ? createSession() : null),
    clientOf: (token) => tokens.get(digest(token)) ?? null,
  };
}
