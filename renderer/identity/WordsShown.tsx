import { IconArrowRight, IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../look/Button.tsx';
import { Tag } from '../look/Tag.tsx';
import styles from './WordsDialog.module.css';

interface WordsShownProps {
  words: string[];
  onNext(): void;
  onClose(): void;
}

export function WordsShown({ words, onNext, onClose }: WordsShownProps) {
  const { t } = useTranslation('identity');
  return (
    <>
      <p className="row wrap dim">
        {t('words.only_way')}
        <Tag tone="warn">
          <IconEye size={15} stroke={1.75} aria-hidden="true" />
          {t('words.visible')}
        </Tag>
      </p>
      <ol className={styles.words} data-testid="words">
        {words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may stand twice; its place is its identity
          <li key={index} className={styles.word}>
            <span className={`${styles.number} small faint`}>{index + 1}</span>
            <b>{word}</b>
          </li>
        ))}
      </ol>
      <p className="small dim measure" style={{ marginTop: 12 }}>
        {t('words.on_paper')}
      </p>
      <div className={styles.foot}>
        <Button look="quiet" data-autofocus onClick={onClose}>
          {t('words.later')}
        </Button>
        <Button look="primary" className="end" onClick={onNext}>
          {t('words.have_them')}
          <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
        </Button>
      </div>
    </>
  );
}
