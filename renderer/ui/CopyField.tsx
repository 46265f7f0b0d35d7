import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import styles from './CopyField.module.css';
import { useCopy } from './clipboard.ts';

interface CopyFieldProps {
  label: string;
  value: string;
  [data: `data-${string}`]: string;
}

/** A labelled value for sharing, with a copy button. `data-*` attributes are set on the value's element. */
export function CopyField({ label, value, ...data }: CopyFieldProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const id = useId();
  return (
    <div className={styles.field}>
      <span id={id} className={`${styles.label} small strong dim`}>
        {label}
      </span>
      <code className={styles.value} {...data}>
        {value}
      </code>
      <Button aria-describedby={id} onClick={() => copy(value)}>
        {t('copy')}
      </Button>
    </div>
  );
}
