import { Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
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
  useEffect(coverBoards, []);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={700}
      centered
      transitionProps={{ duration: 0 }}
      classNames={{
        overlay: styles.overlay ?? '',
        content: styles.content ?? '',
        body: styles.body ?? '',
        title: styles.title ?? '',
      }}
    >
      <Modal.Overlay backgroundOpacity={1} />
      <Modal.Content>
        <Modal.Body>
          <div className={`${styles.asks} onwood`}>
            <Mark size={20} />
            <span>{t('asks_sign')}</span>
            <b className={styles.sign}>{sign}</b>
            <span className={`${styles.covered} end wide`}>{t('else_covered')}</span>
          </div>
          <div className={styles.in}>
            <Modal.Title>{title}</Modal.Title>
            {children}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
