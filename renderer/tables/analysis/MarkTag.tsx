import { IconCircleX, IconExclamationCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MoveMark } from '../../../shared/tables/analysis.ts';
import styles from './MarkTag.module.css';

/** The mark of a move, in words. */
export function MarkTag({ mark }: { mark: MoveMark }) {
  const { t } = useTranslation('analysis');
  const Icon = mark === 'slip' ? IconExclamationCircle : IconCircleX;
  return (
    <span className={styles.mark} data-mark={mark}>
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      {t(`mark.${mark}`)}
    </span>
  );
}
