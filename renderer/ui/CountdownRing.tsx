import styles from './CountdownRing.module.css';
import { formatCountdown } from './format.ts';

interface CountdownRingProps {
  remainingMs: number;
  /** The total duration; the ring shows the remaining share of it. */
  totalMs: number;
  tone: 'brass' | 'wood';
  /** The clock stands still. */
  stopped?: boolean;
  label: string;
}

/** The ring doubles its width for the last 10 s; it never turns red or blinks. */
export function CountdownRing({ remainingMs, totalMs, tone, stopped = false, label }: CountdownRingProps) {
  const share = totalMs > 0 ? Math.min(1, Math.max(0, remainingMs / totalMs)) : 0;
  const lastSeconds = remainingMs <= 10_000;
  const [radius, width] = lastSeconds ? [21, 12] : [23, 6];
  const circumference = 2 * Math.PI * radius;
  const stroke = tone === 'brass' ? 'var(--brass)' : 'var(--wood-ink-2)';
  return (
    <span className={styles.ring} data-stopped={stopped || undefined} role="timer" aria-label={label}>
      <svg width="100%" height="100%" viewBox="0 0 54 54" aria-hidden="true">
        <circle cx="27" cy="27" r={radius} fill="none" stroke="var(--wood-3)" strokeWidth={width} />
        <circle
          className={styles.remaining}
          cx="27"
          cy="27"
          r={radius}
          fill="none"
          stroke={stroke}
          strokeWidth={width}
          strokeDasharray={`${(share * circumference).toFixed(1)} ${circumference.toFixed(1)}`}
          transform="rotate(-90 27 27)"
        />
      </svg>
      <b className={styles.digits} aria-hidden="true">
        {formatCountdown(remainingMs)}
      </b>
    </span>
  );
}
