import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dialogOpen, useWindowKeys } from '../core/keys.ts';
import { useOverlay } from '../core/overlays.ts';
import { Button } from './Button.tsx';
import styles from './Sheet.module.css';

interface SheetLayoutProps {
  /** Id of the room's title, if the layout has to render the section that it labels. */
  labelledBy?: string;
  /** Null if none is open. */
  sheet: ReactNode;
  children: ReactNode;
}

/** A room with its sheet on the right; below 900 px the sheet covers the room. */
export function SheetLayout({ labelledBy, sheet, children }: SheetLayoutProps) {
  const Room = labelledBy === undefined ? 'div' : 'section';
  return (
    <div className={[styles.place, sheet && styles.open].filter(Boolean).join(' ')}>
      <Room className={styles.room} aria-labelledby={labelledBy}>
        {children}
      </Room>
      {sheet}
    </div>
  );
}

interface SheetFrameProps {
  id?: string;
  /** Id of the heading within `head`. */
  labelledBy: string;
  head: ReactNode;
  foot?: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** The frame of a sheet: head with close button, scrolling content, fixed footer. */
export function SheetFrame({ id, labelledBy, head, foot, onClose, children }: SheetFrameProps) {
  const { t } = useTranslation();
  useOverlay();
  return (
    <aside className={styles.sheet} id={id} aria-labelledby={labelledBy} data-region="sheet" tabIndex={-1}>
      <header className={`${styles.head} row top gap3`}>
        {head}
        <Button look="quiet" size="sm" icon aria-label={t('close')} onClick={onClose}>
          <IconX size={17} stroke={1.75} aria-hidden="true" />
        </Button>
      </header>
      <div className={styles.scroll}>{children}</div>
      {foot && <footer className={`${styles.foot} row wrap`}>{foot}</footer>}
    </aside>
  );
}

interface SheetProps {
  title: ReactNode;
  /** Below the title. */
  note?: ReactNode;
  foot?: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** A sheet with a title. Escape closes it and restores the focus. */
export function Sheet({ title, note, foot, onClose, children }: SheetProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const previousFocus = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
    };
  }, []);
  useWindowKeys((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !dialogOpen()) onClose();
  });
  return (
    <SheetFrame
      labelledBy={id}
      head={
        <div className="grow">
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {note && <div className={`${styles.note} small dim`}>{note}</div>}
        </div>
      }
      foot={foot}
      onClose={onClose}
    >
      {children}
    </SheetFrame>
  );
}
