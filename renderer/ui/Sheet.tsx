import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useEscape } from '../core/keys.ts';
import { useOverlay } from '../core/overlays.ts';
import { Button } from './Button.tsx';
import styles from './Sheet.module.css';

interface SheetLayoutProps {
  /** Id of the page's title, if the layout has to render the section that it labels. */
  labelledBy?: string;
  /** Null if none is open. */
  sheet: ReactNode;
  children: ReactNode;
}

/** A page with its sheet on the right; below 900 px the sheet covers the page. */
export function SheetLayout({ labelledBy, sheet, children }: SheetLayoutProps) {
  const Container = labelledBy === undefined ? 'div' : 'section';
  return (
    <div className={[styles.layout, sheet && styles.withSheet].filter(Boolean).join(' ')}>
      <Container className={styles.main} aria-labelledby={labelledBy}>
        {children}
      </Container>
      {sheet}
    </div>
  );
}

interface SheetFrameProps {
  id?: string;
  /** Id of the heading within `header`. */
  labelledBy: string;
  header: ReactNode;
  footer?: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** The frame of a sheet: header with a close button, scrolling content, fixed footer. */
export function SheetFrame({ id, labelledBy, header, footer, onClose, children }: SheetFrameProps) {
  const { t } = useTranslation();
  useOverlay();
  return (
    <aside className={styles.sheet} id={id} aria-labelledby={labelledBy} data-region="sheet" tabIndex={-1}>
      <header className={`${styles.header} row top gap3`}>
        {header}
        <Button variant="quiet" size="sm" iconOnly aria-label={t('close')} onClick={onClose}>
          <IconX size={17} stroke={1.75} aria-hidden="true" />
        </Button>
      </header>
      <div className={styles.scroll}>{children}</div>
      {footer && <footer className={`${styles.footer} row wrap`}>{footer}</footer>}
    </aside>
  );
}

interface SheetProps {
  title: ReactNode;
  /** Below the title. */
  note?: ReactNode;
  footer?: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** A sheet with a title. Escape closes it. */
export function Sheet({ title, note, footer, onClose, children }: SheetProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A part that takes the keyboard, such as a search field, has its effects first.
    if (!heading.current?.closest('[data-region="sheet"]')?.contains(document.activeElement))
      heading.current?.focus({ preventScroll: true });
  }, []);
  useEscape(onClose);
  return (
    <SheetFrame
      labelledBy={id}
      header={
        <div className="grow">
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {note && <div className={`${styles.note} small dim`}>{note}</div>}
        </div>
      }
      footer={footer}
      onClose={onClose}
    >
      {children}
    </SheetFrame>
  );
}
