import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dialogOpen, useWindowKeys } from '../app/keys.ts';
import { Button } from './Button.tsx';
import styles from './Sheet.module.css';

/** A room with its sheet at the right; below 900 css px the sheet covers the room. */
export function SheetPlace({ sheet, children }: { sheet: ReactNode; children: ReactNode }) {
  return (
    <div className={[styles.place, sheet && styles.open].filter(Boolean).join(' ')}>
      <div className={styles.room}>{children}</div>
      {sheet}
    </div>
  );
}

interface SheetProps {
  title: ReactNode;
  /** Stands under the title. */
  note?: ReactNode;
  foot?: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** A sheet: Esc closes it, its action stays visible at the foot, and the focus goes back to where it came from. */
export function Sheet({ title, note, foot, onClose, children }: SheetProps) {
  const { t } = useTranslation();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useWindowKeys((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !dialogOpen()) onClose();
  });
  return (
    <aside className={styles.sheet} aria-labelledby={id} data-region="sheet" tabIndex={-1}>
      <header className={styles.head}>
        <div className="grow">
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {note && <div className={`${styles.note} small dim`}>{note}</div>}
        </div>
        <Button look="quiet" size="sm" icon aria-label={t('close')} onClick={onClose}>
          <IconX size={17} stroke={1.75} aria-hidden="true" />
        </Button>
      </header>
      <div className={styles.scroll}>{children}</div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </aside>
  );
}
