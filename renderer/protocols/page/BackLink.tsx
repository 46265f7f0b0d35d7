import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import styles from './BackLink.module.css';

/** Link back to the catalogue. */
export function BackLink() {
  const { t } = useTranslation('protocols');
  return (
    <Link href="/protocols" className={styles.back} aria-label={t('all_protocols')} title={t('all_protocols')}>
      <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
    </Link>
  );
}
