/** Launch codes and session tokens. Both live in memory only, are compared in constant time, and are never logged. */
import { createHash, randomBytes } from 'node:crypto';

/** How long a launch code may be redeemed, milliseconds; headless, a person has to carry it to a browser first. */
export const codeLifeMs = { window: 60_000, headless: 600_000 };
const maxCodes = 16;
const maxTokens = 64;

/** Looking a digest up tells nothing about the secret, so a Map is constant-time enough. */
function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export interface Access {
  /** A new launch code: 256 bits, for one use within `lifeMs`. */
  newCode(lifeMs: number): string;
  /** The session token for a live code, which is spent by this; null for any other. */
  redeem(code: string): string | null;
  /** The client a token belongs to, a short name that is safe to log; null for an unknown token. */
  clientOf(token: string): string | null;
}

/** `now` is a monotonic clock in milliseconds. The oldest codes and tokens make room for new ones. */
export function createAccess(now: () => number): Access {
  const codes = new Map<string, number>();
  const tokens = new Map<string, string>();
  let clients = 0;

  const secret = () => randomBytes(32).toString('base64url');
  const keep = <V>(map: Map<string, V>, key: string, value: V, max: number) => {
    const oldest = map.size >= max ? map.keys().next().value : undefined;
    if (oldest !== undefined) map.delete(oldest);
    map.set(key, value);
  };

  return {
    newCode(lifeMs) {
      const code = secret();
      keep(codes, digest(code), now() + lifeMs, maxCodes);
      return code;
    },
    redeem(code) {
      const key = digest(code);
      const until = codes.get(key);
      codes.delete(key);
      if (until === undefined || now() > until) return null;
      const token = secret();
      clients += 1;
      keep(tokens, digest(token), `window-${clients}`, maxTokens);
      return token;
    },
    clientOf: (token) => tokens.get(digest(token)) ?? null,
  };
}
