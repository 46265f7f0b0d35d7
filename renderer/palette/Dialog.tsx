import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './Palette.module.css';

interface DialogProps {
  label: string;
  size: number;
  onClose(): void;
  children: ReactNode;
}

/** A layer above the window that asks for nothing secret. Esc closes it, and the focus goes back to where it was. */
export function Dialog({ label, size, onClose, children }: DialogProps) {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // What a command opened may have taken the focus already.
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      });
    },
    [before],
  );
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
