import { useId } from 'react';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { identiconOf, outlines, shapes } from './identicon.ts';

interface IdenticonProps {
  publicKey: string;
  /** Determines the outline. */
  mode?: ControlMode;
  house?: boolean;
  size: number;
}

export function Identicon({ publicKey, house = false, mode = house ? 'autonomous' : 'human', size }: IdenticonProps) {
  const clip = useId();
  const { palette, cells } = identiconOf(publicKey);
  // A hairline stroke in the same colour closes the seams between cells.
  const colour = (tone: 'a' | 'b') => `var(--identicon-${palette}-${tone})`;
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 36 36">
      <clipPath id={clip}>
        <path d={outlines[mode]} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width="36" height="36" fill={`var(--identicon-${palette}-ground)`} />
        {cells.map((cell, index) => {
          const path = shapes[cell.patch];
          const x = (index % 3) * 12;
          const y = Math.floor(index / 3) * 12;
          const transform = x === 24 ? `translate(36 ${y}) scale(-1 1)` : `translate(${x} ${y})`;
          if (!path) return null;
          const ink = colour(cell.tone);
          // biome-ignore lint/suspicious/noArrayIndexKey: the nine cells are fixed
          return <path key={index} d={path} transform={transform} fill={ink} stroke={ink} strokeWidth="0.3" />;
        })}
      </g>
      <path d={outlines[mode]} fill="none" stroke="var(--identicon-rim)" strokeWidth="1.5" />
    </svg>
  );
}
