import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../core/context.tsx';
import { useOverlay } from '../core/overlays.ts';
import layout from './DialogLayout.module.css';
import { Logo } from './Logo.tsx';
import styles from './ProtectedDialog.module.css';

interface ProtectedDialogProps {
  title: string;
  onClose(): void;
  children: ReactNode;
}

/**
 * A dialog for secrets and consents. It covers the window, removes every board, and shows the house sign, which downloaded code
 * can't know.
 */
export function ProtectedDialog({ title, onClose, children }: ProtectedDialogProps) {
  const { t } = useTranslation();
  const houseSign = useApp((app) => app.house_sign);
  useOverlay();
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
        title: `${layout.header} ${styles.title}`,
      }}
    >
      <Modal.Overlay backgroundOpacity={1} />
      <Modal.Content>
        <Modal.Body>
          <div className={`${styles.header} row on-wood`}>
            <Logo size={20} />
            <span>{t('asks_sign')}</span>
            <bdi className={styles.houseSign}>{houseSign}</bdi>
            <span className={`${styles.coverNote} end wide`}>{t('else_covered')}</span>
          </div>
          <div className={`${layout.content} ${layout.scroll} ${styles.inner}`}>
            <Modal.Title>{title}</Modal.Title>
            {children}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
