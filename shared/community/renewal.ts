/** When open tables close: their hosts renew them for as long as they wait. */
import { limits } from './limits.ts';

/** Hosts renew an invitation after this share of its lifetime. */
export const renewalShare = 2 / 5;

/**
 * When an open table closes, for everybody but its host; null while it stays open. A host that waits has renewed it long before so
 * little time is left: what is left then is all there is, because the host is gone or lets it close.
 */
export function closingAt({ expires_at }: { expires_at: number }, now: number): number | null {
  return expires_at - now > limits.invitation_ttl_seconds * 1000 * renewalShare ? null : expires_at;
}
