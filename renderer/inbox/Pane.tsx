import { IconMailOpened, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../look/Button.tsx';
import { Empty } from '../look/Empty.tsx';
import styles from './Inbox.module.css';
import type { Shelf } from './letters.ts';

interface PaneProps {
  /** Stands before the title. */
  picture?: ReactNode;
  title: ReactNode;
  /** Beside the title. */
  mark?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  foot?: ReactNode;
  onClose(): void;
  /** The title takes the focus unless a field in the pane does. */
  focusField?: boolean;
  children: ReactNode;
}

/** What is open beside the list; in a small window it is a sheet over it. */
export function Pane({ picture, title, mark, note, actions, foot, onClose, focusField = false, children }: PaneProps) {
  const { t } = useTranslation('inbox');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!focusField) heading.current?.focus({ preventScroll: true });
  }, [focusField]);
  return (
    <aside className={styles.pane} aria-labelledby={id} data-region="sheet" tabIndex={-1}>
      <header className={styles.panehead}>
        {picture}
        <div className="grow">
          <div className="row wrap">
            <h2 id={id} ref={heading} tabIndex={-1} className="cut">
              {title}
            </h2>
            {mark}
          </div>
          {note && <div className={`${styles.panenote} row wrap small dim`}>{note}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
        <Button look="quiet" size="sm" icon className={styles.close} aria-label={t('close')} onClick={onClose}>
          <IconX size={17} stroke={1.75} aria-hidden="true" />
        </Button>
      </header>
      <div className={styles.panebody}>{children}</div>
      {foot && <footer className={styles.panefoot}>{foot}</footer>}
    </aside>
  );
}

/** The address names what is not here, or no longer. */
export function PaneGone({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('inbox');
  return (
    <Pane title={t('gone.title')} onClose={onClose}>
      <p className="dim">{t('gone.body')}</p>
      <p>
        <Button onClick={onClose}>{t('gone.back')}</Button>
      </p>
    </Pane>
  );
}

/** Nothing is open: a quiet word, or on an empty inbox what will come here. */
export function PickOne({ shelf, empty }: { shelf: Shelf; empty: boolean }) {
  const { t } = useTranslation('inbox');
  return (
    <div className={`${styles.pane} ${styles.pick}`}>
      {empty && shelf !== 'contacts' ? (
        <Empty
          icon={<IconMailOpened size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={t('empty.all.title')}
        >
          {t('empty.all.body')}
        </Empty>
      ) : (
        !empty && <p className="faint">{t(shelf === 'contacts' ? 'empty.pick_contact' : 'empty.pick_letter')}</p>
      )}
    </div>
  );
}
