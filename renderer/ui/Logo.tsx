/** SVG path of the armchair, in a viewBox of 32 by 32. */
export const armchair = 'M2 15a3.5 3.5 0 0 1 7 0v3h14v-3a3.5 3.5 0 0 1 7 0v9a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4z';

/** Parlor's logo: an armchair from the front, with a brass figure. */
export function Logo({ size }: { size: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
      <path d={armchair} fill="currentColor" />
      <circle cx="16" cy="9" r="6" fill="var(--brass)" />
    </svg>
  );
}
