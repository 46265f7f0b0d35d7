import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Page.module.css';

/** The name of the page in the window's title. Never the words of a stranger. */
export function usePageTitle(page: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t('page_title', { page });
  }, [t, page]);
}

interface PageProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A room: title left, its one main action right, then what it holds. */
export function Page({ title, note, action, children }: PageProps) {
  usePageTitle(title);
  return (
    <>
      <header className={styles.head}>
        <h1>{title}</h1>
        {note !== undefined && <span className="dim small">{note}</span>}
        {action !== undefined && <span className="end">{action}</span>}
      </header>
      <div className={styles.body}>{children}</div>
    </>
  );
}
