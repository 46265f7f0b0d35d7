import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Palette.module.css';

interface DialogProps {
  label: string;
  size: number;
  onClose(): void;
  children: ReactNode;
}

/** A layer above the window that asks for nothing secret. Esc closes it. */
export function Dialog({ label, size, onClose, children }: DialogProps) {
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={size}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
      classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={label}>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
