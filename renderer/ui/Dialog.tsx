import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOverlay } from '../core/overlays.ts';
import styles from './Dialog.module.css';
import layout from './DialogLayout.module.css';

interface DialogProps {
  label: string;
  size: number;
  onClose(): void;
  children: ReactNode;
}

/** A modal dialog; those with secrets or consents use ProtectedDialog. Escape closes it. */
export function Dialog({ label, size, onClose, children }: DialogProps) {
  useOverlay();
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={size}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
      classNames={{ content: `${styles.content} ${layout.scroll}`, body: styles.body ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={label}>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface TitledDialogProps {
  title: string;
  /** Shown on the right of the title. */
  headerEnd?: ReactNode;
  size: number;
  onClose(): void;
  children: ReactNode;
}

export const TitledDialog = ({ title, headerEnd, size, onClose, children }: TitledDialogProps) => (
  <Dialog label={title} size={size} onClose={onClose}>
    <div className={layout.content}>
      <div className={`${layout.header} row`}>
        <h2>{title}</h2>
        {headerEnd}
      </div>
      {children}
    </div>
  </Dialog>
);
