import { useTranslation } from 'react-i18next';
import styles from './Toggle.module.css';

interface ToggleProps {
  label: string;
  on: boolean;
  onChange(on: boolean): void;
  disabled?: boolean;
}

/** A switch with a visible "on" or "off". */
export function Toggle({ label, on, onChange, disabled = false }: ToggleProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-disabled={disabled || undefined}
      className={styles.toggle}
      onClick={() => !disabled && onChange(!on)}
    >
      <span className={styles.track} aria-hidden="true">
        <i />
      </span>
      <span className={styles.state} aria-hidden="true">
        {t(on ? 'on' : 'off')}
      </span>
    </button>
  );
}
