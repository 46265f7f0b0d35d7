import { useId } from 'react';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { identiconOf, outlines } from './identicon-pattern.ts';

interface IdenticonProps {
  publicKey: string;
  /** Determines the outline. */
  mode?: ControlMode;
  /** A house player; `mode` then defaults to `autonomous`. */
  house?: boolean;
  size: number;
}

/** The picture that identicon-pattern.ts derives from a key. Decorative, so hidden from assistive technology. */
export function Identicon({ publicKey, house = false, mode = house ? 'autonomous' : 'human', size }: IdenticonProps) {
  const clip = useId();
  const { palette, paths } = identiconOf(publicKey);
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 36 36">
      <clipPath id={clip}>
        <path d={outlines[mode]} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d="M0 0h36v36H0z" fill={`var(--identicon-${palette}-ground)`} />
        {(['a', 'b'] as const).map((tone) => {
          const ink = `var(--identicon-${palette}-${tone})`;
          // A hairline stroke in the same colour closes the seams between cells.
          return paths[tone] && <path key={tone} d={paths[tone]} fill={ink} stroke={ink} strokeWidth="0.3" />;
        })}
      </g>
      <path d={outlines[mode]} fill="none" stroke="var(--identicon-rim)" strokeWidth="1.5" />
    </svg>
  );
}
