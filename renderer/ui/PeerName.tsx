import { displayName } from '../../shared/peer-text.ts';

/** A peer's nickname, on one line and bidi-isolated. Untrusted: not for use in button labels. */
export function PeerName({ name, className }: { name: string; className?: string }) {
  return (
    <bdi dir="auto" className={className}>
      {displayName(name)}
    </bdi>
  );
}
