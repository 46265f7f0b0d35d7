import { useTranslation } from 'react-i18next';
import { Button } from '../look/Button.tsx';
import { Mark } from '../look/Wordmark.tsx';
import styles from './NotConnected.module.css';

/** The window could not reach main at all. */
export function NotConnected() {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <Mark size={36} />
      <h1>{t('lost.title')}</h1>
      <p className="measure">{t('lost.body')}</p>
      <Button onClick={() => window.location.reload()}>{t('lost.again')}</Button>
    </main>
  );
}
