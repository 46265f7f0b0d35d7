import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './CopyButton.module.css';
import { useCopy } from './clipboard.ts';

interface CopyButtonProps {
  value: string;
  /** Displayed instead of the whole value. */
  label?: string;
  /** Omits the hidden text "Copy": `label` already names the action. */
  labelNamesAction?: boolean;
}

/** Shows a value and copies all of it. */
export function CopyButton({ value, label = value, labelNamesAction = false }: CopyButtonProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <button type="button" className={styles.copy} data-copy={value} onClick={() => copy(value)}>
      {!labelNamesAction && <span className="offscreen">{t('copy')} </span>}
      {labelNamesAction ? label : <bdi>{label}</bdi>}
      <IconCopy size={15} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
