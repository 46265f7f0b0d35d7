import { useId } from 'react';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { type Patch, quiltOf } from './quilt.ts';

/** The outline says who decides: circle human, cut corners autonomous, half and half hybrid. */
const outlines: Record<ControlMode, string> = {
  human: 'M18 0a18 18 0 0 1 0 36a18 18 0 0 1 0-36z',
  hybrid: 'M18 0h13l5 5v26l-5 5H18A18 18 0 0 1 18 0z',
  autonomous: 'M5 0h26l5 5v26l-5 5H5l-5-5V5z',
};

/** Paths in a cell of 12 by 12. */
const shapes: Record<Patch, string | null> = {
  none: null,
  square: 'M0 0h12v12H0z',
  diamond: 'M6 0l6 6-6 6-6-6z',
  circle: 'M6 1.4a4.6 4.6 0 0 1 0 9.2a4.6 4.6 0 0 1 0-9.2z',
  upper: 'M0 0h12v12z',
  lower: 'M0 0v12h12z',
};

interface QuiltProps {
  publicKey: string;
  mode?: ControlMode;
  size: number;
}

export function Quilt({ publicKey, mode = 'human', size }: QuiltProps) {
  const clip = useId();
  const { palette, cells } = quiltOf(publicKey);
  // The hairline stroke in the same colour closes the seams between two patches.
  const colour = (tone: 'a' | 'b') => `var(--quilt-${palette}-${tone})`;
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 36 36">
      <clipPath id={clip}>
        <path d={outlines[mode]} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width="36" height="36" fill={`var(--quilt-${palette}-ground)`} />
        {cells.map((cell, index) => {
          const path = shapes[cell.patch];
          const x = (index % 3) * 12;
          const y = Math.floor(index / 3) * 12;
          const place = x === 24 ? `translate(36 ${y}) scale(-1 1)` : `translate(${x} ${y})`;
          if (!path) return null;
          const ink = colour(cell.tone);
          // biome-ignore lint/suspicious/noArrayIndexKey: the nine places are fixed
          return <path key={index} d={path} transform={place} fill={ink} stroke={ink} strokeWidth="0.3" />;
        })}
      </g>
      <path d={outlines[mode]} fill="none" stroke="var(--quilt-rim)" strokeWidth="1.5" />
    </svg>
  );
}
