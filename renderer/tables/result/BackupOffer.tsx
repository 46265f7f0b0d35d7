import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import styles from './BackupOffer.module.css';

/** Offers a backup of the recovery phrase after the first finished game. */
export function BackupOffer({ onRecoveryPhrase }: { onRecoveryPhrase(): void }) {
  const { t } = useTranslation('tables');
  return (
    <section className={styles.offer} aria-labelledby="words-offer">
      <IconFileText size={24} stroke={1.75} className="warn" aria-hidden="true" />
      <div className="grow">
        <b id="words-offer">{t('words_offer.title')}</b>
        <div className="small">{t('words_offer.body')}</div>
      </div>
      <Button onClick={onRecoveryPhrase}>{t('words_offer.show')}</Button>
    </section>
  );
}
