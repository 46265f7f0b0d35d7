import type { Role } from '../../shared/tables/hooks.ts';
import { useApp } from '../core/context.tsx';

/** The piece of a seat as bundled boards draw it: the guest's red with a dot, the host's ivory with a ring. */
export function SeatPiece({ seat, size }: { seat: Role; size: number }) {
  const distinct = useApp((app) => app.settings.distinct_pieces);
  const color = (part = '') => `var(--piece-${seat}${part})`;
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 20 20">
      <circle cx="10" cy="10" r="9" fill={color()} stroke={color('-edge')} strokeWidth="1.5" />
      {seat === 'guest' ? (
        <circle cx="10" cy="10" r={distinct ? 4 : 3} fill={color('-mark')} />
      ) : (
        <circle cx="10" cy="10" r="5" fill="none" stroke={color('-mark')} strokeWidth="2" />
      )}
    </svg>
  );
}
