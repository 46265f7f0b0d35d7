import { IconArrowRight, IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { Tag } from '../ui/Tag.tsx';
import styles from './RecoveryPhraseShown.module.css';

interface RecoveryPhraseShownProps {
  words: string[];
  onNext(): void;
  onClose(): void;
}

/** The words to write down, with the way to the quiz. */
export function RecoveryPhraseShown({ words, onNext, onClose }: RecoveryPhraseShownProps) {
  const { t } = useTranslation('identity');
  return (
    <div className="col gap3">
      <p className="row wrap dim">
        {t('words.only_way')}
        <Tag tone="warn">
          <IconEye size={15} stroke={1.75} aria-hidden="true" />
          {t('words.visible')}
        </Tag>
      </p>
      <ol className={styles.words} lang="en" data-testid="words">
        {words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: words may repeat; the position identifies them
          <li key={index} className={`${styles.word} row`}>
            <span className={`${styles.number} small faint`}>{index + 1}</span>
            <b>{word}</b>
          </li>
        ))}
      </ol>
      <p className="small dim measure">{t('words.on_paper')}</p>
      <DialogActions>
        <Button variant="quiet" data-autofocus onClick={onClose}>
          {t('words.later')}
        </Button>
        <Button variant="primary" className="end" onClick={onNext}>
          {t('words.have_them')}
          <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
        </Button>
      </DialogActions>
    </div>
  );
}
