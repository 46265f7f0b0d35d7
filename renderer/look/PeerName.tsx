import { shownName } from './peer-text.ts';

/** A nickname is the words of a stranger too: one line, isolated, never inside a button's label. */
export function PeerName({ name, className }: { name: string; className?: string }) {
  return (
    <bdi dir="auto" className={className}>
      {shownName(name)}
    </bdi>
  );
}
