import { notifications } from '@mantine/notifications';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './CopyButton.module.css';

/** Shows a value and copies all of it. */
export function CopyButton({ value, shown = value }: { value: string; shown?: string }) {
  const { t } = useTranslation();
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    notifications.show({ message: t('copied', { count: value.length }) });
  };
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={t('copy_value', { value })}
      data-copy={value}
      onClick={() => {
        copy().catch(() => notifications.show({ message: t('copy_refused') }));
      }}
    >
      {shown}
      <IconCopy size={15} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
