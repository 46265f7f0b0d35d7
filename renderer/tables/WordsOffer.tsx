import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../look/Button.tsx';
import styles from './Result.module.css';

/** After the first finished game there is something to lose: the moment to offer the words. */
export function WordsOffer({ onWords }: { onWords(): void }) {
  const { t } = useTranslation('tables');
  return (
    <section className={styles.words} aria-labelledby="words-offer">
      <IconFileText size={24} stroke={1.75} className="warn" aria-hidden="true" />
      <div className="grow">
        <b id="words-offer">{t('words_offer.title')}</b>
        <div className="small">{t('words_offer.body')}</div>
      </div>
      <Button look="primary" onClick={onWords}>
        {t('words_offer.show')}
      </Button>
    </section>
  );
}
