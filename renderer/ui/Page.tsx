import { type ReactNode, type Ref, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { setPageTitle } from '../core/window-title.ts';
import styles from './Page.module.css';
import header from './RoomHeader.module.css';

/** Sets the window's title. `page` must not contain text from peers. */
export function usePageTitle(page: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    setPageTitle(t('page_title', { page }));
  }, [t, page]);
}

interface PageProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  /** The element that scrolls. */
  bodyRef?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** A page with its title, main action and content. */
export function Page({ title, note, action, bodyRef, children }: PageProps) {
  usePageTitle(title);
  return (
    <>
      <header className={styles.header}>
        <h1>{title}</h1>
        {note !== undefined && <span className={`${header.note} dim small`}>{note}</span>}
        {action !== undefined && <span className="end">{action}</span>}
      </header>
      <div ref={bodyRef} className={styles.body}>
        {children}
      </div>
    </>
  );
}
