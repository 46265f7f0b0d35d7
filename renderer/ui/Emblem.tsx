import { emblemShapes, otherShape } from './emblem-shapes.tsx';

interface EmblemProps {
  /** Folder of the bundled game; null for any other, which never gets the picture of a game that came with Parlor. */
  bundled: string | null;
  size: 16 | 24 | 32 | 40 | 64;
}

/** The picture of a game, beside its name. */
export const Emblem = ({ bundled, size }: EmblemProps) => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" data-emblem={bundled ?? 'other'}>
    <rect width="32" height="32" rx="7" fill="var(--sunk)" />
    {(bundled !== null && emblemShapes[bundled]) || otherShape}
  </svg>
);
