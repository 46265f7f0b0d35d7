import { expect, it } from 'vitest';
import { limits } from './limits.ts';
import { closingAt, renewalShare } from './renewal.ts';

it('names an end only if the host has missed the time to renew', () => {
  const lifetimeMs = limits.invitation_ttl_seconds * 1000;
  const entry = { expires_at: lifetimeMs };
  // From posting until renewal, with a minute for a renewal that arrives late.
  for (const now of [0, lifetimeMs * renewalShare, lifetimeMs * renewalShare + 59_000])
    expect(closingAt(entry, now), `${now}`).toBeNull();
  expect(closingAt(entry, lifetimeMs - 100_000)).toBe(lifetimeMs);
});
