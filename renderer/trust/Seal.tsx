import { useTranslation } from 'react-i18next';
import styles from './Seal.module.css';
import { type CheckState, orderedChecks, summarizeChecks } from './seal-checks.ts';

const arcs = [
  'M15.67 3.63A10.5 10.5 0 0 1 23.34 9.21',
  'M24.38 12.39A10.5 10.5 0 0 1 21.45 21.40',
  'M18.74 23.37A10.5 10.5 0 0 1 9.26 23.37',
  'M6.55 21.40A10.5 10.5 0 0 1 3.62 12.39',
  'M4.66 9.21A10.5 10.5 0 0 1 12.33 3.63',
];

const states = ['done', 'waiting', 'failed'] as const;

const stateOf = (check: CheckState | undefined): (typeof states)[number] =>
  check?.state === 'failed' ? 'failed' : check?.state === 'to_come' ? 'waiting' : 'done';

interface SealProps {
  checks: readonly CheckState[];
  size: number;
  /** A commitment of the game was broken. */
  isBroken?: boolean;
  onWood?: boolean;
}

/** One arc per check, clockwise from the top. Thick: passed. Dotted: to come. Red: failed. */
export function Seal({ checks, size, isBroken = false, onWood = false }: SealProps) {
  const { t } = useTranslation('trust');
  const sealChecks = orderedChecks(checks);
  const { passedCount: done, hasFailed } = summarizeChecks(checks);
  const failed = hasFailed || isBroken;
  const complete = done === sealChecks.length;
  const tone = failed ? styles.failed : complete ? styles.done : styles.waiting;
  return (
    <svg
      className={[styles.seal, onWood && styles.onWood].filter(Boolean).join(' ')}
      role="img"
      aria-label={hasFailed ? t('seal_failed') : isBroken ? t('seal_broken') : t('seal', { done })}
      width={size}
      height={size}
      viewBox="0 0 28 28"
    >
      {states.map((state) => {
        const path = arcs.filter((_, index) => stateOf(sealChecks[index]) === state).join('');
        return path && <path key={state} d={path} className={styles[state]} />;
      })}
      <path
        className={`${styles.sign} ${tone}`}
        d={failed ? 'M11 11l6 6M17 11l-6 6' : complete ? 'M10.2 14.3l2.6 2.6 5-5.4' : 'M11 14h6'}
      />
    </svg>
  );
}
