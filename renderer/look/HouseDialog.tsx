import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/context.tsx';
import { coverBoards } from '../boards/cover.ts';
import styles from './HouseDialog.module.css';
import { Mark } from './Wordmark.tsx';

interface HouseDialogProps {
  title: string;
  onClose(): void;
  children: ReactNode;
}

/**
 * Parlor asks for a secret or a consent: the window dims, every board is blanked, and the wood head shows the house sign,
 * which nothing that was downloaded can know.
 */
export function HouseDialog({ title, onClose, children }: HouseDialogProps) {
  const { t } = useTranslation();
  const sign = useApp((app) => app.house_sign);
  const heading = useId();
  useEffect(coverBoards, []);
  return (
    <Modal.Root opened onClose={onClose} size={700} centered transitionProps={{ duration: 0 }}>
      <Modal.Overlay className={styles.overlay ?? ''} backgroundOpacity={1} />
      <Modal.Content className={styles.content ?? ''} aria-labelledby={heading}>
        <Modal.Body className={styles.body ?? ''}>
          <div className={`${styles.asks} onwood`}>
            <Mark size={20} />
            <span>{t('asks_sign')}</span>
            <b className={styles.sign}>{sign}</b>
            <span className={`${styles.covered} end wide`}>{t('else_covered')}</span>
          </div>
          <div className={styles.in}>
            <h1 id={heading}>{title}</h1>
            {children}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
